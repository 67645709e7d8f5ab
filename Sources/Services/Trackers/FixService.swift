import Domain
import Live
import Logging
import Store
import Synchronization

/// What a phone app sent to `/t/{token}`.
package struct TrackerMessage: Sendable {
    package let query: String
    package let isForm: Bool
    package let body: [UInt8]
    package init(query: String, isForm: Bool, body: [UInt8]) {
        self.query = query
        self.isForm = isForm
        self.body = body
    }
}

/// What the app wants to hear.
package enum TrackerReply: Sendable, Equatable {
    /// 200 without a body.
    case empty
    /// 200 with a JSON body.
    case json(JSON)

    private static let ok = TrackerReply.json(.object { $0.add("result", "ok") })

    /// Nil where it depends on more than the format.
    init?(_ format: TrackerFormat) {
        switch format {
        case .overland: self = TrackerReply.ok
        case .traccar, .osmand, .unknown: self = .empty
        case .owntracks: return nil
        }
    }
}

package typealias FixCollector = Store.FixCollector

/// A judged message on its way.
package struct Receipt: Sendable {
    fileprivate let entry: TrackerEntry
    fileprivate let batch: FixBatch
    fileprivate let refused: Int
    /// The number of the commit that takes a plain message along; 0 if there is none.
    package fileprivate(set) var commit = 0
    fileprivate var isAgain = false
    /// What a plain message's sender wants to hear.
    package var reply: TrackerReply { TrackerReply(batch.format) ?? .empty }
}

package struct FixStatistics: Sendable {
    package var requests = 0
    package var fixes = 0
    package var refused = 0
    package var unavailable = 0
}

/// Takes positions: decodes, judges, stores durably, then moves the board.
package final class FixService: Sendable {
    /// Requests that may wait for a commit; beyond it phones are told to come back.
    package static let queueLimit = 20_000
    private static let friendLimit = 30

    private let store: FixStore
    private let directory: TrackerDirectory
    private let hub: Hub
    private let trips: @Sendable (ID) throws -> Trip?
    private let people: @Sendable (ID) throws -> [ID: MapPerson]
    /// Somebody pressed the app's alarm button.
    private let alarm: @Sendable (TrackerEntry, Fix?) async throws -> Void
    private let surroundings: Surroundings
    private let counts = Mutex(FixStatistics())
    /// Answers without storing: the bench's peer for the cost of durability. Never set by `serve`.
    private let isDryRun: Bool

    package init(
        store: FixStore, directory: TrackerDirectory, hub: Hub, trips: @escaping @Sendable (ID) throws -> Trip?,
        people: @escaping @Sendable (ID) throws -> [ID: MapPerson], alarm: @escaping @Sendable (TrackerEntry, Fix?) async throws -> Void,
        surroundings: Surroundings, isDryRun: Bool = false
    ) {
        self.store = store
        self.directory = directory
        self.hub = hub
        self.trips = trips
        self.people = people
        self.alarm = alarm
        self.surroundings = surroundings
        self.isDryRun = isDryRun
    }

    package var statistics: FixStatistics { counts.withLock { $0 } }

    package func find(_ token: String) throws(Refusal) -> TrackerEntry {
        guard let entry = directory.find(token) else { throw .notFound }
        return entry
    }

    /// Returns after the commit that carries the fixes. Throws `.notFound` for an unknown or revoked token,
    /// `.invalid` for a body that does not parse, `.unavailable` when too much waits. An alarm is answered by how the call for help
    /// went: a long queue or a full disk, which refuse its position, do not take it.
    package func receive(_ message: TrackerMessage, token: String) async throws -> TrackerReply {
        let entry = try find(token)
        let now = surroundings.now()
        let report = try await read(message, entry, at: now)
        let receipt = judge(report, entry, at: now)
        guard report.isAlarm, !isDryRun else {
            try await keep(receipt)
            return try reply(to: report.format, entry, at: now)
        }
        // Where the call came from counts even if sharing is off: whoever calls for help wants to be found.
        let newest = report.fixes.compactMap { try? $0.judged(receivedAt: now).get() }.max { $0.time < $1.time }
        try await alarm(entry, newest)
        try? await keep(receipt)
        return try reply(to: report.format, entry, at: now)
    }

    private func keep(_ receipt: Receipt) async throws {
        guard hasRoom else {
            counts.withLock { $0.unavailable += 1 }
            throw Refusal.unavailable("Too many positions at once.", retryAfter: 10)
        }
        if !isDryRun, !receipt.batch.fixes.isEmpty || receipt.batch.remark != nil { try await add(receipt.batch) }
        finish(receipt)
    }

    /// As `receive` for what phones send all day, without a task of its own. Nil if it is anything else, or a reply takes
    /// more than saying that it is stored: then nothing was done yet. Otherwise the collector is told of the receipt's commit.
    package func receivePlain(_ message: TrackerMessage, token: String, for collector: any FixCollector) -> Receipt? {
        guard let entry = try? find(token), hasRoom else { return nil }
        let now = surroundings.now()
        guard let report = try? decode(message, at: now), TrackerReply(report.format) != nil, !report.isAlarm else { return nil }
        let receipt = judge(report, entry, at: now)
        return store.isPlain(receipt.batch) ? add(receipt, for: collector) : nil
    }

    /// Once more what could not be stored, with the number of another commit; another process may have held the database for
    /// long. Nil the second time, or if nothing of theirs is kept by now: when the phone comes back, that is judged as ever.
    package func receiveAgain(_ receipt: Receipt, for collector: any FixCollector) -> Receipt? {
        receipt.isAgain || directory.refusal(of: receipt.entry.memberID) != nil ? nil : add(receipt, isAgain: true, for: collector)
    }

    private func add(_ receipt: Receipt, isAgain: Bool = false, for collector: any FixCollector) -> Receipt {
        var receipt = receipt
        receipt.isAgain = isAgain
        if isDryRun { collector.commitIsOver(receipt.commit, nil) } else { receipt.commit = store.addPlain(receipt.batch, by: collector) }
        return receipt
    }

    private var hasRoom: Bool { store.pendingWrites < FixService.queueLimit }

    /// What was stored is counted and moves the board.
    package func finish(_ receipt: Receipt) {
        counts.withLock { counts in
            counts.requests += 1
            counts.fixes += receipt.batch.fixes.count
            counts.refused += receipt.refused
        }
        let fixes = receipt.batch.fixes
        hub.board(receipt.entry.tripID).update(
            receipt.entry.memberID, with: fixes.count > 1 ? fixes.sorted { $0.time < $1.time } : fixes, at: receipt.batch.receivedAt)
    }

    /// As `decode`; what could not be read is noted for the tracker doctor.
    private func read(_ message: TrackerMessage, _ entry: TrackerEntry, at now: Instant) async throws -> TrackerReport {
        do { return try decode(message, at: now) } catch Refusal.invalid(let errors) {
            await note(TrackerRemark(summary: errors.map(\.message).joined(separator: " "), isProblem: true, answer: .unreadable), entry)
            throw Refusal.invalid(errors)
        }
    }

    /// A body beyond what is taken at once: its sender hears so, and its owner sees it in the tracker doctor.
    package func noteTooLarge(token: String, limit: Int) async {
        guard let entry = directory.find(token) else { return }
        let summary = "A message of more than \(limit >> 20) MB: choose smaller batches in the app."
        await note(TrackerRemark(summary: summary, isProblem: true, answer: .tooLarge), entry)
    }

    /// The phone has its refusal whether or not the note can be stored.
    private func note(_ remark: TrackerRemark, _ entry: TrackerEntry) async {
        guard !isDryRun, hasRoom else { return }
        try? await store.add(
            FixBatch(trackerID: entry.id, receivedAt: surroundings.now(), format: .unknown, fixes: [], remark: remark))
    }

    private func judge(_ report: TrackerReport, _ entry: TrackerEntry, at now: Instant) -> Receipt {
        let judgement = Judgement(report, notKept: directory.refusal(of: entry.memberID), at: now)
        let batch = FixBatch(
            trackerID: entry.id, receivedAt: now, format: report.format, fixes: judgement.fixes, remark: judgement.remark)
        return Receipt(entry: entry, batch: batch, refused: report.fixes.count - judgement.fixes.count)
    }

    private func decode(_ message: TrackerMessage, at now: Instant) throws -> TrackerReport {
        // Some apps begin with a byte-order mark.
        let body = message.body.dropFirst(message.body.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0)
        if let first = body.first(where: { $0 > 32 }), !message.isForm || first == UInt8(ascii: "{") || first == UInt8(ascii: "[") {
            do {
                return try body.withUnsafeBufferPointer { bytes throws(JSONReader.Malformed) in
                    try TrackerDecoder.decode(json: bytes)
                }
            } catch {
                throw Refusal.invalid([FieldError("body", "This is no JSON (byte \(error.offset)).")])
            }
        }
        let form = String(decoding: body, as: UTF8.self)
        let text = message.query.isEmpty ? form : form.isEmpty ? message.query : message.query + "&" + form
        guard !text.isEmpty else {
            var report = TrackerReport(format: .owntracks)
            report.notes.append("an empty message")
            return report
        }
        return TrackerDecoder.decode(query: parseQuery(text), receivedAt: now)
    }

    private func add(_ batch: FixBatch) async throws {
        do {
            try await store.add(batch)
        } catch {
            throw refusal(error)
        }
    }

    /// Whatever went wrong, the phone keeps its fix and comes back.
    package func refusal(_ error: any Error) -> Refusal {
        counts.withLock { $0.unavailable += 1 }
        return storeRefusal(error) ?? .unavailable("The position could not be stored.", retryAfter: 30)
    }

    // MARK: replies

    private func reply(to format: TrackerFormat, _ entry: TrackerEntry, at now: Instant) throws -> TrackerReply {
        try TrackerReply(format) ?? .json(friends(of: entry, at: now))
    }

    /// The nearest friends' fresh positions as OwnTracks shows them: a location and a card each.
    private func friends(of entry: TrackerEntry, at now: Instant) throws -> JSON {
        let nobody = JSON.array { _ in }
        guard let trip = try trips(entry.tripID), trip.fields.sharesFriends, trip.archivedAt == nil,
            let own = hub.board(trip.id).entry(entry.memberID)
        else { return nobody }
        let limit = now - .minutes(trip.fields.staleMinutes)
        let near = hub.board(trip.id).nearestFriends(
            to: own.fix.coordinates, but: entry.memberID, since: limit, limit: FixService.friendLimit)
        guard !near.isEmpty else { return nobody }
        let names = try people(trip.id)
        return .array(reserving: near.count * 256) { out in
            for friend in near { names[friend.memberID].map { FixService.write(friend, $0, slug: trip.fields.slug, to: &out) } }
        }
    }

    private static func write(_ entry: BoardEntry, _ person: MapPerson, slug: String, to out: inout JSONWriter) {
        let (fix, tid, topic) = (entry.fix, String(person.initials.prefix(2)), "owntracks/\(slug)/\(entry.memberID)")
        out.object { out in
            out.add("_type", "location")
            out.add("tid", tid)
            out.add("lat", fix.coordinates.latitude, places: 6)
            out.add("lon", fix.coordinates.longitude, places: 6)
            out.add("tst", Int(fix.time.seconds))
            if let accuracy = fix.accuracy { out.add("acc", accuracy, places: 0) }
            out.add("topic", topic)
        }
        out.object { out in
            out.add("_type", "card")
            out.add("tid", tid)
            out.add("name", person.name)
            out.add("topic", topic)
        }
    }
}

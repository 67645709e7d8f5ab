import Domain
import Live
import Logging
import Store
import Synchronization

/// A judged message on its way.
struct JudgedMessage: Sendable {
    fileprivate let entry: TrackerEntry
    fileprivate let batch: FixBatch
    fileprivate let refused: Int
    /// The number of the commit that takes a plain message along; 0 if there is none.
    fileprivate(set) var commit = 0
    fileprivate var isAgain = false
    /// What a plain message's sender wants to hear.
    var reply: TrackerReply { TrackerReply(batch.format) ?? .empty }
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

    private let store: FixStore
    private let directory: TrackerDirectory
    let hub: Hub
    let trips: @Sendable (ID) throws -> Trip?
    let people: @Sendable (ID) throws -> [ID: MapPerson]
    /// Somebody pressed the app's alarm button.
    private let alarm: @Sendable (TrackerEntry, Fix?) async throws -> Void
    private let system: SystemInputs
    private let latest: LatestTime
    private let counts = Mutex(FixStatistics())
    /// Answers without storing: the bench's peer for the cost of durability. Never set by `serve`.
    private let isDryRun: Bool

    init(
        store: FixStore, directory: TrackerDirectory, hub: Hub, trips: @escaping @Sendable (ID) throws -> Trip?,
        people: @escaping @Sendable (ID) throws -> [ID: MapPerson], alarm: @escaping @Sendable (TrackerEntry, Fix?) async throws -> Void,
        system: SystemInputs, latest: LatestTime, isDryRun: Bool
    ) {
        self.store = store
        self.directory = directory
        self.hub = hub
        self.trips = trips
        self.people = people
        self.alarm = alarm
        self.system = system
        self.latest = latest
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
    package func ingest(_ message: TrackerMessage, token: String) async throws -> TrackerReply {
        let entry = try find(token)
        let now = system.now()
        let report = try await read(message, entry, at: now)
        // The machine does not know the time yet, so it cannot date such a fix: the phone keeps it.
        guard now >= FixRefusal.earliest || report.isAlarm || !report.fixes.contains(where: { $0.time == now }) else {
            throw FixService.noTime
        }
        let judged = judge(report, entry, at: now)
        guard report.isAlarm, !isDryRun else {
            try await keep(judged)
            return try reply(to: report.format, entry, at: now)
        }
        // Where the call came from counts even if sharing is off: whoever calls for help wants to be found.
        let newest = report.fixes.compactMap { try? $0.judged(receivedAt: now, latest: latest.noted(now)).get() }.max { $0.time < $1.time }
        try await alarm(entry, newest)
        try? await keep(judged)
        return try reply(to: report.format, entry, at: now)
    }

    private static let noTime = Refusal.unavailable("The server does not know the time yet. Try again in a minute.", retryAfter: 60)

    private func keep(_ judged: JudgedMessage) async throws {
        guard hasRoom else {
            counts.withLock { $0.unavailable += 1 }
            throw Refusal.unavailable("Too many positions at once.", retryAfter: 10)
        }
        if !isDryRun, !judged.batch.fixes.isEmpty || judged.batch.remark != nil { try await add(judged.batch) }
        finish(judged)
    }

    /// One position that somebody sent once, with an answer from a link of their own.
    /// - Returns: why it is not kept; nil where it is.
    package func take(_ raw: RawFix, from entry: TrackerEntry) async throws -> String? {
        var report = TrackerReport(format: .unknown)
        report.fixes = [raw]
        let judged = judge(report, entry, at: system.now())
        try await keep(judged)
        return judged.batch.fixes.isEmpty ? judged.batch.remark?.summary ?? "" : nil
    }

    // MARK: what phones send all day, as a FixQueue takes it

    /// As `ingest` up to the store, without a task. Nil for any message that is not plain, or whose reply says more than that it is stored;
    /// nothing was done then.
    func acceptPlain(_ message: TrackerMessage, token: String, for commits: FixCommits) -> JudgedMessage? {
        guard let entry = directory.find(token), hasRoom else { return nil }
        let now = system.now()
        guard now >= FixRefusal.earliest, let report = try? message.report(at: now), TrackerReply(report.format) != nil, !report.isAlarm
        else { return nil }
        let judged = judge(report, entry, at: now)
        return store.isPlain(judged.batch) ? add(judged, for: commits) : nil
    }

    /// Tries once more to store a message, with another commit: another process may have held the database for long. Nil the second time,
    /// or if nothing of the member is kept by now; when the phone sends it again, it is judged as usual.
    func retry(_ judged: JudgedMessage, for commits: FixCommits) -> JudgedMessage? {
        judged.isAgain || directory.refusal(of: judged.entry.memberID) != nil ? nil : add(judged, isAgain: true, for: commits)
    }

    private func add(_ judged: JudgedMessage, isAgain: Bool = false, for commits: FixCommits) -> JudgedMessage {
        var judged = judged
        judged.isAgain = isAgain
        if isDryRun { commits.commitDidFinish(judged.commit, nil) } else { judged.commit = store.addPlain(judged.batch, by: commits) }
        return judged
    }

    private var hasRoom: Bool { store.pendingWrites < FixService.queueLimit }

    /// What was stored is counted and moves the board.
    func finish(_ judged: JudgedMessage) {
        counts.withLock { counts in
            counts.requests += 1
            counts.fixes += judged.batch.fixes.count
            counts.refused += judged.refused
        }
        let fixes = judged.batch.fixes
        guard directory.isOpen(judged.entry.id) else { return }
        hub.board(judged.entry.tripID).update(
            judged.entry.memberID, with: fixes.count > 1 ? fixes.sorted { $0.time < $1.time } : fixes, at: judged.batch.receivedAt)
    }

    /// What could not be read is noted for the tracker doctor.
    private func read(_ message: TrackerMessage, _ entry: TrackerEntry, at now: Instant) async throws -> TrackerReport {
        do { return try message.report(at: now) } catch Refusal.invalid(let errors) {
            await note(TrackerRemark(summary: errors.said, isProblem: true, answer: .unreadable), entry)
            throw Refusal.invalid(errors)
        }
    }

    /// A body over the size limit: its sender is told so, and its owner sees it in the tracker doctor.
    package func noteTooLarge(token: String, limit: Int) async {
        guard let entry = directory.find(token) else { return }
        let summary = "A message of more than \(limit >> 20) MB: choose smaller batches in the app."
        await note(TrackerRemark(summary: summary, isProblem: true, answer: .tooLarge), entry)
    }

    /// The phone has its refusal whether or not the note can be stored.
    private func note(_ remark: TrackerRemark, _ entry: TrackerEntry) async {
        guard !isDryRun, hasRoom else { return }
        try? await store.add(
            FixBatch(trackerID: entry.id, receivedAt: system.now(), format: .unknown, fixes: [], remark: remark))
    }

    private func judge(_ report: TrackerReport, _ entry: TrackerEntry, at now: Instant) -> JudgedMessage {
        let judgement = Judgement(report, notKept: directory.refusal(of: entry.memberID), at: now, latest: latest.noted(now))
        let batch = FixBatch(
            trackerID: entry.id, receivedAt: now, format: report.format, fixes: judgement.fixes, remark: judgement.remark)
        return JudgedMessage(entry: entry, batch: batch, refused: report.fixes.count - judgement.fixes.count)
    }

    private func add(_ batch: FixBatch) async throws {
        do {
            try await store.add(batch)
        } catch {
            throw refusal(error)
        }
    }

    /// Whatever went wrong, the phone keeps its fix and comes back.
    func refusal(_ error: any Error) -> Refusal {
        counts.withLock { $0.unavailable += 1 }
        return storeRefusal(error) ?? .unavailable("The position could not be stored. Try again in a moment.", retryAfter: 30)
    }
}

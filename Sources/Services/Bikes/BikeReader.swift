import Domain
import Gateways

/// How feeds are asked; tests answer themselves.
package typealias FetchFeed = @Sendable (FeedRequest) async throws(BikeProblem) -> FeedAnswer

/// Asks one source, document by document: each only when its time is up, and with what is known of the last answer.
actor BikeReader {
    /// One document as it was last read.
    private struct Kept<Content: Sendable> {
        var content: Content
        var envelope: GBFSEnvelope
        var etag = ""
        var modified = ""
        var faults: [BikeFault] = []
        var nextAt: Instant
    }
    private typealias Read<Content> = ([UInt8], inout [BikeFault]) throws(BikeProblem) -> (Content, GBFSEnvelope)

    /// Where a feed does not say, or says that it is good for no time.
    private static let usualTTL = 60
    private static let shortestTTL = 10
    /// Documents that hardly change are not asked for more often, whatever they say.
    private static let slow = 300
    private static let daily = 3600
    private static let longestPause = 1800

    private let source: BikeSource
    private let fetch: FetchFeed
    private let system: SystemInputs
    private var discovery: Kept<[String: String]>?
    private var about: Kept<String>?
    private var types: Kept<[String: BikeKind]>?
    private var information: Kept<[GBFSInformation]>?
    private var statuses: Kept<[GBFSStatus]>?
    private var digitransit: BikeContent?
    private var (failures, answers, retryAfter): (Int, [BikeAnswer], Int?) = (0, [], nil)
    /// How often a document came whole, and how many of those times are told.
    private var (readings, told) = (0, 0)
    /// Whether somebody waits who typed the address.
    private var isTried = false

    init(source: BikeSource, fetch: @escaping FetchFeed, system: SystemInputs) {
        (self.source, self.fetch, self.system) = (source, fetch, system)
    }

    /// Asks for whatever is due.
    func ask(isTried: Bool) async -> BikeOutcome {
        (answers, retryAfter, self.isTried) = ([], nil, isTried)
        do throws(BikeProblem) {
            if source.kind == .gbfs { try await askGBFS() } else { try await askDigitransit() }
            let isNew = readings > told
            (failures, told) = (0, readings)
            let now = system.now()
            let next = source.kind == .gbfs ? statuses?.nextAt ?? now : now + .seconds(BikeReader.usualTTL / 2)
            return BikeOutcome(content: content, isNew: isNew, problem: nil, answers: answers.reversed(), nextAt: next)
        } catch {
            failures += 1
            // An address may have moved.
            if error == .notFound { discovery?.nextAt = system.now() }
            return BikeOutcome(content: content, isNew: false, problem: error, answers: answers.reversed(), nextAt: system.now() + pause)
        }
    }

    /// Twice as long after each failure, and never shorter than the feed itself asked for.
    private var pause: Duration {
        let doubled = 30 << min(failures - 1, 6)
        return .seconds(max(min(doubled, BikeReader.longestPause), min(retryAfter ?? 0, 86_400), statuses?.envelope.ttl ?? 0))
    }

    private var content: BikeContent? {
        guard source.kind == .gbfs else { return digitransit }
        guard let information, let statuses else { return nil }
        var content = BikeContent()
        (content.information, content.statuses, content.kinds) = (information.content, statuses.content, types?.content)
        content.faults = information.faults + statuses.faults
        (content.systemName, content.updatedAt) = (about?.content ?? "", statuses.envelope.updatedAt)
        content.version = [statuses.envelope.version, discovery?.envelope.version ?? ""].first { !$0.isEmpty } ?? "1.0"
        content.ttl = statuses.envelope.ttl
        return content
    }

    // MARK: GBFS

    private func askGBFS() async throws(BikeProblem) {
        let found = try await keeping(discovery) { () async throws(BikeProblem) in
            try await load("gbfs", source.url, discovery, BikeReader.daily) { bytes, _ throws(BikeProblem) in
                let read = try GBFSDiscovery(bytes)
                return (read.addresses, read.envelope)
            }
        }
        discovery = found
        let addresses = found.content
        guard let places = addresses["station_information"], let numbers = addresses["station_status"] else { throw .noStations }
        try await askOptional(addresses)
        information = try await keeping(information) { () async throws(BikeProblem) in
            try await load("station_information", places, information, BikeReader.slow) { bytes, faults throws(BikeProblem) in
                try GBFSInformation.read(bytes, faults: &faults)
            }
        }
        statuses = try await load("station_status", numbers, statuses, BikeReader.shortestTTL) { bytes, faults throws(BikeProblem) in
            try GBFSStatus.read(bytes, faults: &faults)
        }
    }

    /// What a feed need not have, and often says it has although it has not. Without it the rest is good, unless the feed wants to be left
    /// alone.
    private func askOptional(_ addresses: [String: String]) async throws(BikeProblem) {
        if let url = addresses["system_information"] {
            do throws(BikeProblem) {
                about = try await load("system_information", url, about, BikeReader.daily) { bytes, _ throws(BikeProblem) in
                    let system = try GBFSSystem(bytes)
                    return (system.name, system.envelope)
                }
            } catch {
                about = later(about, "")
                if error == .tooMany { throw error }
            }
        }
        if let url = addresses["vehicle_types"] {
            do throws(BikeProblem) {
                types = try await load("vehicle_types", url, types, BikeReader.daily) { bytes, _ throws(BikeProblem) in
                    try GBFSVehicles.read(bytes)
                }
            } catch {
                types = later(types, [:])
                if error == .tooMany { throw error }
            }
        }
    }

    /// The last one, or an empty one, and no question for a while.
    private func later<Content>(_ kept: Kept<Content>?, _ empty: Content) -> Kept<Content> {
        var kept = kept ?? Kept(content: empty, envelope: GBFSEnvelope(), nextAt: system.now())
        kept.nextAt = system.now() + .seconds(BikeReader.daily)
        return kept
    }

    /// The last one where a new one cannot be had.
    private func keeping<Content>(
        _ kept: Kept<Content>?, _ load: () async throws(BikeProblem) -> Kept<Content>
    ) async throws(BikeProblem) -> Kept<Content> {
        do throws(BikeProblem) {
            return try await load()
        } catch {
            guard var kept, error != .tooMany else { throw error }
            kept.nextAt = system.now() + .seconds(BikeReader.slow)
            return kept
        }
    }

    private func load<Content>(
        _ name: String, _ url: String, _ kept: Kept<Content>?, _ shortest: Int, _ read: Read<Content>
    ) async throws(BikeProblem) -> Kept<Content> {
        if let kept, kept.nextAt > system.now() { return kept }
        var request = FeedRequest(url: url)
        if let kept { (request.etag, request.modified) = (kept.etag, kept.modified) }
        let (answer, isSame) = try await send(request, name, mayBeSame: kept != nil)
        let now = system.now()
        if isSame, var kept {
            kept.nextAt = now + .seconds(BikeReader.life(kept.envelope, shortest))
            return kept
        }
        var faults: [BikeFault] = []
        let content: Content, envelope: GBFSEnvelope
        do throws(BikeProblem) {
            (content, envelope) = try read(answer.body, &faults)
        } catch {
            blame(error)
            throw error
        }
        readings += 1
        return Kept(
            content: content, envelope: envelope, etag: answer.etag, modified: answer.modified, faults: faults,
            nextAt: now + .seconds(BikeReader.life(envelope, shortest)))
    }

    private static func life(_ envelope: GBFSEnvelope, _ shortest: Int) -> Int {
        let ttl = envelope.ttl ?? 0
        return max(ttl == 0 ? usualTTL : ttl, shortest)
    }

    // MARK: Digitransit

    private func askDigitransit() async throws(BikeProblem) {
        var request = FeedRequest(url: source.url)
        request.body = JSON.object { $0.add("query", Digitransit.question) }.bytes
        request.secret = ("digitransit-subscription-key", source.key)
        let answer = try await send(request, "vehicleRentalStations", mayBeSame: false).answer
        let now = system.now()
        let read: Digitransit.Answer
        do throws(BikeProblem) {
            read = try Digitransit.read(answer.body, at: now)
        } catch {
            blame(error)
            throw error
        }
        var content = BikeContent()
        (content.information, content.statuses, content.kinds) = (read.information, read.statuses, read.kinds.isEmpty ? nil : read.kinds)
        (content.faults, content.systemName, content.version) = (read.faults, "", "Digitransit")
        (content.updatedAt, content.ttl) = (now, BikeReader.usualTTL / 2)
        digitransit = content
        readings += 1
    }

    // MARK: one question

    private func send(
        _ request: FeedRequest, _ name: String, mayBeSame: Bool
    ) async throws(BikeProblem) -> (answer: FeedAnswer, isSame: Bool) {
        let start = system.uptime()
        var request = request
        request.isTried = isTried
        func note(_ status: Int, _ bytes: Int, _ problem: BikeProblem?) {
            let milliseconds = Int((system.uptime() - start).microseconds / 1000)
            answers.append(
                BikeAnswer(
                    at: system.now(), document: name, status: status, bytes: bytes, milliseconds: milliseconds, problem: problem))
        }
        do throws(BikeProblem) {
            let answer = try await fetch(request)
            let problem = BikeProblem(status: answer.status, mayBeSame: mayBeSame, of: source.kind)
            note(answer.status, answer.body.count, problem)
            if problem == .tooMany || problem == .failed { retryAfter = max(retryAfter ?? 0, answer.retryAfter ?? 0) }
            if let problem { throw problem }
            return (answer, answer.status == 304)
        } catch {
            if answers.last?.problem != error { note(0, 0, error) }
            throw error
        }
    }

    /// The last answer turned out to be of no use.
    private func blame(_ problem: BikeProblem) {
        guard let last = answers.popLast() else { return }
        answers.append(
            BikeAnswer(
                at: last.at, document: last.document, status: last.status, bytes: last.bytes, milliseconds: last.milliseconds,
                problem: problem))
    }
}

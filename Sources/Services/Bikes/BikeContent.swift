import Domain

/// What a source said last, with all that is needed to read it again for another trip.
struct BikeContent: Sendable {
    var information: [GBFSInformation] = []
    var statuses: [GBFSStatus] = []
    /// Nil where the feed has no document of types.
    var kinds: [String: BikeKind]?
    var faults: [BikeFault] = []
    var (systemName, version) = ("", "")
    var updatedAt: Instant?
    /// Seconds.
    var ttl: Int?
}

/// What came of asking a source.
struct BikeOutcome: Sendable {
    /// All that is known, also when nothing new came; nil before the first answer.
    let content: BikeContent?
    /// Whether a document came that was not told yet: where the source says that nothing changed, none came.
    let isNew: Bool
    let problem: BikeProblem?
    /// Newest first.
    let answers: [BikeAnswer]
    let nextAt: Instant
}

extension BikeReport {
    /// By itself, without what was known before.
    init(_ outcome: BikeOutcome, at now: Instant) {
        self.init(askedAt: now, nextAt: outcome.nextAt, problem: outcome.problem)
        answers = outcome.answers
        guard let content = outcome.content else { return }
        (systemName, version, ttl, updatedAt) = (content.systemName, content.version, content.ttl, content.updatedAt)
    }
}

extension BikeProblem {
    /// What an answer of HTTP means; nil where it is good.
    init?(status: Int, mayBeSame: Bool, of kind: BikeFeedKind) {
        switch status {
        case 200: return nil
        case 304 where mayBeSame: return nil
        case 404, 410: self = .notFound
        case 401, 403: self = kind == .gbfs ? .forbidden : .refused
        case 429: self = .tooMany
        default: self = .failed
        }
    }
}

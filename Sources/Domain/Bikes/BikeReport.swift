/// What a source answered lately, without its stations.
package struct BikeReport: Sendable, Equatable {
    /// The answers that are kept.
    package static let most = 30
    package let askedAt: Instant
    /// Before that the source is not asked again.
    package let nextAt: Instant
    /// Why the last request brought nothing; nil where it did.
    package let problem: BikeProblem?
    /// The last answer that could be read.
    package var answeredAt: Instant?
    package var systemName = ""
    /// As pages show it; "" before a first answer.
    package var version = ""
    /// Seconds for which its statuses are good.
    package var ttl: Int?
    package var updatedAt: Instant?
    /// Newest first.
    package var answers: [BikeAnswer] = []
    package init(askedAt: Instant, nextAt: Instant, problem: BikeProblem?) {
        (self.askedAt, self.nextAt, self.problem) = (askedAt, nextAt, problem)
        answeredAt = problem == nil ? askedAt : nil
    }

    /// With what is still known from the report before it.
    package func after(_ earlier: BikeReport?) -> BikeReport {
        guard let earlier else { return self }
        var report = self
        report.answeredAt = answeredAt ?? earlier.answeredAt
        if systemName.isEmpty { report.systemName = earlier.systemName }
        if version.isEmpty { (report.version, report.ttl, report.updatedAt) = (earlier.version, earlier.ttl, earlier.updatedAt) }
        report.answers = Array((answers + earlier.answers).prefix(BikeReport.most))
        return report
    }
}

import Database
import Domain
import Foundation

/// What a source answered last, which the node that asked it stores for the others. Its key and its address stay where they are: a report
/// is in the row of each feed that has the source.
extension BikeStore {
    private static let ofSource = "kind = ? AND url = ? AND api_key = ?"

    /// The newest of a source; nil where none is stored.
    package func report(of source: BikeSource) throws -> BikeReport? {
        try database.read { try BikeStore.report(of: source, on: $0) }
    }

    private static func report(of source: BikeSource, on connection: Connection) throws -> BikeReport? {
        try connection.one(
            """
            SELECT asked_at, next_at, report FROM bike_feed WHERE \(ofSource) AND report IS NOT NULL AND next_at IS NOT NULL
            ORDER BY asked_at DESC LIMIT 1
            """, values(source)
        ) { StoredReport.read($0.blob(2), askedAt: $0.at(0), nextAt: $0.at(1)) } ?? nil
    }

    /// Stores what came of asking a source, and until when it is not asked again. It invalidates no cached reads.
    /// - Parameter known: what this node knew, for a source whose feed is not stored yet.
    /// - Returns: the report with what is still known from the one before.
    package func note(_ heard: BikeReport, after known: BikeReport?, of source: BikeSource) async throws -> BikeReport {
        try await database.append { connection in
            let report = heard.after(try BikeStore.report(of: source, on: connection) ?? known)
            try BikeStore.put(report, of: source, on: connection)
            return report
        }
    }

    /// The same for a feed that was added or changed after its source was asked: where no newer report is stored.
    package func keep(_ report: BikeReport, of source: BikeSource) async throws {
        try await database.append { connection in
            if let stored = try BikeStore.report(of: source, on: connection), stored.askedAt >= report.askedAt { return }
            try BikeStore.put(report, of: source, on: connection)
        }
    }

    private static func put(_ report: BikeReport, of source: BikeSource, on connection: Connection) throws {
        try connection.run(
            "UPDATE bike_feed SET next_at = ?, asked_at = ?, report = ? WHERE \(ofSource)",
            [.at(report.nextAt), .at(report.askedAt), .text(StoredReport.json(report).text)] + values(source))
    }

    /// What is wrong with the stations of a feed.
    package func faults(feed: ID) throws -> [BikeFault] {
        try database.read {
            try $0.one("SELECT faults FROM bike_feed WHERE id = ? AND faults IS NOT NULL", [.id(feed)]) { StoredFault.read($0.blob(0)) }
        } ?? []
    }

    package func setFaults(_ faults: [BikeFault], feed: ID) async throws {
        let text = StoredFault.json(faults).text
        try await database.append { connection in
            _ = try connection.run("UPDATE bike_feed SET faults = ? WHERE id = ?", [.text(text), .id(feed)])
        }
    }
}

/// A report as it is stored. Times are in microseconds; how long an answer took is in milliseconds.
private struct StoredReport: Decodable {
    private struct Answer: Decodable {
        let asked: Int64
        let document: String
        let status: Int
        let bytes: Int
        let took: Int
        let problem: String?
    }
    private let problem: String?
    private let answered: Int64?
    private let system: String
    private let version: String
    private let ttl: Int?
    private let updated: Int64?
    private let answers: [Answer]

    /// - Returns: nil for what a newer program stored in another form.
    static func read(_ bytes: [UInt8], askedAt: Instant, nextAt: Instant) -> BikeReport? {
        guard let stored = try? JSONDecoder().decode(StoredReport.self, from: Data(bytes)) else { return nil }
        var report = BikeReport(askedAt: askedAt, nextAt: nextAt, problem: stored.problem.map(problem))
        report.answeredAt = stored.answered.map(Instant.init(microseconds:))
        (report.systemName, report.version, report.ttl) = (stored.system, stored.version, stored.ttl)
        report.updatedAt = stored.updated.map(Instant.init(microseconds:))
        report.answers = stored.answers.map { answer in
            BikeAnswer(
                at: Instant(microseconds: answer.asked), document: answer.document, status: answer.status, bytes: answer.bytes,
                milliseconds: answer.took, problem: answer.problem.map(problem))
        }
        return report
    }

    /// One that a newer program knows is a problem all the same.
    private static func problem(_ word: String) -> BikeProblem { BikeProblem(rawValue: word) ?? .failed }

    static func json(_ report: BikeReport) -> JSON {
        .object(reserving: 4096) { out in
            out.add("problem", report.problem?.rawValue)
            out.add("answered", (report.answeredAt?.microseconds).map { Int($0) })
            out.add("system", report.systemName)
            out.add("version", report.version)
            out.add("ttl", report.ttl)
            out.add("updated", (report.updatedAt?.microseconds).map { Int($0) })
            out.array("answers") { out in
                for answer in report.answers {
                    out.object { out in
                        out.add("asked", Int(answer.at.microseconds))
                        out.add("document", answer.document)
                        out.add("status", answer.status)
                        out.add("bytes", answer.bytes)
                        out.add("took", answer.milliseconds)
                        out.add("problem", answer.problem?.rawValue)
                    }
                }
            }
        }
    }
}

private enum StoredFault {
    /// `[[kind, station, value], …]`
    static func json(_ faults: [BikeFault]) -> JSON {
        .array(reserving: 2 + 60 * faults.count) { out in
            for fault in faults {
                out.array { out in
                    out.add(fault.kind.rawValue)
                    out.add(fault.station)
                    out.add(fault.value)
                }
            }
        }
    }

    static func read(_ bytes: [UInt8]) -> [BikeFault] {
        let stored = (try? JSONDecoder().decode([[String]].self, from: Data(bytes))) ?? []
        return stored.compactMap { parts in
            guard parts.count == 3, let kind = BikeFault.Kind(rawValue: parts[0]) else { return nil }
            return BikeFault(kind, parts[1], parts[2])
        }
    }
}

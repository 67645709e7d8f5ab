import Database
import Domain

/// The morning summaries of hosts: who wants one today and has none yet.
package struct MorningStore: Sendable {
    private let database: AppDatabase
    package init(_ database: AppDatabase) { self.database = database }

    /// The hosts of a trip who are to be told what its day brings.
    package struct Round: Sendable {
        package let trip: ID
        package let zone: TripZone
        package let day: Day
        package let hosts: [ID]
    }

    private static func topic(_ day: Day) -> String { "morning:\(day)" }

    /// Trips that are on and whose clocks are within the hours of the summary.
    /// - Parameter hours: seconds of the day of each trip's zone.
    package func due(_ hours: Range<Int>, at now: Instant) throws -> [Round] {
        try database.read { connection in
            let rows = try connection.all(
                """
                SELECT m.trip_id, t.time_zone, m.id FROM member m JOIN trip t ON t.id = m.trip_id
                JOIN notice_choice c ON c.account_id = m.account_id AND c.theme = 'summary' AND c.channel = 'email' AND c.is_on = 1
                WHERE m.role = 'host' AND m.status NOT IN ('cancelled', 'left') AND m.deleted_at IS NULL
                    AND t.archived_at IS NULL AND t.deleted_at IS NULL AND ? BETWEEN t.start_day - 1 AND t.end_day + 1 ORDER BY m.id
                """, [Value(TripZone.utc.today(at: now).number)]
            ) { (trip: $0.id(0), zone: TripZone($0.text(1)) ?? .utc, host: $0.id(2)) }
            return try Dictionary(grouping: rows, by: \.trip).compactMap { trip, rows -> Round? in
                let (zone, local) = (rows[0].zone, rows[0].zone.local(now))
                guard hours.contains(local.secondsOfDay), try MorningStore.isOn(trip, local.day, connection) else { return nil }
                let hosts = try rows.map(\.host).filter { try !MorningStore.isTold($0, local.day, connection) }
                return hosts.isEmpty ? nil : Round(trip: trip, zone: zone, day: local.day, hosts: hosts)
            }
        }
    }

    private static func isOn(_ trip: ID, _ day: Day, _ connection: Connection) throws -> Bool {
        try connection.one(
            "SELECT ? BETWEEN start_day AND end_day FROM trip WHERE id = ?", [Value(day.number), .id(trip)]
        ) { $0.boolean(0) } ?? false
    }

    private static func isTold(_ host: ID, _ day: Day, _ connection: Connection) throws -> Bool {
        try connection.one(
            "SELECT EXISTS (SELECT 1 FROM notice WHERE member_id = ? AND topic = ?)", [.id(host), .text(topic(day))]
        ) { $0.boolean(0) } ?? false
    }

    /// Calls for help that nobody has resolved.
    package func openCalls(trip: ID) throws -> Int {
        try database.read { connection in
            try connection.one(
                "SELECT count(*) FROM help_case WHERE trip_id = ? AND resolved_at IS NULL AND is_test = 0", [.id(trip)]
            ) { $0.int(0) } ?? 0
        }
    }

    /// - Parameter end: after that the day is over.
    package func tell(_ round: Round, title: String, text: String, until end: Instant, at now: Instant) async throws {
        try await database.append { connection in
            // Not twice, whoever else has found the same.
            let hosts = try round.hosts.filter { try !MorningStore.isTold($0, round.day, connection) }
            let notices = hosts.map { host in
                NewNotice(
                    person: .member(host, trip: round.trip), kind: .morning, subject: nil, urgency: .normal,
                    topic: MorningStore.topic(round.day), title: title, text: text, expiresAt: end)
            }
            try NoticeStore.add(notices, at: now, on: connection)
        }
    }
}

import Database
import Domain

/// Who was woken by each call for help. The case itself says what is still to be done, so that nothing is lost when the program stops
/// between a call and its notices.
package struct HelpAlarmStore: Sendable {
    private let database: AppDatabase
    package init(_ database: AppDatabase) { self.database = database }

    /// A case with something to be done, as far as the notices say it.
    private struct Found {
        let id: ID
        let trip: ID
        let member: ID
        let account: ID?
        let name: String
        let told: HelpCircle?
        let calls: Int
        let toldCalls: Int
        let toldAt: Instant?
        let isResolved: Bool
        let isWaiting: Bool
        let holder: String
        /// The account that took it, or resolved it: nobody tells them what they did.
        let doer: ID?
        let text: String
        let isCovered: Bool
        /// By the button or a phone's app, not by messages alone.
        let isCall: Bool

        /// Nobody may take their own case, so that waking them would only keep the others waiting.
        func isCaller(_ person: NoticePerson) -> Bool {
            person.member == member || person.account.map { $0 == account } ?? false
        }

        func alarm(at now: Instant) -> HelpAlarm? {
            HelpAlarm.due(
                first: isCovered ? .duty : .staff, told: told, isAnswered: isResolved || !isWaiting, isNewer: calls > toldCalls,
                toldAt: toldAt, now: now)
        }
    }

    /// Test calls wake nobody. Cases that are over matter until those who were woken have heard so.
    private static let watched = "h.is_test = 0 AND (h.resolved_at IS NULL OR h.told_circle > 0)"

    private static func watched(at now: Instant, _ connection: Connection) throws -> [Found] {
        try connection.all(
            """
            SELECT h.id, h.trip_id, trim(m.first_name || ' ' || m.last_name), h.told_circle,
                (SELECT count(*) FROM help_call c WHERE c.case_id = h.id)
                    + (SELECT count(*) FROM moderation_case k WHERE k.help_id = h.id AND k.is_urgent = 1),
                h.told_calls, h.told_at, h.resolved_at IS NOT NULL, h.is_waiting, h.taken_name,
                coalesce((SELECT c.text FROM help_call c WHERE c.case_id = h.id ORDER BY c.called_at DESC LIMIT 1), ''),
                EXISTS (SELECT 1 FROM duty d
                    WHERE d.trip_id = h.trip_id AND d.starts_at <= ?1 AND d.ends_at > ?1 AND d.member_id IS NOT NULL),
                EXISTS (SELECT 1 FROM help_call c WHERE c.case_id = h.id AND c.source <> 'message'), m.id, m.account_id,
                CASE WHEN h.resolved_at IS NULL THEN h.taken_by ELSE (SELECT e.actor_id FROM help_entry e
                    WHERE e.case_id = h.id AND e.kind = 'resolved' ORDER BY e.number DESC LIMIT 1) END
            FROM help_case h JOIN member m ON m.id = h.member_id WHERE \(watched)
            """, [.at(now)]
        ) {
            Found(
                id: $0.id(0), trip: $0.id(1), member: $0.id(13), account: $0.optionalID(14), name: $0.text(2),
                told: HelpCircle(rawValue: $0.int(3)), calls: $0.int(4), toldCalls: $0.int(5), toldAt: $0.optionalAt(6),
                isResolved: $0.boolean(7), isWaiting: $0.boolean(8), holder: $0.text(9), doer: $0.optionalID(15), text: $0.text(10),
                isCovered: $0.boolean(11), isCall: $0.boolean(12))
        }
    }

    /// Whether anything is to be done: asked often, and nearly always nothing is.
    package func isDue(at now: Instant) throws -> Bool {
        try database.read { try HelpAlarmStore.watched(at: now, $0).contains { $0.alarm(at: now) != nil } }
    }

    /// Writes the notices that are due, and in the same transaction that they are written.
    package func tell(at now: Instant, newID: @escaping @Sendable () -> ID) async throws {
        try await database.change(isUrgent: true) { connection in
            for found in try HelpAlarmStore.watched(at: now, connection) {
                guard let due = found.alarm(at: now) else { continue }
                let (alarm, people) = try HelpAlarmStore.reached(due, found, at: now, connection)
                try NoticeStore.add(people.map { notice(alarm, found, $0, now, newID()) }, at: now, on: connection)
                try HelpAlarmStore.note(alarm, found, at: now, connection)
            }
        }
    }

    private func notice(_ alarm: HelpAlarm, _ found: Found, _ person: NoticePerson, _ now: Instant, _ id: ID) -> NewNotice {
        let isOver = alarm == .standDown
        return NewNotice(
            id: id, person: person, kind: isOver ? .helpTaken : .help, subject: found.id, urgency: .urgent, topic: "help:\(found.id)",
            title: isOver ? HelpAlarmStore.over(found) : HelpAlarmStore.needs(found),
            text: isOver ? Texts.said("You can stand down.") : found.text, expiresAt: now + .hours(12))
    }

    private static func needs(_ found: Found) -> String {
        found.isCall ? Texts.said("\(found.name) needs help") : Texts.said("\(found.name) may need help")
    }

    /// Who is on it comes first: a phone that is locked may show no more.
    private static func over(_ found: Found) -> String {
        if found.isResolved { return Texts.said("Resolved: \(found.name)") }
        return found.holder.isEmpty ? Texts.said("Taken: \(found.name)") : Texts.said("\(found.holder) is on it: \(found.name)")
    }

    private static func note(_ alarm: HelpAlarm, _ found: Found, at now: Instant, _ connection: Connection) throws {
        let circle: Int =
            switch alarm {
            case .wake(let circle), .widen(let circle): circle.rawValue
            case .standDown: 0
            }
        try connection.run(
            "UPDATE help_case SET told_circle = ?, told_calls = ?, told_at = ? WHERE id = ?",
            [Value(circle), Value(found.calls), .at(now), .id(found.id)])
    }

    // MARK: whom

    /// Nobody waits for a circle in which nobody is left, as when who was on duty has left the staff or is the one who calls: the next one
    /// is woken instead.
    private static func reached(
        _ due: HelpAlarm, _ found: Found, at now: Instant, _ connection: Connection
    ) throws -> (alarm: HelpAlarm, people: [NoticePerson]) {
        let people = try people(due, found, at: now, connection).filter { !found.isCaller($0) }
        guard people.isEmpty, let wider = due.wider else { return (due, people) }
        return try reached(wider, found, at: now, connection)
    }

    private static func people(_ alarm: HelpAlarm, _ found: Found, at now: Instant, _ connection: Connection) throws -> [NoticePerson] {
        switch alarm {
        case .wake(let circle):
            return try HelpCircle.allCases.filter { $0 <= circle }.flatMap { try members(of: $0, found, at: now, connection) }
        case .widen(let circle): return try members(of: circle, found, at: now, connection)
        case .standDown: return try woken(by: found, connection)
        }
    }

    /// Those who are in no smaller circle.
    private static func members(of circle: HelpCircle, _ found: Found, at now: Instant, _ connection: Connection) throws -> [NoticePerson] {
        let staff = try staff(of: found.trip, at: now, connection)
        switch circle {
        case .duty, .staff:
            let onDuty = Set(try connection.all(DutyStore.onDuty, [.id(found.trip), .at(now), .at(now)]) { $0.id(0) })
            return staff.filter { person in person.member.map(onDuty.contains) == (circle == .duty) }
        case .admins: return try admins(without: staff, found.trip, connection)
        }
    }

    private static func staff(of trip: ID, at now: Instant, _ connection: Connection) throws -> [NoticePerson] {
        try connection.all(
            """
            SELECT m.id FROM member m WHERE m.trip_id = ? AND m.account_id IS NOT NULL AND m.deleted_at IS NULL
                AND m.status NOT IN ('cancelled', 'left') AND \(CoHostStore.isStaff)
            """, [.id(trip), .at(now), .at(now)]
        ) { .member($0.id(0), trip: trip) }
    }

    /// Who is on the trip's staff has been woken as such.
    private static func admins(without staff: [NoticePerson], _ trip: ID, _ connection: Connection) throws -> [NoticePerson] {
        let known = Set(staff.compactMap(\.member))
        return try connection.all(
            """
            SELECT a.id, (SELECT m.id FROM member m WHERE m.account_id = a.id AND m.trip_id = ?) FROM account a WHERE a.is_admin = 1
            """, [.id(trip)]
        ) { (account: $0.id(0), member: $0.optionalID(1)) }
        .filter { admin in admin.member.map { !known.contains($0) } ?? true }
        .map { .account($0.account, trip: trip) }
    }

    private static func woken(by found: Found, _ connection: Connection) throws -> [NoticePerson] {
        try connection.all(
            """
            SELECT DISTINCT n.account_id, n.member_id, coalesce(n.account_id, m.account_id)
            FROM notice n LEFT JOIN member m ON m.id = n.member_id WHERE n.subject_id = ? AND n.kind = 'help'
            """, [.id(found.id)]
        ) { row -> NoticePerson? in
            if let doer = found.doer, row.optionalID(2) == doer { return nil }
            return row.optionalID(1).map { .member($0, trip: found.trip) } ?? row.optionalID(0).map { .account($0, trip: found.trip) }
        }.compactMap(\.self)
    }
}

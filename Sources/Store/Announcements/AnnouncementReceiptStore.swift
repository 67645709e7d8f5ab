import Database
import Domain

/// What became of an announcement with everybody who is to know it.
extension AnnouncementStore {
    /// SQL: of all notices of a trip's announcements, by announcement and member; takes the trip.
    private static let seen = """
        SELECT n.subject_id, n.member_id, min(n.told_at) AS told, min(n.shown_at) AS shown,
            min(coalesce(n.opened_at, n.read_at)) AS opened,
            count(*) FILTER (WHERE EXISTS (SELECT 1 FROM delivery d WHERE d.notice_id = n.id AND d.state = 'accepted')) AS accepted,
            count(*) FILTER (WHERE EXISTS (
                SELECT 1 FROM delivery d WHERE d.notice_id = n.id AND d.state IN ('queued', 'sending'))) AS waits,
            count(*) FILTER (WHERE EXISTS (SELECT 1 FROM delivery d WHERE d.notice_id = n.id AND d.state = 'failed')) AS failed
        FROM notice n WHERE n.trip_id = ? AND n.kind = 'announcement'
        """

    /// In order of name.
    package func receipts(of announcement: Announcement) throws -> [AnnouncementReceipt] {
        try database.read { connection in
            let deliveries = try AnnouncementStore.deliveries(of: announcement.id, on: connection)
            let groups = try AnnouncementStore.groups(trip: announcement.tripID, on: connection)
            return try connection.all(
                """
                SELECT m.id, trim(m.first_name || ' ' || m.last_name), m.phone, m.room, m.account_id IS NOT NULL, r.added_at, s.told,
                    coalesce(r.shown_at, s.shown), coalesce(r.opened_at, s.opened), r.answer, r.text, r.answered_at,
                    r.phoned_at, r.phoned_by
                FROM announcement_recipient r JOIN member m ON m.id = r.member_id
                LEFT JOIN (\(AnnouncementStore.seen) AND n.subject_id = ? GROUP BY n.subject_id, n.member_id) s ON s.member_id = m.id
                WHERE r.announcement_id = ? AND m.\(RosterStore.isListed) ORDER BY m.sort_name, m.id
                """, [.id(announcement.tripID), .id(announcement.id), .id(announcement.id)]
            ) { row in
                let member = row.id(0)
                var receipt = AnnouncementReceipt(
                    member: member, name: row.text(1), phone: row.text(2), groups: groups[member] ?? "", room: row.text(3),
                    hasAccount: row.boolean(4), addedAt: row.at(5), told: row.optionalAt(6), shown: row.optionalAt(7),
                    opened: row.optionalAt(8), answer: row.optionalInteger(9).map(Int.init), text: row.text(10),
                    answered: row.optionalAt(11), deliveries: deliveries[member] ?? [])
                (receipt.phoned, receipt.phonedBy) = (row.optionalAt(12), row.text(13))
                return receipt
            }
        }
    }

    /// Whoever called for help with their answer, each with their newest case of it.
    package func calls(of announcement: ID) throws -> [ID: ID] {
        try database.read { connection in
            var found: [ID: ID] = [:]
            try connection.each(
                """
                SELECT c.member_id, c.client_id, c.case_id FROM announcement_recipient r JOIN help_call c ON c.member_id = r.member_id
                WHERE r.announcement_id = ? AND c.client_id IS NOT NULL ORDER BY c.received_at, c.id
                """, [.id(announcement)]
            ) { row in
                if AnnouncementCall.isOf(announcement, client: row.id(1)) { found[row.id(0)] = row.id(2) }
            }
            return found
        }
    }

    private static func deliveries(of announcement: ID, on connection: Connection) throws -> [ID: [ReceiptDelivery]] {
        var found: [ID: [ReceiptDelivery]] = [:]
        try connection.each(
            """
            SELECT n.member_id, d.channel, d.state, d.reason FROM notice n JOIN delivery d ON d.notice_id = n.id
            WHERE n.subject_id = ? AND n.kind = 'announcement' ORDER BY d.at
            """, [.id(announcement)]
        ) { row in
            guard let channel = DeliveryChannel(rawValue: row.text(1)), let state = DeliveryState(rawValue: row.text(2)) else { return }
            found[row.id(0), default: []].append(.init(channel: channel, state: state, reason: row.text(3)))
        }
        return found
    }

    private static func groups(trip: ID, on connection: Connection) throws -> [ID: String] {
        var found: [ID: String] = [:]
        try connection.each(
            """
            SELECT o.member_id, g.name FROM member_group g JOIN member_of_group o ON o.group_id = g.id
            WHERE g.trip_id = ? ORDER BY g.folded_name
            """, [.id(trip)]
        ) { row in
            let id = row.id(0)
            found[id] = found[id].map { $0 + ", " + row.text(1) } ?? row.text(1)
        }
        return found
    }

    /// How far each announcement of a trip came, in one pass: the same as `AnnouncementReceipt.state` says of each person.
    package func counts(trip: ID) throws -> [ID: ReceiptCounts] {
        try database.read { connection in
            var found: [ID: [ReceiptState: Int]] = [:]
            try connection.each(
                """
                SELECT r.announcement_id, CASE
                    WHEN r.answer IS NOT NULL THEN 'answered'
                    WHEN coalesce(r.opened_at, s.opened) IS NOT NULL THEN 'opened'
                    WHEN coalesce(r.shown_at, s.shown) IS NOT NULL THEN 'shown'
                    WHEN r.phoned_at IS NOT NULL THEN 'phoned'
                    WHEN s.accepted > 0 THEN 'sent' WHEN s.waits > 0 THEN 'waiting'
                    WHEN m.account_id IS NULL OR s.failed > 0 THEN 'unreached'
                    WHEN s.told IS NULL THEN 'waiting' ELSE 'sent' END AS reached, count(*)
                FROM announcement_recipient r JOIN announcement a ON a.id = r.announcement_id JOIN member m ON m.id = r.member_id
                LEFT JOIN (\(AnnouncementStore.seen) GROUP BY n.subject_id, n.member_id) s
                    ON s.subject_id = r.announcement_id AND s.member_id = r.member_id
                WHERE a.trip_id = ? AND m.\(RosterStore.isListed) GROUP BY 1, 2
                """, [.id(trip), .id(trip)]
            ) { row in
                if let state = ReceiptState(rawValue: row.text(1)) { found[row.id(0), default: [:]][state] = row.int(2) }
            }
            return found.mapValues(ReceiptCounts.init)
        }
    }

    /// Those who have not opened theirs, in no order.
    static func unopened(_ announcement: ID, on connection: Connection) throws -> [ID] {
        try connection.all(
            """
            SELECT r.member_id FROM announcement_recipient r JOIN member m ON m.id = r.member_id
            WHERE r.announcement_id = ? AND r.opened_at IS NULL AND r.answer IS NULL AND m.\(RosterStore.isListed)
                AND m.status NOT IN ('cancelled', 'left')
                AND NOT EXISTS (SELECT 1 FROM notice n WHERE n.subject_id = r.announcement_id AND n.member_id = r.member_id
                    AND (n.read_at IS NOT NULL OR n.opened_at IS NOT NULL))
            """, [.id(announcement)]
        ) { $0.id(0) }
    }

    // MARK: what people do

    /// Somebody has it open. Nothing is sent to them for it any more.
    package func open(_ announcement: ID, trip: ID, member: ID, at now: Instant) async throws {
        try await database.append { connection in
            let isNew = try AnnouncementStore.open(announcement, member: member, at: now, on: connection)
            if isNew { AnnouncementStore.noteReceipt(announcement, trip, of: member, on: connection) }
        }
    }

    /// Pages that show the receipts, and the reader's bell in all browsers of theirs.
    private static func noteReceipt(_ announcement: ID, _ trip: ID, of member: ID, on connection: Connection) {
        connection.note(.announcement(announcement, trip))
        connection.note(.notice([member], trip))
    }

    /// - Returns: whether that is new.
    private static func open(_ announcement: ID, member: ID, at now: Instant, on connection: Connection) throws -> Bool {
        let count = try connection.run(
            """
            UPDATE announcement_recipient SET opened_at = ?, shown_at = coalesce(shown_at, ?)
            WHERE announcement_id = ? AND member_id = ? AND opened_at IS NULL
            """, [.at(now), .at(now), .id(announcement), .id(member)])
        let notices = try connection.run(
            """
            UPDATE notice SET read_at = coalesce(read_at, ?1), opened_at = coalesce(opened_at, ?1), shown_at = coalesce(shown_at, ?1),
                next_at = NULL
            WHERE subject_id = ?2 AND member_id = ?3 AND ended_at IS NULL AND (read_at IS NULL OR opened_at IS NULL)
            """, [.at(now), .id(announcement), .id(member)])
        return count + notices > 0
    }

    package struct Given: Sendable {
        let position: Int
        let text: String
        /// When it was given, where it waited in a browser; nil for now.
        let meantAt: Instant?
        /// Whether it stands for one that its browser sent before it, or beside it.
        let isInstead: Bool
        /// When the answer that its page showed was given; nil where that showed none.
        let seen: Instant?
        package init(position: Int, text: String, meantAt: Instant? = nil, isInstead: Bool = false, seen: Instant? = nil) {
            (self.position, self.text, self.meantAt, self.isInstead, self.seen) = (position, text, meantAt, isInstead, seen)
        }
    }

    /// For as long as this an answer may travel, and seem to be given later by that: a browser gives up after 20 seconds.
    private static let travelTime = Duration.seconds(30)

    /// One answer each, which they may change as long as it is asked for. One that waited in a browser counts from when it was given, and
    /// does not undo one that was given after it. One that stands for another is not held to be the earlier one because the other travelled
    /// longer. One that asks for no help undoes a call for help only if it was surely given after it.
    package func answer(_ announcement: ID, trip: ID, member: ID, _ given: Given, at now: Instant) async throws {
        try await database.change(changesMore: { _ in false }) { connection in
            guard let found = try AnnouncementStore.find(announcement, trip: trip, on: connection), found.state != .draft,
                found.state != .scheduled
            else { throw Refusal.notFound }
            // None was given before it was asked.
            let meantAt = min(now, max(given.meantAt ?? now, found.sentAt ?? now))
            guard found.takesAnswers(at: meantAt) else {
                throw Refusal.conflict(
                    found.state == .recalled
                        ? "The hosts have recalled this announcement." : "This announcement no longer takes answers.")
            }
            guard found.content.answers.indices.contains(given.position) else {
                throw Refusal.invalid([FieldError("answer", "Choose one of the answers.")])
            }
            let latest = given.isInstead ? meantAt + AnnouncementStore.travelTime : meantAt
            if let later = try AnnouncementStore.later(announcement, member, than: latest, on: connection) {
                guard later.position == given.position else { throw Refusal.conflict("You gave another answer after this one.") }
                // It came twice, because the browser did not hear that it had arrived; or with fewer words.
                return
            }
            try AnnouncementStore.requireNoCall(announcement, member, given, found.content.answers, at: meantAt, on: connection)
            let text = found.content.answers[given.position].asksText ? given.text : ""
            guard try AnnouncementStore.keep(given.position, text, of: member, announcement, at: meantAt, on: connection) else {
                throw Refusal.notFound
            }
            _ = try AnnouncementStore.open(announcement, member: member, at: now, on: connection)
            AnnouncementStore.noteReceipt(announcement, trip, of: member, on: connection)
        }
    }

    /// The time never goes back, and the same answer that comes again without words leaves those that are there.
    private static func keep(
        _ position: Int, _ text: String, of member: ID, _ announcement: ID, at meantAt: Instant, on connection: Connection
    ) throws -> Bool {
        try connection.run(
            """
            UPDATE announcement_recipient SET answer = ?1, answered_at = max(?3, coalesce(answered_at, ?3)),
                text = CASE WHEN ?2 = '' AND answer = ?1 AND answered_at > ?3 THEN text ELSE ?2 END
            WHERE announcement_id = ?4 AND member_id = ?5
            """, [Value(position), .text(text), .at(meantAt), .id(announcement), .id(member)]) == 1
    }

    /// An answer that was given after a moment; nil where there is none.
    private static func later(
        _ announcement: ID, _ member: ID, than moment: Instant, on connection: Connection
    ) throws -> (position: Int, at: Instant)? {
        try connection.one(
            "SELECT answer, answered_at FROM announcement_recipient WHERE announcement_id = ? AND member_id = ? AND answered_at > ?",
            [.id(announcement), .id(member), .at(moment)]
        ) { (position: $0.int(0), at: $0.at(1)) }
    }

    /// A call for help overtakes an answer that was given before it on a slow line, which then seems to be given after it: the hosts
    /// would read "I'm fine". Whoever saw this very call on the page where they answered means what they say.
    private static func requireNoCall(
        _ announcement: ID, _ member: ID, _ given: Given, _ answers: [AnnouncementAnswer], at meantAt: Instant, on connection: Connection
    ) throws {
        let asksForHelp = { (position: Int) in answers.indices.contains(position) && answers[position].asksForHelp }
        guard !asksForHelp(given.position),
            let kept = try later(announcement, member, than: meantAt - travelTime, on: connection), asksForHelp(kept.position),
            kept.at != given.seen
        else { return }
        throw Refusal.conflict("You have just called for help, and your call stands. If you are fine now, answer again in a moment.")
    }
}

import Database
import Domain

/// The outbox: which notices are to be looked at, and what became of every delivery. Each step is one transaction, so that
/// a program that is killed between two of them goes on where it was.
package struct OutboxStore: Sendable {
    let database: AppDatabase
    package init(_ database: AppDatabase) { self.database = database }

    // MARK: planning

    /// The most urgent first.
    package func pending(at now: Instant, limit: Int) throws -> [PendingNotice] {
        try database.read { connection in
            let rows = try connection.all(
                """
                SELECT n.id, n.member_id, coalesce(n.account_id, m.account_id), n.kind, n.urgency, n.expires_at,
                    n.read_at IS NOT NULL OR n.opened_at IS NOT NULL, n.told_at IS NOT NULL, t.time_zone,
                    n.topic, \(OutboxStore.isInCalendar)
                FROM notice n LEFT JOIN member m ON m.id = n.member_id LEFT JOIN trip t ON t.id = n.trip_id
                WHERE n.next_at <= ? ORDER BY n.urgency DESC, n.next_at LIMIT ?
                """, [.at(now), Value(limit)]
            ) { row in
                (
                    id: row.id(0), member: row.optionalID(1), account: row.optionalID(2), kind: NoticeKind(rawValue: row.text(3)),
                    urgency: Urgency(rawValue: row.int(4)) ?? .normal, expiresAt: row.at(5), isRead: row.boolean(6),
                    isTold: row.boolean(7), zone: row.text(8), topic: row.text(9),
                    isInCalendar: row.boolean(10)
                )
            }
            return try rows.compactMap { row in
                guard let kind = row.kind else { return nil }
                // What stands in a newer one needs no further channel, as if it was read.
                let isRead = try row.isRead || row.isTold && OutboxStore.hasNewer(row.id, on: connection)
                var notice = PendingNotice(
                    id: row.id, account: row.account, kind: kind, urgency: row.urgency, expiresAt: row.expiresAt, isRead: isRead,
                    isTold: row.isTold, zone: try OutboxStore.zone(row.zone, account: row.account, at: now, on: connection),
                    addresses: try AddressBook.addresses(account: row.account, member: row.member, on: connection),
                    tried: try OutboxStore.tried(row.id, on: connection),
                    choices: try row.account.map { try AddressBook.choices($0, on: connection) } ?? NoticeChoices())
                notice.isInCalendar = row.isInCalendar
                notice.only = kind == .test ? ChannelTest.channel(ofTopic: row.topic) : nil
                return notice
            }
        }
    }

    private static func tried(_ notice: ID, on connection: Connection) throws -> Set<DeliveryChannel> {
        Set(
            try connection.all("SELECT channel FROM delivery WHERE notice_id = ?", [.id(notice)]) { DeliveryChannel(rawValue: $0.text(0)) }
                .compactMap(\.self))
    }

    /// A plan for one notice, with the ids of its new deliveries.
    package struct Planned: Sendable {
        package let notice: ID
        package let deliveries: [(id: ID, address: DeliveryAddress)]
        /// Of the deliveries; nil for at once.
        package let dueAt: Instant?
        package let nextAt: Instant?
        package init(notice: ID, deliveries: [(id: ID, address: DeliveryAddress)], dueAt: Instant?, nextAt: Instant?) {
            (self.notice, self.deliveries, self.dueAt, self.nextAt) = (notice, deliveries, dueAt, nextAt)
        }
    }

    /// - Parameter accounts: those who have not been told of a notice yet, and are now.
    package func store(_ plans: [Planned], telling accounts: Set<ID> = [], at now: Instant) async throws {
        try await database.append { connection in
            for plan in plans {
                for (id, address) in plan.deliveries {
                    try connection.run(
                        """
                        INSERT INTO delivery (id, notice_id, address_id, channel, state, due_at, at)
                        SELECT ?, n.id, a.id, a.channel, 'queued', ?, ? FROM notice n, delivery_address a WHERE n.id = ? AND a.id = ?
                        ON CONFLICT (notice_id, address_id) DO NOTHING
                        """, [.id(id), .at(plan.dueAt ?? now), .at(now), .id(plan.notice), .id(address.id)])
                }
                try connection.run(
                    "UPDATE notice SET next_at = ?, told_at = coalesce(told_at, ?) WHERE id = ? AND ended_at IS NULL",
                    [.at(plan.nextAt), .at(now), .id(plan.notice)])
                if plan.deliveries.isEmpty, plan.nextAt == nil { try OutboxStore.passTurn(of: plan.notice, at: now, on: connection) }
            }
            try NoticeStore.noteNews(for: accounts, on: connection)
        }
    }

    // MARK: sending

    /// Whether there is anything to claim: asked often, and nearly always there is not.
    package func hasDue(_ channel: DeliveryChannel, isUrgent: Bool = false, at now: Instant) throws -> Bool {
        let urgent = "AND EXISTS (SELECT 1 FROM notice n WHERE n.id = notice_id AND n.urgency = \(Urgency.urgent.rawValue))"
        return try database.read { connection in
            try connection.one(
                """
                SELECT 1 FROM delivery WHERE channel = ? AND due_at <= ? AND state IN ('queued', 'sending')
                \(isUrgent ? urgent : "") LIMIT 1
                """, [.text(channel.rawValue), .at(now)]
            ) { _ in true } ?? false
        }
    }

    /// Takes deliveries that are due for this dispatcher, until `leaseEnd`: whoever has not said by then what became of one loses it.
    /// The same transaction ends those that are not to go out any more, and puts off those whose person has quiet hours now.
    /// - Parameters:
    ///   - limit: of all together.
    ///   - urgentLimit: the same where the rest is urgent.
    package func claim(
        _ channel: DeliveryChannel, limit: Int, urgentLimit: Int = 0, at now: Instant, leaseEnd: Instant, inboxSince: Instant
    ) async throws -> [DueDelivery] {
        try await database.append { connection in
            // Their leases ran out.
            try OutboxStore.settleDoubts("channel = ? AND due_at <= ?", [.text(channel.rawValue), .at(now)], at: now, on: connection)
            try OutboxStore.endStale(channel, at: now, on: connection)
            let found = try connection.all(
                """
                SELECT d.id, n.urgency FROM delivery d JOIN notice n ON n.id = d.notice_id
                WHERE d.channel = ? AND d.due_at <= ? AND d.state IN ('queued', 'sending')
                ORDER BY n.urgency DESC, d.due_at LIMIT ?
                """, [.text(channel.rawValue), .at(now), Value(max(limit, urgentLimit))]
            ) { (id: $0.id(0), isUrgent: $0.int(1) == Urgency.urgent.rawValue) }
            return try found.enumerated().filter { $0.offset < limit || $0.element.isUrgent }.map(\.element.id).compactMap { id in
                if try OutboxStore.isEnded(id, at: now, on: connection) || OutboxStore.isPutOff(id, at: now, on: connection) { return nil }
                try connection.run(
                    "UPDATE delivery SET state = 'sending', attempts = attempts + 1, due_at = ?, at = ? WHERE id = ?",
                    [.at(leaseEnd), .at(now), .id(id)])
                return try OutboxStore.due(id, inboxSince: inboxSince, on: connection)
            }
        }
    }

    private static func due(_ id: ID, inboxSince: Instant, on connection: Connection) throws -> DueDelivery? {
        let found = try connection.one(
            """
            SELECT \(NoticeStore.columns), n.account_id, n.member_id, n.topic, n.expires_at, d.attempts,
                a.id, a.channel, a.address, a.key, a.label, a.account_id, d.reason
            FROM delivery d JOIN notice n ON n.id = d.notice_id JOIN delivery_address a ON a.id = d.address_id WHERE d.id = ?
            """, [.id(id)]
        ) { row -> (delivery: DueDelivery, account: ID?)? in
            guard let notice = NoticeStore.read(row), let address = AddressBook.read(row, from: 14) else { return nil }
            let member = row.optionalID(10).flatMap { member in notice.tripID.map { NoticePerson.member(member, trip: $0) } }
            guard let person = member ?? row.optionalID(9).map({ .account($0, trip: notice.tripID) }) else { return nil }
            var delivery = DueDelivery(
                id: id, address: address, notice: notice, person: person, topic: row.text(11), expiresAt: row.at(12), attempts: row.int(13),
                unread: 0)
            delivery.isUnsure = row.text(20) == DeliveryDoubt.unsure
            return (delivery, row.optionalID(19))
        }
        guard let (delivery, account) = found ?? nil else { return nil }
        let unread = try account.map { try NoticeStore.unread(account: $0, since: inboxSince, on: connection) } ?? 0
        return delivery.with(unread: unread)
    }

    /// What became of an attempt.
    package struct Record: Sendable {
        package let delivery: ID
        package let state: DeliveryState
        package let reason: String
        /// Of a queued one.
        package let dueAt: Instant
        /// The address takes nothing any more.
        package let endsAddress: Bool
        /// Not where the service asked to wait.
        package let isCounted: Bool
        package init(
            delivery: ID, state: DeliveryState, reason: String = "", dueAt: Instant, endsAddress: Bool = false, isCounted: Bool = true
        ) {
            (self.delivery, self.state, self.reason) = (delivery, state, reason)
            (self.dueAt, self.endsAddress, self.isCounted) = (dueAt, endsAddress, isCounted)
        }
    }

    /// - Parameter accounts: those whose open pages show what became of it.
    package func store(_ records: [Record], telling accounts: Set<ID> = [], at now: Instant) async throws {
        let changesMore = records.contains(where: \.endsAddress)
        try await database.write(changesMore: { _ in changesMore }) { connection in
            for record in records { try OutboxStore.store(record, at: now, on: connection) }
            try NoticeStore.noteNews(for: accounts, on: connection)
        }
    }

    static func store(_ record: Record, at now: Instant, on connection: Connection) throws {
        // A lease that ran out meanwhile: somebody else has it in hand, and says what became of it.
        try connection.run(
            "UPDATE delivery SET state = ?, reason = ?, due_at = ?, at = ?, attempts = attempts - ? WHERE id = ? AND state = 'sending'",
            [
                .text(record.state.rawValue), .text(record.reason), .at(record.dueAt), .at(now), Value(record.isCounted ? 0 : 1),
                .id(record.delivery),
            ])
        if record.endsAddress {
            try connection.run(
                """
                UPDATE delivery_address SET ended_at = ?, reason = ? WHERE ended_at IS NULL
                    AND id = (SELECT address_id FROM delivery WHERE id = ?)
                """, [.at(now), .text(record.reason), .id(record.delivery)])
        }
        guard record.state == .failed else { return }
        // The next channel is not waited for, unless another address of this one has the notice or may still get it.
        try connection.run(
            """
            UPDATE notice SET next_at = ?1 WHERE id = (SELECT notice_id FROM delivery WHERE id = ?2)
                AND ended_at IS NULL AND read_at IS NULL AND opened_at IS NULL
                AND NOT EXISTS (SELECT 1 FROM delivery d JOIN delivery s ON s.notice_id = d.notice_id AND s.channel = d.channel
                    WHERE d.id = ?2 AND (s.state IN ('queued', 'sending', 'accepted') OR s.shown_at IS NOT NULL OR s.opened_at IS NOT NULL))
            """, [.at(now), .id(record.delivery)])
    }

    /// Deliveries that a dispatcher had in hand when it stopped: there is no other when one begins, so they are due at once.
    package func releaseClaims(at now: Instant) async throws {
        try await database.append { connection in
            try OutboxStore.settleDoubts("TRUE", [], at: now, on: connection)
            _ = try connection.run("UPDATE delivery SET state = 'queued', due_at = ? WHERE state = 'sending'", [.at(now)])
        }
    }
}

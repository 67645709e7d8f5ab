import Database
import Domain

/// What comes of deliveries: what devices say, and what a test has shown.
extension OutboxStore {
    /// The accounts that a delivery is for, none or one, and whether it tries a channel; nil if there is no such delivery.
    package func recipient(of delivery: ID) throws -> (accounts: Set<ID>, isTest: Bool)? {
        try database.read { connection in
            try connection.one(
                """
                SELECT coalesce(n.account_id, m.account_id), n.kind FROM delivery d JOIN notice n ON n.id = d.notice_id
                LEFT JOIN member m ON m.id = n.member_id WHERE d.id = ?
                """, [.id(delivery)]
            ) { (accounts: Set([$0.optionalID(0)].compactMap(\.self)), isTest: $0.text(1) == NoticeKind.test.rawValue) }
        }
    }

    /// A device says that it has shown a notice, or that somebody has opened it there.
    /// What was opened on a device is read.
    /// - Parameter accounts: those whose open pages show it.
    package func report(_ delivery: ID, isOpened: Bool, telling accounts: Set<ID>, at time: Instant) async throws {
        try await database.append { connection in
            let opened: Value = isOpened ? .at(time) : .null
            try connection.run(
                """
                UPDATE delivery SET shown_at = min(coalesce(shown_at, ?1), ?1), opened_at = coalesce(min(opened_at, ?2), opened_at, ?2),
                    state = CASE WHEN state IN ('queued', 'sending') THEN 'accepted' ELSE state END
                WHERE id = ?3
                """, [.at(time), opened, .id(delivery)])
            try connection.run(
                """
                UPDATE notice SET shown_at = min(coalesce(shown_at, ?1), ?1), opened_at = coalesce(min(opened_at, ?2), opened_at, ?2),
                    read_at = coalesce(read_at, ?2), next_at = CASE WHEN ?2 IS NULL THEN next_at END
                WHERE id = (SELECT notice_id FROM delivery WHERE id = ?3)
                """, [.at(time), opened, .id(delivery)])
            try NoticeStore.noteNews(for: accounts, on: connection)
        }
    }

    /// What came of the newest test of each channel, at each address that it went to.
    package func tests(account: ID) throws -> [ChannelTest] {
        try database.read { connection in
            try DeliveryChannel.allCases.flatMap { channel in
                try connection.all(
                    """
                    SELECT coalesce(a.label, ''), coalesce(d.state, 'queued'), coalesce(d.reason, ''),
                        coalesce(d.opened_at, d.shown_at, d.at, n.made_at), d.shown_at IS NOT NULL, d.opened_at IS NOT NULL
                    FROM notice n LEFT JOIN delivery d ON d.notice_id = n.id LEFT JOIN delivery_address a ON a.id = d.address_id
                    WHERE n.id = (SELECT t.id FROM notice t WHERE t.account_id = ? AND t.kind = 'test' AND t.topic = ?
                        ORDER BY t.made_at DESC, t.id DESC LIMIT 1) AND (d.id IS NOT NULL OR n.next_at IS NOT NULL)
                    ORDER BY a.made_at, d.id
                    """, [.id(account), .text(ChannelTest.topic(channel))]
                ) { row in
                    DeliveryState(rawValue: row.text(1)).map {
                        ChannelTest(
                            channel: channel, label: row.text(0), state: $0, reason: row.text(2), at: row.at(3), isShown: row.boolean(4),
                            isOpened: row.boolean(5))
                    }
                }.compactMap(\.self)
            }
        }
    }
}

import Database
import Domain

/// How accounts can be reached, and how they want to be.
package struct AddressBook: Sendable {
    private let database: AppDatabase
    package init(_ database: AppDatabase) { self.database = database }

    // MARK: addresses

    static let columns = "a.id, a.channel, a.address, a.key, a.label"

    static func read(_ row: Row, from column: Int32) -> DeliveryAddress? {
        DeliveryChannel(rawValue: row.text(column + 1)).map {
            DeliveryAddress(
                id: row.id(column), channel: $0, address: row.text(column + 2), key: row.blob(column + 3), label: row.text(column + 4))
        }
    }

    /// Those that work: of the account, and those that are the member's alone.
    static func addresses(account: ID?, member: ID?, on connection: Connection) throws -> [DeliveryAddress] {
        try connection.all(
            """
            SELECT \(columns) FROM delivery_address a
            WHERE (a.account_id = ? OR a.member_id = ?) AND a.ended_at IS NULL AND a.confirmed_at IS NOT NULL ORDER BY a.made_at
            """, [.id(account), .id(member)]
        ) { read($0, from: 0) }.compactMap(\.self)
    }

    package func addresses(account: ID) throws -> [DeliveryAddress] {
        try database.read { try AddressBook.addresses(account: account, member: nil, on: $0) }
    }

    /// Every address of an account and of a member, those that ended too.
    package func all(account: ID, member: ID) throws -> [OwnAddress] {
        try database.read { connection in
            try connection.all(
                """
                SELECT channel, address, label, made_at, ended_at, reason FROM delivery_address
                WHERE account_id = ? OR member_id = ? ORDER BY made_at
                """, [.id(account), .id(member)]
            ) { row in
                DeliveryChannel(rawValue: row.text(0)).map {
                    OwnAddress(
                        channel: $0, address: row.text(1), label: row.text(2), madeAt: row.at(3), endedAt: row.optionalAt(4),
                        reason: row.text(5))
                }
            }.compactMap(\.self)
        }
    }

    /// Writes an address of an account. One that somebody else had, as a browser in which another person signs in, is theirs no more.
    package func put(_ address: DeliveryAddress, account: ID, at now: Instant) async throws {
        // Rosters show how people are reached.
        try await database.change { connection in
            _ = try connection.run(
                """
                INSERT INTO delivery_address (id, account_id, channel, address, key, label, made_at, confirmed_at)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?)
                ON CONFLICT (channel, address) DO UPDATE SET account_id = excluded.account_id, member_id = NULL, key = excluded.key,
                    label = excluded.label, confirmed_at = excluded.confirmed_at, ended_at = NULL, reason = ''
                """,
                [
                    .id(address.id), .id(account), .text(address.channel.rawValue), .text(address.address), .blob(address.key),
                    .text(address.label), .at(now), .at(now),
                ])
        }
    }

    /// - Returns: whether the account had it.
    @discardableResult
    package func remove(_ channel: DeliveryChannel, address: String, account: ID) async throws -> Bool {
        try await database.change { connection in
            try connection.run(
                "DELETE FROM delivery_address WHERE channel = ? AND address = ? AND account_id = ?",
                [.text(channel.rawValue), .text(address), .id(account)]) > 0
        }
    }

    // MARK: reach

    /// The channels that reach each member of a trip, for those whom any reaches.
    /// - Parameter channels: those that the server has set up: an address of another one stays, and nothing goes there.
    package func reach(trip: ID, by channels: [DeliveryChannel]) throws -> [ID: Set<DeliveryChannel>] {
        try database.read { try AddressBook.reach(trip: trip, by: channels, on: $0) }
    }

    static func reach(trip: ID, by channels: [DeliveryChannel], on connection: Connection) throws -> [ID: Set<DeliveryChannel>] {
        let pairs = try connection.all(
            """
            SELECT m.id, a.channel FROM member m JOIN delivery_address a ON a.account_id = m.account_id
            WHERE m.trip_id = ?1 AND a.ended_at IS NULL AND a.confirmed_at IS NOT NULL
            UNION SELECT m.id, a.channel FROM member m JOIN delivery_address a ON a.member_id = m.id
            WHERE m.trip_id = ?1 AND a.ended_at IS NULL AND a.confirmed_at IS NOT NULL
            """, [.id(trip)]
        ) { (member: $0.id(0), channel: DeliveryChannel(rawValue: $0.text(1))) }
        return pairs.reduce(into: [:]) { reach, pair in
            if let channel = pair.channel, channels.contains(channel) { reach[pair.member, default: []].insert(channel) }
        }
    }

    // MARK: choices

    /// What the morning's summary is called among the themes.
    private static let summary = "summary"

    static func choices(_ account: ID, on connection: Connection) throws -> NoticeChoices {
        var choices = NoticeChoices()
        let setting = try connection.one(
            "SELECT quiet_from, quiet_to, next_channel_minutes FROM notice_setting WHERE account_id = ?", [.id(account)]
        ) { (quiet: $0.isNull(0) ? nil : QuietHours(from: $0.int(0), to: $0.int(1)), minutes: $0.int(2)) }
        if let setting { (choices.quiet, choices.minutesToNext) = (setting.quiet, setting.minutes) }
        let chosen = try connection.all("SELECT theme, channel, is_on FROM notice_choice WHERE account_id = ?", [.id(account)]) {
            (theme: $0.text(0), channel: DeliveryChannel(rawValue: $0.text(1)), isOn: $0.boolean(2))
        }
        for (name, channel, isOn) in chosen {
            if name == AddressBook.summary { choices.wantsSummary = isOn }
            guard !isOn, let theme = NoticeTheme(rawValue: name), let channel else { continue }
            choices.off[theme, default: []].insert(channel)
        }
        return choices
    }

    package func choices(_ account: ID) throws -> NoticeChoices { try database.read { try AddressBook.choices(account, on: $0) } }

    package func setChoices(_ choices: NoticeChoices, account: ID) async throws {
        try await database.append { connection in
            try connection.run(
                """
                INSERT INTO notice_setting (account_id, quiet_from, quiet_to, next_channel_minutes) VALUES (?, ?, ?, ?)
                ON CONFLICT (account_id) DO UPDATE SET quiet_from = excluded.quiet_from, quiet_to = excluded.quiet_to,
                    next_channel_minutes = excluded.next_channel_minutes
                """,
                [
                    .id(account), choices.quiet.map { Value($0.from) } ?? .null, choices.quiet.map { Value($0.to) } ?? .null,
                    Value(choices.minutesToNext),
                ])
            try connection.run("DELETE FROM notice_choice WHERE account_id = ?", [.id(account)])
            if choices.wantsSummary {
                try connection.run(
                    "INSERT INTO notice_choice (account_id, theme, channel, is_on) VALUES (?, ?, 'email', 1)",
                    [.id(account), .text(AddressBook.summary)])
            }
            for (theme, channels) in choices.off {
                for channel in channels {
                    try connection.run(
                        "INSERT INTO notice_choice (account_id, theme, channel, is_on) VALUES (?, ?, ?, 0)",
                        [.id(account), .text(theme.rawValue), .text(channel.rawValue)])
                }
            }
        }
    }
}

import Cryptography
import Domain
import Store

/// What people write to the bot, and what it says.
extension TelegramBot {
    /// What the app offers.
    static var commands: [(name: String, said: String)] {
        [
            ("today", Texts.said("What is on today")), ("events", Texts.said("What is coming up, and whether you are going")),
            ("where", Texts.said("Where you meet next, on the map")), ("sos", Texts.said("Call your hosts for help")),
            ("stop", Texts.said("No more messages here")),
        ]
    }

    func take(_ message: TelegramMessage) async throws {
        if let new = message.movesTo { return try await tools.groups.move(message.chat.id, to: new) }
        guard let sender = message.sender, !sender.isBot else { return }
        let command = TelegramCommand(message.text, bot: name)
        if message.chat.isGroup {
            if let command, ["link", "start"].contains(command.name) { try await linkGroup(command.word, message) }
            return
        }
        guard message.chat.kind == .private, message.chat.id == sender.id else { return }
        if message.location != nil { return try await takePosition(message) }
        guard let command else { return reply(try help(sender), to: sender.id) }
        switch command.name {
        case "start": try await start(command.word, sender)
        case "stop": try await stop(sender)
        default: try await answer(command.name, sender)
        }
    }

    private func answer(_ command: String, _ sender: TelegramPerson) async throws {
        guard let actor = try tools.actor(sender) else { return reply(try help(sender), to: sender.id) }
        let trips = try tools.current(actor)
        guard !trips.isEmpty else { return reply(TelegramPost(Texts.said("You are on no trip now.")), to: sender.id) }
        switch command {
        case "today": reply(try today(trips), to: sender.id)
        case "events": reply(try comingEvents(trips), to: sender.id)
        case "where": reply(try meeting(trips, for: sender.id))
        case "sos": reply(asking(trips), to: sender.id)
        default: reply(try help(sender), to: sender.id)
        }
    }

    private func help(_ sender: TelegramPerson) throws -> TelegramPost {
        guard try tools.actor(sender) != nil else { return stranger }
        let lines = TelegramBot.commands.map { "/\($0.name) – \($0.said)" }
        return TelegramPost(
            ([Texts.said("I can do this:")] + lines + [Texts.said("Share your live location here, and your trip sees where you are.")])
                .joined(separator: "\n"))
    }

    private var stranger: TelegramPost {
        TelegramPost(
            Texts.said("I do not know you yet. Open Sotravel, go to Notices, Notification settings, and tap Connect Telegram."),
            tools.link(tools.paths.linking).map { [[TelegramButton(Texts.said("Open Sotravel"), .open($0))]] } ?? [])
    }

    // MARK: linking

    private func start(_ word: String, _ sender: TelegramPerson) async throws {
        let now = tools.system.now()
        if let trip = invited(word, sender) { return reply(try invitation(to: trip), to: sender.id) }
        if !word.isEmpty {
            guard let (owner, _) = try await tools.store.takeLink(word, isGroup: false, at: now), case .account(let account) = owner else {
                return reply(
                    TelegramPost(Texts.said("This link was used already, or is too old. Make a new one in Sotravel.")), to: sender.id)
            }
            return try await link(sender, to: account)
        }
        // Whoever had blocked the bot, or stopped it, comes back.
        guard let account = try tools.store.account(chat: sender.id, isEnded: true) else { return reply(stranger, to: sender.id) }
        try await link(sender, to: account)
    }

    private func link(_ sender: TelegramPerson, to account: ID) async throws {
        let address = DeliveryAddress(id: tools.system.newID(), channel: .telegram, address: String(sender.id), label: sender.label)
        try await tools.store.link(address, to: account, at: tools.system.now())
        let name = try tools.sessions.actor(account: account)?.account.name ?? ""
        let commands = TelegramBot.commands.map { "/\($0.name) – \($0.said)" }.joined(separator: "\n")
        reply(TelegramPost(Texts.said("This chat now belongs to \(name) on Sotravel.") + "\n\n" + commands), to: sender.id)
    }

    private func stop(_ sender: TelegramPerson) async throws {
        let hadIt = try await tools.store.end(
            chat: sender.id, reason: Texts.said("Stopped in the chat"), at: tools.system.now())
        reply(
            TelegramPost(hadIt ? Texts.said("You get no more messages here. Send /start to begin again.") : Texts.said("You got none.")),
            to: sender.id)
    }

    private func linkGroup(_ word: String, _ message: TelegramMessage) async throws {
        let now = tools.system.now()
        guard let (owner, author) = try await tools.store.takeLink(word, isGroup: true, at: now), case .trip(let id) = owner,
            let trip = try tools.tripByID(id)
        else { return }
        do {
            try await tools.groups.link(message.chat, to: id, by: author, at: now)
            reply(
                TelegramPost(Texts.said("This group now shows the events and announcements of \(trip.fields.name).")), to: message.chat.id)
        } catch Refusal.conflict(let text) {
            reply(TelegramPost(Texts.said(text)), to: message.chat.id)
        }
    }

    // MARK: people of the group whom nobody knows yet

    /// Leads one person, and nobody else, to a trip: they have tapped a button in its group.
    func invitationWord(_ trip: ID, _ person: TelegramPerson) -> String { invitationWord(trip, person, day: today) }

    private var today: Int64 { tools.system.now().seconds / 86_400 }

    private func invitationWord(_ trip: ID, _ person: TelegramPerson, day: Int64) -> String {
        let seal = Digest.hmacSHA256(Array("join \(trip) \(person.id) \(day)".utf8), key: Array(tools.options.botToken.utf8))
        return "j" + base64URL(trip.bytes) + base64URL(Array(seal.prefix(16)))
    }

    /// It works on the day on which it was made, and on the next.

    private func invited(_ word: String, _ person: TelegramPerson) -> ID? {
        guard word.utf8.count == 45, word.hasPrefix("j"), let bytes = base64URLBytes(String(word.dropFirst().prefix(22))),
            let trip = ID(bytes: bytes)
        else { return nil }
        let valid = [today, today - 1].map { invitationWord(trip, person, day: $0) }
        guard valid.contains(where: { Digest.areEqual(Array($0.utf8), Array(word.utf8)) }) else { return nil }
        return trip
    }

    private func invitation(to trip: ID) throws -> TelegramPost {
        guard let trip = try tools.tripByID(trip), trip.archivedAt == nil else { return stranger }
        let join = try tools.tripLink(trip.id).flatMap { tools.link(tools.paths.join($0)) }
        let buttons = [
            join.map { TelegramButton(Texts.said("Join \(trip.fields.name)"), .open($0)) },
            tools.link(tools.paths.linking).map { TelegramButton(Texts.said("Connect Telegram"), .open($0)) },
        ]
        return TelegramPost(
            Texts.said("To answer in the group of \(trip.fields.name), join the trip on Sotravel and connect Telegram there.")
                + (join == nil ? " " + Texts.said("A host gives you an invitation link.") : ""), buttons.compactMap(\.self).map { [$0] })
    }
}

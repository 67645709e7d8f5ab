import Domain
import Store

/// Live locations: each is a tracker of its owner while it lasts, with the consent, the pause and the doctor of every other one.
extension TelegramBot {
    /// What the tracker is called where people see theirs.
    private static let label = "Telegram"
    /// Longer ones end with the trip.
    private static let longest = Duration.days(31)
    private static let author = Author(id: nil, name: "Telegram")

    /// A place that somebody sent, or that a live location has moved to.
    func takePosition(_ message: TelegramMessage) async throws {
        guard let sender = message.sender, message.chat.kind == .private, message.chat.id == sender.id, let location = message.location
        else { return }
        guard let known = try tools.positions.find(chat: sender.id, message: message.number) else {
            // An edit of one that nobody knows any more, or never knew, shows nobody where its sender is: they begin it anew.
            if message.editedAt == nil { try await begin(message, location, sender) }
            return
        }
        // Edits that come late begin nothing.
        guard !known.isEnded else { return }
        try await note(TrackerReport(location, at: message.editedAt ?? message.sentAt, isFirst: false), known)
        guard let period = location.livePeriod else { return try await end(known) }
        if let sentAt = message.sentAt, let trip = try tools.tripByID(known.trip) {
            try await tools.positions.extend(known, until: TelegramBot.end(of: period, sentAt: sentAt, trip))
        }
    }

    private func note(_ report: TrackerReport, _ position: TelegramPositions.Position) async throws {
        do {
            _ = try await tools.fixes.ingest(TrackerMessage(report), token: position.token)
        } catch Refusal.notFound {
            try await end(position)
        }
    }

    private static func end(of period: Int, sentAt: Instant, _ trip: Trip) -> Instant {
        min(sentAt + min(.seconds(period), longest), trip.endsAt + .days(1))
    }

    private func begin(_ message: TelegramMessage, _ location: TelegramLocation, _ sender: TelegramPerson) async throws {
        let now = tools.system.now()
        guard let period = location.livePeriod, let sentAt = message.sentAt else {
            let hint = Texts.said("Choose “Share my live location” in Telegram: this is a place that does not move.")
            return reply(TelegramPost(hint), to: sender.id)
        }
        guard sentAt + min(.seconds(period), TelegramBot.longest) > now else { return }
        guard let actor = try tools.actor(sender), let access = try trip(of: actor) else {
            return reply(TelegramPost(Texts.said("You are on no trip now, so nobody is shown where you are.")), to: sender.id)
        }
        do {
            let member = try tools.friends.own(access)
            let tracker = try await tools.trackers.addOwn(label: TelegramBot.label, member, access)
            try await tools.positions.add(
                chat: sender.id, message: message.number, tracker: tracker.id,
                until: TelegramBot.end(of: period, sentAt: sentAt, access.trip))
            _ = try await tools.fixes.ingest(
                TrackerMessage(TrackerReport(location, at: sentAt, isFirst: true)), token: tracker.token)
            reply(try shown(access), to: sender.id)
        } catch Refusal.invalid(let errors) {
            reply(TelegramPost(errors.first?.said ?? ""), to: sender.id)
        }
    }

    /// Of several trips at once the one that was looked at last.
    private func trip(of actor: Actor) throws -> MemberAccess? {
        let current = try tools.current(actor)
        return current.first { $0.trip.id == actor.lastTripID } ?? current.first
    }

    private func shown(_ access: MemberAccess) throws -> TelegramPost {
        let (sharing, trip) = (try tools.sharing.find(access), access.trip)
        let link = tools.link("/trips/\(trip.fields.slug)/my").map { [[TelegramButton(Texts.said("Open in Sotravel"), .open($0))]] } ?? []
        let isOff = sharing.level == .off || sharing.endsAt.map { $0 <= tools.system.now() } ?? false
        if isOff {
            return TelegramPost(
                Texts.said("Your sharing on \(trip.fields.name) is off, so nobody is shown where you are. Switch it on in Sotravel."), link)
        }
        return TelegramPost(
            sharing.effective(trip.fields) == .hosts
                ? Texts.said("The hosts of \(trip.fields.name) see where you are, until you stop sharing here.")
                : Texts.said("Everyone on \(trip.fields.name) sees where you are, until you stop sharing here."), link)
    }

    // MARK: the end

    private func end(_ position: TelegramPositions.Position) async throws {
        try await tools.positions.end(position, at: tools.system.now())
        try await tools.trackers.end(position.tracker, trip: position.trip, by: TelegramBot.author) { [tools] member in
            try tools.roster.member(member, trip: position.trip)
        }
    }

    /// Those whose time is over, and those of chats that have ended: Telegram says nothing of either.
    func endOverduePositions() async throws {
        try await eachDespiteFailures(of: tools.positions.overdue(at: tools.system.now())) { try await self.end($0) }
    }
}

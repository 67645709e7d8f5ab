import Domain
import Store

/// What pages ask of the bot: who is linked, and links that do it.
extension TelegramBot {
    private static let (ownLife, groupLife) = (Duration.minutes(15), Duration.hours(1))

    // MARK: one's own chat

    package func linking(_ actor: Actor) throws -> TelegramLinking {
        let chat = try tools.store.chat(of: actor.account.id)
        let link = try tools.store.openLink(of: .account(actor.account.id), at: tools.system.now())
        return TelegramLinking(
            bot: name, chat: chat?.label, linked: nil, problem: chat?.problem, token: link?.token, ends: link?.ends, isGroup: false)
    }

    /// For times on a page of no trip: that of the trip that they are on, or will be.
    package func zone(_ actor: Actor) throws -> TripZone { try tools.current(actor).first?.trip.zone ?? .utc }

    /// A link that connects whichever chat it is opened in, once.
    package func makeLink(_ actor: Actor) async throws {
        let now = tools.system.now()
        try await tools.store.makeLink(
            tools.system.newToken(bytes: 16), for: .account(actor.account.id), until: now + TelegramBot.ownLife,
            by: Author(actor), at: now)
    }

    package func unlink(_ actor: Actor) async throws {
        try await tools.store.unlink(account: actor.account.id, session: actor.sessionID, at: tools.system.now())
    }

    // MARK: the group of a trip

    package func linking(_ access: some HostProof) throws -> TelegramLinking {
        let group = try tools.groups.find(trip: access.trip.id)
        let link = try tools.store.openLink(of: .trip(access.trip.id), at: tools.system.now())
        var linking = TelegramLinking(
            bot: name, chat: group.map { $0.title.isEmpty ? Texts.said("A group") : $0.title },
            linked: group.map { ($0.linkedBy, $0.linkedAt) }, problem: group?.problem, token: link?.token, ends: link?.ends, isGroup: true)
        linking.unsure = try tools.groups.unsure(trip: access.trip.id, at: tools.system.now())
        return linking
    }

    package func makeGroupLink(_ access: OpenHostAccess) async throws {
        let now = tools.system.now()
        try await tools.store.makeLink(
            tools.system.newToken(bytes: 16), for: .trip(access.trip.id), until: now + TelegramBot.groupLife, by: access.author, at: now)
    }

    package func unlinkGroup(_ access: OpenHostAccess) async throws {
        try await tools.groups.unlink(trip: access.trip.id, by: access.author, at: tools.system.now())
    }
}

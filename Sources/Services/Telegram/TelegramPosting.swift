import Domain
import Logging
import Store

/// What stands in the groups of trips: one post for each event, and each announcement once. The database says what belongs there, and what
/// stands there: nothing is lost when the program ends, and no change has to be reported to the bot.
extension TelegramBot {
    private static let tick = Duration.milliseconds(500)
    /// Between two edits of a post: a group takes twenty messages and edits a minute.
    private static let betweenEdits = Duration.seconds(5)
    /// Between two tries to reach Telegram with something new.
    private static let betweenTries = Duration.seconds(10)
    /// While the first of many answers come, the post waits for the others.
    private static let settling = Duration.seconds(2)

    /// Until the task is cancelled.
    func keepPosts(_ logger: Logger) async throws {
        while !Task.isCancelled {
            try await Task.sleep(for: TelegramBot.tick)
            do { try await keepPosts() } catch is CancellationError { return } catch {
                logger.error("posts in Telegram groups wait", metadata: ["error": "\(type(of: error))"])
            }
        }
    }

    /// Brings every group up to date, as far as the limits let it.
    package func keepPosts() async throws {
        try await eachDespiteFailures(of: tools.groups.open()) { group in
            // What hosts say now does not wait behind a week of events.
            if try await self.keepAnnouncements(group) { try await self.keepEvents(group) }
        }
    }

    private func keepEvents(_ group: TelegramGroups.Group) async throws {
        let now = tools.system.now()
        guard let trip = try tools.tripByID(group.trip) else { return }
        for due in try tools.groups.dueEvents(group, at: now) where isTime(due, at: now) {
            let post = try post(of: due, in: trip, at: now)
            guard try await put(due, post, in: group, isRepeated: true) else { return }
            waiting.withLock { $0[due.subject] = nil }
        }
    }

    private func isTime(_ due: TelegramGroups.Due, at now: Instant) -> Bool {
        guard due.shown != nil, due.message != nil else { return true }
        let uptime = tools.system.uptime()
        let since = waiting.withLock { waiting in
            if waiting[due.subject] == nil { waiting[due.subject] = uptime }
            return waiting[due.subject] ?? uptime
        }
        return !due.editedAt.isWithin(TelegramBot.betweenEdits, before: now)
            && (!due.isOnlyCounts || uptime - since >= TelegramBot.settling)
    }

    private func post(of due: TelegramGroups.Due, in trip: Trip, at now: Instant) throws -> TelegramPost {
        guard !due.isDeleted, let event = try tools.events.find(due.subject, trip: trip.id) else { return .deleted(due.title) }
        return .event(
            event, AnswerCounts(try tools.events.invitations(of: event.id).map(\.rsvp)), in: trip,
            link: tools.link(tools.paths.event(trip.fields.slug, event.id)), at: now)
    }

    // MARK: announcements

    /// What an audience is that leaves nobody out: what is for some is for their own chats alone.
    private static let everybody = [
        AnnouncementAudience([(.all, .everyone)]).text, AnnouncementAudience([(.any, .everyone)]).text,
    ]

    /// - Returns: whether the group takes more now.
    private func keepAnnouncements(_ group: TelegramGroups.Group) async throws -> Bool {
        let now = tools.system.now()
        guard let trip = try tools.tripByID(group.trip) else { return false }
        for due in try tools.groups.dueAnnouncements(group, audience: TelegramBot.everybody, at: now) {
            guard let found = try tools.announcements.store.find(due.subject, trip: trip.id) else { continue }
            let link = tools.link(tools.paths.announcement(trip.fields.slug, found.id))
            let post = TelegramPost.announcement(found, in: trip, link: link, at: now)
            guard try await put(due, post, in: group, isRepeated: false) else { return false }
        }
        return true
    }

    // MARK: one post

    /// - Parameter isRepeated: what somebody has deleted in the group is posted anew.
    /// - Returns: whether the group takes more now.
    private func put(
        _ due: TelegramGroups.Due, _ post: TelegramPost, in group: TelegramGroups.Group, isRepeated: Bool
    ) async throws -> Bool {
        // What cannot go now is tried with the next tick, so that one group holds up no other.
        guard !rests(due), line.admits(group.chat) else { return false }
        guard let message = due.message else { return try await add(due, post, in: group) }
        try JobLease.check()
        let answer = await line.ask(.edit(message, in: group.chat, post.text, buttons: post.buttons))
        if answer.isOK || answer.isUnchanged {
            try await tools.groups.setShown(due, message: message, trip: group.trip, at: tools.system.now())
            return true
        }
        if answer.isMessageGone, isRepeated {
            try await tools.groups.forget(due.subject, trip: group.trip)
            return true
        }
        if try await isHindered(answer, group) { return false }
        // It would be refused again and again.
        try await tools.groups.setShown(due, message: message, trip: group.trip, at: tools.system.now())
        return true
    }

    private func add(_ due: TelegramGroups.Due, _ post: TelegramPost, in group: TelegramGroups.Group) async throws -> Bool {
        try await tools.groups.begin(due, trip: group.trip, at: tools.system.now())
        do { try JobLease.check() } catch {
            try await tools.groups.forget(due.subject, trip: group.trip)
            throw error
        }
        let answer = await line.ask(.send(post.text, to: group.chat, buttons: post.buttons))
        if answer.isOK, let message = answer.message {
            waiting.withLock { $0[due.subject] = nil }
            try await tools.groups.setShown(due, message: message, trip: group.trip, at: tools.system.now())
            return true
        }
        guard answer.code != 0 else {
            // Without an answer nobody knows whether it stands there: it stays noted as it is, unless there was no connection at all.
            guard answer.isUnsent else { return false }
            try await tools.groups.forget(due.subject, trip: group.trip)
            waiting.withLock { $0[due.subject] = tools.system.uptime() }
            return false
        }
        try await tools.groups.forget(due.subject, trip: group.trip)
        guard try await !isHindered(answer, group) else { return false }
        // As where the bot may not write. Hosts see it, and link the group anew once that is put right.
        try await tools.groups.setProblem(
            Texts.said("Telegram refuses what the bot writes there: \(answer.said)"), chat: group.chat, at: tools.system.now())
        return false
    }

    /// Whether it was tried in vain a moment ago.
    private func rests(_ due: TelegramGroups.Due) -> Bool {
        let tried = waiting.withLock { $0[due.subject] }
        return due.message == nil && (tried.map { tools.system.uptime() - $0 < TelegramBot.betweenTries } ?? false)
    }

    /// What stands in the way of everything that goes to the group.
    private func isHindered(_ answer: TelegramAnswer, _ group: TelegramGroups.Group) async throws -> Bool {
        if let new = answer.movedTo {
            try await tools.groups.move(group.chat, to: new)
            return true
        }
        if answer.isShut {
            try await tools.groups.setProblem(TelegramBot.thrownOut, chat: group.chat, at: tools.system.now())
            return true
        }
        return answer.code == 0 || answer.code == 429 || answer.code >= 500 || answer.code == 401 || answer.code == 404
    }
}

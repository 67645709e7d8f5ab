import Domain
import Live
import Store

/// Writing, changing, deleting: limits and rules first, then one transaction. Whoever reads is told of what is stored (`ChangePublisher`).
extension ChatService {
    package struct Sending: Sendable {
        package let clientID: ID
        package let text: String
        package let replyTo: Int?
        package let photos: [[UInt8]]
        package let poll: NewPoll?
        package init(clientID: ID, text: String, replyTo: Int?, photos: [[UInt8]], poll: NewPoll? = nil) {
            self.clientID = clientID
            self.text = text
            self.replyTo = replyTo
            self.photos = photos
            self.poll = poll
        }
    }

    /// Stores the message, once however often it is sent, and tells open pages.
    package func send(_ sending: Sending, to id: ID, _ access: MemberAccess) async throws -> ChatMessage {
        let (permissions, now) = (try permissionsToWrite(id, access), now)
        let text = try ChatService.checked(sending.text, photos: sending.photos.count)
        let photos = try await shrink(sending.photos, for: access.actor.account.id)
        let (draft, verdict) = try plan(sending, text, photos: photos, permissions, access, at: now)
        let place = verdict.findings.isEmpty ? "" : try placeText(permissions.conversation, access.trip.id)
        let stored: (number: Int, isNew: Bool)
        do {
            stored = try await keep(draft, verdict, place: place, at: now)
        } catch let refusal as Refusal {
            if case .tooMany = refusal { limiter.forget(sending.clientID, of: access.member) }
            throw refusal
        }
        noteSent(in: permissions.conversation)
        // A plain new message is what was sent: reading it back would cost as much as storing it.
        let isRead = !stored.isNew || !draft.isPlain
        let written =
            isRead
            ? try messages.find(stored.number, conversation: id, reader: access.member)
            : ChatService.written(draft, stored.number, permissions, at: now)
        guard let message = written else { throw Refusal.notFound }
        return message
    }

    /// As `send`, for messages that no rule objects to, without a task of its own. False for any other message; nothing was done then that
    /// disturbs a later `send`. Otherwise `done` runs, with nil if `send` must be called after all: for a retry of a stored message, or
    /// after a failure.
    /// - Parameter leave: runs the work after the commit, off the writer's thread.
    package func sendPlain(
        _ sending: Sending, to id: ID, _ access: MemberAccess, leave: @escaping @Sendable (@escaping @Sendable () -> Void) -> Void,
        done: @escaping @Sendable (ChatMessage?) -> Void
    ) -> Bool {
        let now = now
        guard let permissions = try? permissionsToWrite(id, access), let text = try? ChatService.checked(sending.text, photos: 0),
            let (draft, verdict) = try? plan(sending, text, photos: [], permissions, access, at: now), draft.isPlain,
            verdict.findings.isEmpty
        else { return false }
        messages.send(draft, at: now) { [self] result in
            guard case .success((let number, true)) = result else { return leave { done(nil) } }
            noteSent(in: permissions.conversation)
            leave {
                done(ChatService.written(draft, number, permissions, at: now))
            }
        }
        return true
    }

    /// - Throws: conflict where the member may read and not write.
    func permissionsToWrite(_ id: ID, _ access: MemberAccess) throws -> ChatPermissions {
        let permissions = try permissions(id, access)
        if let obstacle = permissions.obstacle(isArchived: access.trip.archivedAt != nil, at: now) {
            throw Refusal.conflict(obstacle.sentence(access.trip.zone, now: now))
        }
        return permissions
    }

    /// What limits and rules make of a message. Asking twice counts once.
    private func plan(
        _ sending: Sending, _ text: String, photos: [NewPhoto], _ permissions: ChatPermissions, _ access: MemberAccess, at now: Instant
    ) throws -> (MessageStore.Draft, ChatRules.Verdict) {
        let member = access.member
        let admission = try limiter.admit(
            member, in: permissions.conversation, text: text, clientID: sending.clientID, isStaff: permissions.isStaff, at: now)
        let verdict = try rules.verdict(on: text, isStaff: permissions.isStaff, recent: admission.recent, trip: access.trip.id)
        if let refusal = verdict.refusal {
            limiter.forget(sending.clientID, of: member)
            throw Refusal.invalid([FieldError(sending.poll == nil ? "text" : "question", "\(refusal)")])
        }
        let draft = MessageStore.Draft(
            conversation: permissions.conversation.id, trip: access.trip.id, member: member, clientID: sending.clientID, text: text,
            replyTo: sending.replyTo, state: verdict.isHeld ? .held : .visible, photos: photos,
            mentions: try mentions(in: text, of: permissions.conversation), poll: sending.poll, pace: admission.pace)
        return (draft, verdict)
    }

    /// Stores a message with the cases that the rules open. Limits come before, telling after.
    /// - Parameter place: of the conversation, in words.
    @discardableResult
    package func keep(
        _ draft: MessageStore.Draft, _ verdict: ChatRules.Verdict, place: String, at now: Instant
    ) async throws -> (number: Int, isNew: Bool) {
        let findings = findings(verdict, in: draft.conversation, place: place, trip: draft.trip)
        return try await messages.send(draft, findings: findings, at: now)
    }

    /// Nil for none.
    private func findings(_ verdict: ChatRules.Verdict, in conversation: ID, place: String, trip: ID) -> CaseStore.Findings? {
        guard !verdict.findings.isEmpty else { return nil }
        let filings = verdict.findings.map { finding in
            CaseStore.Filing(
                reporter: nil, rule: finding.rule, reason: verdict.isSafety ? ReportReason.safety.rawValue : "rule",
                text: [finding.label, finding.text].filter { !$0.isEmpty }.joined(separator: ": "), isUrgent: verdict.isSafety)
        }
        return CaseStore.Findings(
            trip: trip, conversation: conversation, place: place, filings: filings, newID: system.newID)
    }

    private static func written(_ draft: MessageStore.Draft, _ number: Int, _ permissions: ChatPermissions, at now: Instant) -> ChatMessage
    {
        ChatMessage(
            number: number, conversationID: draft.conversation, authorID: draft.member, authorName: permissions.name,
            authorPhoto: permissions.photo,
            isByStaff: permissions.isStaff, text: draft.text, state: draft.state, sentAt: now, editedAt: nil, quote: nil)
    }

    /// Only members who read the conversation; nobody in a direct one, where every message is meant for the other person.
    private func mentions(in text: String, of conversation: Conversation) throws -> [Mention] {
        guard conversation.kind != .direct, text.utf8.contains(UInt8(ascii: "@")) else { return [] }
        let readers = try audience(conversation)
        return try people(conversation.tripID).mentions(in: text).filter { readers?.contains($0.memberID) ?? true }
    }

    /// - Throws: invalid beside the field "text".
    private static func checked(_ typed: String, photos: Int) throws -> String {
        // A megabyte of text is refused without counting its characters.
        guard typed.utf8.count <= ChatMessage.textLimit * 64 else {
            throw Refusal.invalid([FieldError("text", "At most \(grouped(ChatMessage.textLimit)) characters.")])
        }
        let text = tidyText(typed)
        var check = Validation()
        check.require(!isBlank(text) || photos > 0, "text", "Write something first.")
        let (limit, count) = (grouped(ChatMessage.textLimit), grouped(text.count))
        check.require(text.count <= ChatMessage.textLimit, "text", "At most \(limit) characters, this has \(count).")
        check.require(photos <= ChatMessage.photoLimit, "photos", "At most \(ChatMessage.photoLimit) photos at a time.")
        try check.check()
        return text
    }

    private func shrink(_ uploads: [[UInt8]], for account: ID) async throws -> [NewPhoto] {
        var photos: [NewPhoto] = []
        for bytes in uploads {
            let pictures = try await self.photos.shrink(bytes, to: [.small, .large], field: "photos", for: account)
            photos.append(
                NewPhoto(
                    id: system.newID(), face: nil, small: pictures[0].webP, large: pictures[1].webP, width: pictures[1].width,
                    height: pictures[1].height))
        }
        return photos
    }

    package func edit(_ number: Int, in id: ID, text: String, _ access: MemberAccess) async throws {
        let (permissions, member) = (try permissionsToWrite(id, access), access.member)
        let text = try ChatService.checked(text, photos: 0)
        let verdict = try rules.verdict(on: text, isStaff: permissions.isStaff, recent: [], trip: access.trip.id)
        // An edit that would be held is refused instead: the message has been read already and cannot be taken back for review.
        if let refusal = verdict.refusal { throw Refusal.invalid([FieldError("text", "\(refusal)")]) }
        if verdict.isHeld {
            throw Refusal.invalid([FieldError("text", "A moderator would have to check this first. Send it as a new message.")])
        }
        guard try messages.find(number, conversation: id)?.authorID == member else { throw Refusal.notFound }
        try await rewrite(number, to: text, verdict, permissions.conversation, by: member)
    }

    private func rewrite(
        _ number: Int, to text: String, _ verdict: ChatRules.Verdict, _ conversation: Conversation, by member: ID
    ) async throws {
        let (trip, now) = (conversation.tripID, now)
        let place = verdict.findings.isEmpty ? "" : try placeText(conversation, trip)
        let mentions = try mentions(in: text, of: conversation)
        try await messages.edit(
            number, by: member, to: text, mentions: mentions, findings: findings(verdict, in: conversation.id, place: place, trip: trip),
            since: now - ChatMessage.editTime, at: now)
    }

    package func delete(_ number: Int, in id: ID, _ access: MemberAccess) async throws {
        _ = try permissions(id, access)
        let member = access.member
        guard try messages.find(number, conversation: id)?.authorID == member else { throw Refusal.notFound }
        try await messages.delete(number, by: member)
    }
}

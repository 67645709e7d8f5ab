import Domain
import Live
import Store
import Synchronization

/// Who writes where; what rules say before it is read; who is told.
package final class ChatService: Sendable {
    package static let pageSize = 50
    private let store: ChatStore
    private let messages: MessageStore
    private let friends: FriendStore
    private let photos: PhotoService
    private let rules: RuleService
    private let hub: Hub
    private let standings: ReadCache<[ID], ChatStanding?>
    private let audiences: ReadCache<ID, Set<ID>?>
    private let limiter: MessageLimiter
    /// Conversations that were opened lately and not everybody reads, with who read them when last asked.
    private let watched = Mutex<[ID: (conversation: Conversation, readers: Set<ID>)]>([:])
    private static let watchLimit = 500
    private let surroundings: Surroundings

    init(
        store: StoreFront, photos: PhotoService, rules: RuleService, hub: Hub, limitsMessages: Bool, surroundings: Surroundings
    ) {
        self.store = store.chat
        limiter = MessageLimiter(isOn: limitsMessages)
        messages = store.messages
        friends = store.friends
        standings = store.standingCache
        audiences = store.audienceCache
        self.photos = photos
        self.rules = rules
        self.hub = hub
        self.surroundings = surroundings
    }

    private var now: Instant { surroundings.now() }
    private func isStaff(_ access: TripAccess) -> Bool { access.role != .traveller }

    // MARK: reading

    package func list(_ access: TripAccess) throws -> [ConversationLine] {
        try store.list(trip: access.trip.id, member: access.requireMember(), isStaff: isStaff(access))
    }

    /// - Throws: not found for what the reader may not see.
    package func standing(_ id: ID, _ access: TripAccess) throws -> ChatStanding {
        let member = try access.requireMember()
        let found = try standings.value(for: [id, member]) {
            try store.standing(id, trip: access.trip.id, member: member, isStaff: isStaff(access))
        }
        guard let found, found.mayRead, found.conversation.tripID == access.trip.id else { throw Refusal.notFound }
        return found
    }

    package struct Thread: Sendable {
        package let standing: ChatStanding
        package let line: ConversationLine
        package let messages: [ChatMessage]
        package let hasEarlier: Bool
        package let hasLater: Bool
        /// The last that the reader had read before.
        package let readUpTo: Int
        package let blocked: Set<ID>
        package let members: [Friend]
    }

    package func open(_ id: ID, _ part: ThreadPosition, _ access: TripAccess) throws -> Thread {
        let (standing, member) = (try standing(id, access), try access.requireMember())
        guard let line = try store.line(id, member: member) else { throw Refusal.notFound }
        try watch(standing.conversation)
        let found = try page(standing, part, member)
        return Thread(
            standing: standing, line: line, messages: found.messages, hasEarlier: found.hasEarlier, hasLater: found.hasLater,
            readUpTo: try store.readPosition(id, member: member), blocked: try store.blocked(by: member),
            members: try friends.list(trip: access.trip.id))
    }

    /// One page of a thread for endless scrolling.
    package func page(_ id: ID, _ part: ThreadPosition, _ access: TripAccess) throws -> (messages: [ChatMessage], hasMore: Bool) {
        let found = try page(standing(id, access), part, access.requireMember())
        return (found.messages, part.isBackwards ? found.hasEarlier : found.hasLater)
    }

    private func page(
        _ standing: ChatStanding, _ part: ThreadPosition, _ member: ID
    ) throws -> (messages: [ChatMessage], hasEarlier: Bool, hasLater: Bool) {
        let (id, size) = (standing.conversation.id, ChatService.pageSize)
        // One more than is shown says whether there is more.
        var found = try messages.thread(id, part, limit: size + 1, reader: member, seesHeld: standing.isStaff)
        let isCut = found.count > size
        switch part {
        case .newest, .before:
            if isCut { found.removeFirst() }
            return (found, isCut, part != .newest)
        case .after:
            if isCut { found.removeLast() }
            return (found, true, isCut)
        case .around:
            let earlier = try found.first.map {
                try !messages.thread(id, .before($0.number), limit: 1, reader: member, seesHeld: standing.isStaff).isEmpty
            }
            let later = try found.last.map {
                try !messages.thread(id, .after($0.number), limit: 1, reader: member, seesHeld: standing.isStaff).isEmpty
            }
            return (found, earlier ?? false, later ?? false)
        }
    }

    /// One message as it is now; not found where the reader must not see it.
    package func message(_ number: Int, in id: ID, _ access: TripAccess) throws -> ChatMessage {
        let standing = try standing(id, access)
        let member = try access.requireMember()
        guard let found = try messages.find(number, conversation: id), found.state != .held || standing.isStaff || found.authorID == member
        else { throw Refusal.notFound }
        return found
    }

    package func newest(in id: ID, limit: Int, _ access: TripAccess) throws -> [ChatMessage] {
        let standing = try standing(id, access)
        return try messages.thread(id, .newest, limit: limit, reader: access.requireMember(), seesHeld: false)
            .filter { $0.state == .visible && standing.mayRead }
    }

    /// The part that begins with a day of the trip's.
    package func part(from day: Day, in id: ID, _ access: TripAccess) throws -> ThreadPosition {
        let standing = try standing(id, access)
        let start = access.trip.zone.instant(day: day, secondsOfDay: 0)
        return try messages.first(in: standing.conversation.id, from: start).map { .around($0) } ?? .newest
    }

    package func search(_ text: String, _ access: TripAccess) throws -> [ChatMessage] {
        let words = text.split { !$0.isLetter && !$0.isNumber }.map(String.init).prefix(8)
        let member = try access.requireMember()
        guard !words.isEmpty else { return [] }
        return try messages.search(
            Array(words), trip: access.trip.id, member: member, isStaff: isStaff(access), limit: 50)
    }

    package func markRead(_ number: Int, in id: ID, _ access: TripAccess) async throws {
        _ = try standing(id, access)
        try await store.setReadPosition(number, conversation: id, member: access.requireMember())
    }

    package func photo(_ id: ID, _ size: PhotoSize, _ access: TripAccess) throws -> [UInt8]? {
        guard let member = access.actor.members[access.trip.id] else { return nil }
        return try messages.photo(id, size, trip: access.trip.id, member: member, isStaff: isStaff(access))
    }

    // MARK: writing

    package struct Sending: Sendable {
        package let clientID: ID
        package let text: String
        package let replyTo: Int?
        package let photos: [[UInt8]]
        package init(clientID: ID, text: String, replyTo: Int?, photos: [[UInt8]]) {
            self.clientID = clientID
            self.text = text
            self.replyTo = replyTo
            self.photos = photos
        }
    }

    package struct Sent: Sendable {
        package let message: ChatMessage
        /// False for a retry of what was stored before.
        package let isNew: Bool
    }

    package func send(_ sending: Sending, to id: ID, _ access: TripAccess) async throws -> Sent {
        let (standing, member, now) = (try standing(id, access), try access.requireMember(), now)
        if let obstacle = standing.obstacle(isArchived: access.trip.archivedAt != nil, at: now) {
            throw Refusal.conflict(obstacle.sentence(access.trip.zone, now: now))
        }
        let text = try ChatService.checked(sending.text, photos: sending.photos.count)
        let pictures = try await shrink(sending.photos)
        let recent = try limiter.admit(
            member, in: standing.conversation, text: text, clientID: sending.clientID, isStaff: standing.isStaff, at: now)
        let verdict = try rules.verdict(on: text, standing: standing, recent: recent, trip: access.trip.id)
        if let refusal = verdict.refusal {
            limiter.forget(sending.clientID, of: member)
            throw Refusal.invalid([FieldError("text", refusal)])
        }
        let draft = MessageStore.Draft(
            conversation: id, member: member, clientID: sending.clientID, text: text, replyTo: sending.replyTo,
            state: verdict.isHeld ? .held : .visible, photos: pictures)
        let stored = try await store(draft, verdict, standing, access, at: now)
        // A plain new message is what was sent: reading it back would cost as much as storing it.
        let isPlain = stored.isNew && draft.replyTo == nil && pictures.isEmpty
        let written =
            isPlain ? ChatService.written(draft, stored.number, standing, at: now) : try messages.find(stored.number, conversation: id)
        guard let message = written else { throw Refusal.notFound }
        if stored.isNew, !verdict.findings.isEmpty { hub.room(access.trip.id).publish(.alerts, name: "case", data: "{}") }
        return Sent(message: message, isNew: stored.isNew)
    }

    private func store(
        _ draft: MessageStore.Draft, _ verdict: ChatRules.Verdict, _ standing: ChatStanding, _ access: TripAccess, at now: Instant
    ) async throws -> (number: Int, isNew: Bool) {
        guard !draft.photos.isEmpty || !verdict.findings.isEmpty else { return try await messages.send(draft, at: now) }
        let (conversation, trip, surroundings) = (standing.conversation, access.trip.id, surroundings)
        let place = try placeText(conversation, trip)
        return try await messages.send(draft, trip: trip, at: now) { number, connection in
            for finding in verdict.findings {
                let subject = CaseStore.Subject(
                    kind: .message, message: number, member: draft.member, conversation: conversation.id, snapshot: draft.text, place: place
                )
                try CaseStore.file(
                    .init(
                        reporter: nil, rule: finding.rule, reason: verdict.isSafety ? ReportReason.safety.rawValue : "rule",
                        text: [finding.label, finding.text].filter { !$0.isEmpty }.joined(separator: ": "), isUrgent: verdict.isSafety),
                    on: subject, trip: trip, by: Author(id: nil, name: "Sotravel"), at: now, newID: surroundings.newID, on: connection)
            }
        }
    }

    private static func written(_ draft: MessageStore.Draft, _ number: Int, _ standing: ChatStanding, at now: Instant) -> ChatMessage {
        ChatMessage(
            number: number, conversationID: draft.conversation, authorID: draft.member, authorName: standing.name,
            authorPhoto: standing.photo,
            isByStaff: standing.isStaff, text: draft.text, state: draft.state, sentAt: now, editedAt: nil, quote: nil)
    }

    /// - Throws: invalid beside the field "text".
    private static func checked(_ typed: String, photos: Int) throws -> String {
        let text = tidyText(typed)
        var check = Validation()
        check.require(!isBlank(text) || photos > 0, "text", "Write something first.")
        check.require(text.count <= ChatMessage.textLimit, "text", "At most \(ChatMessage.textLimit) characters; these are \(text.count).")
        check.require(photos <= ChatMessage.photoLimit, "photos", "At most \(ChatMessage.photoLimit) photos at a time.")
        try check.check()
        return text
    }

    private func shrink(_ uploads: [[UInt8]]) async throws -> [NewPhoto] {
        var photos: [NewPhoto] = []
        for bytes in uploads {
            let pictures = try await self.photos.shrink(bytes, to: [.small, .large], field: "photos")
            photos.append(
                NewPhoto(
                    id: surroundings.newID(), face: nil, small: pictures[0].webP, large: pictures[1].webP, width: pictures[1].width,
                    height: pictures[1].height))
        }
        return photos
    }

    package func edit(_ number: Int, in id: ID, text: String, _ access: TripAccess) async throws {
        let (standing, member) = (try standing(id, access), try access.requireMember())
        if let obstacle = standing.obstacle(isArchived: access.trip.archivedAt != nil, at: now) {
            throw Refusal.conflict(obstacle.sentence(access.trip.zone, now: now))
        }
        let text = try ChatService.checked(text, photos: 0)
        let verdict = try rules.verdict(on: text, standing: standing, recent: [], trip: access.trip.id)
        // A message that is already read is not taken back to be held: it is refused as it would have been.
        if let refusal = verdict.refusal
            ?? (verdict.isHeld ? "A moderator would have to look at this first: send it as a new message." : nil)
        {
            throw Refusal.invalid([FieldError("text", refusal)])
        }
        guard try messages.find(number, conversation: id)?.authorID == member else { throw Refusal.notFound }
        try await messages.edit(number, by: member, to: text, since: now - ChatMessage.editTime, at: now)
        tellChanged(number, in: standing.conversation)
    }

    package func delete(_ number: Int, in id: ID, _ access: TripAccess) async throws {
        let standing = try standing(id, access)
        let member = try access.requireMember()
        guard try messages.find(number, conversation: id)?.authorID == member else { throw Refusal.notFound }
        try await messages.delete(number, by: member)
        tellChanged(number, in: standing.conversation)
    }

    // MARK: conversations

    package func openDirect(with friend: ID, _ access: TripAccess) async throws -> ID {
        let member = try access.requireMember()
        guard friend != member, try friends.find(friend, trip: access.trip.id) != nil else { throw Refusal.notFound }
        if let known = try store.direct(member, friend) { return known }
        guard access.trip.fields.directChat, access.trip.archivedAt == nil else {
            throw Refusal.conflict(ChatObstacle.directOff.sentence(access.trip.zone, now: now))
        }
        return try await store.openDirect(member, friend, id: surroundings.newID(), trip: access.trip.id, at: now)
    }

    package func openGroup(_ group: Group, _ access: TripAccess) async throws -> ID {
        try access.requireOpenHost()
        return try await store.openGroup(group.id, name: group.name, trip: access.trip.id, by: access.author, at: now)
    }

    package func setBlocked(_ isBlocked: Bool, _ friend: ID, _ access: TripAccess) async throws {
        let member = try access.requireMember()
        guard friend != member, try friends.find(friend, trip: access.trip.id) != nil else { throw Refusal.notFound }
        try await store.setBlocked(isBlocked, friend, by: member, at: now)
    }

    package func blocked(_ access: TripAccess) throws -> Set<ID> { try store.blocked(by: access.requireMember()) }
    package func isBlocked(_ friend: ID, _ access: TripAccess) throws -> Bool {
        try store.blocked(by: access.requireMember()).contains(friend)
    }

    package struct RulesOfConversation: Sendable {
        package var slowSeconds = 0
        package var newcomerMinutes = 0
        package var readOnlyMinutes = 0
        package var reason = ""
        package init() {}
    }

    /// For staff, who set its rules: any but what two people write to each other.
    package func conversation(_ id: ID, _ access: TripAccess) throws -> Conversation {
        try access.requireStaff()
        guard let found = try store.find(id, trip: access.trip.id), found.kind != .direct else { throw Refusal.notFound }
        return found
    }

    package func setRules(_ wish: RulesOfConversation, of id: ID, _ access: TripAccess) async throws {
        let conversation = try conversation(id, access)
        var check = Validation()
        check.require((0...3600).contains(wish.slowSeconds), "slow_seconds", "0 to 3,600 seconds.")
        check.require((0...10_080).contains(wish.newcomerMinutes), "newcomer_minutes", "0 to 10,080 minutes.")
        check.require((0...10_080).contains(wish.readOnlyMinutes), "read_only_minutes", "0 to 10,080 minutes, which is a week.")
        check.require(wish.reason.count <= 200, "reason", "At most 200 characters.")
        try check.check()
        try await store.setRules(
            of: conversation, slowSeconds: wish.slowSeconds, newcomerMinutes: wish.newcomerMinutes,
            readOnly: wish.readOnlyMinutes > 0 ? (now + .minutes(wish.readOnlyMinutes), tidyLine(wish.reason)) : nil,
            name: try placeText(conversation, access.trip.id), by: access.author, at: now)
        tellStanding(of: [], in: conversation)
    }

    /// "the trip's chat", "Fondue evening", "Bus 1", "a direct conversation".
    func placeText(_ conversation: Conversation, _ trip: ID) throws -> String {
        switch conversation.kind {
        case .trip: return "the trip's chat"
        case .direct: return "a direct conversation"
        case .event, .group: return try store.title(conversation.id)
        }
    }

    // MARK: losing access

    private func watch(_ conversation: Conversation) throws {
        guard conversation.kind == .event || conversation.kind == .group, let readers = try audience(conversation) else { return }
        watched.withLock { watched in
            if watched.count >= ChatService.watchLimit { watched.removeAll() }
            watched[conversation.id] = (conversation, readers)
        }
    }

    /// Tells open pages of those who may no longer read what they show.
    package func tellWhoLostAccess() throws {
        for (conversation, readers) in watched.withLock({ Array($0.values) }) {
            let now = try audience(conversation) ?? readers
            let lost = readers.subtracting(now)
            if !lost.isEmpty { tellStanding(of: lost, in: conversation) }
            if readers != now { watched.withLock { $0[conversation.id] = (conversation, now) } }
        }
    }

    // MARK: telling

    private func audience(_ conversation: Conversation) throws -> Set<ID>? {
        try audiences.value(for: conversation.id) { try store.audience(conversation) }
    }

    /// A new message, as every page shows it.
    /// - Parameter html: the partial that the page itself uses; not asked for while nobody has ever listened.
    package func tellNew(_ message: ChatMessage, html: () throws -> String, _ access: TripAccess) throws {
        guard message.state == .visible, hub.room(access.trip.id).hasListeners else { return }
        let conversation = try standing(message.conversationID, access).conversation
        hub.room(conversation.tripID).publishChat(
            name: "message",
            data: try "{\"c\":\"\(conversation.id)\",\"n\":\(message.number),\"a\":\"\(message.authorID)\",\"h\":\(json(html()))}",
            to: try audience(conversation))
    }

    /// A message changed or went: pages fetch it anew, each with the reader's own rights.
    func tellChanged(_ number: Int, in conversation: Conversation) {
        tell("changed", "{\"c\":\"\(conversation.id)\",\"n\":\(number)}", in: conversation)
    }

    func tellChanged(_ number: Int, in id: ID, trip: ID) {
        guard let conversation = try? store.find(id, trip: trip) else { return }
        tellChanged(number, in: conversation)
    }

    /// Who may write changed: open pages look at their own.
    /// - Parameter members: none for everybody in the conversation.
    func tellStanding(of members: Set<ID>, in conversation: Conversation) {
        let data = "{\"c\":\"\(conversation.id)\"}"
        guard members.isEmpty else { return hub.room(conversation.tripID).publishChat(name: "standing", data: data, to: members) }
        tell("standing", data, in: conversation)
    }

    /// A hint is not worth a failed request: whoever misses it sees the change with the next page.
    private func tell(_ name: String, _ data: String, in conversation: Conversation) {
        guard let audience = try? Audience(members: audience(conversation)) else { return }
        hub.room(conversation.tripID).publishChat(name: name, data: data, to: audience.members)
    }

    /// Optionals inside `try?` would be flattened, and "everybody" become "nobody".
    private struct Audience {
        let members: Set<ID>?
    }

    func tellStanding(of members: Set<ID>, trip: ID) {
        guard !members.isEmpty else { return }
        hub.room(trip).publishChat(name: "standing", data: "{}", to: members)
    }

    func tellStanding(in id: ID, trip: ID) {
        guard let conversation = try? store.find(id, trip: trip) else { return }
        tellStanding(of: [], in: conversation)
    }
}

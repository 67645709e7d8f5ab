import Domain
import Live
import Store
import Synchronization

/// Draws a message of a trip as pages show it, for readers who block these people, at a moment.
package typealias DrawMessage = @Sendable (ChatMessage, Trip, Set<ID>, Instant) -> String

/// Who writes where; what rules say before it is read; who is told.
package final class ChatService: Sendable {
    package static let pageSize = 50
    let store: ChatStore
    let messages: MessageStore
    let friends: FriendStore
    let photos: PhotoService
    let rules: RuleService
    let hub: Hub
    let trips: @Sendable (ID) throws -> Trip?
    let draw: DrawMessage
    let permissionsCache: ReadCache<[ID], ChatPermissions?>
    let audiences: ReadCache<ID, Set<ID>?>
    let people: ReadCache<ID, ChatPeople>
    let forMe: ReadCache<ID, Int>
    let news: ReadCache<ChatNewsKey, Bool>
    let unreadNotices: ReadCache<ID, Int>
    /// How often somebody wrote on a trip, or read: then unread messages are looked for anew.
    let written = Mutex<[ID: Int]>([:])
    let limiter: MessageLimiter
    /// Conversations that were opened lately and that not everybody reads, with their readers when last asked.
    let watched = Mutex<[ID: (conversation: Conversation, readers: Set<ID>)]>([:])
    static let watchLimit = 500
    let system: SystemInputs

    init(
        store: Stores, photos: PhotoService, rules: RuleService, hub: Hub, draw: @escaping DrawMessage, limitsMessages: Bool,
        system: SystemInputs
    ) {
        self.store = store.chat
        limiter = MessageLimiter(store: store.messages, isOn: limitsMessages)
        messages = store.messages
        friends = store.friends
        permissionsCache = store.caches.permissionsCache
        audiences = store.caches.audiences
        people = store.caches.chatPeople
        forMe = store.caches.chatForMe
        news = store.caches.chatNews
        unreadNotices = store.caches.unreadNotices
        self.photos = photos
        self.rules = rules
        self.hub = hub
        trips = { id in try store.caches.tripsByID.value(for: id) { try store.trips.find(id: id) } }
        self.draw = draw
        self.system = system
    }

    var now: Instant { system.now() }
    func isStaff(_ access: some TripProof) -> Bool { access.role.isStaff }

    // MARK: reading

    package func list(_ access: MemberAccess) throws -> [ConversationLine] {
        try store.list(trip: access.trip.id, member: access.member, isStaff: isStaff(access))
    }

    /// - Throws: not found for what the reader may not see.
    package func permissions(_ id: ID, _ access: MemberAccess) throws -> ChatPermissions {
        let member = access.member
        // A co-host's rights can begin or end while the cached permissions are still valid.
        let found = try permissionsCache.value(for: [id, member] + (isStaff(access) ? [access.trip.id] : [])) {
            try store.permissions(id, trip: access.trip.id, member: member, isStaff: isStaff(access))
        }
        guard let found, found.mayRead, found.conversation.tripID == access.trip.id else { throw Refusal.notFound }
        return found
    }

    package func open(_ id: ID, _ part: ThreadPosition, _ access: MemberAccess) throws -> ChatThread {
        let (permissions, member) = (try permissions(id, access), access.member)
        guard let line = try store.line(id, member: member) else { throw Refusal.notFound }
        try watch(permissions.conversation)
        let found = try page(id, part, reader: member, isStaff: permissions.isStaff)
        var thread = ChatThread(
            reader: member, permissions: permissions, line: line, messages: found.messages, hasEarlier: found.hasEarlier,
            hasLater: found.hasLater,
            readUpTo: try store.readPosition(id, member: member), blocked: try store.blocked(by: member),
            members: try friends.list(trip: access.trip.id), pinned: try messages.pinned(in: id))
        thread.isFollowed = try isFollowed(permissions.conversation, access)
        return thread
    }

    /// One page of a thread for endless scrolling.
    package func page(_ id: ID, _ part: ThreadPosition, _ access: MemberAccess) throws -> (messages: [ChatMessage], hasMore: Bool) {
        let found = try page(id, part, reader: access.member, isStaff: permissions(id, access).isStaff)
        return (found.messages, part.isBackwards ? found.hasEarlier : found.hasLater)
    }

    /// - Parameter isStaff: sees what waits for a moderator.
    func page(
        _ id: ID, _ part: ThreadPosition, reader member: ID, isStaff: Bool
    ) throws -> (messages: [ChatMessage], hasEarlier: Bool, hasLater: Bool) {
        let size = ChatService.pageSize
        // One more than is shown says whether there is more.
        var found = try messages.thread(id, part, limit: size + 1, reader: member, seesHeld: isStaff)
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
                try !messages.thread(id, .before($0.number), limit: 1, reader: member, seesHeld: isStaff).isEmpty
            }
            let later = try found.last.map {
                try !messages.thread(id, .after($0.number), limit: 1, reader: member, seesHeld: isStaff).isEmpty
            }
            return (found, earlier ?? false, later ?? false)
        }
    }

    /// One message as it is now; not found where the reader must not see it.
    package func message(_ number: Int, in id: ID, _ access: MemberAccess) throws -> ChatMessage {
        let permissions = try permissions(id, access)
        let member = access.member
        guard let found = try messages.find(number, conversation: id, reader: member),
            found.state != .held || permissions.isStaff || found.authorID == member
        else { throw Refusal.notFound }
        return found
    }

    package func newest(in id: ID, limit: Int, _ access: MemberAccess) throws -> [ChatMessage] {
        let permissions = try permissions(id, access)
        let blocked = try blocked(access)
        return try messages.thread(id, .newest, limit: limit, reader: access.member, seesHeld: false)
            .filter { $0.state == .visible && permissions.mayRead && !blocked.contains($0.authorID) }
    }

    /// The part that begins with a day of the trip's.
    package func part(from day: Day, in id: ID, _ access: MemberAccess) throws -> ThreadPosition {
        let permissions = try permissions(id, access)
        let start = access.trip.zone.instant(day: day, secondsOfDay: 0)
        return try messages.first(in: permissions.conversation.id, from: start).map { .around($0) } ?? .newest
    }

    /// On a full disk the index stays as it is; the messages in it are still found.
    package func indexNew() async { try? await messages.indexNew() }

    /// What `indexNew` has seen.
    /// - Parameter room: the one conversation that is searched; nil for all that the reader may read.
    package func search(_ text: String, in room: ID? = nil, _ access: MemberAccess) throws -> [ChatMessage] {
        let words = text.split { !$0.isLetter && !$0.isNumber }.map(String.init).prefix(8)
        let member = access.member
        guard !words.isEmpty else { return [] }
        return try messages.search(
            Array(words), among: ReadableConversations(trip: access.trip.id, member: member, isStaff: isStaff(access)), in: room,
            people: people(access.trip.id), except: store.blocked(by: member), limit: 50)
    }

    func people(_ trip: ID) throws -> ChatPeople { try people.value(for: trip) { try messages.people(trip: trip) } }

    package func photo(_ id: ID, _ size: PhotoSize, _ access: some TripProof) throws -> [UInt8]? {
        let member = access.actor.members[access.trip.id]
        guard member != nil || isStaff(access) else { return nil }
        return try messages.photo(id, size, trip: access.trip.id, member: member ?? ChatService.nobody, isStaff: isStaff(access))
    }

    // MARK: conversations

    package func openDirect(with friend: ID, _ access: MemberAccess) async throws -> ID {
        let member = access.member
        guard friend != member, try friends.find(friend, trip: access.trip.id) != nil else { throw Refusal.notFound }
        if let known = try store.direct(member, friend) { return known }
        guard access.trip.fields.directChat, access.trip.archivedAt == nil else {
            throw Refusal.conflict(ChatObstacle.directOff.sentence(access.trip.zone, now: now))
        }
        return try await store.openDirect(member, friend, id: system.newID(), trip: access.trip.id, at: now)
    }

    package func openGroup(_ group: Group, _ access: OpenHostAccess) async throws -> ID {
        try await store.openGroup(group.id, name: group.name, trip: access.trip.id, by: access.author, at: now)
    }

    package func setBlocked(_ isBlocked: Bool, _ friend: ID, _ access: MemberAccess) async throws {
        let member = access.member
        guard friend != member, try friends.find(friend, trip: access.trip.id) != nil else { throw Refusal.notFound }
        try await store.setBlocked(isBlocked, friend, by: member, at: now)
    }

    package func blocked(_ access: MemberAccess) throws -> Set<ID> { try store.blocked(by: access.member) }
    package func isBlocked(_ friend: ID, _ access: MemberAccess) throws -> Bool {
        try store.blocked(by: access.member).contains(friend)
    }

    package struct RulesOfConversation: Sendable {
        package var slowSeconds = 0
        package var newcomerMinutes = 0
        package var readOnlyMinutes = 0
        package var reason = ""
        package init() {}
    }

    /// For staff, who set its rules: any but what two people write to each other.
    package func conversation(_ id: ID, _ access: some StaffProof) throws -> Conversation {
        guard let found = try store.find(id, trip: access.trip.id), found.kind != .direct else { throw Refusal.notFound }
        return found
    }

    package func setRules(_ rules: RulesOfConversation, of id: ID, _ access: some StaffProof) async throws {
        let conversation = try conversation(id, access)
        var check = Validation()
        check.require((0...3600).contains(rules.slowSeconds), "slow_seconds", "Between 0 and 3,600 seconds.")
        check.require((0...10_080).contains(rules.newcomerMinutes), "newcomer_minutes", "Between 0 and 10,080 minutes, which is a week.")
        check.require((0...10_080).contains(rules.readOnlyMinutes), "read_only_minutes", "Between 0 and 10,080 minutes, which is a week.")
        check.require(rules.reason.count <= 200, "reason", "At most 200 characters.")
        try check.check()
        try await store.setRules(
            of: conversation, slowSeconds: rules.slowSeconds, newcomerMinutes: rules.newcomerMinutes,
            readOnly: rules.readOnlyMinutes > 0 ? (now + .minutes(rules.readOnlyMinutes), tidyLine(rules.reason)) : nil,
            name: try placeText(conversation, access.trip.id), by: access.author, at: now)
    }

    /// "the trip's chat", "Fondue evening", "Bus 1", "a direct conversation".
    func placeText(_ conversation: Conversation, _ trip: ID) throws -> String {
        switch conversation.kind {
        case .trip: return "the trip’s chat"
        case .direct: return "a direct conversation"
        case .event, .group: return try store.title(conversation.id)
        }
    }
}

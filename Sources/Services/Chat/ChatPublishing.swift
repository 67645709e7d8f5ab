import Domain
import Live
import Store

/// What open pages hear: new messages as every page draws them, hints for all else.
extension ChatService {
    // MARK: losing access

    func watch(_ conversation: Conversation) throws {
        guard conversation.kind == .event || conversation.kind == .group, let readers = try audience(conversation) else { return }
        watched.withLock { watched in
            if watched.count >= ChatService.watchLimit { watched.removeAll() }
            watched[conversation.id] = (conversation, readers)
        }
    }

    /// Tells open pages of those who may no longer read what they show.
    package func publishLostAccess() throws {
        for (conversation, readers) in watched.withLock({ Array($0.values) }) {
            let now = try audience(conversation) ?? readers
            let lost = readers.subtracting(now)
            if !lost.isEmpty { publishPermissions(of: lost, in: conversation) }
            if readers != now { watched.withLock { $0[conversation.id] = (conversation, now) } }
        }
    }

    // MARK: publishing

    /// Tells open pages of a change that a store has noted: of what became of it, as it is now.
    /// - Parameter isOwn: whether this node stored it, and has noted it since.
    func publish(_ change: TripChange, at place: UInt64, isOwn: Bool) {
        let channel = hub.tripChannel(change.trip)
        guard change.kind != .memberPermissions else {
            return channel.publishChat(name: "standing", data: .object { _ in }, to: Set(change.ids), at: place)
        }
        // Where nobody has ever listened, nothing is read: whoever comes from another node is told to read.
        let isHeard = channel.hasListeners
        guard isHeard || !isOwn, let id = change.ids.first, let conversation = try? store.find(id, trip: change.trip) else {
            return channel.touchChat()
        }
        if change.kind == .message, !isOwn { noteSent(in: conversation) }
        guard isHeard else { return channel.touchChat() }
        switch change.kind {
        case .message: publishNew(change.number, in: conversation, at: place)
        case .reacted: publishReactions(change.number, by: change.ids.last ?? id, in: conversation, at: place)
        case .permissions: publishPermissions(of: Set(change.ids.dropFirst()), in: conversation, at: place)
        default: publishChanged(change.number, in: conversation, at: place)
        }
    }

    func audience(_ conversation: Conversation) throws -> Set<ID>? {
        try audiences.value(for: conversation.id) { try store.audience(conversation) }
    }

    /// Publishes a new message as every page shows it. Members who block the author of the quoted message get it without the quoted words.
    private func publishNew(_ number: Int, in conversation: Conversation, at place: UInt64) {
        guard let message = try? messages.find(number, conversation: conversation.id), message.state == .visible,
            let trip = try? trips(conversation.tripID), let addressees = try? addressees(message, conversation),
            let audience = try? Audience(members: audience(conversation)),
            let hiding = try? message.quote.map({ try store.blockers(of: $0.authorID) }) ?? []
        else { return hub.tripChannel(conversation.tripID).touchChat() }
        let (tripChannel, now) = (hub.tripChannel(trip.id), now)
        func data(_ blocked: Set<ID>) -> JSON {
            let html = draw(message, trip, blocked, now)
            return .object(reserving: html.utf8.count * 5 / 4 + 256) { out in
                out.add("c", conversation.id)
                out.add("n", message.number)
                out.add("a", message.authorID)
                addressees.write(to: &out)
                out.add("h", html)
            }
        }
        tripChannel.publishChat(name: "message", data: data([]), to: audience.members, except: hiding, at: place)
        guard let quoted = message.quote?.authorID, !hiding.isEmpty else { return }
        tripChannel.publishChat(name: "message", data: data([quoted]), to: audience.members?.intersection(hiding) ?? hiding, at: place)
    }

    /// Whom a message is meant for, so that their pages say so.
    private enum Addressees {
        case nobody
        case theOther
        case named([ID])

        func write(to out: inout JSONWriter) {
            switch self {
            case .nobody: break
            case .theOther: out.add("d", 1)
            case .named(let members): out.array("m") { out in members.forEach { out.add($0) } }
            }
        }
    }

    /// The other person of a direct conversation, or the members whom the message names.
    private func addressees(_ message: ChatMessage, _ conversation: Conversation) throws -> Addressees {
        if conversation.kind == .direct { return .theOther }
        guard !message.mentions.isEmpty else { return .nobody }
        let blockers = try store.blockers(of: message.authorID)
        return .named(message.mentions.map(\.memberID).filter { !blockers.contains($0) })
    }

    /// A message changed or went: pages fetch it anew, each with the reader's own rights.
    private func publishChanged(_ number: Int, in conversation: Conversation, at place: UInt64) {
        let data = JSON.object { out in
            out.add("c", conversation.id)
            out.add("n", number)
        }
        publish("changed", data, in: conversation, at: place)
    }

    /// Tells open pages that permissions changed; each page then asks for its own reader's.
    /// - Parameter members: empty for everybody in the conversation.
    private func publishPermissions(of members: Set<ID>, in conversation: Conversation, at place: UInt64? = nil) {
        let data = JSON.object { $0.add("c", conversation.id) }
        guard members.isEmpty else {
            return hub.tripChannel(conversation.tripID).publishChat(name: "standing", data: data, to: members, at: place)
        }
        publish("standing", data, in: conversation, at: place)
    }

    /// A hint is not worth a failed request: whoever misses it sees the change with the next page.
    func publish(_ name: String, _ data: JSON, in conversation: Conversation, at place: UInt64?) {
        guard let audience = try? Audience(members: audience(conversation)) else {
            return hub.tripChannel(conversation.tripID).touchChat()
        }
        hub.tripChannel(conversation.tripID).publishChat(name: name, data: data, to: audience.members, at: place)
    }

    /// Optionals inside `try?` would be flattened, and "everybody" become "nobody".
    private struct Audience {
        let members: Set<ID>?
    }
}

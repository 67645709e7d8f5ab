import Domain
import NIOCore
import Synchronization

/// Everybody who watches one trip: the ring of recent events and the subscribers, gathered by event loop.
package final class TripChannel: Sendable {
    private struct State {
        /// All but positions.
        var ring: [StreamEvent] = []
        var ringBytes = 0
        var sequence: UInt64 = 0
        /// Events up to this one are no longer in the ring.
        var floor: UInt64 = 0
        /// The event with which each member last moved: a subscriber that fell behind gets the newest positions, however far behind.
        var moves: [ID: UInt64] = [:]
        var groups: [ObjectIdentifier: SubscriberGroup] = [:]
        /// Whether a traveller has ever watched: until then nothing is made for them.
        var hasFriends = false
    }
    private static let ringLimit = 1024
    private static let ringByteLimit = 1 << 20

    package let board: Board
    /// Changes with every start of the program: a page that resumes from another epoch must read everything anew.
    private let epoch: String
    private let state = Mutex(State())

    private let ground: GroundHeight
    /// Events with new answers since the last sending: a thousand answers in a moment are one hint.
    private let touchedEvents = Mutex<Set<ID>>([])

    init(epoch: String, board: Board, ground: @escaping GroundHeight) {
        self.epoch = epoch
        self.ground = ground
        self.board = board
    }

    /// Sends an event to everybody who listens to one of these topics.
    package func publish(_ topics: Topics, name: String, data: JSON) {
        publish(topics, name: name, data: data, audience: nil)
    }

    /// Sends everybody who moved since the last call, each with their newest position only.
    func publishMoves() {
        publishTouchedEvents()
        let moved = board.drainChanges()
        guard !moved.isEmpty else { return }
        guard hasListeners else { return state.withLock { TripChannel.note(moved, in: &$0) } }
        publishMoves(of: moved, for: .positions)
        guard state.withLock({ $0.hasFriends }) else { return }
        let seen = board.isSeenByFriends(moved.map(\.memberID))
        let entries = moved.filter { seen.contains($0.memberID) }
        if !entries.isEmpty { publishMoves(of: entries, for: .friends) }
    }

    private func publishMoves(of moved: [BoardEntry], for topics: Topics) {
        let data = PositionsJSON.encode(moved, ground: ground, isForFriends: topics == .friends)
        state.withLock { state in
            TripChannel.note(moved, in: &state)
            let frame = Framing.event(id: id(state.sequence), name: "positions", data: data)
            send(StreamEvent(sequence: state.sequence, topics: topics, frame: frame, audience: nil), &state)
        }
    }

    private static func note(_ moved: [BoardEntry], in state: inout State) {
        state.sequence += 1
        for entry in moved { state.moves[entry.memberID] = state.sequence }
    }

    /// Takes the member out of the friends' sight, on every open page; staff go on seeing them.
    package func withhold(_ member: ID) {
        guard board.setWithheld(true, member) else { return }
        publish(.friends, name: "hidden", data: .object { $0.add("id", member) })
    }

    /// Lets friends see the member again: open pages get their newest fix with the next that are sent.
    package func unwithhold(_ member: ID) { _ = board.setWithheld(false, member) }

    /// Applies a fresh list of whom friends may see: hides everybody else on open pages.
    package func setFriends(_ isFriendly: Bool, withheld: Set<ID>) {
        for member in board.setFriends(isFriendly, withheld: withheld) {
            publish(.friends, name: "hidden", data: .object { $0.add("id", member) })
        }
    }

    /// Applies a fresh list of members no longer on the trip: removes them from the board and every open map.
    /// - Returns: members who are back.
    package func setGone(_ gone: Set<ID>) -> Set<ID> {
        let (left, back) = board.setGone(gone)
        left.forEach(publishForgotten)
        return back
    }

    /// Tells open pages, with the next sending, that an event changed.
    package func touch(event: ID) { _ = touchedEvents.withLock { $0.insert(event) } }

    private func publishTouchedEvents() {
        let touched = touchedEvents.withLock { events in
            defer { events.removeAll(keepingCapacity: true) }
            return events
        }
        for event in touched { publish(.events, name: "event", data: .object { $0.add("id", event) }) }
    }

    /// Takes the member off the board and off every open map.
    package func hide(_ member: ID) {
        board.hide(member)
        publish([.positions, .roster, .friends], name: "hidden", data: .object { $0.add("id", member) })
    }

    /// As `hide`, but nobody chose to hide, and the next fix brings the member back.
    package func forget(_ member: ID) {
        board.forget(member)
        publishForgotten(member)
    }

    private func publishForgotten(_ member: ID) {
        let data = JSON.object { out in
            out.add("id", member)
            out.add("isForgotten", true)
        }
        publish([.positions, .roster, .friends], name: "hidden", data: data)
    }

    /// Whether anybody has ever watched: until then there is nobody to tell.
    package var hasListeners: Bool { state.withLock { !$0.groups.isEmpty } }

    /// - Parameters:
    ///   - audience: the members who may read it; nil for all of the trip's.
    ///   - others: members of these who do not hear of it.
    package func publishChat(name: String, data: JSON, to audience: Set<ID>?, except others: Set<ID> = []) {
        publish(.chat, name: name, data: data, audience: audience, except: others)
    }

    /// Tells members of what concerns them alone, on all their open pages.
    package func tell(_ members: Set<ID>, name: String, data: JSON) {
        guard !members.isEmpty else { return }
        publish(.own, name: name, data: data, audience: members)
    }

    private func publish(_ topics: Topics, name: String, data: JSON, audience: Set<ID>?, except others: Set<ID> = []) {
        state.withLock { state in
            state.sequence += 1
            let frame = Framing.event(id: id(state.sequence), name: name, data: data)
            let event = StreamEvent(sequence: state.sequence, topics: topics, frame: frame, audience: audience, others: others)
            state.ring.append(event)
            state.ringBytes += frame.readableBytes
            if state.ring.count > TripChannel.ringLimit || state.ringBytes > TripChannel.ringByteLimit { TripChannel.shorten(&state) }
            send(event, &state)
        }
    }

    /// Call before another event gets the next number: a subscriber ignores events older than its newest.
    private func send(_ event: StreamEvent, _ state: inout State) { state.groups.values.forEach { $0.send(event) } }

    /// Drops the older half, so that the cost of moving the rest is paid seldom.
    private static func shorten(_ state: inout State) {
        let count = (state.ring.count + 1) / 2
        state.floor = state.ring[count - 1].sequence
        state.ringBytes -= state.ring[..<count].reduce(0) { $0 + $1.frame.readableBytes }
        state.ring.removeFirst(count)
    }

    /// On the subscriber's loop: it joins its group before it reads what it missed, so no event is lost in between.
    func join(_ subscriber: Subscriber, lastEventID: String?) {
        let loop = subscriber.loop
        let group = state.withLock { state in
            if subscriber.topics.contains(.friends) { state.hasFriends = true }
            if let group = state.groups[ObjectIdentifier(loop)] { return group }
            let group = SubscriberGroup(loop: loop, tripChannel: self)
            state.groups[ObjectIdentifier(loop)] = group
            return group
        }
        group.add(subscriber)
        subscriber.start(
            in: group, tripChannel: self, resuming: lastEventID != nil, from: lastEventID.flatMap(sequence(ofEventID:)))
    }

    func endSubscribers(where shouldEnd: @escaping @Sendable (StreamIdentity) -> Bool) {
        state.withLock { Array($0.groups.values) }.forEach { $0.end(where: shouldEnd) }
    }

    func heartbeat() { state.withLock { Array($0.groups.values) }.forEach { $0.heartbeat() } }

    // MARK: resuming

    var currentSequence: UInt64 { state.withLock { $0.sequence } }

    /// Where a page resumes if it reads everything it shows after asking for this.
    package var lastEventID: String { id(currentSequence) }

    func id(_ sequence: UInt64) -> String { "\(epoch)-\(sequence)" }

    /// The sequence in a Last-Event-ID of this epoch; nil for any other.
    func sequence(ofEventID id: String) -> UInt64? {
        let parts = id.split(separator: "-")
        guard parts.count == 2, parts[0] == epoch, let sequence = parts[1].ordinal.map({ UInt64($0) }), sequence <= currentSequence else {
            return nil
        }
        return sequence
    }

    /// What a subscriber that has seen `sequence` still needs, positions as one event with everybody's newest.
    /// A subscriber that is too far behind is told to re-read.
    func missed(since sequence: UInt64?, topics: Topics, member: ID?) -> (frames: [ByteBuffer], sequence: UInt64) {
        let (events, moved, current, isComplete) = state.withLock { state -> ([StreamEvent], [ID], UInt64, Bool) in
            guard let sequence, sequence >= state.floor else { return ([], [], state.sequence, false) }
            let events = state.ring.filter { $0.sequence > sequence && !$0.topics.isDisjoint(with: topics) && $0.isFor(member) }
            let moved = topics.isDisjoint(with: [.positions, .friends]) ? [] : state.moves.filter { $0.value > sequence }.map(\.key)
            return (events, moved, state.sequence, true)
        }
        guard isComplete else { return ([Framing.event(id: id(current), name: "reread", data: .object { _ in })], current) }
        var frames = frames(events)
        let isForFriends = !topics.contains(.positions)
        let entries = moved.isEmpty ? [] : board.entries(of: isForFriends ? board.isSeenByFriends(moved) : Set(moved))
        if !entries.isEmpty {
            let data = PositionsJSON.encode(entries, ground: ground, isForFriends: isForFriends)
            frames.append(Framing.event(id: id(current), name: "positions", data: data))
        }
        return (frames, current)
    }

    /// Replaces missed events of the chat by one request to read it anew: messages may have been removed since, and access lost.
    private func frames(_ events: [StreamEvent]) -> [ByteBuffer] {
        let lastSaid = events.last { $0.topics == .chat }?.sequence
        return events.compactMap { event in
            guard event.topics == .chat else { return event.frame }
            guard event.sequence == lastSaid else { return nil }
            return Framing.event(id: id(event.sequence), name: "standing", data: .object { $0.add("reread", true) })
        }
    }
}

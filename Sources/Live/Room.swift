import Domain
import NIOCore
import Synchronization

/// Everybody who watches one trip: the ring of recent events and the readers, gathered by event loop.
package final class Room: Sendable {
    private struct State {
        var ring: [Event] = []
        var ringBytes = 0
        var sequence: UInt64 = 0
        /// Events up to this one are no longer in the ring.
        var floor: UInt64 = 0
        var groups: [ObjectIdentifier: ReaderGroup] = [:]
        /// Whether a traveller has ever watched: until then nothing is made for them.
        var hasFriends = false
    }
    private static let ringLimit = 1024
    private static let ringByteLimit = 1 << 20

    package let board: Board
    /// Changes with every start of the program: a resume across it must re-read.
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

    /// - Parameter data: one line.
    package func publish(_ topics: Topics, name: String, data: String) {
        publish(topics, name: name, data: data, members: [])
    }

    /// Sends everybody who moved since the last call, each with their newest position only.
    func publishMoves() {
        publishTouchedEvents()
        let moved = board.takeChanges()
        guard !moved.isEmpty, hasListeners else { return }
        publish(.positions, name: "positions", data: PositionsJSON.encode(moved, ground: ground), members: moved.map(\.memberID))
        publishToFriends(moved)
    }

    private func publishToFriends(_ moved: [BoardEntry]) {
        guard state.withLock({ $0.hasFriends }) else { return }
        let seen = board.isSeenByFriends(moved.map(\.memberID))
        let entries = moved.filter { seen.contains($0.memberID) }
        guard !entries.isEmpty else { return }
        publish(
            .friends, name: "positions", data: PositionsJSON.encode(entries, ground: ground, isForFriends: true),
            members: entries.map(\.memberID))
    }

    /// Takes the member out of the friends' sight, on every open page; staff go on seeing them.
    package func withhold(_ member: ID) {
        guard board.setWithheld(true, member) else { return }
        publish(.friends, name: "hidden", data: "{\"id\":\"\(member)\"}")
    }

    package func unwithhold(_ member: ID) { _ = board.setWithheld(false, member) }

    /// Who may be seen by friends, read anew: hides on open pages whoever may no longer.
    package func setFriends(_ isFriendly: Bool, withheld: Set<ID>) {
        for member in board.setFriends(isFriendly, withheld: withheld) {
            publish(.friends, name: "hidden", data: "{\"id\":\"\(member)\"}")
        }
    }

    /// Tells open pages, with the next sending, that an event changed.
    package func touch(event: ID) { _ = touchedEvents.withLock { $0.insert(event) } }

    private func publishTouchedEvents() {
        let touched = touchedEvents.withLock { events in
            defer { events.removeAll(keepingCapacity: true) }
            return events
        }
        for event in touched { publish(.events, name: "event", data: "{\"id\":\"\(event)\"}") }
    }

    /// Takes the member off the board and off every open map.
    package func hide(_ member: ID) {
        board.hide(member)
        publish([.positions, .roster, .friends], name: "hidden", data: "{\"id\":\"\(member)\"}", members: [])
    }

    /// As `hide`, but the next fix brings the member back.
    package func forget(_ member: ID) {
        board.forget(member)
        publish([.positions, .roster, .friends], name: "hidden", data: "{\"id\":\"\(member)\"}", members: [])
    }

    /// Whether anybody has ever watched: until then there is nobody to tell, and nothing to resume.
    package var hasListeners: Bool { state.withLock { !$0.groups.isEmpty } }

    /// - Parameter audience: the members who may read it; nil for all of the trip's.
    package func publishChat(name: String, data: String, to audience: Set<ID>?) {
        publish(.chat, name: name, data: data, members: [], audience: audience)
    }

    private func publish(_ topics: Topics, name: String, data: String, members: [ID], audience: Set<ID>? = nil) {
        state.withLock { state in
            state.sequence += 1
            let frame = Framing.event(id: "\(epoch)-\(state.sequence)", name: name, data: data)
            let event = Event(sequence: state.sequence, topics: topics, frame: frame, members: members, audience: audience)
            state.ring.append(event)
            state.ringBytes += frame.readableBytes
            if state.ring.count > Room.ringLimit || state.ringBytes > Room.ringByteLimit { Room.shorten(&state) }
            // Before anybody else has the next number: a reader takes nothing that is older than what it has.
            state.groups.values.forEach { $0.send(event) }
        }
    }

    /// Drops the older half, so that the cost of moving the rest is paid seldom.
    private static func shorten(_ state: inout State) {
        let count = (state.ring.count + 1) / 2
        state.floor = state.ring[count - 1].sequence
        state.ringBytes -= state.ring[..<count].reduce(0) { $0 + $1.frame.readableBytes }
        state.ring.removeFirst(count)
    }

    /// On the reader's loop: it is in the group before it reads what it missed, so nothing falls between.
    func join(_ reader: Reader, lastEventID: String?) {
        let loop = reader.loop
        let group = state.withLock { state in
            if reader.topics.contains(.friends) { state.hasFriends = true }
            if let group = state.groups[ObjectIdentifier(loop)] { return group }
            let group = ReaderGroup(loop: loop, room: self)
            state.groups[ObjectIdentifier(loop)] = group
            return group
        }
        group.add(reader)
        reader.start(
            in: group, room: self, resuming: lastEventID != nil, from: lastEventID.flatMap(sequence(ofEventID:)))
    }

    func endReaders(where shouldEnd: @escaping @Sendable (StreamIdentity) -> Bool) {
        state.withLock { Array($0.groups.values) }.forEach { $0.end(where: shouldEnd) }
    }

    func heartbeat() { state.withLock { Array($0.groups.values) }.forEach { $0.heartbeat() } }

    // MARK: resuming

    var currentSequence: UInt64 { state.withLock { $0.sequence } }

    /// The sequence in a Last-Event-ID of this epoch; nil for any other.
    func sequence(ofEventID id: String) -> UInt64? {
        let parts = id.split(separator: "-")
        guard parts.count == 2, parts[0] == epoch, let sequence = UInt64(parts[1]), sequence <= currentSequence else {
            return nil
        }
        return sequence
    }

    /// What a reader that has seen `sequence` still needs, positions as one event with everybody's newest.
    /// A reader that is too far behind is told to re-read.
    func missed(since sequence: UInt64?, topics: Topics, member: ID?) -> (frames: [ByteBuffer], sequence: UInt64) {
        let (events, current, isComplete) = state.withLock { state -> ([Event], UInt64, Bool) in
            guard let sequence, sequence >= state.floor else { return ([], state.sequence, false) }
            let events = state.ring.filter { $0.sequence > sequence && !$0.topics.isDisjoint(with: topics) && $0.isFor(member) }
            return (events, state.sequence, true)
        }
        let id = "\(epoch)-\(current)"
        guard isComplete else { return ([Framing.event(id: id, name: "reread", data: "{}")], current) }
        // What was said may have been removed since, and access lost: whoever missed some of the chat asks for it anew.
        var frames = events.filter { $0.members.isEmpty && $0.topics != .chat }.map(\.frame)
        if events.contains(where: { $0.topics == .chat }) {
            frames.append(Framing.event(id: id, name: "standing", data: "{\"reread\":true}"))
        }
        let members = Set(events.flatMap(\.members))
        if !members.isEmpty {
            let isForFriends = !topics.contains(.positions)
            let entries = board.entries(of: isForFriends ? board.isSeenByFriends(Array(members)) : members)
            let data = PositionsJSON.encode(entries, ground: ground, isForFriends: isForFriends)
            frames.append(Framing.event(id: id, name: "positions", data: data))
        }
        return (frames, current)
    }
}

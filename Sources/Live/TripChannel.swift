import Domain
import NIOCore
import Synchronization

/// Everybody who watches one trip: the ring of recent events and the subscribers, gathered by event loop.
package final class TripChannel: Sendable {
    struct State {
        /// All but positions.
        var ring: [StreamEvent] = []
        var ringBytes = 0
        var sequence: UInt64 = 0
        /// Of the newest change that was told.
        var place: UInt64
        /// Events up to this one are no longer in the ring, and changes up to that one.
        var floor: UInt64 = 0
        var floorPlace: UInt64
        /// The event with which each member last moved: a subscriber that fell behind gets the newest positions, however far behind.
        var moves: [ID: UInt64] = [:]
        /// When some of them were sent: of the last ones.
        var moments: [(at: NIODeadline, sequence: UInt64)] = []
        var groups: [ObjectIdentifier: SubscriberGroup] = [:]
        /// Whether a traveller has ever watched: until then nothing is made for them.
        var hasFriends = false
    }
    private static let ringLimit = 1024
    private static let ringByteLimit = 1 << 20
    private static let momentLimit = 64

    package let board: Board
    let numbering: StreamNumbering
    let state: Mutex<State>

    let ground: GroundHeight
    /// What changed since the last sending and many change at once: a thousand answers in a moment are one hint.
    private let touched = Mutex<Set<Touched>>([])
    private enum Touched: Hashable {
        case event(ID), announcement(ID)
        case chat
    }

    init(numbering: StreamNumbering, board: Board, ground: @escaping GroundHeight) {
        self.numbering = numbering
        state = Mutex(State(place: numbering.firstPlace, floorPlace: numbering.firstPlace))
        self.ground = ground
        self.board = board
    }

    /// Sends an event to everybody who listens to one of these topics.
    /// - Parameter place: of the change that it tells of; nil for what this node sends of itself.
    package func publish(_ topics: Topics, name: String, data: JSON, at place: UInt64? = nil) {
        publish(topics, name: name, data: data, audience: nil, at: place)
    }

    /// Sends everybody who moved since the last call, each with their newest position only.
    func publishMoves() {
        publishTouched()
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
            let frame = Framing.event(id: id(of: state), name: "positions", data: data)
            let event = StreamEvent(
                sequence: state.sequence, place: state.place, isChange: false, sentAt: .now(), topics: topics, frame: frame, audience: nil)
            send(event, &state)
        }
    }

    private static func note(_ moved: [BoardEntry], in state: inout State) {
        state.sequence += 1
        for entry in moved { state.moves[entry.memberID] = state.sequence }
        if state.moments.count == TripChannel.momentLimit { state.moments.removeFirst() }
        state.moments.append((.now(), state.sequence))
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
    package func touch(event: ID) { _ = touched.withLock { $0.insert(.event(event)) } }

    /// The same of an announcement, or of its receipts.
    package func touch(announcement: ID) { _ = touched.withLock { $0.insert(.announcement(announcement)) } }

    /// The same of the chat, of which nothing more can be told: open pages read it anew.
    package func touchChat() { _ = touched.withLock { $0.insert(.chat) } }

    private func publishTouched() {
        let found = touched.withLock { touched in
            defer { touched.removeAll(keepingCapacity: true) }
            return touched
        }
        for touched in found {
            switch touched {
            case .event(let id): publish(.events, name: "event", data: .object { $0.add("id", id) })
            case .announcement(let id): publish(.alerts, name: "announcement", data: .object { $0.add("id", id) })
            case .chat: publishChat(name: "standing", data: .object { $0.add("reread", true) }, to: nil)
            }
        }
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
    package func publishChat(name: String, data: JSON, to audience: Set<ID>?, except others: Set<ID> = [], at place: UInt64? = nil) {
        publish(.chat, name: name, data: data, audience: audience, except: others, at: place)
    }

    /// Tells members of what concerns them alone, on all their open pages.
    package func tell(_ members: Set<ID>, name: String, data: JSON, at place: UInt64? = nil) {
        guard !members.isEmpty else { return }
        publish(.own, name: name, data: data, audience: members, at: place)
    }

    private func publish(
        _ topics: Topics, name: String, data: JSON, audience: Set<ID>?, except others: Set<ID> = [], at place: UInt64? = nil
    ) {
        state.withLock { state in
            state.sequence += 1
            if let place { state.place = max(state.place, place) }
            let frame = Framing.event(id: id(of: state, isChange: place != nil), name: name, data: data)
            let event = StreamEvent(
                sequence: state.sequence, place: state.place, isChange: place != nil, sentAt: .now(), topics: topics, frame: frame,
                audience: audience, others: others)
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
        let (last, next) = (state.ring[count - 1], state.ring[count])
        // Of the hints that follow a change, some may be gone.
        (state.floor, state.floorPlace) = (last.sequence, last.isChange && next.place > last.place ? last.place : last.place + 1)
        state.ringBytes -= state.ring[..<count].reduce(0) { $0 + $1.frame.readableBytes }
        state.ring.removeFirst(count)
    }

    /// Places count from the numbering's first.
    func begin() {
        let first = numbering.firstPlace
        state.withLock { ($0.place, $0.floorPlace) = (first, first) }
    }

    /// Forgets what was sent, and has every open page read anew what it shows.
    func reread() {
        publish(.all, name: "reread", data: .object { _ in })
        state.withLock { state in
            (state.floor, state.floorPlace) = (state.sequence, max(state.place, numbering.heardPlace))
            (state.ring, state.ringBytes) = ([], 0)
        }
    }
}

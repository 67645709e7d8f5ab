import Domain
import NIOCore

/// How browsers come to a trip's events, go on where they stopped, and leave.
extension TripChannel {
    /// How long a node takes to send of itself what another one has sent: a browser that comes from there hears it once more.
    private static let overlap = TimeAmount.seconds(5)
    /// How long a browser waits that comes from a node which is ahead: changes are read once a second at least.
    private static let patience = (tries: 40, pause: Duration.milliseconds(50))

    /// Returns once this node has told of the change that the browser heard of elsewhere, or when that takes too long.
    func catchUp(with lastEventID: String) async throws {
        guard let place = numbering.position(of: lastEventID)?.place else { return }
        for _ in 0..<TripChannel.patience.tries where max(state.withLock { $0.place }, numbering.heardPlace) < place {
            try await Task.sleep(for: TripChannel.patience.pause)
        }
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
        subscriber.start(in: group, tripChannel: self, lastEventID: lastEventID)
    }

    func endSubscribers(pause: @escaping @Sendable () -> Int? = { nil }, where shouldEnd: @escaping @Sendable (StreamIdentity) -> Bool) {
        state.withLock { Array($0.groups.values) }.forEach { $0.end(pause: pause, where: shouldEnd) }
    }

    func heartbeat() { state.withLock { Array($0.groups.values) }.forEach { $0.heartbeat() } }

    // MARK: resuming

    var currentSequence: UInt64 { state.withLock { $0.sequence } }

    /// Where a page resumes if it reads everything it shows after asking for this.
    package var lastEventID: String { state.withLock { id(of: $0) } }

    /// - Parameter isChange: such an event has the same id on every node.
    func id(of state: borrowing State, isChange: Bool = false) -> String {
        // What is no change comes after all that this node has heard, of whatever trip.
        let place = isChange ? state.place : max(state.place, numbering.heardPlace)
        return numbering.id(StreamPosition(place: place, sequence: isChange ? nil : state.sequence))
    }

    /// What a subscriber still needs that has heard as far as an id says.
    func missed(since lastEventID: String, topics: Topics, member: ID?) -> Missed {
        let start = state.withLock { state -> (changes: UInt64, others: UInt64)? in
            numbering.position(of: lastEventID).flatMap { sequences(of: $0, in: state) }
        }
        return missed(since: start, topics: topics, member: member)
    }

    /// As numbered here: the event after which it goes on, and the one after which it hears positions and what each node sends at its own
    /// time. Nil where some of it is not known any more.
    private func sequences(of position: StreamPosition, in state: borrowing State) -> (changes: UInt64, others: UInt64)? {
        if let sequence = position.sequence {
            return sequence >= state.floor && sequence <= state.sequence ? (sequence, sequence) : nil
        }
        guard position.place >= state.floorPlace, position.place <= max(state.place, numbering.heardPlace) else {
            return nil
        }
        guard let last = state.ring.last(where: { $0.isChange && $0.place <= position.place }) else { return (state.floor, 0) }
        let earlier = state.moments.last { $0.at <= last.sentAt - TripChannel.overlap }?.sequence ?? 0
        return (last.sequence, min(earlier, last.sequence))
    }

    /// What a subscriber needs that could not take everything up to `sequence`.
    func missed(since sequence: UInt64, topics: Topics, member: ID?) -> Missed {
        missed(since: (changes: sequence, others: sequence), topics: topics, member: member)
    }

    struct Missed {
        var frames: [ByteBuffer]
        /// Of the newest event.
        let sequence: UInt64
        /// False if the subscriber is too far behind: it is told to read everything anew.
        var isComplete = true
    }

    /// Positions come as one event with everybody's newest.
    private func missed(since start: (changes: UInt64, others: UInt64)?, topics: Topics, member: ID?) -> Missed {
        let (events, moved, current, newest) = state.withLock { state -> ([StreamEvent]?, [ID], UInt64, String) in
            guard let start, start.changes >= state.floor else { return (nil, [], state.sequence, id(of: state)) }
            let events = state.ring.filter {
                $0.sequence > ($0.isChange ? start.changes : start.others) && !$0.topics.isDisjoint(with: topics) && $0.isFor(member)
            }
            let moved = topics.isDisjoint(with: [.positions, .friends]) ? [] : state.moves.filter { $0.value > start.others }.map(\.key)
            return (events, moved, state.sequence, id(of: state))
        }
        guard let events else {
            return Missed(
                frames: [Framing.event(id: newest, name: "reread", data: .object { _ in })], sequence: current, isComplete: false)
        }
        var frames = frames(events)
        let isForFriends = !topics.contains(.positions)
        let entries = moved.isEmpty ? [] : board.entries(of: isForFriends ? board.isSeenByFriends(moved) : Set(moved))
        if !entries.isEmpty {
            let data = PositionsJSON.encode(entries, ground: ground, isForFriends: isForFriends)
            frames.append(Framing.event(id: newest, name: "positions", data: data))
        }
        return Missed(frames: frames, sequence: current)
    }

    /// Replaces missed events of the chat by one request to read it anew: messages may have been removed since, and access lost.
    private func frames(_ events: [StreamEvent]) -> [ByteBuffer] {
        let lastSaid = events.last { $0.topics == .chat }?.sequence
        return events.compactMap { event in
            guard event.topics == .chat else { return event.frame }
            guard event.sequence == lastSaid else { return nil }
            let id = numbering.id(StreamPosition(place: event.place, sequence: event.isChange ? nil : event.sequence))
            return Framing.event(id: id, name: "standing", data: .object { $0.add("reread", true) })
        }
    }
}

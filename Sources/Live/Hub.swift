import Domain
import NIOCore
import Synchronization

/// One hub for the program: a channel for every trip.
package final class Hub: Sendable {
    /// Positions of one member within this time become one.
    package static let coalescing = Duration.milliseconds(250)
    package static let heartbeat = Duration.seconds(15)

    private struct State {
        var tripChannels: [ID: TripChannel] = [:]
        var isClosed = false
    }
    private let numbering: StreamNumbering
    private let ground: GroundHeight
    private let firstDescriptor: Int
    private let state = Mutex(State())
    private let subscriberCount = Atomic<Int>(0)

    /// - Parameters:
    ///   - epoch: differs between two starts of the program, and between nodes.
    ///   - firstDescriptor: streams have descriptors of their own from this number on.
    ///   - ground: what positions are sent with.
    package init(epoch: String, firstDescriptor: Int = 0, ground: @escaping GroundHeight = { _ in nil }) {
        numbering = StreamNumbering(node: epoch)
        self.firstDescriptor = firstDescriptor
        self.ground = ground
    }

    /// Everybody's newest position, as the stream sends it.
    package func positions(_ trip: ID) -> JSON { PositionsJSON.encode(board(trip).entries().values, ground: ground) }

    /// The same, of those whom friends may see.
    package func friendPositions(_ trip: ID) -> JSON {
        PositionsJSON.encode(board(trip).friendEntries().values, ground: ground, isForFriends: true)
    }

    /// The channel of a trip. Made when it is first asked for, and kept.
    package func tripChannel(_ trip: ID) -> TripChannel {
        state.withLock { state in
            if let tripChannel = state.tripChannels[trip] { return tripChannel }
            let tripChannel = TripChannel(numbering: numbering, board: Board(), ground: ground)
            state.tripChannels[trip] = tripChannel
            return tripChannel
        }
    }

    /// Hints at something that staff see whichever trip is open. Pages of other trips hear that it happened, but not where.
    /// - Parameter place: of the change that it tells of; nil for what only this node knows.
    package func hint(_ name: String, of trip: ID, at place: UInt64? = nil) {
        tripChannel(trip).publish(.alerts, name: name, data: .object { _ in }, at: place)
        for channel in tripChannels(but: trip) {
            channel.publish(.alerts, name: name, data: .object { $0.add("elsewhere", true) }, at: place)
        }
    }

    /// What people say of places changed: whoever looks at them reads it again.
    /// - Parameter isForAll: also on the other trips, where what is for all trips is read.
    package func hintPlaces(of trip: ID, isForAll: Bool, at place: UInt64) {
        let channels = [tripChannel(trip)] + (isForAll ? tripChannels(but: trip) : [])
        channels.forEach { $0.publish(.places, name: "places", data: .object { _ in }, at: place) }
    }

    /// From where changes are followed, before the first of them, or before the first of a new line of numbers.
    /// - Parameter epoch: of the database whose nodes number alike; nil where this is the only one.
    package func begin(epoch: String?, at place: UInt64) {
        numbering.begin(epoch: epoch, at: place)
        tripChannels.forEach { $0.begin() }
    }

    /// All changes up to a place have been told.
    package func hear(upTo place: UInt64) { numbering.hear(upTo: place) }

    /// Changes may have been missed: every open page reads anew what it shows.
    package func reread() { tripChannels.forEach { $0.reread() } }

    /// Tells every open page that nothing new is stored or read, or that it is again.
    package func setAway(_ isAway: Bool) {
        tripChannels.forEach { $0.publish(.all, name: "away", data: .object { $0.add("is", isAway) }) }
    }

    /// The positions of one trip.
    package func board(_ trip: ID) -> Board { tripChannel(trip).board }
    package var subscribers: Int { subscriberCount.load(ordering: .relaxed) }
    private func tripChannels(but trip: ID) -> [TripChannel] {
        state.withLock { $0.tripChannels.filter { $0.key != trip }.map(\.value) }
    }
    private var tripChannels: [TripChannel] { state.withLock { Array($0.tripChannels.values) } }

    /// Sends what moved, four times a second, and heartbeats, until the task is cancelled.
    package func run() async throws {
        var ticks = 0
        while !Task.isCancelled {
            try await Task.sleep(for: Hub.coalescing)
            ticks += 1
            sendMoves()
            if ticks % 60 == 0 { tripChannels.forEach { $0.heartbeat() } }
        }
    }

    /// Sends every open stream what moved on its trip since the last time.
    package func sendMoves() { tripChannels.forEach { $0.publishMoves() } }

    /// Runs a stream on a connection whose response head has been written; returns when it ended.
    /// - Parameter lastEventID: what the browser saw last, or what its page was made from; nil on a first connection without a page.
    package func serve(
        on channel: any Channel, identity: StreamIdentity, topics: Topics, lastEventID: String?
    ) async throws {
        let tripChannel = tripChannel(identity.tripID)
        if let lastEventID { try await tripChannel.catchUp(with: lastEventID) }
        let ended = channel.eventLoop.makePromise(of: Void.self)
        subscriberCount.add(1, ordering: .relaxed)
        defer { subscriberCount.subtract(1, ordering: .relaxed) }
        channel.eventLoop.execute {
            guard channel.isActive, !self.state.withLock({ $0.isClosed }), let outlet = try? StreamOutlet.of(channel)
            else { return ended.succeed() }
            let subscriber = Subscriber(
                loop: channel.eventLoop, identity: identity, topics: topics, outlet: outlet,
                descriptor: Descriptor(of: channel, from: self.firstDescriptor), sequence: tripChannel.currentSequence, ended: ended)
            tripChannel.join(subscriber, lastEventID: lastEventID)
        }
        try await ended.futureResult.get()
    }

    /// A stream that somebody may hear, for the connection that asks for it.
    package func subscription(_ identity: StreamIdentity, to topics: Topics) -> StreamSubscription {
        StreamSubscription(hub: self, identity: identity, topics: topics)
    }

    /// Ends every stream, on every trip, for which `shouldEnd` is true: its session or its rights are gone.
    package func end(where shouldEnd: @escaping @Sendable (StreamIdentity) -> Bool) {
        tripChannels.forEach { $0.endSubscribers(where: shouldEnd) }
    }

    /// Ends every stream and takes no new ones.
    /// - Parameter pause: asked for each stream: milliseconds after which its browser is to come back; nil leaves it as it is.
    package func close(pause: @escaping @Sendable () -> Int? = { nil }) {
        state.withLock { $0.isClosed = true }
        tripChannels.forEach { $0.endSubscribers(pause: pause) { _ in true } }
    }
}

/// A stream before it has a connection. It exists only for a subscriber who was found to be allowed to hear it.
package struct StreamSubscription: Sendable {
    fileprivate let hub: Hub
    fileprivate let identity: StreamIdentity
    fileprivate let topics: Topics

    /// As `Hub.serve`.
    package func serve(on channel: any Channel, lastEventID: String?) async throws {
        try await hub.serve(on: channel, identity: identity, topics: topics, lastEventID: lastEventID)
    }
}

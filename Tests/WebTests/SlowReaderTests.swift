import Domain
import Live
import NIOCore
import NIOEmbedded
import Testing

/// Does something once, in the middle of writing to a reader.
private final class Meanwhile: ChannelOutboundHandler {
    typealias OutboundIn = IOData
    typealias OutboundOut = IOData
    private var action: (() -> Void)?
    init(_ action: @escaping () -> Void) { self.action = action }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        context.write(data, promise: promise)
        guard let action else { return }
        self.action = nil
        action()
    }
}

/// A reader that takes nothing for a while: nothing is queued for it, and it gets everybody's newest when it reads again.
@Suite struct SlowReaderTests {
    private let trip = ID(high: 1, low: 1)
    private let start = Instant(seconds: 1_767_621_802)

    private func move(_ hub: Hub, _ member: UInt64, _ second: Int) {
        let fix = Fix(
            time: start + .seconds(second), coordinates: Coordinates(clampedLatitude: 46 + Double(second) / 1000, longitude: Double(member))
        )
        hub.board(trip).update(BoardEntry(memberID: ID(high: member, low: 0), fix: fix, lastContactAt: fix.time))
    }

    /// Everything written since the last call.
    private func written(_ channel: NIOAsyncTestingChannel) async throws -> String {
        var text = ""
        while let part = try await channel.readOutbound(as: IOData.self) {
            if case .byteBuffer(let buffer) = part { text += String(buffer: buffer) }
        }
        return text
    }

    /// Sends what moved, and lets the loop write it.
    private func settle(_ hub: Hub, _ channel: NIOAsyncTestingChannel) async throws {
        hub.sendMoves()
        await pass(Hub.coalescing, channel)
    }

    private func pass(_ time: Duration, _ channel: NIOAsyncTestingChannel) async {
        await channel.testingEventLoop.advanceTime(by: TimeAmount(time))
    }

    /// A stream that has said its opening words.
    private func open(
        _ hub: Hub, _ topics: Topics, lastEventID: String? = nil, member: ID? = nil,
        on loop: NIOAsyncTestingEventLoop = NIOAsyncTestingEventLoop()
    ) async throws -> (NIOAsyncTestingChannel, Task<Void, any Error>) {
        let channel = NIOAsyncTestingChannel(loop: loop)
        try await channel.testingEventLoop.executeInContext { try channel.pipeline.syncOperations.addHandler(StreamOutlet()) }
        try await channel.connect(to: SocketAddress(ipAddress: "127.0.0.1", port: 1)).get()
        let identity = StreamIdentity(sessionID: trip, accountID: trip, tripID: trip, isStaff: !topics.isForTravellers, memberID: member)
        let stream = Task { try await hub.serve(on: channel, identity: identity, topics: topics, lastEventID: lastEventID) }
        guard lastEventID == nil else { return (channel, stream) }
        _ = try await opening(channel)
        return (channel, stream)
    }

    /// A stream's first words, up to some.
    private func opening(_ channel: NIOAsyncTestingChannel, to end: String = "retry: 2000") async throws -> String {
        var opening = ""
        while !opening.contains(end) { opening += try await written(channel) }
        return opening
    }

    /// The browser adopts the opening's number, and comes back with it.
    @Test(.timeLimit(.minutes(1))) func whoHeardNothingGoesOnFromTheOpening() async throws {
        let hub = Hub(epoch: "e")
        hub.room(trip).publish(.alerts, name: "alert", data: "before")
        let (first, firstStream) = try await open(hub, .alerts, lastEventID: "e-1")
        #expect(try await opening(first).contains("id: e-1\n"))
        hub.end { $0.sessionID == trip }
        try await firstStream.value
        hub.room(trip).publish(.alerts, name: "alert", data: "meanwhile")
        let (second, stream) = try await open(hub, .alerts, lastEventID: "e-1")
        let resumed = try await opening(second, to: "meanwhile")
        #expect(resumed.contains("id: e-2\nevent: alert\ndata: meanwhile"))
        #expect(!resumed.contains("before") && !resumed.contains("reread"))
        // One of another start keeps what it had until it has read everything anew.
        let (third, thirdStream) = try await open(hub, .alerts, lastEventID: "d-1")
        let anew = try await opening(third, to: "event: ")
        #expect(anew.components("id: ").count == 2 && anew.contains("id: e-2\nevent: reread"))
        hub.end { $0.sessionID == trip }
        try await stream.value
        try await thirdStream.value
    }

    /// A page's first stream: nobody has watched yet, and the page was made before somebody moved.
    @Test(.timeLimit(.minutes(1))) func movesThatNobodyWatchedAreCaughtUp() async throws {
        let hub = Hub(epoch: "e")
        move(hub, 1, 1)
        hub.sendMoves()
        let page = hub.room(trip).lastEventID
        move(hub, 2, 2)
        hub.sendMoves()
        let (channel, stream) = try await open(hub, .positions, lastEventID: page)
        let resumed = try await opening(channel, to: "event: ")
        #expect(resumed.contains("46.002") && !resumed.contains("46.001") && !resumed.contains("reread"))
        hub.end { $0.sessionID == trip }
        try await stream.value
    }

    /// Positions are many and push nothing else out of what can be resumed.
    @Test(.timeLimit(.minutes(1))) func aBusyTripIsResumedHoweverFarBehind() async throws {
        let hub = Hub(epoch: "e")
        let (channel, stream) = try await open(hub, .positions)
        for second in 1...1100 {
            move(hub, 1, second)
            hub.sendMoves()
        }
        hub.room(trip).publish(.alerts, name: "alert", data: "{}")
        let (again, second) = try await open(hub, [.positions, .alerts], lastEventID: "e-0")
        let resumed = try await opening(again, to: "event: positions")
        #expect(resumed.contains("event: alert") && resumed.contains(",47.1,") && !resumed.contains("reread"))
        #expect(resumed.components("event: positions").count == 2)
        hub.end { $0.sessionID == trip }
        try await stream.value
        try await second.value
        _ = channel
    }

    private func setWritable(_ isWritable: Bool, _ channel: NIOAsyncTestingChannel) async throws {
        try await channel.testingEventLoop.executeInContext {
            channel.isWritable = isWritable
            channel.pipeline.fireChannelWritabilityChanged()
        }
    }

    @Test(.timeLimit(.minutes(1))) func newestPositionsAreCoalesced() async throws {
        let hub = Hub(epoch: "e")
        let (channel, stream) = try await open(hub, .positions)
        move(hub, 1, 1)
        try await settle(hub, channel)
        #expect(try await written(channel).contains("46.001"))

        try await setWritable(false, channel)
        for second in 2...4 {
            move(hub, 1, second)
            move(hub, 2, second)
            try await settle(hub, channel)
        }
        #expect(try await written(channel).isEmpty, "something was queued for a reader that does not read")
        try await setWritable(true, channel)
        let caughtUp = try await written(channel)
        #expect(caughtUp.split(separator: "event: positions").count == 2, "\(caughtUp)")
        #expect(caughtUp.components("46.004").count == 3 && !caughtUp.contains("46.002") && !caughtUp.contains("46.003"))
        move(hub, 1, 5)
        try await settle(hub, channel)
        #expect(try await written(channel).contains("46.005"))
        hub.end { $0.sessionID == trip }
        try await stream.value
        #expect(hub.readers == 0)
    }

    /// After a quiet moment at once; what follows is gathered, in order, and leaves 50 ms after what left before.
    @Test(.timeLimit(.minutes(1))) func eventsCloseTogetherLeaveTogether() async throws {
        let hub = Hub(epoch: "e")
        let (channel, stream) = try await open(hub, .roster)
        let say = { (text: String) in hub.room(trip).publish(.roster, name: "roster", data: text) }
        say("first")
        await pass(.zero, channel)
        #expect(try await written(channel).contains("data: first"))
        say("second")
        await pass(.milliseconds(49), channel)
        #expect(try await written(channel).isEmpty)
        say("third")
        await pass(.milliseconds(1), channel)
        let both = try await written(channel)
        #expect(both.split(separator: "data: ").map { $0.prefix(6) }.dropFirst() == ["second", "third\n"], "\(both)")
        await pass(.milliseconds(50), channel)
        say("fourth")
        await pass(.zero, channel)
        #expect(try await written(channel).contains("data: fourth"))
        hub.end { $0.sessionID == trip }
        try await stream.value
    }

    /// With thousands of readers writing takes a while, and what happens then is nobody's to lose.
    @Test(.timeLimit(.minutes(1))) func whatHappensWhileOthersAreWrittenToLeavesNext() async throws {
        let hub = Hub(epoch: "e")
        let (channel, stream) = try await open(hub, .roster)
        let room = hub.room(trip)
        try await channel.testingEventLoop.executeInContext {
            let meanwhile = Meanwhile { room.publish(.roster, name: "roster", data: "meanwhile") }
            try channel.pipeline.syncOperations.addHandler(meanwhile, position: .first)
        }
        room.publish(.roster, name: "roster", data: "first")
        await pass(.zero, channel)
        let first = try await written(channel)
        #expect(first.contains("data: first") && !first.contains("meanwhile"))
        await pass(.milliseconds(49), channel)
        #expect(try await written(channel).isEmpty)
        await pass(.milliseconds(1), channel)
        #expect(try await written(channel).contains("data: meanwhile"))
        await pass(.milliseconds(200), channel)
        room.publish(.roster, name: "roster", data: "last")
        await pass(.zero, channel)
        #expect(try await written(channel).contains("data: last"))
        hub.end { $0.sessionID == trip }
        try await stream.value
    }

    /// With thousands of readers some come and go, and more is said, while the others have their turns.
    @Test(.timeLimit(.minutes(1))) func everybodyHasEveryEventOnceWhoeverComesOrGoes() async throws {
        let (hub, loop, rest) = (Hub(epoch: "e"), NIOAsyncTestingEventLoop(), TimeAmount.microseconds(50))
        let say = { (number: Int) in hub.room(trip).publish(.roster, name: "roster", data: "said-\(number)") }
        var streams: [(NIOAsyncTestingChannel, Task<Void, any Error>)] = []
        for _ in 0..<700 { streams.append(try await open(hub, .roster, on: loop)) }
        say(1)
        await loop.advanceTime(by: .zero)
        // Those that go have had their turns, and those that take their places have not.
        for index in [0, 5, 200] { try await streams[index].0.close() }
        streams.append(try await open(hub, .roster, on: loop))
        await loop.advanceTime(by: rest)
        say(2)
        for index in [300, 600, 699] { try await streams[index].0.close() }
        streams.append(try await open(hub, .roster, on: loop))
        await loop.advanceTime(by: .milliseconds(49))
        say(3)
        for _ in 0..<10 { await loop.advanceTime(by: .milliseconds(10)) }
        for (index, stream) in streams.enumerated() where stream.0.isActive {
            let heard = try await written(stream.0).components("data: ").dropFirst().map { $0.prefix(6) }
            #expect(
                heard == (index == 700 ? ["said-2", "said-3"] : index == 701 ? ["said-3"] : ["said-1", "said-2", "said-3"]), "\(index)")
        }
        hub.end { _ in true }
        for stream in streams { try await stream.1.value }
        #expect(hub.readers == 0)
    }

    /// What is written together is put together once for all who want the same of it, and for nobody else.
    @Test(.timeLimit(.minutes(1))) func whatIsSaidToSomeIsReadByThoseAlone() async throws {
        let (hub, loop) = (Hub(epoch: "e"), NIOAsyncTestingEventLoop())
        let (ada, bo, cy) = (ID(high: 1, low: 0), ID(high: 2, low: 0), ID(high: 3, low: 0))
        var streams: [(NIOAsyncTestingChannel, Task<Void, any Error>)] = []
        for member in [ada, bo, cy, ada] { streams.append(try await open(hub, .chat, member: member, on: loop)) }
        let say = { (text: String, audience: Set<ID>?) in hub.room(trip).publishChat(name: "message", data: text, to: audience) }
        say("said-0", nil)
        await loop.advanceTime(by: .zero)
        say("said-1", [ada])
        say("said-2", nil)
        say("said-3", [ada, bo])
        hub.room(trip).publish(.roster, name: "roster", data: "said-4")
        say("said-5", [cy])
        await loop.advanceTime(by: .milliseconds(50))
        for (stream, wanted) in zip(streams, ["0123", "023", "025", "0123"]) {
            let heard = try await written(stream.0).components("data: said-").dropFirst().compactMap(\.first)
            #expect(String(heard) == wanted)
        }
        hub.end { _ in true }
        for stream in streams { try await stream.1.value }
    }

    /// Who speaks while others speak is heard too, and the ids rise: a browser resumes after the last one that it has.
    @Test(.timeLimit(.minutes(1))) func whatSeveralSayAtOnceAllArrivesInOrder() async throws {
        let (hub, speakers, count) = (Hub(epoch: "e"), 4, 2_000)
        let (channel, stream) = try await open(hub, .roster)
        let room = hub.room(trip)
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<speakers { group.addTask { for _ in 0..<count { room.publish(.roster, name: "roster", data: "{}") } } }
        }
        await pass(.milliseconds(75), channel)
        await pass(.milliseconds(75), channel)
        let ids = try await written(channel).split(separator: "id: e-").dropFirst().map { Int($0.prefix { $0 != "\n" }) }
        #expect(ids == (1...speakers * count).map(Optional.some))
        hub.end { $0.sessionID == trip }
        try await stream.value
    }

    /// What a traveller's connection is written, byte for byte: nobody who is withheld or off, not when it moves, not when it
    /// catches up, not when it comes back.
    @Test(.timeLimit(.minutes(1))) func friendsAreSentOnlyWhoShowsThemselves() async throws {
        let hub = Hub(epoch: "e")
        let room = hub.room(trip)
        let (shown, withheld, off) = (ID(high: 1, low: 0), ID(high: 2, low: 0), ID(high: 3, low: 0))
        room.setFriends(true, withheld: [withheld])
        room.hide(off)
        let (channel, stream) = try await open(hub, .friends)
        for member in 1...3 as ClosedRange<UInt64> { move(hub, member, Int(member)) }
        try await settle(hub, channel)
        let first = try await written(channel)
        #expect(first.contains(shown.description) && !first.contains(withheld.description) && !first.contains(off.description))
        // Staff's news is not for them.
        room.publish([.events, .alerts, .roster], name: "alert", data: "{}")
        try await settle(hub, channel)
        #expect(try await written(channel).isEmpty)
        // From everyone to the hosts: gone at once, and silent from then on.
        room.withhold(shown)
        try await settle(hub, channel)
        #expect(try await written(channel).contains("event: hidden\ndata: {\"id\":\"\(shown)\"}"))
        try await setWritable(false, channel)
        move(hub, 1, 11)
        move(hub, 4, 12)
        try await settle(hub, channel)
        try await setWritable(true, channel)
        let caughtUp = try await written(channel)
        #expect(caughtUp.contains("46.012") && !caughtUp.contains("46.011"))
        // A trip that shows friends to nobody sends nothing, not even to who resumes from the very beginning.
        room.setFriends(false, withheld: [])
        try await settle(hub, channel)
        #expect(try await written(channel).contains("event: hidden"))
        move(hub, 4, 13)
        try await settle(hub, channel)
        #expect(try await written(channel).isEmpty)
        let (again, second) = try await open(hub, .friends, lastEventID: "e-0")
        let resumed = try await opening(again)
        #expect(!resumed.contains("46.0"), "\(resumed)")
        hub.end { $0.sessionID == trip }
        try await stream.value
        try await second.value
    }
}

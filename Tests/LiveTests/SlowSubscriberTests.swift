import Domain
import Foundation
import Live
import NIOCore
import NIOEmbedded
import StreamSuite
import Testing

/// Does something once, in the middle of writing to a subscriber.
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

/// A subscriber that takes nothing for a while: nothing is queued for it, and it gets everybody's newest when it reads again.
@Suite struct SlowSubscriberTests: StreamSuite {
    @Test(.timeLimit(.minutes(5))) func newestPositionsAreCoalesced() async throws {
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
        #expect(caughtUp.components(separatedBy: "46.004").count == 3 && !caughtUp.contains("46.002") && !caughtUp.contains("46.003"))
        move(hub, 1, 5)
        try await settle(hub, channel)
        #expect(try await written(channel).contains("46.005"))
        hub.end { $0.sessionID == trip }
        try await stream.value
        #expect(hub.subscribers == 0)
    }

    /// After a quiet moment at once; what follows is gathered, in order, and leaves 50 ms after what left before.
    @Test(.timeLimit(.minutes(5))) func eventsCloseTogetherLeaveTogether() async throws {
        let hub = Hub(epoch: "e")
        let (channel, stream) = try await open(hub, .roster)
        let say = { (text: String) in hub.tripChannel(trip).publish(.roster, name: "roster", data: .string(text)) }
        say("first")
        await pass(.zero, channel)
        #expect(try await written(channel).contains("data: \"first\""))
        say("second")
        await pass(.milliseconds(49), channel)
        #expect(try await written(channel).isEmpty)
        say("third")
        await pass(.milliseconds(1), channel)
        let both = try await written(channel)
        #expect(both.split(separator: "data: \"").map { $0.prefix(6) }.dropFirst() == ["second", "third\""], "\(both)")
        await pass(.milliseconds(50), channel)
        say("fourth")
        await pass(.zero, channel)
        #expect(try await written(channel).contains("data: \"fourth\""))
        hub.end { $0.sessionID == trip }
        try await stream.value
    }

    /// With thousands of subscribers writing takes a while, and what happens then is nobody's to lose.
    @Test(.timeLimit(.minutes(5))) func whatHappensWhileOthersAreWrittenToLeavesNext() async throws {
        let hub = Hub(epoch: "e")
        let (channel, stream) = try await open(hub, .roster)
        let tripChannel = hub.tripChannel(trip)
        try await channel.testingEventLoop.executeInContext {
            let meanwhile = Meanwhile { tripChannel.publish(.roster, name: "roster", data: .string("meanwhile")) }
            try channel.pipeline.syncOperations.addHandler(meanwhile, position: .first)
        }
        tripChannel.publish(.roster, name: "roster", data: .string("first"))
        await pass(.zero, channel)
        let first = try await written(channel)
        #expect(first.contains("data: \"first\"") && !first.contains("meanwhile"))
        await pass(.milliseconds(49), channel)
        #expect(try await written(channel).isEmpty)
        await pass(.milliseconds(1), channel)
        #expect(try await written(channel).contains("data: \"meanwhile\""))
        await pass(.milliseconds(200), channel)
        tripChannel.publish(.roster, name: "roster", data: .string("last"))
        await pass(.zero, channel)
        #expect(try await written(channel).contains("data: \"last\""))
        hub.end { $0.sessionID == trip }
        try await stream.value
    }

    /// With thousands of subscribers some come and go, and more is said, while the others have their turns.
    @Test(.timeLimit(.minutes(5))) func everybodyHasEveryEventOnceWhoeverComesOrGoes() async throws {
        let (hub, loop, rest) = (Hub(epoch: "e"), NIOAsyncTestingEventLoop(), TimeAmount.microseconds(50))
        let say = { (number: Int) in hub.tripChannel(trip).publish(.roster, name: "roster", data: .string("said-\(number)")) }
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
            let heard = try await written(stream.0).components(separatedBy: "data: \"").dropFirst().map { $0.prefix(6) }
            #expect(
                heard == (index == 700 ? ["said-2", "said-3"] : index == 701 ? ["said-3"] : ["said-1", "said-2", "said-3"]), "\(index)")
        }
        hub.end { _ in true }
        for stream in streams { try await stream.1.value }
        #expect(hub.subscribers == 0)
    }

    /// What is written together is put together once for all who want the same of it, and for nobody else.
    @Test(.timeLimit(.minutes(5))) func whatIsSaidToSomeIsReadByThoseAlone() async throws {
        let (hub, loop) = (Hub(epoch: "e"), NIOAsyncTestingEventLoop())
        let (ada, bo, cy) = (ID(high: 1, low: 0), ID(high: 2, low: 0), ID(high: 3, low: 0))
        var streams: [(NIOAsyncTestingChannel, Task<Void, any Error>)] = []
        for member in [ada, bo, cy, ada] { streams.append(try await open(hub, .chat, member: member, on: loop)) }
        let say = { (text: String, audience: Set<ID>?) in
            hub.tripChannel(trip).publishChat(name: "message", data: .string(text), to: audience)
        }
        say("said-0", nil)
        await loop.advanceTime(by: .zero)
        say("said-1", [ada])
        say("said-2", nil)
        say("said-3", [ada, bo])
        hub.tripChannel(trip).publish(.roster, name: "roster", data: .string("said-4"))
        say("said-5", [cy])
        await loop.advanceTime(by: .milliseconds(50))
        for (stream, wanted) in zip(streams, ["0123", "023", "025", "0123"]) {
            let heard = try await written(stream.0).components(separatedBy: "data: \"said-").dropFirst().compactMap(\.first)
            #expect(String(heard) == wanted)
        }
        hub.end { _ in true }
        for stream in streams { try await stream.1.value }
    }

    /// Who speaks while others speak is heard too, and the ids rise: a browser resumes after the last one that it has.
    @Test(.timeLimit(.minutes(5))) func whatSeveralSayAtOnceAllArrivesInOrder() async throws {
        let (hub, speakers, count) = (Hub(epoch: "e"), 4, 2_000)
        let (channel, stream) = try await open(hub, .roster)
        let tripChannel = hub.tripChannel(trip)
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<speakers {
                group.addTask { for _ in 0..<count { tripChannel.publish(.roster, name: "roster", data: .object { _ in }) } }
            }
        }
        await pass(.milliseconds(75), channel)
        await pass(.milliseconds(75), channel)
        let ids = try await written(channel).split(separator: "id: e-0-e-").dropFirst().map { Int($0.prefix { $0 != "\n" }) }
        #expect(ids == (1...speakers * count).map(Optional.some))
        hub.end { $0.sessionID == trip }
        try await stream.value
    }

    /// What a traveller's connection is written, byte for byte: nobody who is withheld or off, not when it moves, not when it
    /// catches up, not when it comes back.
    @Test(.timeLimit(.minutes(5))) func friendsAreSentOnlyWhoShowsThemselves() async throws {
        let hub = Hub(epoch: "e")
        let tripChannel = hub.tripChannel(trip)
        let (shown, withheld, off) = (ID(high: 1, low: 0), ID(high: 2, low: 0), ID(high: 3, low: 0))
        tripChannel.setFriends(true, withheld: [withheld])
        tripChannel.hide(off)
        let (channel, stream) = try await open(hub, .friends)
        for member in 1...3 as ClosedRange<UInt64> { move(hub, member, Int(member)) }
        try await settle(hub, channel)
        let first = try await written(channel)
        #expect(first.contains(shown.description) && !first.contains(withheld.description) && !first.contains(off.description))
        // Staff's news is not for them.
        tripChannel.publish([.events, .alerts, .roster], name: "alert", data: .object { _ in })
        try await settle(hub, channel)
        #expect(try await written(channel).isEmpty)
        // From everyone to the hosts: gone at once, and silent from then on.
        tripChannel.withhold(shown)
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
        tripChannel.setFriends(false, withheld: [])
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

import Foundation
import Live
import StreamSuite
import Synchronization
import Testing

/// Where a stream goes on, and what it brings of what was missed.
@Suite struct StreamResumeTests: StreamSuite {
    /// The browser adopts the opening's number, and comes back with it.
    @Test(.timeLimit(.minutes(5))) func whoHeardNothingGoesOnFromTheOpening() async throws {
        let hub = Hub(epoch: "e")
        hub.tripChannel(trip).publish(.alerts, name: "alert", data: .string("before"), at: 1)
        let (first, firstStream) = try await open(hub, .alerts, lastEventID: "e-1")
        #expect(try await opening(first).contains("id: e-1\n"))
        hub.end { $0.sessionID == trip }
        try await firstStream.value
        hub.tripChannel(trip).publish(.alerts, name: "alert", data: .string("meanwhile"), at: 2)
        let (second, stream) = try await open(hub, .alerts, lastEventID: "e-1")
        let resumed = try await opening(second, to: "meanwhile")
        #expect(resumed.contains("id: e-2\nevent: alert\ndata: \"meanwhile\""))
        #expect(!resumed.contains("before") && !resumed.contains("reread"))
        // One of another start keeps what it had until it has read everything anew.
        let (third, thirdStream) = try await open(hub, .alerts, lastEventID: "d-1")
        let anew = try await opening(third, to: "event: ")
        #expect(anew.components(separatedBy: "id: ").count == 2 && anew.contains("id: e-2-e-2\nevent: reread"))
        hub.end { $0.sessionID == trip }
        try await stream.value
        try await thirdStream.value
    }

    /// When a node ends, the browsers of all its streams do not come to the others at the same moment.
    @Test(.timeLimit(.minutes(5))) func whoIsSentAwayHearsWhenToComeBack() async throws {
        let hub = Hub(epoch: "e")
        let (first, firstStream) = try await open(hub, .alerts)
        let (second, secondStream) = try await open(hub, .positions)
        let pauses = Mutex([4321, 87])
        hub.close { pauses.withLock { $0.removeFirst() } }
        try await firstStream.value
        try await secondStream.value
        let said = [try await written(first), try await written(second)]
        #expect(said.sorted() == ["b\r\nretry: 87\n\n\r\n", "d\r\nretry: 4321\n\n\r\n"].sorted(), "each its own, and nothing after it")
        // A server that is alone ends them as they are.
        let other = Hub(epoch: "e")
        let (third, thirdStream) = try await open(other, .alerts)
        other.close()
        try await thirdStream.value
        #expect(try await written(third) == "")
    }

    /// A page's first stream: nobody has watched yet, and the page was made before somebody moved.
    @Test(.timeLimit(.minutes(5))) func movesThatNobodyWatchedAreCaughtUp() async throws {
        let hub = Hub(epoch: "e")
        move(hub, 1, 1)
        hub.sendMoves()
        let page = hub.tripChannel(trip).lastEventID
        move(hub, 2, 2)
        hub.sendMoves()
        let (channel, stream) = try await open(hub, .positions, lastEventID: page)
        let resumed = try await opening(channel, to: "event: ")
        #expect(resumed.contains("46.002") && !resumed.contains("46.001") && !resumed.contains("reread"))
        hub.end { $0.sessionID == trip }
        try await stream.value
    }

    /// Positions are many and push nothing else out of what can be resumed.
    @Test(.timeLimit(.minutes(5))) func aBusyTripIsResumedHoweverFarBehind() async throws {
        let hub = Hub(epoch: "e")
        let (channel, stream) = try await open(hub, .positions)
        for second in 1...1100 {
            move(hub, 1, second)
            hub.sendMoves()
        }
        hub.tripChannel(trip).publish(.alerts, name: "alert", data: .object { _ in }, at: 1)
        let (again, second) = try await open(hub, [.positions, .alerts], lastEventID: "e-0")
        let resumed = try await opening(again, to: "event: positions")
        #expect(resumed.contains("event: alert") && resumed.contains(",47.1,") && !resumed.contains("reread"))
        #expect(resumed.components(separatedBy: "event: positions").count == 2)
        hub.end { $0.sessionID == trip }
        try await stream.value
        try await second.value
        _ = channel
    }
}

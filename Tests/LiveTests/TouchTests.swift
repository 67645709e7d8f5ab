import Domain
import Live
import StreamSuite
import Testing

/// What many change at once is one hint.
@Suite struct TouchTests: StreamSuite {
    @Test(.timeLimit(.minutes(5))) func manyReceiptsInAMomentAreOneHint() async throws {
        let hub = Hub(epoch: "e")
        let (channel, stream) = try await open(hub, [.events, .alerts])
        let (first, second) = (ID(high: 2, low: 1), ID(high: 2, low: 2))
        for _ in 0..<600 {
            hub.tripChannel(trip).touch(announcement: first)
            hub.tripChannel(trip).touch(event: first)
        }
        hub.tripChannel(trip).touch(announcement: second)
        try await settle(hub, channel)
        var heard = try await written(channel)
        #expect(heard.components(separatedBy: "event: announcement").count == 3)
        #expect(heard.contains(first.description) && heard.contains(second.description))
        #expect(heard.components(separatedBy: "event: event").count == 2)
        hub.tripChannel(trip).touch(announcement: first)
        try await settle(hub, channel)
        heard = try await written(channel)
        #expect(heard.components(separatedBy: "event: announcement").count == 2, "a later one is another hint")
        hub.end { $0.sessionID == trip }
        try await stream.value
    }
}

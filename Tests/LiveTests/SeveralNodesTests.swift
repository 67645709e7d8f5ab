import Domain
import Foundation
import Live
import StreamSuite
import Testing

/// Two nodes of one database tell of the same changes, and a browser goes from one to the other.
@Suite struct SeveralNodesTests: StreamSuite {
    private let first = Hub(epoch: "a")
    private let second = Hub(epoch: "b")

    init() { for hub in [first, second] { hub.begin(epoch: "data", at: 10) } }

    private func say(_ text: String, at place: UInt64, on hubs: [Hub]) {
        for hub in hubs { hub.tripChannel(trip).publish(.alerts, name: "alert", data: .string(text), at: place) }
    }

    private func resumed(_ hub: Hub, _ topics: Topics = [.alerts, .roster, .positions], from id: String, to end: String) async throws
        -> String
    {
        let (channel, stream) = try await open(hub, topics, lastEventID: id)
        let heard = try await opening(channel, to: end)
        hub.end { $0.sessionID == trip }
        try await stream.value
        return heard
    }

    @Test(.timeLimit(.minutes(5))) func aBrowserGoesOnAtAnotherNodeWithoutGapOrDouble() async throws {
        say("one", at: 11, on: [first, second])
        say("two", at: 12, on: [first, second])
        say("three", at: 14, on: [first, second])
        let heard = try await resumed(second, from: "data-11", to: "three")
        #expect(heard.contains("id: data-12\nevent: alert\ndata: \"two\"") && heard.contains("id: data-14\nevent: alert"))
        #expect(!heard.contains("one") && !heard.contains("reread"))
    }

    @Test(.timeLimit(.minutes(5))) func whoComesFromANodeThatIsAheadWaitsForThisOne() async throws {
        say("one", at: 11, on: [first, second])
        say("two", at: 12, on: [first])
        let coming = Task { try await resumed(second, from: first.tripChannel(trip).lastEventID, to: "three") }
        try await Task.sleep(for: .milliseconds(200))
        say("two", at: 12, on: [second])
        say("three", at: 13, on: [second])
        let heard = try await coming.value
        #expect(!heard.contains("two") && !heard.contains("reread"))
    }

    @Test(.timeLimit(.minutes(5))) func whatThisNodeNeverHeardIsReadAnew() async throws {
        say("one", at: 11, on: [second])
        for id in ["data-9", "other-11", "data-11-a", "data-x", "data-11-b-9"] {
            #expect(try await resumed(second, from: id, to: "event: ").contains("event: reread"), "\(id)")
        }
    }

    /// What each node sends at its own time may have come too late for the browser at the other one.
    @Test(.timeLimit(.minutes(5))) func positionsAndHintsOfTheLastSecondsComeOnceMore() async throws {
        move(second, 1, 1)
        second.tripChannel(trip).touch(event: ID(high: 5, low: 5))
        second.sendMoves()
        say("one", at: 11, on: [first, second])
        let heard = try await resumed(
            second, [.alerts, .events, .positions], from: first.tripChannel(trip).lastEventID, to: "event: positions")
        #expect(heard.contains("event: event") && heard.contains("46.001") && !heard.contains("one"))
    }

    /// Changes of other trips count: a node that has just started has heard of none of this one.
    @Test(.timeLimit(.minutes(5))) func aNodeThatStartedLaterNamesAPlaceThatTheOthersKnow() async throws {
        say("one", at: 11, on: [first])
        second.begin(epoch: "data", at: 20)
        first.hear(upTo: 20)
        for (here, there) in [(first, second), (second, first)] {
            let heard = try await resumed(here, from: there.tripChannel(trip).lastEventID, to: "retry")
            #expect(!heard.contains("reread"))
        }
        #expect(try await resumed(second, from: "data-11", to: "event: ").contains("reread"))
    }

    @Test(.timeLimit(.minutes(5))) func nobodyWritesIntoAStreamByAnId() async throws {
        let id = "data-11-x\nevent: message\ndata: {}\n\n-5"
        #expect(try await resumed(second, from: id, to: "event: ").contains("event: reread"))
    }

    @Test(.timeLimit(.minutes(5))) func afterAMissedPartEverybodyReadsAnew() async throws {
        say("one", at: 11, on: [second])
        let (channel, stream) = try await open(second, .alerts)
        second.hear(upTo: 15)
        second.reread()
        #expect(try await opening(channel, to: "event: ").contains("event: reread"))
        #expect(try await resumed(second, from: "data-11", to: "event: ").contains("event: reread"))
        second.end { $0.sessionID == trip }
        try await stream.value
    }
}

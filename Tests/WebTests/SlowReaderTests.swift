import Domain
import Live
import NIOCore
import NIOEmbedded
import Testing

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
        try await channel.testingEventLoop.executeInContext {}
    }

    @Test(.timeLimit(.minutes(1))) func newestPositionsAreCoalesced() async throws {
        let hub = Hub(epoch: "e")
        let channel = NIOAsyncTestingChannel()
        try await channel.testingEventLoop.executeInContext { try channel.pipeline.syncOperations.addHandler(StreamOutlet()) }
        try await channel.connect(to: SocketAddress(ipAddress: "127.0.0.1", port: 1)).get()
        let identity = StreamIdentity(sessionID: trip, accountID: trip, tripID: trip)
        let stream = Task { try await hub.serve(on: channel, identity: identity, topics: .positions, lastEventID: nil) }
        var opening = ""
        while !opening.contains("retry: 2000") { opening += try await written(channel) }
        move(hub, 1, 1)
        try await settle(hub, channel)
        #expect(try await written(channel).contains("46.001"))

        try await channel.testingEventLoop.executeInContext {
            channel.isWritable = false
            channel.pipeline.fireChannelWritabilityChanged()
        }
        for second in 2...4 {
            move(hub, 1, second)
            move(hub, 2, second)
            try await settle(hub, channel)
        }
        #expect(try await written(channel).isEmpty, "something was queued for a reader that does not read")
        try await channel.testingEventLoop.executeInContext {
            channel.isWritable = true
            channel.pipeline.fireChannelWritabilityChanged()
        }
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
}

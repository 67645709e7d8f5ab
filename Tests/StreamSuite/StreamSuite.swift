import Domain
import Live
import NIOCore
import NIOEmbedded

/// Streams of one trip over connections whose time the test moves.
package protocol StreamSuite {
    var trip: ID { get }
}

extension StreamSuite {
    package var trip: ID { ID(high: 1, low: 1) }
    package var start: Instant { Instant(seconds: 1_767_621_802) }

    package func move(_ hub: Hub, _ member: UInt64, _ second: Int) {
        let fix = Fix(
            time: start + .seconds(second), coordinates: Coordinates(clampedLatitude: 46 + Double(second) / 1000, longitude: Double(member))
        )
        hub.board(trip).update(BoardEntry(memberID: ID(high: member, low: 0), fix: fix, lastContactAt: fix.time), at: fix.time)
    }

    /// Everything written since the last call.
    package func written(_ channel: NIOAsyncTestingChannel) async throws -> String {
        var text = ""
        while let part = try await channel.readOutbound(as: IOData.self) {
            if case .byteBuffer(let buffer) = part { text += String(buffer: buffer) }
        }
        return text
    }

    /// Sends what moved, and lets the loop write it.
    package func settle(_ hub: Hub, _ channel: NIOAsyncTestingChannel) async throws {
        hub.sendMoves()
        await pass(Hub.coalescing, channel)
    }

    package func pass(_ time: Duration, _ channel: NIOAsyncTestingChannel) async {
        await channel.testingEventLoop.advanceTime(by: TimeAmount(time))
    }

    /// A stream that has said its opening words.
    package func open(
        _ hub: Hub, _ topics: Topics, lastEventID: String? = nil, member: ID? = nil,
        on loop: NIOAsyncTestingEventLoop = NIOAsyncTestingEventLoop()
    ) async throws -> (NIOAsyncTestingChannel, Task<Void, any Error>) {
        let channel = NIOAsyncTestingChannel(loop: loop)
        try await channel.connect(to: SocketAddress(ipAddress: "127.0.0.1", port: 1)).get()
        let identity = StreamIdentity(sessionID: trip, accountID: trip, tripID: trip, need: topics.need, memberID: member)
        let stream = Task { try await hub.serve(on: channel, identity: identity, topics: topics, lastEventID: lastEventID) }
        guard lastEventID == nil else { return (channel, stream) }
        _ = try await opening(channel)
        return (channel, stream)
    }

    /// A stream's first words, up to some.
    package func opening(_ channel: NIOAsyncTestingChannel, to end: String = "retry: 2000") async throws -> String {
        var opening = ""
        while !opening.contains(end) { opening += try await written(channel) }
        return opening
    }

    package func setWritable(_ isWritable: Bool, _ channel: NIOAsyncTestingChannel) async throws {
        try await channel.testingEventLoop.executeInContext {
            channel.isWritable = isWritable
            channel.pipeline.fireChannelWritabilityChanged()
        }
    }
}

import Hummingbird
import HummingbirdCore
import Logging
import NIOCore
import NIOHTTP1
import NIOHTTPTypes
import NIOHTTPTypesHTTP1

/// A connection's pipeline: the HTTP codec, the edge's rules, then Hummingbird.
struct EdgeChannel: ServerChildChannel, HTTPChannelHandler {
    typealias Value = NIOAsyncChannel<HTTPRequestPart, HTTPResponsePart>

    let fastPaths: FastPaths?
    let connections: ConnectionLedger?
    let responder: HTTPChannelHandler.Responder

    func setup(channel: any Channel, logger: Logger) -> EventLoopFuture<Value> {
        let connection = connections?.admit(channel)
        guard connections == nil || connection != nil else {
            // Before anything is made for it: whoever opens thousands is turned away at little cost.
            channel.close(promise: nil)
            return channel.eventLoop.makeFailedFuture(ChannelError.ioOnClosedChannel)
        }
        return channel.eventLoop.makeCompletedFuture {
            let pipeline = channel.pipeline.syncOperations
            var limits = NIOHTTPDecoderLimitConfiguration()
            limits.maxHeaderFieldSize = EdgeLimits.headerField
            limits.maxHeaderListSize = EdgeLimits.headerList
            limits.maxHeaderFieldCount = EdgeLimits.headerCount
            try pipeline.addHandler(RequestLines())
            try pipeline.configureHTTPServerPipeline(
                withPipeliningAssistance: false, withErrorHandling: false, withOutboundHeaderValidation: false,
                withEncoderConfiguration: .init(), withDecoderLimitConfiguration: limits)
            try pipeline.addHandler(EdgeHandler(fastPaths?.tiles, fastPaths?.visitors, connection))
            if let fastPaths { try pipeline.addHandler(FastPathHandler(fastPaths.routes(on: channel.eventLoop), fastPaths.responses)) }
            try pipeline.addHandler(HTTP1ToHTTPServerCodec(secure: false))
            try pipeline.addHandler(HTTPConnectionStateHandler(idleTimeout: nil, logger: logger))
            return try NIOAsyncChannel(
                wrappingChannelSynchronously: channel, configuration: .init(isOutboundHalfClosureEnabled: true))
        }
    }

    func handle(value: Value, logger: Logger) async {
        await withTaskExecutorPreference(LoopExecutor(value.channel.eventLoop)) {
            await handleHTTP(asyncChannel: value, logger: logger)
        }
    }
}

extension HTTPServerBuilder {
    /// HTTP/1.1 behind the edge's rules.
    package static func edge(_ fastPaths: FastPaths? = nil, connections: ConnectionLedger? = nil) -> HTTPServerBuilder {
        .init { EdgeChannel(fastPaths: fastPaths, connections: connections, responder: $0) }
    }
}

/// What is asked most is answered on the connection's own event loop, before the framework.
package struct FastPaths: Sendable {
    let visitors: any EdgeVisitors
    let tiles: TileFastPath
    let fixes: FixFastPaths
    let messages: MessageFastPath
    let invitations: InvitationFastPath
    let responses: FastPathResponses

    func routes(on loop: any EventLoop) -> [any FastPath] { [fixes.fastPath(on: loop), messages, invitations] }
}

enum EdgeLimits {
    static let headerField = 16 * 1024
    static let headerList = 32 * 1024
    static let headerCount = 100
    /// Bytes; routes have tighter limits of their own.
    static let body = 8 * 1024 * 1024
    /// From one answer (or the connection's opening) to the whole head of the next request.
    static let head = TimeAmount.seconds(18)
    static let bodyTime = TimeAmount.seconds(22)
    /// How long a client may leave its answer unread.
    static let unread = TimeAmount.seconds(22)
    /// Map data, from admins: slow lines take their time, as long as something arrives.
    static let upload = 2 * 1024 * 1024 * 1024
    /// What any form of photos takes: more than its photos may have, so that the form itself says what is too much, with what was typed.
    static let photos = 64 * 1024 * 1024
    static let uploadStep = 64 * 1024
    static let check = TimeAmount.seconds(4)
    /// What is under way when the program is told to stop has so long.
    static let stop = TimeAmount.milliseconds(1500)
}

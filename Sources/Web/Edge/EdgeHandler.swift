import NIOCore
import NIOHTTP1

/// Refuses requests that no honest client sends, closes clients that dawdle, and puts the security headers on
/// every response, whoever made it.
final class EdgeHandler: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias InboundOut = HTTPServerRequestPart
    typealias OutboundIn = HTTPServerResponsePart
    typealias OutboundOut = HTTPServerResponsePart

    private let tileFastPath: TileFastPath?
    private let visitors: (any EdgeVisitors)?
    private let connection: ClientConnection?
    private var awaitingHeadSince: NIODeadline? = .now()
    private var bodySince: NIODeadline?
    private var unreadSince: NIODeadline?
    private var turns = EdgeTurns()
    private var bodyBytes = 0
    private var bodyLimit = EdgeLimits.body
    private var stepBytes = 0
    /// Nothing more comes in from this client, and nothing goes out but what the edge says.
    private var isOver = false
    /// Whether the last request's client closes, or knows only HTTP/1.0, where no connection stays open.
    private var (isLast, isHTTP10) = (false, false)
    private var owesContinue = false
    private var check: Scheduled<Void>?
    private var requestLines: RequestLines?

    init(_ tileFastPath: TileFastPath?, _ visitors: (any EdgeVisitors)?, _ connection: ClientConnection?) {
        self.tileFastPath = tileFastPath
        self.visitors = visitors
        self.connection = connection
    }

    // MARK: time

    func handlerAdded(context: ChannelHandlerContext) {
        requestLines = try? context.pipeline.syncOperations.handler(type: RequestLines.self)
        if let tileFastPath { requestLines?.fastPath = { self.response($0, by: tileFastPath, context) } }
        scheduleCheck(context)
    }

    func handlerRemoved(context: ChannelHandlerContext) {
        requestLines?.fastPath = nil
        requestLines = nil
        check?.cancel()
    }

    func channelInactive(context: ChannelHandlerContext) {
        check?.cancel()
        context.fireChannelInactive()
    }

    private func scheduleCheck(_ context: ChannelHandlerContext) {
        check = context.eventLoop.assumeIsolated().scheduleTask(in: EdgeLimits.check) {
            if self.isOverdue { return context.close(promise: nil) }
            self.scheduleCheck(context)
        }
    }

    private var isOverdue: Bool {
        func isOver(_ since: NIODeadline?, _ limit: TimeAmount) -> Bool { since.map { .now() - $0 > limit } ?? false }
        return isOver(awaitingHeadSince, EdgeLimits.head) || isOver(bodySince, EdgeLimits.bodyTime)
            || isOver(unreadSince, EdgeLimits.unread)
    }

    func channelWritabilityChanged(context: ChannelHandlerContext) {
        unreadSince = context.channel.isWritable ? nil : .now()
        context.fireChannelWritabilityChanged()
    }

    /// When the program stops, work under way has a moment to end by itself. Nothing of a request that is cut off was acknowledged.
    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if event is ChannelShouldQuiesceEvent {
            check?.cancel()
            check = context.eventLoop.assumeIsolated().scheduleTask(in: EdgeLimits.stop) { context.close(promise: nil) }
        }
        context.fireUserInboundEventTriggered(event)
    }

    // MARK: requests

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard !turns.isClosing else { return }
        switch unwrapInboundIn(data) {
        case .head(var head): return begin(&head, context)
        case .body(let part):
            bodyBytes += part.readableBytes
            if bodyBytes > bodyLimit { return refuse(.payloadTooLarge, context) }
            if bodyLimit > EdgeLimits.body, bodyBytes - stepBytes >= EdgeLimits.uploadStep { (stepBytes, bodySince) = (bodyBytes, .now()) }
        case .end:
            bodySince = nil
            if turns.unanswered > 0 { connection?.enter(.answering) }
            if isLast { say(turns.closeAfterResponses(), context) }
        }
        context.fireChannelRead(data)
    }

    private func begin(_ head: inout HTTPRequestHead, _ context: ChannelHandlerContext) {
        awaitingHeadSince = nil
        let upload = EdgeRules.upload(of: head, visitors)
        (bodyBytes, stepBytes, bodyLimit) = (0, 0, upload?.limit ?? EdgeLimits.body)
        // A form of photos says on a page of its own that a length is too much, before a byte is read.
        if let refusal = EdgeRules.refusal(of: &head, bodyLimit: upload == .photos ? .max : bodyLimit) { return refuse(refusal, context) }
        bodySince = .now()
        turns.begin()
        connection?.enter(.sendingBody)
        (isHTTP10, isLast) = (head.version == .http1_0, head.version == .http1_0 || !head.isKeepAlive)
        owesContinue = head.headers.contains(name: "expect")
        sendContinue(context)
        context.fireChannelRead(wrapInboundOut(.head(head)))
    }

    /// Sends 100 Continue when it is that request's turn: it goes before the request's response.
    private func sendContinue(_ context: ChannelHandlerContext) {
        guard owesContinue, turns.unanswered == 1, !turns.isAnswering else { return }
        owesContinue = false
        context.writeAndFlush(wrapOutboundOut(.head(.init(version: .http1_1, status: .continue))), promise: nil)
    }

    /// Answers a tile without the framework, unless the client does not read its responses: the framework then stops reading from it.
    private func response(_ request: UnsafeRawBufferPointer, by tiles: TileFastPath, _ context: ChannelHandlerContext) -> ByteBuffer? {
        guard turns.unanswered == 0, !turns.isClosing, !isOver, context.channel.isWritable, let response = tiles.response(request) else {
            return nil
        }
        awaitNext()
        return response
    }

    /// Tells of bytes that do not parse: the client in its turn, and the handler that waits for the rest of a body.
    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        if let error = error as? HTTPParserError { refuse(error == .headerOverflow ? .requestHeaderFieldsTooLarge : .badRequest, context) }
        context.fireErrorCaught(error)
    }

    // MARK: the edge's own words

    private func refuse(_ status: HTTPResponseStatus, _ context: ChannelHandlerContext) {
        let isInside = bodySince != nil
        (bodySince, awaitingHeadSince) = (nil, nil)
        say(turns.close(status, isInside: isInside), context)
        // The handler that reads the body learns that no more of it comes.
        if isInside, status == .payloadTooLarge { context.fireErrorCaught(NIOTooManyBytesError(maxBytes: bodyLimit)) }
    }

    private func say(_ closing: EdgeTurns.Closing?, _ context: ChannelHandlerContext) {
        switch closing {
        case .refusal(let status): writeRefusal(status, context)
        case .silent: end(context.eventLoop.makeSucceededVoidFuture(), context)
        case nil: return
        }
    }

    private func writeRefusal(_ status: HTTPResponseStatus, _ context: ChannelHandlerContext) {
        let text = "\(status.code) \(status.reasonPhrase)\n"
        var headers = HTTPHeaders([
            ("connection", "close"), ("content-type", "text/plain; charset=utf-8"), ("content-length", "\(text.utf8.count)"),
        ])
        if status == .methodNotAllowed { headers.add(name: "allow", value: RouteIndex.all) }
        SecurityHeaders.add(to: &headers)
        context.write(wrapOutboundOut(.head(.init(version: .http1_1, status: status, headers: headers))), promise: nil)
        context.write(wrapOutboundOut(.body(.byteBuffer(ByteBuffer(string: text)))), promise: nil)
        end(context.writeAndFlush(wrapOutboundOut(.end(nil))), context)
    }

    /// Closes when the last words are out.
    private func end(_ written: EventLoopFuture<Void>, _ context: ChannelHandlerContext) {
        isOver = true
        connection?.enter(.noRequest)
        let isolated = context.eventLoop.assumeIsolated()
        written.assumeIsolated().whenComplete { _ in
            // The client may still be sending: half a second to read the response before the reset.
            context.close(mode: .output, promise: nil)
            isolated.scheduleTask(in: .milliseconds(500)) { context.close(promise: nil) }
        }
    }

    // MARK: answers

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        guard !isOver, turns.takesResponses else { return promise?.fail(ChannelError.ioOnClosedChannel) ?? () }
        switch unwrapOutboundIn(data) {
        case .head(var head) where head.status.code >= 200:
            // A response that nobody asked for: the connection just ends.
            guard turns.unanswered > 0 else { return close(context, failing: promise) }
            turns.beginResponse()
            if isLast, turns.unanswered == 1 { tellLast(&head) }
            SecurityHeaders.add(to: &head.headers)
            context.write(wrapOutboundOut(.head(head)), promise: promise)
        case .end:
            let closing = turns.endResponse()
            if turns.unanswered == 0, !turns.isClosing { awaitNext() }
            if closing == .silent { return end(finish(data, promise, context), context) }
            context.write(data, promise: promise)
            say(closing, context)
            sendContinue(context)
        default: context.write(data, promise: promise)
        }
    }

    private func awaitNext() {
        awaitingHeadSince = .now()
        connection?.enter(.betweenRequests)
    }

    /// HTTP/1.0 has no chunked bodies: the end of the connection ends a body without a length.
    private func tellLast(_ head: inout HTTPResponseHead) {
        if isHTTP10 { head.version = .http1_0 }
        head.headers.replaceOrAdd(name: "connection", value: "close")
    }

    private func finish(_ data: NIOAny, _ promise: EventLoopPromise<Void>?, _ context: ChannelHandlerContext) -> EventLoopFuture<Void> {
        let written = context.eventLoop.makePromise(of: Void.self)
        if let promise { written.futureResult.cascade(to: promise) }
        context.writeAndFlush(data, promise: written)
        return written.futureResult
    }

    private func close(_ context: ChannelHandlerContext, failing promise: EventLoopPromise<Void>?) {
        isOver = true
        promise?.fail(ChannelError.ioOnClosedChannel)
        context.close(promise: nil)
    }
}

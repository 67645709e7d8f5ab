import NIOCore
import NIOHTTP1

/// Requests of one kind that are answered on the connection's own event loop, before the framework: a task and the framework itself would
/// cost more than the work. A request that no fast path takes goes the usual way.
protocol FastPath {
    /// Whether a request that was taken may still need the framework: it is then kept until it is answered.
    var mayFallBack: Bool { get }
    /// Whether a request may be one of them, by its head.
    func mayHandle(_ head: HTTPRequestHead) -> Bool
    /// False if the request is to go the usual way; nothing was done then. Otherwise the handler's `finish` follows, on its loop.
    func handle(_ head: HTTPRequestHead, _ body: ByteBuffer?, for handler: FastPathHandler) -> Bool
}

struct FastPathResponse {
    let head: HTTPResponseHead
    let body: ByteBuffer?
}

/// Between the edge and the framework: takes the requests of fast paths out of a connection and answers them when they are
/// stored. Until then everything else on the connection waits, so that answers keep the order of the requests.
final class FastPathHandler: ChannelDuplexHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias InboundOut = HTTPServerRequestPart
    typealias OutboundIn = HTTPServerResponsePart
    typealias OutboundOut = HTTPServerResponsePart

    private typealias Request = (head: HTTPRequestHead, body: ByteBuffer?)
    private enum State {
        case passing
        case collecting(any FastPath, HTTPRequestHead, ByteBuffer?)
        /// With the request if it may still need the framework. Other requests are not kept: hundreds may wait for one commit, and the next
        /// bytes can use this one's memory.
        case storing(Request?)
    }
    private enum Held {
        case part(NIOAny)
        case event(Any)
        case error(any Error)
    }
    private let routes: [any FastPath]
    private var state = State.passing
    /// Requests that the framework has and did not answer yet.
    private var unanswered = 0
    private var held = CircularBuffer<Held>()
    private var isReadHeld = false
    private var context: ChannelHandlerContext?

    let responses: FastPathResponses

    init(_ routes: [any FastPath], _ responses: FastPathResponses) { (self.routes, self.responses) = (routes, responses) }

    func handlerAdded(context: ChannelHandlerContext) { self.context = context }
    func handlerRemoved(context: ChannelHandlerContext) { self.context = nil }

    /// Nil once the connection is gone.
    var loop: (any EventLoop)? { context?.eventLoop }

    private var isStoring: Bool { if case .storing = state { true } else { false } }

    // MARK: inbound

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        if isStoring { return held.append(.part(data)) }
        switch (state, unwrapInboundIn(data)) {
        case (.passing, .head(let head)):
            guard unanswered == 0, let route = routes.first(where: { $0.mayHandle(head) }) else { return pass(data, context) }
            state = .collecting(route, head, nil)
        case (.collecting(let route, let head, nil), .body(let part)): state = .collecting(route, head, part)
        case (.collecting(let route, let head, var body?), .body(var part)):
            body.writeBuffer(&part)
            state = .collecting(route, head, body)
        case (.collecting(let route, let head, let body), .end): store(head, body, by: route, context)
        default: context.fireChannelRead(data)
        }
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if isStoring { held.append(.event(event)) } else { context.fireUserInboundEventTriggered(event) }
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        if isStoring { held.append(.error(error)) } else { context.fireErrorCaught(error) }
    }

    /// Nothing more is read from the client once something is held here. Before that, reading goes on: pausing and resuming it costs two
    /// system calls, and clients hardly ever send the next request before they have the response.
    func read(context: ChannelHandlerContext) {
        if held.isEmpty { context.read() } else { isReadHeld = true }
    }

    private func store(_ head: HTTPRequestHead, _ body: ByteBuffer?, by route: any FastPath, _ context: ChannelHandlerContext) {
        state = .storing(route.mayFallBack ? (head, body) : nil)
        if !route.handle(head, body, for: self) { pass((head, body), context) }
    }

    /// To the framework, which knows everything else.
    private func pass(_ request: Request, _ context: ChannelHandlerContext) {
        state = .passing
        pass(wrapInboundOut(.head(request.head)), context)
        if let body = request.body { context.fireChannelRead(wrapInboundOut(.body(body))) }
        context.fireChannelRead(wrapInboundOut(.end(nil)))
    }

    private func pass(_ head: NIOAny, _ context: ChannelHandlerContext) {
        unanswered += 1
        context.fireChannelRead(head)
    }

    // MARK: outbound

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        if case .end = unwrapOutboundIn(data) { unanswered = max(0, unanswered - 1) }
        context.write(data, promise: promise)
    }

    /// - Parameter response: nil gives the request back: it goes the usual way after all.
    func finish(_ response: FastPathResponse?) {
        guard let context, case .storing(let request) = state else { return }
        let isPassing = !held.isEmpty || response == nil
        state = .passing
        if let response {
            context.write(wrapOutboundOut(.head(response.head)), promise: nil)
            if let body = response.body { context.write(wrapOutboundOut(.body(.byteBuffer(body))), promise: nil) }
            context.writeAndFlush(wrapOutboundOut(.end(nil)), promise: nil)
        } else if let request {
            pass(request, context)
        }
        goOn(context)
        if isPassing { context.fireChannelReadComplete() }
    }

    private func goOn(_ context: ChannelHandlerContext) {
        while !isStoring, !held.isEmpty {
            switch held.removeFirst() {
            case .part(let data): channelRead(context: context, data: data)
            case .event(let event): context.fireUserInboundEventTriggered(event)
            case .error(let error): context.fireErrorCaught(error)
            }
        }
        if held.isEmpty, isReadHeld {
            isReadHeld = false
            context.read()
        }
    }
}

extension HTTPRequestHead {
    /// Nothing about how it comes asks for more than reading and answering it.
    /// - Parameter limit: bytes of its body.
    func isPlain(upTo limit: Int) -> Bool {
        version == .http1_1 && isKeepAlive && !headers.contains(name: "transfer-encoding") && !headers.contains(name: "expect")
            && headers.first(name: "content-length").map { $0.whole(in: 0...limit) != nil } ?? true
    }

    /// The same of a form.
    func isPlainForm(upTo limit: Int) -> Bool {
        isPlain(upTo: limit) && headers.first(name: "content-type")?.hasPrefix("application/x-www-form-urlencoded") == true
    }
}

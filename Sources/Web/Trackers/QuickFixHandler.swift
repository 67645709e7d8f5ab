import Domain
import NIOCore
import NIOHTTP1
import Services

/// Between the edge and the framework: takes positions out of a connection's requests and answers them when they are
/// stored. Until then everything else on the connection waits, so that answers keep the order of the requests.
final class QuickFixHandler: ChannelDuplexHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias InboundOut = HTTPServerRequestPart
    typealias OutboundIn = HTTPServerResponsePart
    typealias OutboundOut = HTTPServerResponsePart

    private enum State {
        case passing
        case collecting(HTTPRequestHead, ByteBuffer?)
        case storing
    }
    private enum Held {
        case part(NIOAny)
        case event(Any)
        case error(any Error)
    }
    private let fixes: QuickFixes
    private let desk: FixDesk
    private var state = State.passing
    /// Requests that the framework has and did not answer yet.
    private var unanswered = 0
    private var held = CircularBuffer<Held>()
    private var isReadHeld = false
    private var context: ChannelHandlerContext?

    init(_ fixes: QuickFixes, on loop: any EventLoop) {
        self.fixes = fixes
        desk = fixes.desk(on: loop)
    }

    func handlerAdded(context: ChannelHandlerContext) { self.context = context }
    func handlerRemoved(context: ChannelHandlerContext) { self.context = nil }

    private var isStoring: Bool { if case .storing = state { true } else { false } }

    // MARK: inbound

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        if isStoring { return held.append(.part(data)) }
        switch (state, unwrapInboundIn(data)) {
        case (.passing, .head(let head)) where unanswered == 0 && fixes.mayTake(head): state = .collecting(head, nil)
        case (.collecting(let head, nil), .body(let part)): state = .collecting(head, part)
        case (.collecting(let head, var body?), .body(var part)):
            body.writeBuffer(&part)
            state = .collecting(head, body)
        case (.collecting(let head, let body), .end): store(head, body, context)
        case (_, let part):
            if case .head = part { unanswered += 1 }
            context.fireChannelRead(data)
        }
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if isStoring { held.append(.event(event)) } else { context.fireUserInboundEventTriggered(event) }
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        if isStoring { held.append(.error(error)) } else { context.fireErrorCaught(error) }
    }

    /// Once something waits here, the client is read no further. Until then it is: to stop and go on costs two system calls, and
    /// phones hardly ever send the next before they have the answer.
    func read(context: ChannelHandlerContext) {
        if held.isEmpty { context.read() } else { isReadHeld = true }
    }

    /// Nothing of the request is kept meanwhile: hundreds may wait for one commit, and the next bytes find this one's memory free.
    private func store(_ head: HTTPRequestHead, _ body: ByteBuffer?, _ context: ChannelHandlerContext) {
        state = .storing
        guard let (message, token) = fixes.message(head, body), desk.take(message, token: token, of: self) else {
            return pass(head, body, context)
        }
    }

    /// To the framework, which knows everything else.
    private func pass(_ head: HTTPRequestHead, _ body: ByteBuffer?, _ context: ChannelHandlerContext) {
        state = .passing
        unanswered += 1
        context.fireChannelRead(wrapInboundOut(.head(head)))
        if let body { context.fireChannelRead(wrapInboundOut(.body(body))) }
        context.fireChannelRead(wrapInboundOut(.end(nil)))
    }

    // MARK: outbound

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        if case .end = unwrapOutboundIn(data) { unanswered = max(0, unanswered - 1) }
        context.write(data, promise: promise)
    }

    func finish(_ result: Result<TrackerReply, Refusal>) {
        guard let context, isStoring else { return }
        let answer =
            switch result {
            case .success(let reply): fixes.answer(reply)
            case .failure(let refusal): fixes.answer(refusal)
            }
        let isPassing = !held.isEmpty
        state = .passing
        context.write(wrapOutboundOut(.head(answer.head)), promise: nil)
        if let body = answer.body { context.write(wrapOutboundOut(.body(.byteBuffer(body))), promise: nil) }
        context.writeAndFlush(wrapOutboundOut(.end(nil)), promise: nil)
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

import NIOCore
import NIOHTTP1
import Pages

/// Refuses requests that no honest client sends, closes clients that dawdle, and puts the security headers on
/// every answer, whoever made it.
final class EdgeHandler: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias InboundOut = HTTPServerRequestPart
    typealias OutboundIn = HTTPServerResponsePart
    typealias OutboundOut = HTTPServerResponsePart

    private let quickTiles: QuickTiles?
    private var awaitingHeadSince: NIODeadline? = .now()
    private var bodySince: NIODeadline?
    private var unreadSince: NIODeadline?
    private var unanswered = 0
    private var bodyBytes = 0
    private var bodyLimit = EdgeLimits.body
    private var stepBytes = 0
    private var hasAnswered = false
    private var isRefused = false
    /// The request under way has its answer already.
    private var isAnswered = false
    private var check: Scheduled<Void>?

    init(_ quickTiles: QuickTiles?) { self.quickTiles = quickTiles }

    // MARK: time

    func handlerAdded(context: ChannelHandlerContext) { scheduleCheck(context) }
    func handlerRemoved(context: ChannelHandlerContext) { check?.cancel() }
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

    /// The program stops: what is under way has a moment to end by itself. Nothing of a request that is cut off was acknowledged.
    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if event is ChannelShouldQuiesceEvent {
            check?.cancel()
            check = context.eventLoop.assumeIsolated().scheduleTask(in: EdgeLimits.stop) { context.close(promise: nil) }
        }
        context.fireUserInboundEventTriggered(event)
    }

    // MARK: requests

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard !isRefused else { return }
        switch unwrapInboundIn(data) {
        case .head(let head):
            awaitingHeadSince = nil
            bodySince = .now()
            (bodyBytes, stepBytes, bodyLimit) = (0, 0, EdgeRules.bodyLimit(of: head))
            if let refusal = EdgeRules.refusal(of: head) { return refuse(refusal, context) }
            unanswered += 1
            if unanswered == 1, let answer = quickTiles?.answer(head) { return send(answer, context) }
            if head.headers.first(name: "expect") != nil {
                context.writeAndFlush(wrapOutboundOut(.head(.init(version: .http1_1, status: .continue))), promise: nil)
            }
        case .body(let part):
            bodyBytes += part.readableBytes
            if bodyBytes > bodyLimit { return refuse(.payloadTooLarge, context) }
            if bodyLimit > EdgeLimits.body, bodyBytes - stepBytes >= EdgeLimits.uploadStep { (stepBytes, bodySince) = (bodyBytes, .now()) }
        case .end:
            bodySince = nil
            if isAnswered { return isAnswered = false }
        }
        context.fireChannelRead(data)
    }

    /// Answers without asking anybody further in; the request has no body.
    private func send(_ answer: (head: HTTPResponseHead, body: ByteBuffer), _ context: ChannelHandlerContext) {
        isAnswered = true
        write(context: context, data: wrapOutboundOut(.head(answer.head)), promise: nil)
        write(context: context, data: wrapOutboundOut(.body(.byteBuffer(answer.body))), promise: nil)
        write(context: context, data: wrapOutboundOut(.end(nil)), promise: nil)
        context.flush()
    }

    /// Answers by itself and closes; what still comes in is dropped.
    private func refuse(_ status: HTTPResponseStatus, _ context: ChannelHandlerContext) {
        isRefused = true
        let text = "\(status.code) \(status.reasonPhrase)\n"
        var headers = HTTPHeaders([
            ("connection", "close"), ("content-type", "text/plain; charset=utf-8"), ("content-length", "\(text.utf8.count)"),
        ])
        SecurityHeaders.add(to: &headers)
        context.write(wrapOutboundOut(.head(.init(version: .http1_1, status: status, headers: headers))), promise: nil)
        context.write(wrapOutboundOut(.body(.byteBuffer(ByteBuffer(string: text)))), promise: nil)
        let isolated = context.eventLoop.assumeIsolated()
        let done = context.eventLoop.makePromise(of: Void.self)
        done.futureResult.assumeIsolated().whenComplete { _ in
            // The client may still be sending: half a second to read the answer before the reset.
            context.close(mode: .output, promise: nil)
            isolated.scheduleTask(in: .milliseconds(500)) { context.close(promise: nil) }
        }
        context.writeAndFlush(wrapOutboundOut(.end(nil)), promise: done)
    }

    // MARK: answers

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        guard !isRefused else { return promise?.fail(ChannelError.ioOnClosedChannel) ?? () }
        switch unwrapOutboundIn(data) {
        case .head(var head) where head.status.code >= 200:
            // An answer too many: the rest of an answered request did not parse. The connection just ends.
            if unanswered == 0, hasAnswered {
                isRefused = true
                promise?.fail(ChannelError.ioOnClosedChannel)
                return context.close(promise: nil)
            }
            SecurityHeaders.add(to: &head.headers)
            context.write(wrapOutboundOut(.head(head)), promise: promise)
        case .end:
            unanswered = max(0, unanswered - 1)
            hasAnswered = true
            if unanswered == 0 { awaitingHeadSince = .now() }
            context.write(data, promise: promise)
        default: context.write(data, promise: promise)
        }
    }
}

enum EdgeRules {
    /// The status that a head deserves by itself; nil when it may go on.
    static func refusal(of head: HTTPRequestHead) -> HTTPResponseStatus? {
        guard head.version == .http1_1 || head.version == .http1_0 else { return .httpVersionNotSupported }
        let hosts = head.headers["host"]
        guard hosts.count == 1, isHost(hosts[0]) else { return .badRequest }
        guard head.method != .TRACE, head.method != .CONNECT else { return .methodNotAllowed }
        guard head.uri.hasPrefix("/"), head.uri.utf8.count <= 8192, head.uri.utf8.allSatisfy({ $0 > 32 && $0 != 127 }) else {
            return .badRequest
        }
        return framingRefusal(of: head) ?? expectRefusal(of: head)
    }

    /// Large uploads are for few addresses, and for whoever has a session at all; the route itself asks whose.
    static func bodyLimit(of head: HTTPRequestHead) -> Int {
        guard head.method == .POST, head.headers.contains(name: "cookie") else { return EdgeLimits.body }
        return head.uri == Path.mapImport.text ? EdgeLimits.upload : Path.takesPhotos(head.uri) ? EdgeLimits.photos : EdgeLimits.body
    }

    /// Shapes that two servers could read differently (request smuggling).
    private static func framingRefusal(of head: HTTPRequestHead) -> HTTPResponseStatus? {
        let encodings = head.headers["transfer-encoding"]
        let lengths = head.headers["content-length"]
        if !encodings.isEmpty {
            guard head.version == .http1_1, lengths.isEmpty, encodings.count == 1, encodings[0].lowercased() == "chunked" else {
                return .badRequest
            }
        }
        guard lengths.count <= 1 else { return .badRequest }
        if let length = lengths.first {
            guard !length.isEmpty, length.utf8.allSatisfy({ (48...57).contains($0) }), length.utf8.count < 19,
                let value = Int(length)
            else { return .badRequest }
            if value > bodyLimit(of: head) { return .payloadTooLarge }
        }
        return nil
    }

    private static func expectRefusal(of head: HTTPRequestHead) -> HTTPResponseStatus? {
        let expectations = head.headers["expect"]
        return expectations.allSatisfy { $0.lowercased() == "100-continue" } ? nil : .expectationFailed
    }

    /// A name or address with an optional port, and nothing that could end up in a link.
    static func isHost(_ text: String) -> Bool {
        (1...255).contains(text.utf8.count)
            && text.utf8.allSatisfy { byte in
                (48...57).contains(byte) || (65...90).contains(byte) || (97...122).contains(byte)
                    || "-._:[]".utf8.contains(byte)
            }
    }
}

/// The headers of protocols.md §5, the same on every answer.
enum SecurityHeaders {
    static let policyName = "content-security-policy"

    /// - Parameter images: origins whose pictures a page shows besides our own.
    static func policy(images: [String] = []) -> String {
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src \((["'self'", "data:"] + images).joined(separator: " ")); "
            + "connect-src 'self'; font-src 'self'; manifest-src 'self'; worker-src 'self'; form-action 'self'; frame-ancestors 'none'; "
            + "base-uri 'none'; object-src 'none'; require-trusted-types-for 'script'; trusted-types sotravel"
    }
    private static let ownPolicy = policy()
    static let all: [(String, String)] = [
        ("strict-transport-security", "max-age=63072000; includeSubDomains"),
        ("x-content-type-options", "nosniff"),
        ("referrer-policy", "same-origin"),
        ("cross-origin-opener-policy", "same-origin"),
        ("cross-origin-resource-policy", "same-origin"),
        ("permissions-policy", "geolocation=(self), camera=(self), microphone=(), payment=(), usb=()"),
    ]

    static func add(to headers: inout HTTPHeaders) {
        headers.add(contentsOf: all)
        if !headers.contains(name: policyName) { headers.add(name: policyName, value: ownPolicy) }
        if !headers.contains(name: "cache-control") { headers.add(name: "cache-control", value: "no-store") }
    }
}

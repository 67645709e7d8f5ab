import CFetch
import Foundation
import Synchronization

/// One message for a push service.
package struct PushRequest: Sendable {
    package let url: String
    package let headers: [(name: String, value: String)]
    package let body: [UInt8]
    /// Also a service of this machine, without TLS.
    package let isOwn: Bool
    package init(url: String, headers: [(name: String, value: String)], body: [UInt8], isOwn: Bool) {
        (self.url, self.headers, self.body, self.isOwn) = (url, headers, body, isOwn)
    }
}

/// What a push service said, or why it said nothing.
package struct PushAnswer: Sendable {
    package enum Problem: Sendable { case privateAddress, timedOut, unreachable }
    package var status = 0
    /// What it said, at most 4 kB of it.
    package var text = ""
    /// Seconds from now.
    package var retryAfter: Int?
    /// Why there is no status.
    package var problem: Problem?
    package init() {}
}

/// Asks push services: no redirects, at most 10 seconds, and only hosts that are public when the connection is made, unless a service of
/// this machine was added by name. All requests share one thread and its connections.
package enum PushHTTP {
    private static let byteLimit = 4096
    private static let milliseconds = 10_000
    private static let isPrepared: Void = fetch_prepare()

    /// Whoever is cancelled stops waiting at once.
    package static func send(_ request: PushRequest) async -> PushAnswer {
        let waiting = PushWaiting()
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                guard waiting.begin(continuation) else { return }
                fly(request, waiting)
            }
        } onCancel: {
            waiting.end(PushAnswer.none(.unreachable))
        }
    }

    private static func fly(_ request: PushRequest, _ waiting: PushWaiting) {
        _ = isPrepared
        // A service that is asked whether it wants the body costs a round trip.
        let fields: [String] = request.headers.map { "\($0.name): \($0.value)" } + ["Expect:"]
        let copies = fields.map { strdup($0) }
        defer { copies.forEach { free($0) } }
        let lines: [UnsafePointer<CChar>?] = copies.map { UnsafePointer($0) }
        request.url.withCString { url in
            lines.withUnsafeBufferPointer { lines in
                request.body.withUnsafeBytes { bytes in
                    var question = fetch_request()
                    question.url = url
                    question.body = bytes.baseAddress?.assumingMemoryBound(to: CChar.self)
                    question.body_length = bytes.count
                    question.headers = lines.baseAddress
                    question.header_count = lines.count
                    question.byte_limit = byteLimit
                    question.milliseconds = milliseconds
                    question.allows_private = request.isOwn ? 1 : 0
                    fetch_fly(&question, Unmanaged.passRetained(waiting).toOpaque()) { context, answer in
                        guard let context else { return }
                        let waiting = Unmanaged<PushWaiting>.fromOpaque(context).takeRetainedValue()
                        waiting.end(answer.map { PushAnswer($0.pointee) } ?? PushAnswer.none(.unreachable))
                    }
                }
            }
        }
    }
}

extension PushAnswer {
    fileprivate init(_ answer: fetch_answer) {
        self.init()
        text = String(decoding: UnsafeBufferPointer(start: answer.body, count: answer.length), as: UTF8.self)
        retryAfter = answer.retry_after >= 0 ? answer.retry_after : nil
        switch answer.failure {
        // What it says at length is not heard out.
        case FETCH_DONE, FETCH_TOO_LARGE: status = answer.status
        case FETCH_PRIVATE, FETCH_PORT: problem = .privateAddress
        case FETCH_TIMEOUT: problem = .timedOut
        default: problem = .unreachable
        }
    }

    fileprivate static func none(_ problem: Problem) -> PushAnswer {
        var answer = PushAnswer()
        answer.problem = problem
        return answer
    }
}

/// Who waits for an answer: told once, by the answer or by the end of the task.
private final class PushWaiting: Sendable {
    typealias Continuation = CheckedContinuation<PushAnswer, Never>
    private let state = Mutex<(continuation: Continuation?, isOver: Bool)>((nil, false))

    /// False if it is over already.
    func begin(_ continuation: Continuation) -> Bool {
        let isOver = state.withLock { state in
            if !state.isOver { state.continuation = continuation }
            return state.isOver
        }
        if isOver { continuation.resume(returning: PushAnswer.none(.unreachable)) }
        return !isOver
    }

    func end(_ answer: PushAnswer) {
        let waiting = state.withLock { state in
            defer { state = (nil, true) }
            return state.continuation
        }
        waiting?.resume(returning: answer)
    }
}

import CFetch
import Domain
import Foundation
import Synchronization

/// One question to a feed.
package struct FeedRequest: Sendable {
    package let url: String
    /// JSON that is sent with POST; nil asks with GET.
    package var body: [UInt8]?
    /// A header with a secret: sent to the first server alone, whatever redirects say.
    package var secret: (name: String, value: String)?
    /// Of the answer that is there already.
    package var (etag, modified) = ("", "")
    /// Whether somebody waits who typed the address: such questions take no thread from feeds that are stored.
    package var isTried = false
    package init(url: String) { self.url = url }
}

/// What came back, with any status.
package struct FeedAnswer: Sendable {
    package var status = 0
    package var body: [UInt8] = []
    package var (etag, modified) = ("", "")
    /// Seconds.
    package var retryAfter: Int?
    package init() {}
}

/// Asks at addresses that hosts type: at most 20 MB and 10 seconds in all, redirects included, and only public hosts. The address that a
/// name stands for is looked at when the connection is made, so that a name cannot stand for another one a moment later.
package struct FeedHTTP: Sendable {
    package static let byteLimit = 20_000_000
    private static let milliseconds = 10_000
    private static let mostRedirects = 3
    private static let threads = (stored: queue("feeds", 4), tried: queue("feeds that are tried", 2))
    private static let isPrepared: Void = fetch_prepare()

    private static func queue(_ name: String, _ most: Int) -> OperationQueue {
        _ = isPrepared
        let queue = OperationQueue()
        (queue.name, queue.maxConcurrentOperationCount) = (name, most)
        return queue
    }
    private let allowsPrivate: Bool
    private let milliseconds: Int

    /// - Parameters:
    ///   - allowsPrivate: also hosts of this machine and its network.
    ///   - milliseconds: for one question, redirects included.
    package init(allowsPrivate: Bool, milliseconds: Int = FeedHTTP.milliseconds) {
        self.allowsPrivate = allowsPrivate
        self.milliseconds = milliseconds
    }

    /// Whether the bytes of an address are of no public host.
    package static func isPrivate(_ address: [UInt8]) -> Bool { fetch_is_private(address, address.count) != 0 }

    /// Whether the bytes of an address are of this machine.
    package static func isOwn(_ address: [UInt8]) -> Bool { fetch_is_own(address, address.count) != 0 }

    /// Waits on a thread of its own. Whoever is cancelled stops waiting at once.
    package func send(_ request: FeedRequest) async throws(BikeProblem) -> FeedAnswer {
        let waiting = Waiting()
        let result: Result<FeedAnswer, BikeProblem> = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                guard waiting.begin(continuation) else { return }
                let threads = request.isTried ? FeedHTTP.threads.tried : FeedHTTP.threads.stored
                threads.addOperation { waiting.end(follow(request)) }
            }
        } onCancel: {
            waiting.end(.failure(.unreachable))
        }
        return try result.get()
    }

    private func follow(_ request: FeedRequest) -> Result<FeedAnswer, BikeProblem> {
        let clock = ContinuousClock()
        let end = clock.now + .milliseconds(milliseconds)
        guard var address = WebAddress(request.url) else { return .failure(.badAddress) }
        let first = address
        for _ in 0...FeedHTTP.mostRedirects {
            let remaining: Double = (end - clock.now) / .milliseconds(1)
            let left = Int(remaining, in: 1...1_000_000) ?? 0
            guard left > 0 else { return .failure(.timedOut) }
            let (answer, location, problem) = ask(address.text, request, withSecret: address.mayKnowSecrets(of: first), milliseconds: left)
            if let problem { return .failure(problem) }
            guard (300..<400).contains(answer.status), answer.status != 304 else { return .success(answer) }
            // Nobody is led from a protected address to an open one.
            guard let next = WebAddress(location), next.isSecure || !address.isSecure else { return .failure(.badAddress) }
            address = next
        }
        return .failure(.tooManyRedirects)
    }

    private func ask(
        _ url: String, _ request: FeedRequest, withSecret: Bool, milliseconds: Int
    ) -> (answer: FeedAnswer, location: String, problem: BikeProblem?) {
        var headers = ["Accept: application/json"]
        if request.body != nil { headers.append("Content-Type: application/json") }
        if let secret = request.secret, withSecret { headers.append("\(secret.name): \(secret.value)") }
        if !request.etag.isEmpty { headers.append("If-None-Match: \(request.etag)") }
        if !request.modified.isEmpty { headers.append("If-Modified-Since: \(request.modified)") }
        let copies = headers.map { strdup($0) }
        defer { copies.forEach { free($0) } }
        var found = fetch_answer()
        let lines: [UnsafePointer<CChar>?] = copies.map { UnsafePointer($0) }
        let body = request.body ?? []
        url.withCString { url in
            lines.withUnsafeBufferPointer { lines in
                body.withUnsafeBytes { bytes in
                    var question = fetch_request()
                    question.url = url
                    if request.body != nil { question.body = bytes.baseAddress?.assumingMemoryBound(to: CChar.self) }
                    question.body_length = bytes.count
                    question.headers = lines.baseAddress
                    question.header_count = lines.count
                    question.byte_limit = FeedHTTP.byteLimit
                    question.milliseconds = milliseconds
                    question.allows_private = allowsPrivate ? 1 : 0
                    fetch_run(&question, &found)
                }
            }
        }
        defer { fetch_release(&found) }
        return FeedHTTP.read(&found)
    }

    private static func read(_ found: inout fetch_answer) -> (answer: FeedAnswer, location: String, problem: BikeProblem?) {
        var answer = FeedAnswer()
        answer.status = found.status
        answer.body = Array(UnsafeBufferPointer(start: found.body, count: found.length))
        answer.etag = text(&found.etag)
        answer.modified = text(&found.modified)
        answer.retryAfter = found.retry_after >= 0 ? found.retry_after : nil
        let problem: BikeProblem? =
            switch found.failure {
            case FETCH_DONE: nil
            case FETCH_PRIVATE: .privateAddress
            case FETCH_PORT: .badAddress
            case FETCH_TIMEOUT: .timedOut
            case FETCH_TOO_LARGE: .tooLarge
            default: .unreachable
            }
        return (answer, text(&found.location), problem)
    }

    /// Of a field of characters that ends with 0.
    private static func text<Characters>(_ characters: inout Characters) -> String {
        withUnsafeBytes(of: &characters) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
    }
}

/// Who waits for an answer: told once, by the answer or by the end of the task.
private final class Waiting: Sendable {
    typealias Continuation = CheckedContinuation<Result<FeedAnswer, BikeProblem>, Never>
    private let state = Mutex<(continuation: Continuation?, isOver: Bool)>((nil, false))

    /// False if it is over already.
    func begin(_ continuation: Continuation) -> Bool {
        let isOver = state.withLock { state in
            if !state.isOver { state.continuation = continuation }
            return state.isOver
        }
        if isOver { continuation.resume(returning: .failure(.unreachable)) }
        return !isOver
    }

    func end(_ result: Result<FeedAnswer, BikeProblem>) {
        let waiting = state.withLock { state in
            defer { state = (nil, true) }
            return state.continuation
        }
        waiting?.resume(returning: result)
    }
}

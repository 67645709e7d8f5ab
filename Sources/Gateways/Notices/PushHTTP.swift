import CFetch

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

    /// Whoever is cancelled stops waiting at once.
    package static func send(_ request: PushRequest) async -> PushAnswer {
        await Flight(
            url: request.url, headers: request.headers, body: request.body, byteLimit: byteLimit, milliseconds: milliseconds,
            allowsPrivate: request.isOwn
        ).send(PushAnswer.none(.unreachable)) { PushAnswer($0) }
    }
}

extension PushAnswer {
    fileprivate init(_ answer: fetch_answer) {
        self.init()
        text = String(decoding: answer.bytes, as: UTF8.self)
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

import NIOHTTP1

/// Which responses of a connection are under way, and when the edge may send its own: never before the responses to earlier requests, and
/// never in the middle of one.
struct EdgeTurns {
    enum Closing: Equatable {
        /// Says why, and closes.
        case refusal(HTTPResponseStatus)
        /// The response says all: only closes.
        case silent
    }
    /// Requests that went further in and are not answered to the end.
    private(set) var unanswered = 0
    /// Between the head of a response and its end.
    private(set) var isAnswering = false
    private var closing: (Closing, turns: Int)?

    var isClosing: Bool { closing != nil }
    /// Whether responses of the framework still go out.
    var takesResponses: Bool { closing.map { $0.turns > 0 } ?? true }

    mutating func begin() { unanswered += 1 }
    mutating func beginResponse() { isAnswering = true }

    /// - Returns: what is to be said now, if anything.
    mutating func endResponse() -> Closing? {
        isAnswering = false
        unanswered = max(0, unanswered - 1)
        guard let (how, turns) = closing else { return nil }
        closing = (how, turns - 1)
        return turns == 1 ? how : nil
    }

    /// Nothing more is read of this connection.
    /// - Parameter isInside: the framework has the refused request and not yet all of it: this is its only response.
    /// - Returns: what is to be said now; nil if other responses come first, or it was said before.
    mutating func close(_ status: HTTPResponseStatus, isInside: Bool) -> Closing? {
        guard closing == nil else { return nil }
        let isBegun = isInside && (unanswered == 0 || unanswered == 1 && isAnswering)
        let how = isBegun ? Closing.silent : .refusal(status)
        let turns = isInside && !isBegun ? unanswered - 1 : unanswered
        closing = (how, turns)
        return turns == 0 ? how : nil
    }

    /// When all that was asked is answered, as HTTP/1.0 has it.
    /// - Returns: what is to be done now, if it is answered already.
    mutating func closeAfterResponses() -> Closing? {
        guard closing == nil else { return nil }
        closing = (.silent, unanswered)
        return unanswered == 0 ? .silent : nil
    }
}

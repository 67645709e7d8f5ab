import CFetch
import Foundation
import Synchronization

/// One of many requests that share a thread and its connections: posted, without redirects, bounded in bytes and time.
struct Flight {
    let url: String
    let headers: [(name: String, value: String)]
    let body: [UInt8]
    /// Of the answer.
    let byteLimit: Int
    let milliseconds: Int
    /// Also to hosts of this machine and its network.
    let allowsPrivate: Bool
    /// Nothing sends it a second time unasked.
    var isSingle = false

    private static let isPrepared: Void = fetch_prepare()

    /// What came back. The bytes are there only while `read` runs.
    typealias Reader<Answer> = @Sendable (fetch_answer) -> Answer

    /// Whoever is cancelled stops waiting at once, and hears `nothing`.
    func send<Answer: Sendable>(_ nothing: Answer, _ read: @escaping Reader<Answer>) async -> Answer {
        let landing = Landing(nothing, read)
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                guard landing.begin(continuation) else { return }
                begin(landing)
            }
        } onCancel: {
            landing.end(nil)
        }
    }

    private func begin(_ landing: some AnyLanding) {
        _ = Flight.isPrepared
        // A service that is asked whether it wants the body costs a round trip.
        let fields: [String] = headers.map { "\($0.name): \($0.value)" } + ["Expect:"]
        let copies = fields.map { strdup($0) }
        defer { copies.forEach { free($0) } }
        let lines: [UnsafePointer<CChar>?] = copies.map { UnsafePointer($0) }
        url.withCString { url in
            lines.withUnsafeBufferPointer { lines in
                body.withUnsafeBytes { bytes in
                    var question = fetch_request()
                    question.url = url
                    question.body = bytes.baseAddress?.assumingMemoryBound(to: CChar.self)
                    question.body_length = bytes.count
                    question.headers = lines.baseAddress
                    question.header_count = lines.count
                    question.byte_limit = byteLimit
                    question.milliseconds = milliseconds
                    question.allows_private = allowsPrivate ? 1 : 0
                    question.is_single = isSingle ? 1 : 0
                    fetch_fly(&question, Unmanaged.passRetained(Held(landing)).toOpaque()) { context, answer in
                        guard let context else { return }
                        let held = Unmanaged<Held>.fromOpaque(context).takeRetainedValue()
                        held.landing.end(answer?.pointee)
                    }
                }
            }
        }
    }
}

/// For C, which holds one pointer.
private final class Held: Sendable {
    let landing: any AnyLanding
    init(_ landing: any AnyLanding) { self.landing = landing }
}

private protocol AnyLanding: Sendable {
    func end(_ answer: fetch_answer?)
}

/// Who waits for an answer: told once, by the answer or by the end of the task.
private final class Landing<Answer: Sendable>: AnyLanding {
    typealias Continuation = CheckedContinuation<Answer, Never>
    private let nothing: Answer
    private let read: Flight.Reader<Answer>
    private let state = Mutex<(continuation: Continuation?, isOver: Bool)>((nil, false))

    init(_ nothing: Answer, _ read: @escaping Flight.Reader<Answer>) { (self.nothing, self.read) = (nothing, read) }

    /// False if it is over already.
    func begin(_ continuation: Continuation) -> Bool {
        let isOver = state.withLock { state in
            if !state.isOver { state.continuation = continuation }
            return state.isOver
        }
        if isOver { continuation.resume(returning: nothing) }
        return !isOver
    }

    func end(_ answer: fetch_answer?) {
        let waiting = state.withLock { state in
            defer { state = (nil, true) }
            return state.continuation
        }
        waiting?.resume(returning: answer.map(read) ?? nothing)
    }
}

extension fetch_answer {
    var bytes: UnsafeBufferPointer<UInt8> { UnsafeBufferPointer(start: body, count: length) }
}

import Domain
import Logging
import Store

extension Logger {
    /// Says what a job could not do, and tries again later. That the database does not answer `LiveService.watch` says, once for all.
    func failed(_ what: Message, _ error: any Error) {
        if !isDatabaseAway(error) { self.error(what, metadata: ["error": "\(error)"]) }
    }
}

/// What failed, as whoever asks can be told; nil if only the log should know.
package enum Failures {
    package static func refusal(_ error: any Error) -> Refusal? { storeRefusal(error) }
    package static func isDatabaseAway(_ error: any Error) -> Bool { Store.isDatabaseAway(error) }

    /// Tries until it is done: somebody may have to be hidden, and the database be away. Nobody asks for more than a minute.
    static func insist(_ work: @Sendable () async throws -> Void) async {
        for _ in 0..<60 {
            do { return try await work() } catch is CancellationError { return } catch { try? await Task.sleep(for: .seconds(1)) }
        }
    }
}

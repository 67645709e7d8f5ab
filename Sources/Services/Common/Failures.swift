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
}

import Domain
import Services
import Synchronization

/// The Date of answers that the framework does not see, written once a second.
final class DateField: Sendable {
    private let system: SystemInputs
    private let last = Mutex((second: Int64.min, text: ""))
    init(_ system: SystemInputs) { self.system = system }

    var text: String {
        let now = system.now()
        return last.withLock { last in
            if last.second != now.seconds { last = (now.seconds, now.httpDate) }
            return last.text
        }
    }
}

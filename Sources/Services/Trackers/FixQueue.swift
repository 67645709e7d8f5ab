import Domain
import Store

/// A phone that waits to hear what became of its positions.
package protocol WaitingPhone: AnyObject {
    /// They are stored.
    func hear(_ reply: TrackerReply)
    func hear(_ refusal: Refusal)
}

/// A commit that took positions along is over.
package struct FixCommit: Sendable {
    fileprivate let number: Int
    fileprivate let error: (any Error)?
    fileprivate let commits: FixCommits
}

/// Tells a queue about its commits, once for each, however many phones wait for it. A message for each phone, made by one thread and freed
/// by another, would make both wait for memory.
package final class FixCommits: FixCollector {
    private let tell: @Sendable (FixCommit) -> Void

    /// - Parameter tell: runs on the writer's thread, and brings the commit to `resolve` on the queue's.
    package init(_ tell: @escaping @Sendable (FixCommit) -> Void) { self.tell = tell }

    package func commitDidFinish(_ commit: Int, _ error: (any Error)?) { tell(FixCommit(number: commit, error: error, commits: self)) }
}

/// Plain positions of many phones that share a thread, from their arrival until each phone has its response. To be used on that thread
/// alone.
package final class FixQueue {
    private struct Waiting {
        let judged: JudgedMessage
        let phone: any WaitingPhone
    }
    private let fixes: FixService
    /// In the order of their commits; nil up to `first`.
    private var waiting: [Waiting?] = []
    private var first = 0

    package init(_ fixes: FixService) { self.fixes = fixes }

    /// As `FixService.ingest`, for the messages that phones send all day, without a task of its own. False for any other message, and
    /// nothing was done then. Otherwise the phone gets its response once its commit is settled.
    package func ingest(_ message: TrackerMessage, token: String, from phone: any WaitingPhone, _ commits: FixCommits) -> Bool {
        guard let judged = fixes.acceptPlain(message, token: token, for: commits) else { return false }
        waiting.append(Waiting(judged: judged, phone: phone))
        return true
    }

    /// Answers all phones that waited for a commit. An answer may make a phone send its next message.
    package func resolve(_ commit: FixCommit) {
        while first < waiting.count, let next = waiting[first], next.judged.commit == commit.number {
            waiting[first] = nil
            first += 1
            if let error = commit.error { fail(next, error, commit.commits) } else { finish(next) }
        }
        waiting.removeFirst(first)
        first = 0
    }

    /// A stored position moves the board, whether or not the phone is still there to hear of it.
    private func finish(_ waiting: Waiting) {
        fixes.finish(waiting.judged)
        waiting.phone.hear(waiting.judged.reply)
    }

    private func fail(_ waiting: Waiting, _ error: any Error, _ commits: FixCommits) {
        if let judged = fixes.retry(waiting.judged, for: commits) {
            self.waiting.append(Waiting(judged: judged, phone: waiting.phone))
        } else {
            waiting.phone.hear(fixes.refusal(error))
        }
    }
}

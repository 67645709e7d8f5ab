import Domain
import NIOCore
import Services

/// The positions of one event loop's phones, from when they are put in until their commit is over. What belongs to a phone stays
/// on its loop; between the threads goes one message a commit.
final class FixDesk: FixCollector {
    private struct Waiting {
        let receipt: Receipt
        let phone: QuickFixHandler
    }
    private let fixes: FixService
    private let loop: any EventLoop
    /// In the order of their commits.
    private let waiting: NIOLoopBoundBox<CircularBuffer<Waiting>>

    /// On the loop, as everything but `commitIsOver`.
    init(_ fixes: FixService, on loop: any EventLoop) {
        self.fixes = fixes
        self.loop = loop
        waiting = NIOLoopBoundBox(CircularBuffer(), eventLoop: loop)
    }

    /// False if the message is to go the usual way; nothing was done then. Otherwise the phone hears how it ended.
    func take(_ message: TrackerMessage, token: String, of phone: QuickFixHandler) -> Bool {
        guard let receipt = fixes.receivePlain(message, token: token, for: self) else { return false }
        waiting.value.append(Waiting(receipt: receipt, phone: phone))
        return true
    }

    func commitIsOver(_ commit: Int, _ error: (any Error)?) {
        loop.execute { self.finish(commit, error) }
    }

    private func finish(_ commit: Int, _ error: (any Error)?) {
        while let next = waiting.value.first, next.receipt.commit == commit {
            waiting.value.removeFirst()
            if let error { fail(next, error) } else { finish(next) }
        }
    }

    /// Stored is stored, and moves the board, whether or not the phone is still there to hear of it.
    private func finish(_ waiting: Waiting) {
        fixes.finish(waiting.receipt)
        waiting.phone.finish(.success(waiting.receipt.reply))
    }

    private func fail(_ waiting: Waiting, _ error: any Error) {
        if let receipt = fixes.receiveAgain(waiting.receipt, for: self) {
            self.waiting.value.append(Waiting(receipt: receipt, phone: waiting.phone))
        } else {
            waiting.phone.finish(.failure(fixes.refusal(error)))
        }
    }
}

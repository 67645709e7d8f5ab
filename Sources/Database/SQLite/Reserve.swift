import Foundation
import Synchronization

/// Disk space held by an empty file, and released for urgent writes when there is no other space.
final class Reserve: Sendable {
    private let path: String
    private let size: Int
    private let whole = Mutex(false)

    /// - Parameter size: bytes; 0 holds none.
    init(path: String, size: Int) {
        self.path = path
        self.size = size
        refill()
    }

    /// Refills the reserve if needed. Returns whether writes that can wait are allowed: not while the reserve is in use.
    @discardableResult
    func refill() -> Bool {
        whole.withLock { whole in
            guard !whole, size > 0 else { return true }
            let file = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
            guard file >= 0 else { return false }
            defer { close(file) }
            whole = posix_fallocate(file, 0, off_t(size)) == 0
            // Half a reserve would take the space that urgent writes need.
            if !whole { ftruncate(file, 0) }
            return whole
        }
    }

    /// False where there was none.
    func release() -> Bool {
        whole.withLock { whole in
            defer { whole = false }
            return whole && truncate(path, 0) == 0
        }
    }
}

import Foundation

/// Lets a thread sleep until it is woken, or for a maximum time. That time does not depend on the machine's wall clock. A semaphore of
/// Dispatch and a condition of Foundation sleep until a time of that clock: if it is set back by an hour, they sleep an hour more.
final class Bell: Sendable {
    private struct Parts {
        var mutex = pthread_mutex_t()
        var condition = pthread_cond_t()
        var isRung = false
    }
    /// Address of the parts, as a number: pointers themselves may not pass between threads.
    private let address: UInt

    init() {
        let parts = UnsafeMutablePointer<Parts>.allocate(capacity: 1)
        parts.initialize(to: Parts())
        address = UInt(bitPattern: parts)
        var attributes = pthread_condattr_t()
        pthread_condattr_init(&attributes)
        pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC)
        withParts { _, mutex, condition in
            pthread_mutex_init(mutex, nil)
            pthread_cond_init(condition, &attributes)
        }
        pthread_condattr_destroy(&attributes)
    }

    deinit {
        withParts { parts, mutex, condition in
            pthread_cond_destroy(condition)
            pthread_mutex_destroy(mutex)
            parts.deallocate()
        }
    }

    /// Ends the sleep under way, or else the next one before it begins.
    func ring() {
        withParts { parts, mutex, condition in
            pthread_mutex_lock(mutex)
            parts.pointee.isRung = true
            pthread_cond_signal(condition)
            pthread_mutex_unlock(mutex)
        }
    }

    func wait(_ duration: Duration) {
        var end = timespec()
        clock_gettime(CLOCK_MONOTONIC, &end)
        let (seconds, attoseconds) = duration.components
        let nanoseconds = end.tv_nsec + Int(attoseconds / 1_000_000_000)
        end.tv_sec += Int(seconds) + nanoseconds / 1_000_000_000
        end.tv_nsec = nanoseconds % 1_000_000_000
        withParts { parts, mutex, condition in
            pthread_mutex_lock(mutex)
            while !parts.pointee.isRung, pthread_cond_timedwait(condition, mutex, &end) == 0 {}
            parts.pointee.isRung = false
            pthread_mutex_unlock(mutex)
        }
    }

    private func withParts(
        _ body: (UnsafeMutablePointer<Parts>, UnsafeMutablePointer<pthread_mutex_t>, UnsafeMutablePointer<pthread_cond_t>) -> Void
    ) {
        guard let parts = UnsafeMutablePointer<Parts>(bitPattern: address), let mutex = parts.pointer(to: \.mutex),
            let condition = parts.pointer(to: \.condition)
        else { return }
        body(parts, mutex, condition)
    }
}

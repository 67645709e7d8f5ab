import Domain
import Synchronization

/// Counts failed sign-ins: 10 in 15 minutes for an account, 25 in 5 minutes for an address. Only failures
/// count and only new sign-ins are stopped: nobody can be locked out of a session that they hold.
package final class SignInLimiter: Sendable {
    private static let account = (limit: 10, window: Duration.minutes(15))
    private static let address = (limit: 25, window: Duration.minutes(5))
    /// Beyond this many keys the oldest are dropped: memory stays bounded under attack.
    private static let keyLimit = 100_000
    private let failures = Mutex<[String: [Instant]]>([:])

    package init() {}

    /// One try of somebody at one account.
    struct Attempt: Sendable {
        let limiter: SignInLimiter
        let email: String
        let address: String
        let now: Instant
        func check() throws(Refusal) { try limiter.check(email: email, address: address, now: now) }
        func fail() { limiter.fail(email: email, address: address, now: now) }
    }

    package func check(email: String, address: String, now: Instant) throws(Refusal) {
        let wait = failures.withLock { failures in
            max(
                SignInLimiter.wait(failures["account " + folded(email)], SignInLimiter.account, now),
                SignInLimiter.wait(failures["address " + SignInLimiter.network(address)], SignInLimiter.address, now))
        }
        if wait > 0 {
            throw .tooMany(
                "Too many failed attempts. Wait \(wait / 60 + 1) minutes, or ask an admin to reset the password.",
                retryAfter: wait)
        }
    }

    package func fail(email: String, address: String, now: Instant) {
        failures.withLock { failures in
            if failures.count > SignInLimiter.keyLimit {
                failures = failures.filter { ($0.value.last ?? now) > now - .minutes(15) }
                if failures.count > SignInLimiter.keyLimit { failures.removeAll() }
            }
            for key in ["account " + folded(email), "address " + SignInLimiter.network(address)] {
                failures[key, default: []].append(now)
                if let count = failures[key]?.count, count > 50 { failures[key]?.removeFirst(count - 50) }
            }
        }
    }

    package func succeed(email: String) { _ = failures.withLock { $0.removeValue(forKey: "account " + folded(email)) } }

    /// Seconds until the window holds fewer failures than the limit.
    private static func wait(_ times: [Instant]?, _ rule: (limit: Int, window: Duration), _ now: Instant) -> Int {
        let recent = (times ?? []).filter { $0 > now - rule.window }
        guard recent.count >= rule.limit else { return 0 }
        let freed = recent[recent.count - rule.limit] + rule.window
        return max(1, Int((freed - now).components.seconds) + 1)
    }

    /// An IPv6 customer holds a /64 at least: that is the address that counts.
    static func network(_ address: String) -> String {
        guard address.contains(":") else { return address }
        let halves = address.split(separator: "%")[0].components("::")
        let head = halves[0].split(separator: ":").map(String.init)
        let tail = halves.count > 1 ? halves[1].split(separator: ":").map(String.init) : []
        if let last = tail.last ?? head.last, last.contains(".") { return last }
        let zeros = halves.count > 1 ? Array(repeating: "0", count: max(0, 8 - head.count - tail.count)) : []
        return (head + zeros + tail).prefix(4).map { String(Int($0, radix: 16) ?? 0, radix: 16) }.joined(separator: ":")
    }
}

extension Substring {
    fileprivate func components(_ separator: String) -> [Substring] {
        guard let range = firstRange(of: separator) else { return [self] }
        return [self[..<range.lowerBound], self[range.upperBound...]]
    }
}

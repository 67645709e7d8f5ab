import Domain

/// How often somebody lets the server ask at an address that they typed: nobody may use it to look around in the world.
struct BikeTries: Sendable {
    static let most = 10
    private static let window = Duration.hours(1)
    /// By account.
    private var times: [ID: [Instant]] = [:]

    /// - Throws: too many, with the time to wait.
    mutating func take(_ account: ID, at now: Instant) throws(Refusal) {
        forget(at: now)
        let recent = times[account, default: []]
        guard recent.count < BikeTries.most else {
            let left = recent[recent.count - BikeTries.most] + BikeTries.window - now
            let minutes = max(1, Int((left.components.seconds + 59) / 60))
            throw .tooMany("You tried many addresses. Wait \(counted(minutes, "minute")) before the next one.", retryAfter: minutes * 60)
        }
        times[account, default: []].append(now)
    }

    /// What no longer counts.
    mutating func forget(at now: Instant) {
        times = times.mapValues { $0.filter { $0.isWithin(BikeTries.window, before: now) } }.filter { !$0.value.isEmpty }
    }
}

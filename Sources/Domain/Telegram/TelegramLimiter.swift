/// When a request may go to Telegram: 30 a second in all, one a second in a chat, 20 a minute in a group, edits as well as messages. The
/// numbers are those that its documents name; the true ones are unpublished, so what Telegram asks for is obeyed besides. A clock that only
/// counts on says the time.
package struct TelegramLimiter: Sendable {
    package static let (mostInAll, mostInGroup) = (30, 20)
    /// A little longer than a second and a minute: what leaves evenly arrives unevenly.
    package static let (second, minute) = (Duration.milliseconds(1_080), Duration.milliseconds(61_500))
    private static let chatsKept = 5_000
    /// Longer than any answer may take, and how often a chat is looked at meanwhile.
    private static let (longest, glance) = (Duration.seconds(30), Duration.milliseconds(50))

    /// When requests were answered of late.
    private var answered: [Duration] = []
    private var chats: [Int: [Duration]] = [:]
    /// When requests left that are not answered yet: nobody knows when they arrive.
    private var flying: [Int: Duration] = [:]
    private var held: [Int: Duration] = [:]
    private var allHeld: Duration?
    package init() {}

    /// Counts the request if it may go now.
    /// - Parameter chat: a group's number is below zero.
    /// - Returns: nil if it goes; else how long until it may be asked again.
    package mutating func admit(_ chat: Int, at now: Duration) -> Duration? {
        forget(before: now)
        // What is under way arrives at an unknown time: it takes its place of the thirty until a second after its answer.
        let places = TelegramLimiter.mostInAll - flying.count
        if flying[chat] != nil || places <= 0 { return TelegramLimiter.glance }
        let times = chats[chat] ?? []
        let ends = [
            allHeld, held[chat], answered.count >= places ? answered[answered.count - places] + Self.second : nil,
            times.last.map { $0 + Self.second },
            chat < 0 && times.count >= TelegramLimiter.mostInGroup ? times[times.count - TelegramLimiter.mostInGroup] + Self.minute : nil,
        ]
        if let end = ends.compactMap(\.self).max(), end > now { return end - now }
        flying[chat] = now
        chats[chat] = Array((times + [now]).suffix(TelegramLimiter.mostInGroup))
        return nil
    }

    /// The answer to what was admitted has come: it arrived some time before.
    package mutating func landed(_ chat: Int, at now: Duration) {
        if flying.removeValue(forKey: chat) != nil { answered.append(now) }
        if var times = chats[chat], !times.isEmpty {
            times[times.count - 1] = now
            chats[chat] = times
        }
    }

    /// Telegram asks to wait: nothing goes to that chat until then, and where that is said of two chats at once, nothing at all.
    package mutating func hold(_ chat: Int?, for time: Duration, at now: Duration) {
        guard let chat else {
            allHeld = max(allHeld ?? now, now + time)
            return
        }
        if held.contains(where: { $0.key != chat && $0.value > now }) { allHeld = max(allHeld ?? now, now + time) }
        held[chat] = max(held[chat] ?? now, now + time)
    }

    private mutating func forget(before now: Duration) {
        answered.removeAll { $0 + TelegramLimiter.second <= now }
        flying = flying.filter { $0.value + TelegramLimiter.longest > now }
        if let end = allHeld, end <= now { allHeld = nil }
        guard chats.count + held.count > TelegramLimiter.chatsKept else { return }
        chats = chats.filter { times in times.value.contains { $0 + TelegramLimiter.minute > now } }
        held = held.filter { $0.value > now }
    }
}

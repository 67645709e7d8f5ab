import Domain
import Testing

/// Never more than Telegram's documents allow, whatever is asked for and when.
@Suite struct TelegramLimiterTests {
    /// Most times within any window of that length.
    private static func most(_ times: [Duration], within length: Duration) -> Int {
        times.indices.map { start in times[start...].prefix { $0 - times[start] < length }.count }.max() ?? 0
    }

    @Test(arguments: 0..<20) func randomSchedulesStayWithinEveryLimit(_ seed: Int) throws {
        var (limiter, chance) = (TelegramLimiter(), SplitMix(state: UInt64(seed) &+ 99))
        let chats = (1...60).map { $0 } + [-1, -2, -3]
        var (now, sent) = (Duration.zero, [Int: [Duration]]())
        for _ in 0..<6_000 {
            now += .milliseconds(Int(chance.next() % 40))
            let chat = chance.next() % 3 == 0 ? chats[chats.count - 1 - Int(chance.next() % 3)] : chats[Int(chance.next() % 63)]
            if let wait = limiter.admit(chat, at: now) {
                #expect(wait > .zero)
                continue
            }
            sent[chat, default: []].append(now)
            if chance.next() % 2 == 0 { now += .milliseconds(Int(chance.next() % 300)) }
            limiter.landed(chat, at: now)
        }
        #expect(TelegramLimiterTests.most(sent.values.joined().sorted(), within: .seconds(1)) <= 30)
        for (chat, times) in sent {
            #expect(TelegramLimiterTests.most(times, within: .seconds(1)) == 1)
            if chat < 0 { #expect(TelegramLimiterTests.most(times, within: .seconds(60)) <= 20) }
        }
        // The limits are used, not avoided.
        #expect(sent.values.joined().count > 1_000 && (sent[-1]?.count ?? 0) >= 20)
    }

    /// Requests that left evenly may reach Telegram in one heap.
    @Test(arguments: 0..<20) func whenRequestsArriveAtAnUnknownTimeNoSecondHasMoreThanThirty(_ seed: Int) {
        var (limiter, chance) = (TelegramLimiter(), SplitMix(state: UInt64(seed) &+ 7))
        var (now, underWay, arrived) = (Duration.zero, [Int: Duration](), [Duration]())
        for chat in 1...4_000 {
            now += .milliseconds(Int(chance.next() % 25))
            for (other, answer) in underWay where answer <= now {
                limiter.landed(other, at: now)
                underWay[other] = nil
            }
            guard limiter.admit(chat, at: now) == nil else { continue }
            let (way, back) = (Int(chance.next() % 900), Int(chance.next() % 100))
            arrived.append(now + .milliseconds(way))
            underWay[chat] = now + .milliseconds(way + back)
        }
        #expect(TelegramLimiterTests.most(arrived.sorted(), within: .seconds(1)) <= 30)
        #expect(arrived.count > 500)
    }

    @Test func whoWaitsAsLongAsIsSaidGoes() throws {
        let limiter = KeptLimiter()
        #expect(limiter.admit(7, at: .milliseconds(500)) == nil)
        // While it is under way, nobody knows when it arrives.
        #expect(limiter.admit(7, at: .seconds(10)) != nil)
        limiter.landed(7, at: .seconds(1))
        let wait = try #require(limiter.admit(7, at: .seconds(1)))
        #expect(limiter.admit(8, at: .seconds(1)) == nil)
        #expect(limiter.admit(7, at: .seconds(1) + wait) == nil)
    }

    @Test func retryAfterIsObeyed() {
        let limiter = KeptLimiter()
        limiter.hold(7, for: .seconds(30), at: .zero)
        #expect(limiter.admit(7, at: .milliseconds(29_999)) == .milliseconds(1) && limiter.admit(8, at: .seconds(1)) == nil)
        #expect(limiter.admit(7, at: .seconds(30)) == nil)
        for chat in [7, 8] { limiter.landed(chat, at: .seconds(30)) }
        // Two chats at once: it is the bot that is too fast.
        limiter.hold(7, for: .seconds(30), at: .seconds(100))
        limiter.hold(8, for: .seconds(20), at: .seconds(100))
        #expect(limiter.admit(9, at: .seconds(119)) == .seconds(1) && limiter.admit(9, at: .seconds(120)) == nil)
        limiter.hold(nil, for: .seconds(5), at: .seconds(200))
        #expect(limiter.admit(10, at: .seconds(204)) == .seconds(1))
    }
}

/// One that expectations may ask.
private final class KeptLimiter {
    private var limiter = TelegramLimiter()
    func admit(_ chat: Int, at now: Duration) -> Duration? { limiter.admit(chat, at: now) }
    func landed(_ chat: Int, at now: Duration) { limiter.landed(chat, at: now) }
    func hold(_ chat: Int?, for time: Duration, at now: Duration) { limiter.hold(chat, for: time, at: now) }
}

private struct SplitMix {
    var state: UInt64
    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}

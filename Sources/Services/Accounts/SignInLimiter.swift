import Cryptography
import Domain
import Store
import Synchronization

/// Counts failed sign-ins: 10 in 15 minutes for an account, 25 in 5 minutes for an address. Only failures count and only new
/// sign-ins are stopped: nobody can be locked out of a session that they hold. A browser that signed in to the account before
/// counts by itself, 10 in 15 minutes, so that strangers who guess do not keep its owner out.
///
/// Failures are in the database: they survive a restart, and the command line can clear them. Memory holds the failures that are not stored
/// yet, or that a full disk does not take.
package final class SignInLimiter: Sendable {
    private typealias Failure = SignInFailures.Failure
    private static let longest = Duration.minutes(15)
    /// Beyond this many keys, failures that are not stored are dropped: memory stays bounded under attack.
    private static let keyLimit = 100_000
    /// A failure further in the future was counted by a wrong clock, and would lock the account until that time.
    private static let drift = Duration.minutes(2)
    private let store: SignInFailures
    private let newID: @Sendable () -> ID
    private let unstored = Mutex<[[UInt8]: Set<Failure>]>([:])

    package init(store: SignInFailures, newID: @escaping @Sendable () -> ID) {
        self.store = store
        self.newID = newID
    }

    fileprivate struct Key: Sendable {
        let hash: [UInt8]
        let limit: Int
        let window: Duration
        init(_ text: String, limit: Int = 10, window: Duration = SignInLimiter.longest) {
            hash = Digest.sha256(Array(text.utf8))
            self.limit = limit
            self.window = window
        }
    }
    private static func account(_ email: String) -> Key { Key("account " + folded(email)) }
    private static func device(_ id: ID) -> Key { Key("device \(id)") }

    /// One try of somebody at one account.
    package struct Attempt: Sendable {
        private let limiter: SignInLimiter
        private let keys: [Key]
        private let now: Instant
        /// The refusal, for a time to wait.
        private let words: @Sendable (String) -> Texts.Sentence

        fileprivate init(
            _ limiter: SignInLimiter, _ keys: [Key], _ now: Instant,
            _ words: @escaping @Sendable (String) -> Texts.Sentence = {
                "Too many failed attempts. Wait \($0), or ask an admin to reset the password."
            }
        ) {
            self.limiter = limiter
            self.keys = keys
            self.now = now
            self.words = words
        }

        package func check() throws(Refusal) {
            let wait = limiter.wait(keys, now)
            guard wait > 0 else { return }
            throw .tooMany(words(counted(wait / 60 + 1, "minute")), retryAfter: wait)
        }
        /// Counts at once; `keep` makes it last.
        package func fail() { limiter.fail(keys, now) }
        package func keep() async { await limiter.keep(keys, now) }
        /// Forgets the failures that somebody who got in had; those of an address stay.
        package func succeed() async { await limiter.forget(keys.filter { $0.window == SignInLimiter.longest }, now) }
    }

    /// A sign-in from somewhere.
    package func attempt(email: String, client: Client, at now: Instant) -> Attempt {
        if let token = client.device, let known = try? store.device(tokenHash: SessionService.hash(token), email: email) {
            return Attempt(self, [SignInLimiter.device(known)], now)
        }
        let address = Key("address " + SignInLimiter.network(client.address), limit: 25, window: .minutes(5))
        return Attempt(self, [SignInLimiter.account(email), address], now)
    }

    /// The password again within a session: a thief of a session may not guess for ever, and does not lock the owner out.
    func attempt(of actor: Actor, at now: Instant) -> Attempt {
        Attempt(self, [Key("password of \(actor.account.id) in \(actor.sessionID)")], now)
    }

    /// An address that somebody who is signed in tries to take, 5 in 15 minutes.
    func address(of actor: Actor, at now: Instant) -> Attempt {
        Attempt(self, [Key("address of \(actor.account.id)", limit: 5)], now) { "You have tried several addresses. Wait \($0)." }
    }

    /// An invite that somebody has mailed, 30 in 15 minutes.
    func invite(of actor: Actor, at now: Instant) -> Attempt {
        Attempt(self, [Key("invites of \(actor.account.id)", limit: 30)], now) { "You have sent many invites by email. Wait \($0)." }
    }

    /// Who signs up.
    enum Newcomer {
        case email(String)
        case identity(String)
    }

    /// A sign-up from somewhere, each of which counts: 5 in 15 minutes for an address, 30 for a client, which may be a hotel, and
    /// 100 for the server.
    func signUp(_ who: Newcomer, client: Client, at now: Instant) -> Attempt {
        let own =
            switch who {
            case .email(let email): "sign-up of " + folded(email)
            case .identity(let subject): "sign-up of identity " + subject
            }
        let keys = [
            Key(own, limit: 5), Key("sign-up from " + SignInLimiter.network(client.address), limit: 30), Key("sign-up", limit: 100),
        ]
        return Attempt(self, keys, now) { "Many people are signing up right now. Wait \($0), or ask a host for a link of your own." }
    }

    /// Who asks for a new password, each of which counts: 3 in 15 minutes for an address, 10 for a client, 100 for the server. It counts
    /// for addresses that nobody has as well.
    func forgotten(_ email: String, client: Client, at now: Instant) -> Attempt {
        let keys = [
            Key("password for " + folded(email), limit: 3), Key("password from " + SignInLimiter.network(client.address), limit: 10),
            Key("password", limit: 100),
        ]
        return Attempt(self, keys, now) { "Many new passwords were requested. Wait \($0), or ask an admin to reset yours." }
    }

    /// Lifts what keeps an account's owner out.
    func lift(_ account: Account) async throws {
        let keys = [SignInLimiter.account(account.email)] + (try store.devices(of: account.id)).map(SignInLimiter.device)
        unstored.withLock { unstored in for key in keys { unstored[key.hash] = nil } }
        try await store.clear(keys.map(\.hash))
    }

    // MARK: counting

    private func failures(_ key: Key, _ now: Instant) -> Set<Failure> {
        // Memory first: a failure that moves to the database meanwhile is then seen twice, as the same failure, and never missed.
        let pending = unstored.withLock { $0[key.hash] ?? [] }
        let latest = now + SignInLimiter.drift
        return pending.filter { $0.at <= latest }.union((try? store.list(key.hash, after: now - key.window, upTo: latest)) ?? [])
    }

    private func wait(_ keys: [Key], _ now: Instant) -> Int {
        keys.map { SignInLimiter.wait(failures($0, now).map(\.at), $0, now) }.max() ?? 0
    }

    private func fail(_ keys: [Key], _ now: Instant) {
        unstored.withLock { unstored in
            if unstored.count > SignInLimiter.keyLimit { unstored.removeAll() }
            for key in keys { unstored[key.hash, default: []].insert(Failure(id: newID(), at: now)) }
        }
    }

    private func keep(_ keys: [Key], _ now: Instant) async {
        let old = now - SignInLimiter.longest
        let found = unstored.withLock { unstored in
            keys.flatMap { key in (unstored[key.hash] ?? []).map { (keyHash: key.hash, failure: $0) } }
        }
        // On a disk that takes nothing they stay in memory.
        let isStored: Bool = (try? await store.add(found.filter { $0.failure.at > old }, prunedBefore: old)) != nil
        unstored.withLock { unstored in
            for (key, failure) in found where isStored || failure.at <= old {
                unstored[key]?.remove(failure)
                if unstored[key]?.isEmpty == true { unstored[key] = nil }
            }
        }
    }

    private func forget(_ keys: [Key], _ now: Instant) async {
        let failed = keys.filter { !failures($0, now).isEmpty }
        guard !failed.isEmpty else { return }
        unstored.withLock { unstored in for key in failed { unstored[key.hash] = nil } }
        try? await store.clear(failed.map(\.hash))
    }

    /// Seconds until the window holds fewer failures than the limit.
    private static func wait(_ times: [Instant], _ rule: Key, _ now: Instant) -> Int {
        let recent = times.filter { $0 > now - rule.window }.sorted()
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

import Domain
import Gateways
import Synchronization

/// Telegram's addresses and keys, asked for when they are needed and kept for a while.
final class KeptIssuer: Sendable {
    private static let keyLife = Duration.minutes(30)
    /// An unknown key asks the issuer again, but not more often.
    private static let keyPause = Duration.seconds(30)

    private struct Keys {
        var endpoints: OpenIDIssuer.Endpoints?
        var keys: [OpenIDIssuer.Key] = []
        var fetchedAt: Instant?
        /// When an unknown key last made us ask again.
        var askedAgainAt: Instant?
    }

    private let issuer: OpenIDIssuer
    private let system: SystemInputs
    private let known = Mutex(Keys())

    init(_ issuer: OpenIDIssuer, system: SystemInputs) {
        self.issuer = issuer
        self.system = system
    }

    /// Turns a network failure into a refusal that names the other ways to sign in, which still work.
    func asking<T>(_ work: (OpenIDIssuer) async throws -> T) async throws -> T {
        do { return try await work(issuer) } catch let refusal as Refusal { throw refusal } catch {
            throw Refusal.unavailable(
                "Telegram does not answer right now. Sign in with your password or a link from a host.", retryAfter: 60)
        }
    }

    func endpoints() async throws -> OpenIDIssuer.Endpoints {
        _ = try await keys(isForced: false)
        guard let found = known.withLock({ $0.endpoints }) else { throw TelegramService.refusal }
        return found
    }

    func keys(isForced: Bool) async throws -> [OpenIDIssuer.Key] {
        let now = system.now()
        let kept = known.withLock { keys -> [OpenIDIssuer.Key]? in
            guard let at = keys.fetchedAt, at.isWithin(KeptIssuer.keyLife, before: now) else { return nil }
            guard isForced, keys.askedAgainAt?.isWithin(KeptIssuer.keyPause, before: now) != true else { return keys.keys }
            keys.askedAgainAt = now
            return nil
        }
        if let kept { return kept }
        return try await asking {
            let endpoints = try await $0.discover()
            let found = try await $0.keys(endpoints)
            known.withLock { ($0.endpoints, $0.keys, $0.fetchedAt) = (endpoints, found, now) }
            return found
        }
    }
}

import Cryptography
import Domain

/// A redirect to Telegram that is under way. Only the browser that began it can complete it: its cookie holds what is to be known, with a
/// code that only this server makes, so that it may come back to any node. The secrets are derived from the state by the server's key.
struct TelegramFlow: Sendable {
    /// Between leaving for Telegram and coming back.
    private static let life = Duration.minutes(10)
    /// For how long a used one must be known: its life, and what clocks of nodes may differ by.
    static let longest = Duration.hours(1)
    /// A browser keeps 4,096 bytes of a cookie. Whoever was on the way to a longer address begins at the start page.
    private static let nextLimit = 1500

    let state: String
    /// The address that Telegram sends the browser back to.
    let redirect: String
    /// Where to go on after that.
    let next: String
    /// Whose account it links; nil for a way in.
    let owner: Owner?
    /// Begun by a tap on a page of ours, not by an address that somebody opened.
    let isFromHere: Bool
    let startedAt: Instant

    struct Owner: Equatable, Sendable {
        let account: ID
        let session: ID
        init(_ actor: Actor) { (account, session) = (actor.account.id, actor.sessionID) }
        fileprivate init(account: ID, session: ID) { (self.account, self.session) = (account, session) }
    }

    // MARK: secrets

    func nonce(_ key: ServerKey) throws -> String { base64URL(try key.code("Telegram nonce", of: Array(state.utf8))) }
    /// 43 letters, as PKCE wants them (RFC 7636 §4.1).
    func verifier(_ key: ServerKey) throws -> String { base64URL(try key.code("Telegram verifier", of: Array(state.utf8))) }
    /// By which it is known that the state was used.
    var proof: [UInt8] { Digest.sha256(Array("Telegram state \(state)".utf8)) }

    // MARK: the cookie

    func sealed(_ key: ServerKey) throws -> String {
        let lines = [
            state, String(startedAt.microseconds), isFromHere ? "here" : "", owner.map { "\($0.account)" } ?? "",
            owner.map { "\($0.session)" } ?? "", redirect, next.utf8.count <= TelegramFlow.nextLimit ? next : "",
        ]
        let text = Array(lines.joined(separator: "\n").utf8)
        return base64URL(text) + "." + base64URL(try TelegramFlow.code(text, key))
    }

    private static func code(_ text: [UInt8], _ key: ServerKey) throws -> [UInt8] { try key.code("Telegram cookie", of: text) }

    /// Nil for a cookie that this server did not make, or made for another state or too long ago.
    static func opened(_ cookie: String?, state: String, _ key: ServerKey, at now: Instant) throws -> TelegramFlow? {
        let parts = (cookie ?? "").split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 2, let text = base64URLBytes(String(parts[0])), let seal = base64URLBytes(String(parts[1])),
            Digest.areEqual(seal, try code(text, key)), let flow = TelegramFlow(text), flow.state == state,
            now - flow.startedAt < life
        else { return nil }
        return flow
    }

    private init?(_ text: [UInt8]) {
        let lines = String(decoding: text, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        guard lines.count == 7, let started = lines[1].ordinal else { return nil }
        let (account, session) = (ID(lines[3]), ID(lines[4]))
        // A link without its owner would be a way in.
        guard lines[3].isEmpty || (account != nil && session != nil) else { return nil }
        (state, startedAt, isFromHere) = (lines[0], Instant(microseconds: Int64(started)), lines[2] == "here")
        owner = account.flatMap { account in session.map { Owner(account: account, session: $0) } }
        (redirect, next) = (lines[5], lines[6])
    }

    init(state: String, redirect: String, next: String, owner: Owner?, isFromHere: Bool, startedAt: Instant) {
        (self.state, self.redirect, self.next) = (state, redirect, next)
        (self.owner, self.isFromHere, self.startedAt) = (owner, isFromHere, startedAt)
    }
}

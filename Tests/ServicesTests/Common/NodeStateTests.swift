import Domain
import Services
import Testing

/// A form's next step goes to another node than the one before.
@Suite struct NodeStateTests {
    private let nodes: ServiceNodes
    private var one: AppServices { nodes.one }
    private var other: AppServices { nodes.other }
    init() async throws { nodes = try await ServiceNodes() }

    private func actor(_ token: String, on node: AppServices) throws -> Actor {
        try nodes.hear()
        return try #require(try node.accounts.sessions.find(token: token)).actor
    }

    private func code(_ secret: [UInt8]) -> String { TOTP.code(secret: secret, step: OneTimeCode.step(at: nodes.now)) }

    @Test func theFirstAccountIsMadeByTheLinkOfAnyNode() async throws {
        let token = try #require(try one.accounts.setupToken())
        #expect(try other.accounts.setupToken() == token && other.accounts.isSetupToken(token))
        #expect(try !other.accounts.isSetupToken(token + "x") && !other.accounts.isSetupToken(""))
        let form = NewAccount(name: "Admin", email: "admin@x.example", password: ServiceNodes.password)
        _ = try await other.accounts.setUp(token: token, form: form, client: ServiceNodes.client)
        for node in [one, other] { #expect(try node.accounts.setupToken() == nil && !node.accounts.isSetupToken(token)) }
        await #expect(throws: Refusal.notFound) {
            try await one.accounts.setUp(token: token, form: form, client: ServiceNodes.client)
        }
    }

    @Test func aSecondFactorIsSetUpOnTwoNodes() async throws {
        _ = try await nodes.makeTrip()
        let token = try await nodes.signIn(on: one).token
        let secret = try one.accounts.beginSecondFactor(for: actor(token, on: one))
        #expect(try secret.count == 20 && one.accounts.beginSecondFactor(for: actor(token, on: one)) == secret, "as often as it is opened")
        // Another session of the same account has another secret.
        let second = try await nodes.signIn(on: other).token
        #expect(try other.accounts.beginSecondFactor(for: actor(second, on: other)) != secret)
        await #expect(throws: Refusal.self) {
            try await other.accounts.confirmSecondFactor(
                code: code([UInt8](repeating: 1, count: 20)), for: actor(token, on: other), client: ServiceNodes.client)
        }
        let done = try await other.accounts.confirmSecondFactor(
            code: code(secret), for: actor(token, on: other), client: ServiceNodes.client)
        #expect(try actor(done.token, on: one).account.hasSecondFactor)
        // Whoever signs in types the code on the other node, and none opens two sessions.
        nodes.pass(.seconds(60))
        let pending = try await nodes.signIn(on: one)
        #expect(pending.needsCode)
        _ = try await other.accounts.submitCode(code(secret), pending: actor(pending.token, on: other), client: ServiceNodes.client)
        let again = try await nodes.signIn(on: other)
        await #expect(throws: Refusal.self) {
            try await one.accounts.submitCode(code(secret), pending: actor(again.token, on: one), client: ServiceNodes.client)
        }
    }

    /// After it was taken away, another one is set up: whoever knew the former one knows nothing of it.
    @Test func aSecondFactorThatIsSetUpAnewIsAnother() async throws {
        _ = try await nodes.makeTrip()
        var token = try await nodes.signIn(on: one).token
        var secrets: Set<[UInt8]> = []
        for _ in 0..<3 {
            let secret = try one.accounts.beginSecondFactor(for: actor(token, on: one))
            token = try await other.accounts.confirmSecondFactor(
                code: code(secret), for: actor(token, on: other), client: ServiceNodes.client
            ).token
            secrets.insert(secret)
            try await one.accounts.removeSecondFactor(password: ServiceNodes.password, for: actor(token, on: one))
            nodes.pass(.seconds(60))
        }
        #expect(secrets.count == 3)
    }

    @Test func failedSignInsOfTwoNodesAreCountedTogether() async throws {
        _ = try await nodes.makeTrip()
        for number in 0..<10 {
            await #expect(throws: Refusal.self) {
                try await [one, other][number % 2].accounts.signIn(
                    email: "ada@x.example", password: "wrong", client: ServiceNodes.client)
            }
        }
        for node in [one, other] {
            do {
                _ = try await nodes.signIn(on: node)
                Issue.record("signed in after ten failures")
            } catch Refusal.tooMany {}
        }
    }

    @Test func messagesToTwoNodesAreCountedTogether() async throws {
        _ = try await nodes.makeTrip()
        let token = try await nodes.signIn(on: one).token
        try nodes.hear()
        nodes.pass(.hours(1))
        // Neither node hears of the other one meanwhile.
        for number in 0..<30 { try await nodes.write(number, as: token, on: [one, other][number % 2]) }
        for node in [one, other, one] {
            do {
                try await nodes.write(.random(in: 100...1_000_000), as: token, on: node)
                Issue.record("a message too many was taken")
            } catch Refusal.tooMany(_, let wait) { #expect((1...61).contains(wait)) }
        }
        // A phone that did not hear the answer tries at the other node.
        try await nodes.write(7, as: token, on: one)
        nodes.pass(.seconds(61))
        for node in [one, other] { try await nodes.write(.random(in: 100...1_000_000), as: token, on: node) }
    }

    /// This node took few itself, and knows from the other one that the limit is near.
    @Test func aNodeThatTookFewCountsWhatItHasHeardOf() async throws {
        _ = try await nodes.makeTrip()
        let token = try await nodes.signIn(on: one).token
        try nodes.hear()
        nodes.pass(.hours(1))
        try await nodes.write(1, as: token, on: other)
        try nodes.hear()
        for number in 10..<16 { try await nodes.write(number, as: token, on: one) }
        try nodes.hear()
        for number in 20..<43 { try await nodes.write(number, as: token, on: other) }
        await #expect(throws: Refusal.self) { try await nodes.write(50, as: token, on: one) }
    }
}

import Cryptography
import Domain
import Gateways
import Store
import Synchronization

/// How this server is known to push services; absent, browsers get no push.
package struct PushOptions: Sendable {
    /// `mailto:` or `https:`, of a host that others reach; nil for push that is not set up.
    package var contact: String?
    package var services = PushServices()
    var isOn: Bool { contact != nil }
    package init() {}
}

/// Where a notice is looked at and answered, on a trip with that address or on none.
package typealias NoticeLink = @Sendable (Notice, _ slug: String?) -> String

/// Notices in people's browsers (RFC 8030, 8291, 8292).
package final class PushService: Sendable {
    /// Browsers of one account.
    package static let limit = 10
    /// Less than a day is the rule; a service may keep the token as long.
    private static let tokenLife = Duration.hours(12)
    private static let mostAtOnce = 64
    /// Longer than any service keeps a message.
    private static let longestWait: Int64 = 28 * 86_400

    /// The server's key, and what it has signed by the origin of a service.
    private struct Keys {
        var own: P256Key?
        var tokens: [String: (header: String, expires: Int64)] = [:]
    }

    private let options: PushOptions
    private let store: PushStore
    private let trips: @Sendable (ID) throws -> Trip?
    private let link: NoticeLink
    private let system: SystemInputs
    private let keys = Mutex<Keys>(Keys())

    init(
        options: PushOptions, store: PushStore, trips: @escaping @Sendable (ID) throws -> Trip?, link: @escaping NoticeLink,
        system: SystemInputs
    ) {
        (self.options, self.store, self.trips, self.link, self.system) = (options, store, trips, link, system)
    }

    package var isOn: Bool { options.isOn }

    /// For the outbox; none where push is not set up.
    package var sender: ChannelSender? {
        isOn ? ChannelSender(channel: .push, mostAtOnce: PushService.mostAtOnce) { [self] in await send($0) } : nil
    }

    // MARK: the key

    /// Makes the server's key at its first start. It is stored with everything else, so that backups have it: without it no browser would
    /// take a message any more.
    package func prepare() async throws {
        guard isOn else { return }
        guard let number = try await store.keepKey(base64URL(P256Key().privateNumber)) else { throw BadPushKey() }
        try take(number)
    }

    private func take(_ number: [UInt8]) throws {
        let isKey = keys.withLock { keys in
            keys = Keys(own: P256Key(privateNumber: number))
            return keys.own != nil
        }
        guard isKey else { throw BadPushKey() }
    }

    /// The 65 bytes of the public point as base64url, for pages; nil where push is not set up.
    package var publicKey: String? {
        guard isOn else { return nil }
        if keys.withLock({ $0.own == nil }), let number = try? store.key() { try? take(number) }
        return keys.withLock { $0.own.map { base64URL($0.publicPoint) } }
    }

    /// Makes another key. Every browser has to subscribe anew, which its next page does by itself.
    package func replaceKey(_ access: AdminAccess) async throws {
        guard isOn else { throw Refusal.notFound }
        let number = P256Key().privateNumber
        try await store.replaceKey(
            base64URL(number), reason: Texts.said("The server’s push key was changed: the browser subscribes again with its next page"),
            by: access.actor.account, at: system.now())
        try take(number)
    }

    // MARK: browsers

    /// What a browser says of its subscription.
    package struct Subscription: Sendable {
        package let endpoint: String
        package let point: String
        package let secret: String
        /// "Firefox on Linux".
        package let label: String
        package init(endpoint: String, point: String, secret: String, label: String) {
            (self.endpoint, self.point, self.secret, self.label) = (endpoint, point, secret, label)
        }
    }

    /// - Returns: whether the browser must get another subscription, as its service has given this one up.
    package func subscribe(_ subscription: Subscription, _ actor: Actor) async throws -> Bool {
        guard isOn else { throw Refusal.notFound }
        guard let endpoint = WebAddress(subscription.endpoint), options.services.admits(endpoint) else {
            throw Refusal.invalid([FieldError("endpoint", "This server does not know your browser’s push service. Use another channel.")])
        }
        let (point, secret) = (base64URLBytes(subscription.point) ?? [], base64URLBytes(subscription.secret) ?? [])
        guard PushEncryption.Receiver(point: point, secret: secret) != nil, P256Key().sharedSecret(with: point) != nil else {
            throw Refusal.invalid([FieldError("p256dh", "The browser’s keys could not be read. Reload the page and try again.")])
        }
        let address = DeliveryAddress(
            id: system.newID(), channel: .push, address: endpoint.text, key: point + secret, label: subscription.label)
        return try await store.put(
            address, account: actor.account.id, session: actor.sessionID, limit: PushService.limit, at: system.now())
    }

    /// - Returns: whether it was the account's.
    package func remove(endpoint: String, _ actor: Actor) async throws -> Bool {
        try await store.remove(endpoint: endpoint, account: actor.account.id)
    }

    package func remove(_ id: ID, _ actor: Actor) async throws {
        guard try await store.remove(id, account: actor.account.id) else { throw Refusal.notFound }
    }

    /// All of the account, the newest first, and why one of them takes no message any more.
    package func browsers(_ actor: Actor) throws -> [(address: DeliveryAddress, problem: String?)] {
        try store.browsers(account: actor.account.id)
    }

    // MARK: sending

    private func send(_ delivery: DueDelivery) async -> DeliveryOutcome {
        do {
            let trip = try delivery.notice.tripID.flatMap { try trips($0) }
            guard trip != nil || delivery.notice.tripID == nil else { return .refused(reason: Texts.said("The trip is gone")) }
            guard let endpoint = WebAddress(delivery.address.address), options.services.admits(endpoint) else {
                return .gone(reason: Texts.said("From a push service that this server does not know"))
            }
            let payload = PushPayload(
                delivery, showsText: trip?.fields.showsOnLockScreens ?? true, link: link(delivery.notice, trip?.fields.slug))
            guard let body = encrypted(payload.bytes, for: delivery.address), let token = try token(for: endpoint.origin) else {
                return .gone(reason: Texts.said("The browser’s keys cannot be used"))
            }
            let answer = await PushHTTP.send(
                PushRequest(
                    url: endpoint.text, headers: headers(delivery, token), body: body, isOwn: options.services.isOwn(endpoint)))
            return PushOutcome.of(answer)
        } catch {
            return .later(reason: Texts.said("The server could not read what it sends"), after: nil)
        }
    }

    private func encrypted(_ text: [UInt8], for address: DeliveryAddress) -> [UInt8]? {
        guard
            let receiver = PushEncryption.Receiver(
                point: Array(address.key.prefix(P256Key.pointSize)), secret: Array(address.key.dropFirst(P256Key.pointSize)))
        else { return nil }
        return PushEncryption.encrypt(text, for: receiver, key: P256Key(), salt: system.randomBytes(16))
    }

    private func headers(_ delivery: DueDelivery, _ token: String) -> [(name: String, value: String)] {
        let left = min(max(0, (delivery.expiresAt - system.now()).components.seconds), PushService.longestWait)
        let urgency =
            switch delivery.notice.urgency {
            case .low: "low"
            case .normal: "normal"
            case .high, .urgent: "high"
            }
        return [
            ("TTL", String(left)), ("Urgency", urgency), ("Content-Type", "application/octet-stream"), ("Content-Encoding", "aes128gcm"),
            ("Authorization", token),
        ] + (PushPayload.topic(of: delivery).map { [("Topic", $0)] } ?? [])
    }

    /// One signature serves all messages to a service for hours.
    private func token(for origin: String) throws -> String? {
        guard publicKey != nil, let contact = options.contact else { return nil }
        let now = system.now().seconds
        let life = PushService.tokenLife.components.seconds
        return keys.withLock { keys in
            // One that ends later than a new one would was made while the clock was ahead.
            if let known = keys.tokens[origin], known.expires > now + life / 2, known.expires <= now + life { return known.header }
            if keys.tokens.count >= 1000 { keys.tokens = [:] }
            let claims = PushClaims(origin: origin, expires: Int(now + life), contact: contact).json.bytes
            let header = keys.own.map { VAPIDToken.header(head: PushClaims.head.bytes, claims: claims, key: $0) }
            keys.tokens[origin] = header.map { ($0, now + life) }
            return header
        }
    }
}

/// What stands in the database as the server's push key is none.
struct BadPushKey: Error {}

import Cryptography
import Domain
import Gateways
import Store

/// Hands a finished mail to the server that sends it on.
package typealias SendMail = @Sendable (_ message: [UInt8], _ address: String) async -> MailAnswer

/// A page that a mail leads to.
package enum MailPlace: Sendable {
    case invitation(token: String)
    case settings
    case stop(token: String)
    case confirmation(token: String)
    case newPassword(token: String)
    case staffInvite(token: String)
}

/// How mail goes out; absent, none does.
package struct MailOptions: Sendable {
    package var send: SendMail?
    package var from: MailName?
    /// What every link begins with: `https://trip.example`.
    package var origin = ""
    /// As pages know it.
    package var path: @Sendable (MailPlace) -> String = { _ in "/notices" }
    var isOn: Bool { send != nil && from != nil }
    package init() {}

    /// - Parameter authorities: a file with the certificates that the server's is checked by; "" for those of the system.
    package init(server: MailServer, from: MailName, authorities: String, origin: String) {
        let transport = MailSMTP(server: server, from: from, authorities: authorities)
        (self.from, self.origin) = (from, origin)
        send = { await transport.send($0, to: $1) }
    }
}

/// Notices by email.
package struct MailService: Sendable {
    /// Connections to the server; twice as many while something urgent waits.
    private static let mostAtOnce = 4
    private let options: MailOptions
    private let addresses: MailAddresses
    private let calendar: EventMail
    private let trips: @Sendable (ID) throws -> Trip?
    private let link: NoticeLink
    private let system: SystemInputs

    init(
        options: MailOptions, addresses: MailAddresses, calendar: EventMail, trips: @escaping @Sendable (ID) throws -> Trip?,
        link: @escaping NoticeLink, system: SystemInputs
    ) {
        (self.options, self.addresses, self.calendar, self.trips) = (options, addresses, calendar, trips)
        (self.link, self.system) = (link, system)
    }

    package var isOn: Bool { options.isOn }

    /// For the outbox; none where mail is not set up.
    package var sender: ChannelSender? {
        isOn ? ChannelSender(channel: .email, mostAtOnce: MailService.mostAtOnce) { [self] in await send($0) } : nil
    }

    func url(_ place: MailPlace) -> String { options.origin + options.path(place) }

    /// - Returns: nil where mail is not set up.
    func message(id: ID, to address: String, subject: String, body: MailBody) -> MailMessage? {
        options.from.map { MailMessage(id: id, from: $0, to: address, subject: subject, body: body, at: system.now()) }
    }

    func hand(_ message: MailMessage) async -> DeliveryOutcome {
        guard let send = options.send else { return .refused(reason: Texts.said("Email is not set up")) }
        return MailOutcome.of(await send(message.bytes, message.to), to: message.to)
    }

    // MARK: notices

    private func send(_ delivery: DueDelivery) async -> DeliveryOutcome {
        do {
            let trip = try delivery.notice.tripID.flatMap { try trips($0) }
            guard trip != nil || delivery.notice.tripID == nil else { return .refused(reason: Texts.said("The trip is gone")) }
            guard let message = try message(delivery, trip) else { return .refused(reason: Texts.said("Email is not set up")) }
            return await hand(message)
        } catch {
            return .later(reason: Texts.said("The server could not read what it sends"), after: nil)
        }
    }

    /// What a notice says by mail: no more than a notification would say of where others are and how they are.
    private func message(_ delivery: DueDelivery, _ trip: Trip?) throws -> MailMessage? {
        let screen = LockScreen(delivery.notice, showsText: true)
        let found = try trip.flatMap { try calendar.part(delivery, $0, from: options.from) }
        var body = MailBody([screen.title, screen.text])
        body.ways = [.init(Texts.said("Open in Sotravel"), options.origin + link(delivery.notice, trip?.fields.slug))]
        if let token = found?.token { body.ways.insert(.init(Texts.said("Answer"), url(.invitation(token: token))), at: 0) }
        body.remarks = [
            trip.map { MailService.source($0, delivery.notice.madeAt) } ?? "Sotravel",
            Texts.said("You get this because you confirmed this address in Sotravel."),
        ]
        let stop = url(.stop(token: MailService.stopToken(delivery.address)))
        body.smallWays = [.init(Texts.said("Notification settings"), url(.settings)), .init(Texts.said("No more email"), stop)]
        var message = message(id: delivery.id, to: delivery.address.address, subject: screen.title, body: body)
        message?.stop = stop
        message?.calendar = found?.calendar
        return message
    }

    /// Which trip a notice is of, and when it was made by the trip's clock. One of no trip says itself when something was.
    private static func source(_ trip: Trip, _ madeAt: Instant) -> String {
        let local = trip.zone.local(madeAt)
        return Texts.said("\(trip.fields.name), \(local.day.short), \(local.clock) \(trip.zone.abbreviation(at: madeAt))")
    }

    // MARK: no more mail

    /// Opens nothing but the end of mail to its address.
    private static func stopToken(_ address: DeliveryAddress) -> String { base64URL(address.id.bytes + address.key) }

    private func address(stopToken token: String) throws -> (id: ID, address: String) {
        guard let bytes = base64URLBytes(token), bytes.count > 16, let id = ID(bytes: Array(bytes.prefix(16))),
            let found = try addresses.find(id), Digest.areEqual(found.key, Array(bytes.dropFirst(16)))
        else { throw Refusal.notFound }
        return (id, found.address)
    }

    /// The address that a mail's last link is about.
    package func address(toStop token: String) throws -> String { try address(stopToken: token).address }

    package func stop(_ token: String) async throws { try await addresses.stop(address(stopToken: token).id, at: system.now()) }
}

import Domain
import Logging
import Store

/// Mail that is no notice: confirmations of addresses, links to a new password, invites of staff. Each attempt carries a secret of its
/// own, of which the hash alone is stored.
package struct LetterService: Sendable {
    private static let tick = Duration.milliseconds(500)
    private static let atOnce = 20
    /// Longer than a mail server may take.
    private static let lease = Duration.seconds(90)
    let store: LetterStore
    private let mail: MailService
    let accounts: AccountService
    let system: SystemInputs

    init(store: LetterStore, mail: MailService, accounts: AccountService) {
        (self.store, self.mail, self.accounts, system) = (store, mail, accounts, accounts.system)
    }

    package var isOn: Bool { mail.isOn }

    // MARK: sending

    /// Until the task is cancelled.
    package func run(logger: Logger) async throws {
        var nextSweep = system.now()
        while !Task.isCancelled {
            try await Task.sleep(for: LetterService.tick)
            let isSweep = system.now() >= nextSweep
            if isSweep { nextSweep = system.now() + .hours(1) }
            do {
                try await JobRounds.round {
                    try await runDue()
                    if isSweep { try await store.sweep(before: system.now() - Letter.kept) }
                }
            } catch is CancellationError { return } catch {
                logger.failed("letters stand still", error)
            }
        }
    }

    /// Everything that is due, once.
    package func runDue() async throws {
        guard isOn else { return }
        for id in try store.due(at: system.now(), limit: LetterService.atOnce) { try await send(id) }
    }

    private func send(_ id: ID) async throws {
        let (now, token) = (system.now(), system.newToken(bytes: 32))
        let begun = try await store.begin(id, tokenHash: SessionService.hash(token), at: now, leaseEnd: now + LetterService.lease)
        guard let (letter, matter) = begun, let message = message(letter, matter, token) else { return }
        try JobLease.check()
        let outcome = await mail.hand(message)
        let spread = Double(system.randomBytes(1)[0]) / 255
        switch outcome {
        case .accepted: try await store.end(id, isSent: true, reason: "", dueAt: nil, at: system.now())
        case .later(let reason, let asked):
            let isLast = letter.attempts >= DeliveryRetry.limit
            let dueAt = isLast ? nil : system.now() + DeliveryRetry.delay(attempts: letter.attempts, asked: asked, spread: spread)
            try await store.end(id, isSent: false, reason: reason, dueAt: dueAt, at: system.now())
        case .refused(let reason), .gone(let reason):
            try await store.end(id, isSent: false, reason: reason, dueAt: nil, at: system.now())
        // Mail servers know a letter again: no answer is no doubt.
        case .unsure: try await store.end(id, isSent: false, reason: DeliveryDoubt.unsure, dueAt: nil, at: system.now())
        }
    }

    // MARK: what they say

    private func message(_ letter: Letter, _ matter: Letter.Matter, _ token: String) -> MailMessage? {
        let (subject, body) =
            switch matter {
            case .confirmation(let name): confirmation(name, token)
            case .password(let name): password(name, token)
            case .staffInvite(let role, let trip, let author): invite(role, trip, author, token)
            }
        return mail.message(id: letter.id, to: letter.address, subject: subject, body: body)
    }

    private func confirmation(_ name: String, _ token: String) -> (String, MailBody) {
        let subject = Texts.said("Confirm your email address")
        var body = MailBody([
            subject,
            Texts.said("\(name) signs in to Sotravel with this address. If that is you, confirm it: then notices can reach you here."),
        ])
        body.ways = [.init(Texts.said("Confirm the address"), mail.url(.confirmation(token: token)))]
        body.remarks = [
            Texts.said("The link works for three days."),
            Texts.said("If this is not you, do nothing: you get no more mail of this kind unless somebody asks for it again."),
        ]
        return (subject, body)
    }

    private func password(_ name: String, _ token: String) -> (String, MailBody) {
        let subject = Texts.said("A new password for Sotravel")
        var body = MailBody([
            subject, Texts.said("Somebody asked for a new password for the account of \(name). If that was you, set it now."),
        ])
        body.ways = [.init(Texts.said("Set a new password"), mail.url(.newPassword(token: token)))]
        body.remarks = [
            Texts.said("The link works once, within the hour. A new password signs you out on all devices."),
            Texts.said("If it was not you, do nothing: your password stays as it is."),
        ]
        return (subject, body)
    }

    private func invite(_ role: String, _ trip: String, _ author: String, _ token: String) -> (String, MailBody) {
        let subject =
            role == "admin" ? Texts.said("You are invited to run Sotravel") : Texts.said("You are invited to the staff of \(trip)")
        let what =
            role == "admin"
            ? Texts.said("\(author) invites you as an admin of all trips.")
            : Texts.said("\(author) invites you as a \(Texts.said(text: role)) of \(trip).")
        var body = MailBody([subject, what])
        body.ways = [.init(Texts.said("Accept"), mail.url(.staffInvite(token: token)))]
        body.remarks = [Texts.said("The link works once, for seven days. Give it to nobody.")]
        return (subject, body)
    }

    // MARK: addresses

    package func reach(_ actor: Actor) throws -> MailReach { try store.reach(account: actor.account.id) }

    /// Sends the confirmation, perhaps again. Every one counts, so that nobody fills a stranger's mailbox.
    package func askToConfirm(_ actor: Actor) async throws {
        guard isOn else { throw Refusal.notFound }
        let address: String
        switch try reach(actor) {
        case .noAddress: throw Refusal.conflict("You sign in without an email. Add a password first.")
        case .works: throw Refusal.conflict("The address is already confirmed.")
        case .unasked(let found), .waiting(let found), .asked(let found, _), .failed(let found, _), .ended(let found, _): address = found
        }
        try await accounts.countAddress(of: actor)
        try await store.askToConfirm(address, account: actor.account.id, at: system.now())
    }

    /// The address that a link confirms, and whose it will be.
    package func confirmation(_ token: String) throws -> (address: String, name: String) {
        guard let (account, address) = try store.owner(tokenHash: SessionService.hash(token), .confirmation, at: system.now()) else {
            throw Refusal.notFound
        }
        return (address, account.name)
    }

    package func confirm(_ token: String) async throws {
        try await store.confirm(
            tokenHash: SessionService.hash(token), id: system.newID(), key: system.randomBytes(16), at: system.now())
    }

    // MARK: forgotten passwords

    /// The same answer after the same work, whether anybody signs in with that address or not.
    package func forgot(_ email: String, client: Client) async throws {
        guard isOn else { throw Refusal.conflict("This server sends no email. Ask a host or an admin.") }
        let email = tidyLine(email)
        guard isEmailAddress(email) else { throw Refusal.invalid([FieldError("email", "This is not an email address.")]) }
        let attempt = accounts.limiter.forgotten(email, client: client, at: system.now())
        try attempt.check()
        attempt.fail()
        await attempt.keep()
        try await store.askForPassword(email, at: system.now())
    }

    /// Whose password a link sets.
    package func passwordOwner(_ token: String) throws -> Account {
        guard let found = try store.owner(tokenHash: SessionService.hash(token), .password, at: system.now()) else {
            throw Refusal.notFound
        }
        return found.account
    }

    /// Ends every session and opens none: whoever has a second factor still needs it.
    package func setPassword(_ password: String, token: String) async throws {
        let account = try passwordOwner(token)
        if let complaint = PasswordRule.complaint(about: password, email: account.email) {
            throw Refusal.invalid([FieldError("new", complaint)])
        }
        try await store.setPassword(accounts.hasher.hash(password), tokenHash: SessionService.hash(token), at: system.now())
        try await accounts.sessions.endAll(account: account.id)
        try await accounts.limiter.lift(account)
    }

    // MARK: invites

    /// Of the invites that went out by mail: to whom, and why one did not arrive.
    package func invites() throws -> [ID: (address: String, problem: String?)] { try store.invites() }
}

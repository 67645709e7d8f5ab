import Domain
import QRCodes

package struct AccountPage: Page {
    package struct SessionRow: Sendable {
        let device: String
        let address: String
        let since: TimeText
        let lastSeen: TimeText
        let isCurrent: Bool
        let end: Link
    }
    /// A trip that the reader is on.
    package struct TripRow: Sendable {
        let name: String
        let link: Link
        let role: String
        /// For a reader who has a role to give up.
        let leave: Link?
        /// For a traveller: what others see of them, all that is kept of them, and how to have it erased.
        let profile: Link?
        let data: Link?
        let delete: Link?
    }
    let layout: Layout
    let name: String
    let email: String
    let zone: String
    let trips: [TripRow]
    var hasProfile: Bool { trips.contains { $0.profile != nil } }
    var hasRole: Bool { trips.contains { $0.leave != nil } }
    var hasDeletable: Bool { trips.contains { $0.delete != nil } }
    let isConfirmed: Bool
    let wanted: String?
    var changeAddress: Link { Path.changeAddress() }
    var keepAddress: Link { Path.keepAddress() }
    let hasPassword: Bool
    let telegram: String?
    let showsTelegram: Bool
    let mayLink: Bool
    let linkFields: [FormField]
    var link: Link { Path.linkTelegram() }
    /// The newest.
    let notices: [AccountNoticeText]
    let earlier: [AccountNoticeText]
    var hasEarlier: Bool { !earlier.isEmpty }
    let earlierLabel: String
    var unlink: Link { Path.unlinkTelegram() }
    var addPassword: Link { Path.addPassword() }
    let isAdmin: Bool
    let hasSecondFactor: Bool
    let mayRemove: Bool
    let codesLeft: String
    let fewCodes: Bool
    /// In place of choices, where there is nothing to choose; an admin finds there how it is set up.
    let underTheBell: String?
    /// This one first, then those that were used last.
    let sessions: [SessionRow]
    let moreSessions: [SessionRow]
    var hasMoreSessions: Bool { !moreSessions.isEmpty }
    let moreSessionsLabel: String
    /// There is another device to sign out.
    let hasOthers: Bool
    let passwordFields: [FormField]
    /// The form came back.
    var isChanging: Bool { passwordFields.contains(where: \.isInvalid) }
    let removeFields: [FormField]
    var isRemoving: Bool { removeFields.contains(where: \.isInvalid) }
    var password: Link { Path.changePassword() }
    var secondFactor: Link { Path.secondFactor() }
    var removeSecondFactor: Link { Path.removeSecondFactor() }
    var signOutEverywhere: Link { Path.signOutEverywhere() }
    var noticeSettings: Link { Path.noticeSettings() }

    /// - Parameter zone: of the reader's trip, if they have one.
    package init(layout: Layout, actor: Actor, overview: AccountOverview, errors: [FieldError], now: Instant) {
        self.layout = layout
        let zone = overview.zone
        self.zone = zone.abbreviation(at: now)
        trips = overview.trips.compactMap { AccountPage.row($0, actor) }
        hasPassword = !actor.account.email.isEmpty
        isConfirmed = overview.address.isConfirmed
        wanted = overview.address.wanted
        let identities = overview.identities
        telegram = identities.first.map { Texts.said($0.name.isEmpty ? "linked" : "linked as \($0.name)") }
        mayLink = overview.mayLink && identities.isEmpty
        linkFields = AccountPage.linkFields(actor, errors)
        let lines = overview.notices.map { AccountNoticeText($0, zone: zone, now: now, zoneIsSaid: true) }
        (notices, earlier) = (Array(lines.prefix(3)), Array(lines.dropFirst(3)))
        earlierLabel = Texts.said("\(earlier.count) earlier")
        showsTelegram = overview.mayLink || !identities.isEmpty
        (name, email) = (actor.account.name, actor.account.email)
        isAdmin = actor.account.isAdmin
        underTheBell = overview.hasChannels || isAdmin ? nil : NoticeSettingsPage.underTheBell
        hasSecondFactor = actor.account.hasSecondFactor
        mayRemove = hasSecondFactor && !isAdmin
        codesLeft = counted(overview.codesLeft, "recovery code is", "recovery codes are")
        fewCodes = hasSecondFactor && overview.codesLeft < 3
        let rows = overview.sessions.map { session in
            SessionRow(
                device: deviceName(session.userAgent), address: session.address,
                since: TimeText(session.createdAt, zone: zone, now: now, zoneIsSaid: true),
                lastSeen: TimeText(session.lastSeenAt, zone: zone, now: now, zoneIsSaid: true),
                isCurrent: session.id == actor.sessionID, end: Path.endSession(session.id))
        }
        let all = rows.filter(\.isCurrent) + rows.filter { !$0.isCurrent }
        (sessions, moreSessions) = (Array(all.prefix(4)), Array(all.dropFirst(4)))
        hasOthers = all.count > 1
        moreSessionsLabel = counted(moreSessions.count, "more device")
        passwordFields = AccountPage.passwordFields(errors)
        removeFields = [
            FormField("password", "Your password", kind: .password, errors: errors, isRequired: true).filled(by: "current-password")
        ]
    }
    package func render(into out: inout HTMLBuffer) { Template.accountsAccount(self, &out) }

    private static func passwordFields(_ errors: [FieldError]) -> [FormField] {
        [
            FormField("current", "Current password", kind: .password, errors: errors, isRequired: true).filled(by: "current-password"),
            FormField(
                "new", "New password", kind: .password, hint: "At least 12 characters.", errors: errors, isRequired: true
            )
            .filled(by: "new-password"),
        ]
    }

    private static func row(_ trip: TripSummary, _ actor: Actor) -> TripRow? {
        guard let role = actor.roles[trip.id] else { return nil }
        let isTraveller = role == .traveller
        return TripRow(
            name: trip.name, link: Layout.opening(trip, actor), role: role.label,
            leave: isTraveller ? nil : Path.leaveTrip(trip.slug), profile: isTraveller ? Path.profile(trip.slug) : nil,
            data: isTraveller ? Path.myData(trip.slug) : nil, delete: isTraveller ? Path.deleteMyself(trip.slug) : nil)
    }

    /// A link to Telegram outlasts the session, so the owner proves again who they are, if they have anything to prove it with.
    private static func linkFields(_ actor: Actor, _ errors: [FieldError]) -> [FormField] {
        [OwnerField.field("Your password once more", of: actor.account, errors)].compactMap(\.self)
    }
}

package struct SecondFactorPage: Page {
    let layout: Layout
    let isForced: Bool
    let secret: String
    let path: String
    let viewBox: String
    let app: Link?
    let fields: [FormField]
    let action: Link
    var back: Link { Path.account() }

    package init(layout: Layout, isForced: Bool, secret: String, link: String, errors: [FieldError]) {
        self.layout = layout
        self.isForced = isForced
        self.secret = stride(from: 0, to: secret.count, by: 4)
            .map { secret.dropFirst($0).prefix(4) }.joined(separator: " ")
        let code = QRCode(link)
        path = code?.path ?? ""
        viewBox = "0 0 \(code?.size ?? 1) \(code?.size ?? 1)"
        app = Path.authenticator(link)
        fields = [
            FormField(
                "code", "Code from the app", hint: "Six digits, new every 30 seconds.", errors: errors, isRequired: true
            )
            .filled(by: "one-time-code")
        ]
        action = Path.secondFactor()
    }
    package func render(into out: inout HTMLBuffer) { Template.accountsSecondFactor(self, &out) }
}

package struct RecoveryCodesPage: Page {
    let layout: Layout
    let codes: [String]
    let next: Link
    package init(layout: Layout, codes: [String]) {
        self.layout = layout
        self.codes = codes
        next = Path.home()
    }
    package func render(into out: inout HTMLBuffer) { Template.accountsRecoveryCodes(self, &out) }
}

/// A secret link that is shown once.
package struct SecretLinkPage: Page {
    let layout: Layout
    let heading: String
    let message: String
    let url: String
    /// For a phone beside this one.
    let code: Code?
    let back: Link

    struct Code: Sendable {
        let name: String
        let path: String
        let viewBox: String

        init?(_ url: String, name: String) {
            guard let code = QRCode(url) else { return nil }
            (self.name, path, viewBox) = (name, code.path, "0 0 \(code.size) \(code.size)")
        }
    }

    package init(layout: Layout, heading: String, message: String, url: String, back: Link) {
        self.layout = layout
        self.heading = heading
        self.message = message
        self.url = url
        self.back = back
        code = Code(url, name: Texts.said("the link"))
    }
    package func render(into out: inout HTMLBuffer) { Template.accountsSecretLink(self, &out) }
}

import Domain

/// Links that are out, and the form for one more.
package struct InvitePart: Sendable {
    package struct Invite: Sendable {
        let role: String
        let note: String?
        let by: String
        let until: TimeText
        let withdraw: Link
        /// Where it went by mail, or why it did not arrive.
        private(set) var mail: String?
        /// - Parameter role: as it is stored: "admin", or one of a trip's.
        package init(role: String, note: String, by: String, until: TimeText, withdraw: Link) {
            self.role = Texts.said(text: Role.choices.first { $0.0 == role }?.1 ?? "Admin")
            self.note = note.isEmpty ? nil : note
            self.by = by
            self.until = until
            self.withdraw = withdraw
        }

        package mutating func tell(address: String, problem: String?) {
            mail =
                problem.map { Texts.said("Not delivered to \(address). \(Texts.said(text: $0)).") } ?? Texts.said("By email to \(address)")
        }
    }
    let invites: [Invite]
    let fields: [FormField]
    let action: Link
    /// The form is one of a choice of two, further down.
    package var isBesideAnother: Bool = false
    package init(invites: [Invite], fields: [FormField], action: Link) {
        self.invites = invites
        self.fields = fields
        self.action = action
    }
}

/// The staff of a trip.
package struct StaffPage: Page {
    package struct Person: Sendable {
        let name: String
        /// Their page, where a host confirms the address.
        let link: Link
        let email: String
        let isUnconfirmed: Bool
        let hasSecondFactor: Bool
        let change: Link
        let roles: [FormField.Choice]
        package init(name: String, member: Link, address: AccountAddress, role: Role, hasSecondFactor: Bool, change: Link) {
            self.name = name
            link = member
            email = address.current
            isUnconfirmed = address.unconfirmed != nil
            self.hasSecondFactor = hasSecondFactor
            self.change = change
            roles = Role.choices.map { FormField.Choice(value: $0.0, label: $0.1, isSelected: $0.0 == role.rawValue) }
        }
    }
    let layout: Layout
    let people: [Person]
    let coHosts: CoHostSection
    private(set) var inviting: InvitePart
    /// Which form is open: the one that came back.
    var invites: Bool { inviting.fields.contains(where: \.isInvalid) }
    var namesCoHost: Bool { coHosts.cameBack }
    package init(layout: Layout, people: [Person], coHosts: CoHostSection, inviting: InvitePart) {
        self.layout = layout
        self.people = people
        self.coHosts = coHosts
        self.inviting = inviting
        self.inviting.isBesideAnother = true
    }
    package func render(into out: inout HTMLBuffer) { Template.accountsStaff(self, &out) }
}

/// Every account, for admins, and whether people may make their own.
package struct AccountsPage: Page {
    package struct Row: Sendable {
        let name: String
        let address: AddressPart?
        let hasSecondFactor: Bool
        let isAdmin: Bool
        /// "Trip: Role", one a line.
        let roles: [String]
        let endSessions: Link
        /// Nil for who has no address to sign in with, and for the reader.
        let makePasswordLink: Link?
        /// Since when the account has been signed up without being on a trip.
        let waitsSince: TimeText?
        /// When it was last used; nil for who is signed in nowhere.
        let seen: String?
    }
    /// What is shown before somebody asks for all.
    package static let portion = 50
    let layout: Layout
    let rows: [Row]
    /// "600 accounts, 3 of them admins".
    let count: String
    let all: Link?
    let allLabel: String
    var hasRows: Bool { !rows.isEmpty }
    let isSignUpOn: Bool
    /// What the button's word is sent as.
    let setTo: String
    let setSignUp: Link
    /// Whether push is set up.
    package var isPushOn = false
    var replaceKey: Link? { isPushOn ? Path.replacePushKey() : nil }
    let inviting: InvitePart
    /// Of whose name or address the words are parts; "" for everybody.
    let search: String
    var find: Link { Path.accounts() }
    var nobody: Nothing? { hasRows ? nil : Nothing.nobody(for: search, everybody: find) }
    /// - Parameter asked: the words that are looked for, and whether all is shown however much it is.
    package init(
        layout: Layout, accounts: [AccountEntry], isSignUpOn: Bool, inviting: InvitePart, asked: (search: String, isAll: Bool, now: Instant)
    ) {
        self.layout = layout
        search = asked.search
        let found = accounts.filter { hasWords(searchable($0.account.name + " " + $0.address.current), asked.search) }
        let shown = asked.isAll ? found : Array(found.prefix(AccountsPage.portion))
        rows = shown.map { AccountsPage.row($0, of: layout, now: asked.now) }
        let admins = found.count(where: \.account.isAdmin)
        count = Texts.said("\(counted(found.count, "account")), \(counted(admins, "of them an admin", "of them admins"))")
        let everything = asked.search.isEmpty ? Path.accounts() : Path.accounts().asking("q", asked.search)
        all = shown.count < found.count ? everything.asking("all", "yes") : nil
        allLabel = Texts.said("Show all \(found.count)")
        self.isSignUpOn = isSignUpOn
        setTo = isSignUpOn ? "off" : "on"
        setSignUp = Path.setSignUp()
        self.inviting = inviting
    }
    package func render(into out: inout HTMLBuffer) { Template.accountsAccounts(self, &out) }

    private static func row(_ entry: AccountEntry, of layout: Layout, now: Instant) -> Row {
        Row(
            name: entry.account.name,
            address: entry.address.current.isEmpty ? nil : AddressPart(entry.address, action: Path.setAccountAddress(entry.account.id)),
            hasSecondFactor: entry.account.hasSecondFactor, isAdmin: entry.account.isAdmin, roles: entry.roles.map(AccountsPage.role),
            endSessions: Path.endSessions(entry.account.id), makePasswordLink: passwordLink(entry.account, reader: layout.person?.id),
            waitsSince: entry.waitsSince.map { TimeText($0, zone: layout.zone, now: now) },
            seen: entry.lastSeenAt.map { TimeText.ago(now - $0) })
    }

    private static func passwordLink(_ account: Account, reader: String?) -> Link? {
        account.email.isEmpty || account.id.description == reader ? nil : Path.makePasswordLink(account.id)
    }

    private static func role(_ found: AccountRole) -> String {
        found.trip + ": " + Texts.said(text: Role.choices.first { $0.0 == found.role.rawValue }?.1 ?? "")
    }
}

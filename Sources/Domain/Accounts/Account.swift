/// Somebody who can sign in.
package struct Account: Sendable, Equatable {
    package let id: ID
    package let name: String
    /// Empty for a traveller who came in by a link.
    package let email: String
    package let isAdmin: Bool
    package let hasSecondFactor: Bool
    package init(id: ID, name: String, email: String, isAdmin: Bool, hasSecondFactor: Bool) {
        self.id = id
        self.name = name
        self.email = email
        self.isAdmin = isAdmin
        self.hasSecondFactor = hasSecondFactor
    }
}

/// An account as admins see it.
package struct AccountEntry: Sendable, Equatable {
    package let account: Account
    package let address: AccountAddress
    /// When they signed up; set only while they are on no trip.
    package let waitsSince: Instant?
    /// On trips that still change.
    package let roles: [AccountRole]
    /// When one of their sessions was last used; nil where they are signed in nowhere.
    package var lastSeenAt: Instant?
    package init(account: Account, address: AccountAddress, waitsSince: Instant?, roles: [AccountRole]) {
        self.account = account
        self.address = address
        self.waitsSince = waitsSince
        self.roles = roles
    }
}

/// What somebody is on a trip, by its name.
package struct AccountRole: Sendable, Equatable {
    package let trip: String
    package let role: Role
    package init(trip: String, role: Role) {
        self.trip = trip
        self.role = role
    }
}

/// Who asks. Every look-up starts from one.
package struct Actor: Sendable, Equatable {
    package let account: Account
    /// The session that the request came with.
    package let sessionID: ID
    /// Roles by trip, a co-host's as a host's. Empty for an admin, who has the host's rights everywhere.
    package let roles: [ID: Role]
    /// Who they are on each trip.
    package let members: [ID: ID]
    package let lastTripID: ID?
    /// Host rights for a time, by trip: running, to come or just over.
    package let coHosting: [ID: CoHost]
    /// Notices of changes made elsewhere that were not yet seen in this browser; newest first.
    package let unseen: [AccountNotice]
    package init(
        account: Account, sessionID: ID, roles: [ID: Role], members: [ID: ID], lastTripID: ID?,
        coHosting: [ID: CoHost] = [:], unseen: [AccountNotice] = []
    ) {
        self.account = account
        self.sessionID = sessionID
        self.roles = roles
        self.members = members
        self.lastTripID = lastTripID
        self.coHosting = coHosting
        self.unseen = unseen
    }

    /// The same actor, with host rights on every trip where they are a co-host at that time.
    package func at(_ now: Instant) -> Actor {
        let active = coHosting.filter { $0.value.isActive(at: now) }
        guard !active.isEmpty else { return self }
        return Actor(
            account: account, sessionID: sessionID, roles: roles.merging(active.mapValues { _ in .host }) { $1 }, members: members,
            lastTripID: lastTripID, coHosting: coHosting, unseen: unseen)
    }

    /// What the person may do there: admins are hosts everywhere. Nil on a trip that is not theirs.
    package func role(on trip: ID) -> Role? { account.isAdmin ? .host : roles[trip] }
    /// Admins must have a second factor before they may do anything else (issue: required for admins).
    package var mustSetUpSecondFactor: Bool { account.isAdmin && !account.hasSecondFactor }
}

/// What the session list shows of one session.
package struct SessionSummary: Sendable {
    package let id: ID
    package let createdAt: Instant
    package let lastSeenAt: Instant
    package let userAgent: String
    package let address: String
    package init(id: ID, createdAt: Instant, lastSeenAt: Instant, userAgent: String, address: String) {
        self.id = id
        self.createdAt = createdAt
        self.lastSeenAt = lastSeenAt
        self.userAgent = userAgent
        self.address = address
    }
}

/// Limits of a session. Idle: 12 h, because a host's laptop sleeps between two runs. Absolute: 14 days, because no trip is longer. A
/// traveller's phone signed in with a link that works only once, so it stays signed in longer.
package enum SessionLimits {
    package static let idle = Duration.hours(12)
    package static let absolute = Duration.days(14)
    package static let phoneIdle = Duration.days(30)
    package static let phoneAbsolute = Duration.days(90)
    /// Between the password and the code.
    package static let pending = Duration.minutes(10)
    /// How long the server recognises a browser; no browser keeps a cookie for longer.
    package static let device = Duration.days(400)
}

/// Rules for passwords, with a sentence for each password that is refused.
package enum PasswordRule {
    /// NIST SP 800-63B: length is what counts; no composition rules.
    package static func complaint(about password: String, email: String) -> Texts.Sentence? {
        if password.count < 12 { return "At least 12 characters: a few words are easy to remember." }
        if password.utf8.count > 512 { return "This password is too long: at most 512 plain letters and digits." }
        if folded(password) == folded(email) { return "Your password must not be your email address." }
        if Set(password).count < 4 { return "Use at least four different characters." }
        return nil
    }
}

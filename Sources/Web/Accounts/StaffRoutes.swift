import Domain
import Hummingbird
import Pages
import Services

/// The staff of a trip, and the accounts that admins see.
struct StaffRoutes {
    func add(to table: RouteTable) {
        table.get(Path.staff, .host) { web, access in try web.html(StaffRoutes.page(web, access, [])) }
        table.post(Path.staff, .openHost, StaffRoutes.invite)
        table.post(Path.setStaffRole, .openHost) { web, access in
            let form = try await web.form()
            guard let role = Role(rawValue: form["role"]) else { throw Refusal.invalid([FieldError("role", "Choose a role.")]) }
            let (slug, member) = (access.trip.fields.slug, try web.id())
            try await web.services.staff.setRole(role, of: member, on: access)
            return web.redirect(
                form["back"] == "member" ? Path.member(slug, member).asking("done", "role") : Path.staff(slug).asking("done", "role"))
        }
        table.post(Path.withdrawStaffInvite, .host) { web, access in
            try await web.services.staff.withdraw(web.id(), on: access)
            return web.redirect(Path.staff(access.trip.fields.slug).asking("done", "withdrawn"))
        }
        table.get(Path.accounts, .admin) { web, access in try web.html(StaffRoutes.accountsPage(web, access)) }
        table.post(Path.setAccountAddress, .admin) { web, access in
            let form = try await web.form()
            let isBack = form["do"] == "back"
            try await web.services.addresses.setConfirmed(isBack ? nil : form["address"], account: web.id(), access)
            return web.redirect(Path.accounts().asking("done", isBack ? "unconfirmed" : "confirmed"))
        }
        table.post(Path.endSessions, .admin) { web, access in
            try await web.services.staff.endSessions(of: web.id(), access)
            return web.redirect(Path.accounts().asking("done", "sessions-ended"))
        }
        table.get(Path.makePasswordLink, .admin) { web, access in try web.html(StaffRoutes.passwordLinkForm(web, access)) }
        table.post(Path.makePasswordLink, .admin, StaffRoutes.passwordLink)
        table.post(Path.inviteAdmin, .admin, StaffRoutes.inviteAdmin)
        table.post(Path.withdrawAdminInvite, .admin) { web, access in
            try await web.services.staff.withdrawAdminInvite(web.id(), access)
            return web.redirect(Path.accounts().asking("done", "withdrawn"))
        }
    }

    private static func inviteFields(_ web: WebRequest, _ form: Form?, _ errors: [FieldError]) -> [FormField] {
        let note = FormField(
            "note", "For whom", form?["note"] ?? "", hint: "A note for yourself: the link works for whoever opens it first.", errors: errors
        )
        guard web.services.letters.isOn else { return [note] }
        let email = FormField(
            "email", "Send by email", form?["email"] ?? "", kind: .email, hint: "Leave empty for a link that you hand over yourself.",
            errors: errors)
        return [note, email]
    }

    /// - Parameter coHost: what the form that names one holds, by the names of its fields.
    static func page(
        _ web: WebRequest, _ access: some HostProof, _ errors: [FieldError], invite: Form? = nil, coHost: (String) -> String = { _ in "" },
        problem: String? = nil
    ) throws -> StaffPage {
        let (people, invites) = try web.services.staff.list(access)
        let trip = access.trip
        return StaffPage(
            layout: try web.layout("Staff", access, section: "/staff", script: "auto-save"),
            people: people.map {
                .init(
                    name: $0.name, member: Path.member(trip.fields.slug, $0.memberID), address: $0.address, role: $0.role,
                    hasSecondFactor: $0.hasSecondFactor, change: Path.setStaffRole(trip.fields.slug, $0.memberID))
            },
            coHosts: CoHostSection(
                trip: trip, coHosts: try web.services.coHosts.list(access).map { ($0, web.services.coHosts.mayEnd($0, access)) },
                candidates: try web.services.coHosts.candidates(access), typed: coHost, errors: errors, problem: problem, now: web.now),
            inviting: InvitePart(
                invites: try invites.map { invite in
                    try part(invite, web, trip.zone, withdraw: Path.withdrawStaffInvite(trip.fields.slug, invite.id))
                },
                fields: [
                    FormField("role", "Role", invite?["role"] ?? "host", kind: .choice, errors: errors)
                        .offering(Role.choices.filter { $0.0 != "traveller" })
                ] + inviteFields(web, invite, errors), action: Path.staff(trip.fields.slug)))
    }

    private static func part(_ invite: StaffService.Invite, _ web: WebRequest, _ zone: TripZone, withdraw: Link) throws -> InvitePart.Invite
    {
        var part = InvitePart.Invite(
            role: invite.role, note: invite.note, by: invite.createdBy, until: TimeText(invite.expiresAt, zone: zone, now: web.now),
            withdraw: withdraw)
        if let letter = try web.services.letters.invites()[invite.id] { part.tell(address: letter.address, problem: letter.problem) }
        return part
    }

    private static func accountsPage(
        _ web: WebRequest, _ access: AdminAccess, _ form: Form? = nil, _ errors: [FieldError] = [], _ problem: String? = nil
    ) throws -> AccountsPage {
        let (accounts, invites) = try web.services.staff.accounts(access)
        let zone = try web.services.zone(of: access.actor, at: web.now)
        var page = AccountsPage(
            layout: try web.layout("Accounts", section: Path.accounts.pattern, flash: .problem(problem)), accounts: accounts,
            isSignUpOn: try web.services.signUps.isOn(),
            inviting: InvitePart(
                invites: try invites.map { try part($0, web, zone, withdraw: Path.withdrawAdminInvite($0.id)) },
                fields: inviteFields(web, form, errors), action: Path.inviteAdmin()),
            asked: (String(tidyLine(web.query("q")).prefix(100)), !web.query("all").isEmpty, web.now))
        page.isPushOn = web.services.push.isOn
        return page
    }

    private static func invite(_ web: WebRequest, _ access: OpenHostAccess) async throws -> Response {
        let form = try await web.form()
        return try await web.submit {
            let role = Role(rawValue: form["role"]) ?? .traveller
            let address = web.services.letters.isOn ? tidyLine(form["email"]) : ""
            let token = try await web.services.staff.invite(role: role, note: form["note"], address: address, on: access)
            guard address.isEmpty else { return web.redirect(Path.staff(access.trip.fields.slug).asking("done", "invited")) }
            return try linkPage(web, token, back: Path.staff(access.trip.fields.slug))
        } again: { errors, _ in
            try page(web, access, errors, invite: form)
        }
    }

    private static func inviteAdmin(_ web: WebRequest, _ access: AdminAccess) async throws -> Response {
        let form = try await web.form()
        let address = web.services.letters.isOn ? tidyLine(form["email"]) : ""
        return try await web.submit {
            let token = try await web.services.staff.inviteAdmin(note: form["note"], address: address, access)
            guard address.isEmpty else { return web.redirect(Path.accounts().asking("done", "invited")) }
            return try linkPage(web, token, back: Path.accounts())
        } again: {
            try accountsPage(web, access, form, $0, $1)
        }
    }

    private static func passwordLinkForm(
        _ web: WebRequest, _ access: AdminAccess, _ errors: [FieldError] = [], _ problem: String? = nil
    ) throws -> FormPage {
        let account = try web.services.letters.passwordLinkAccount(web.id(), access)
        return PasswordLinkForm.page(
            try web.layout("Link for a new password"), account, reader: access.actor.account, errors: errors, problem: problem)
    }

    private static func passwordLink(_ web: WebRequest, _ access: AdminAccess) async throws -> Response {
        let form = try await web.form()
        return try await web.submit {
            let (token, account) = try await web.services.letters.makePasswordLink(for: web.id(), proof: form["proof"], access)
            return try passwordLinkPage(web, token, account)
        } again: {
            try passwordLinkForm(web, access, $0, $1)
        }
    }

    private static func passwordLinkPage(_ web: WebRequest, _ token: String, _ account: Account) throws -> Response {
        let heading = "Link for a new password"
        return web.html(
            SecretLinkPage(
                layout: try web.layout(heading, script: "share"), heading: heading,
                message: Texts.said(
                    """
                    Give it to \(account.name) and nobody else. It works once, within the hour, and is shown only now. The old password \
                    works until then; the new one ends every session. A second factor stays.
                    """),
                url: web.origin + Path.newPassword(token).text, back: Path.accounts()))
    }

    private static func linkPage(_ web: WebRequest, _ token: String, back: Link) throws -> Response {
        web.html(
            SecretLinkPage(
                layout: try web.layout("Invite link", script: "share"), heading: "The invite link",
                message: "Send it to the one you invite. It works once, for 7 days, and is shown only now.",
                url: web.origin + Path.staffInvite(token).text, back: back))
    }
}

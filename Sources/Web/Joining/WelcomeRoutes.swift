import Domain
import Hummingbird
import Pages
import Services

/// The steps after joining: who one is, who sees one, the app on this phone.
struct WelcomeRoutes {
    func add(to table: RouteTable) {
        table.get(Path.welcome, .member) { web, access in
            try await web.html(WelcomeRoutes.page(web, access, step: min(max(web.query("step").ordinal ?? 1, 1), WelcomePage.last)))
        }
        table.post(Path.setWelcomeDetails, .member, WelcomeRoutes.setDetails)
        table.post(Path.setWelcomeSharing, .member, WelcomeRoutes.setSharing)
        table.post(Path.addWelcomePhone, .member, WelcomeRoutes.addPhone)
    }

    private static func page(
        _ web: WebRequest, _ access: MemberAccess, step: Int, typed: MemberFields? = nil, _ complaint: Complaint = Complaint()
    ) async throws -> WelcomePage {
        let content: WelcomePage.Content
        switch step {
        case 1: content = .details(try web.services.friends.own(access))
        case 2: content = .sharing(try web.services.sharing.find(access))
        case 3: content = try await phone(web, access)
        default: content = .done(try web.services.sharing.find(access))
        }
        return WelcomePage(
            layout: try web.tripLayout("Welcome", access, section: "/my/profile", script: "copy"), step: step, content: content,
            typed: typed, complaint: complaint)
    }

    private static func phone(_ web: WebRequest, _ access: MemberAccess) async throws -> WelcomePage.Content {
        let member = try web.services.friends.own(access)
        let system = PhoneSystem(rawValue: web.query("on")) ?? PhoneSystem(userAgent: web.client.userAgent)
        let newest = try await web.services.trackers.ownPhones(member).last
        return .phone(member, url: newest.map { web.origin + Path.trackerSetUp($0.token).text }, system: system)
    }

    private static func step(_ step: Int, _ access: MemberAccess) -> Link {
        Path.welcome(access.trip.fields.slug).asking("step", String(step))
    }

    private static func setDetails(_ web: WebRequest, _ access: MemberAccess) async throws -> Response {
        let form = try await web.form()
        var typed = try web.services.friends.own(access).fields
        for field in [MemberField.firstName, .lastName, .phone, .emergencyName, .emergencyPhone] { typed[field] = form[field.rawValue] }
        return try await web.submit { [typed] in
            try await web.services.friends.update(typed, version: form.version, access)
            return web.redirect(step(2, access))
        } again: { [typed] in
            try await page(web, access, step: 1, typed: typed, Complaint($0, $1))
        }
    }

    private static func setSharing(_ web: WebRequest, _ access: MemberAccess) async throws -> Response {
        let form = try await web.form()
        return try await web.submit {
            guard let level = SharingLevel(rawValue: form["level"]) else { throw Refusal.conflict("Choose who may see you.") }
            try await web.services.sharing.set(level, SharingTime(rawValue: form["time"]) ?? .tonight, access)
            // Whoever shares is shown the app at once. If its address cannot be made now, the next step asks for it.
            if level != .off { try? await addFirstPhone(web, access) }
            return web.redirect(step(3, access))
        } again: { errors, problem in
            try await page(web, access, step: 2, Complaint(errors, problem))
        }
    }

    /// The address that the app needs, once.
    private static func addFirstPhone(_ web: WebRequest, _ access: MemberAccess) async throws {
        let member = try web.services.friends.own(access)
        guard try await web.services.trackers.ownPhones(member).isEmpty else { return }
        _ = try await web.services.trackers.addOwn(label: "", member, access)
    }

    private static func addPhone(_ web: WebRequest, _ access: MemberAccess) async throws -> Response {
        try await web.submit {
            try await addFirstPhone(web, access)
            return web.redirect(step(3, access))
        } again: { errors, problem in
            try await page(web, access, step: 3, Complaint(errors, problem ?? errors.first?.said))
        }
    }
}

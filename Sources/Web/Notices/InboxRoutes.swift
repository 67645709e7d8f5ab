import Domain
import Hummingbird
import Pages
import Services

/// One's own notices, of all trips, and how one is told.
struct InboxRoutes {
    func add(to table: RouteTable) {
        table.get(Path.notices, .signedIn, InboxRoutes.inbox)
        table.post(Path.readNotices, .signedIn) { web, actor in
            try await web.services.notices.markRead(nil, actor)
            return web.redirect(Path.notices())
        }
        table.post(Path.openNotice, .signedIn) { web, actor in
            let (notice, trip) = try await web.services.notices.open(web.id(), actor)
            let asked = notice.kind == .nudge ? try notice.subject.flatMap { try web.services.nudges.token(of: $0) } : nil
            return web.redirect(asked.map { Path.well($0) } ?? Path.subject(of: notice, slug: trip?.fields.slug) ?? Path.notices())
        }
        table.post(Path.markNoticeUnread, .signedIn) { web, actor in
            try await web.services.notices.markUnread(web.id(), actor)
            return web.redirect(Path.notices())
        }
        table.get(Path.noticeSettings, .signedIn) { web, actor in try web.html(InboxRoutes.settings(web, actor)) }
        table.post(Path.noticeSettings, .signedIn, InboxRoutes.save)
        table.get(Path.deliveries, .host) { web, access in try web.html(InboxRoutes.doctor(web, access)) }
        table.post(Path.sendDeliveryAgain, .host) { web, access in
            try await web.submit {
                try await web.services.notices.tryAgain(web.id(), access)
                let names = ["member", "channel", DeliveryDoctorPage.failedName]
                let kept = web.query.filter { names.contains($0.name) }.map { ($0.name, $0.value) }
                return web.redirect(Path.deliveries(access.trip.fields.slug).asking([("done", "sent-again")] + kept))
            } again: { _, problem in
                try InboxRoutes.doctor(web, access, problem)
            }
        }
        table.post(Path.testNotices, .signedIn, InboxRoutes.test)
    }

    private static func test(_ web: WebRequest, _ actor: Actor) async throws -> Response {
        let channel = DeliveryChannel(rawValue: try await web.form()["channel"])
        return try await web.submit {
            guard let channel else { throw Refusal.conflict("Choose the channel to test.") }
            try await web.services.notices.sendTest(channel, actor)
            return web.redirect(Path.noticeSettings().asking("done", "notice-test"))
        } again: {
            try settings(web, actor, errors: $0, problem: $1)
        }
    }

    private static func doctor(_ web: WebRequest, _ access: HostAccess, _ problem: String? = nil) throws -> DeliveryDoctorPage {
        let filter = DeliveryReport.Filter(
            member: ID(web.query("member")), channel: DeliveryChannel(rawValue: web.query("channel")),
            onlyFailed: web.query(DeliveryDoctorPage.failedName) == DeliveryDoctorPage.failedValue)
        let flash = web.query("done") == "sent-again" ? Flash(Texts.said("It is being sent again.")) : nil
        return DeliveryDoctorPage(
            layout: try web.tripLayout("Deliveries", access, section: "/settings", flash: flash),
            report: try web.services.notices.report(access, filter), problem: problem)
    }

    private static func inbox(_ web: WebRequest, _ actor: Actor) async throws -> Response {
        let inbox = try await web.services.notices.inbox(actor, before: ID(web.query("before")))
        let zone = try web.services.zone(of: actor, at: web.now)
        return web.html(InboxPage(layout: try web.layout("Notices"), inbox: inbox, zone: zone, now: web.now))
    }

    // MARK: how one is told

    private static func settings(
        _ web: WebRequest, _ actor: Actor, choices: NoticeChoices? = nil, errors: [FieldError] = [], problem: String? = nil
    ) throws -> NoticeSettingsPage {
        var reach = try web.services.notices.reach(actor)
        reach.choices = choices ?? reach.choices
        var page = NoticeSettingsPage(
            layout: try web.layout("Notification settings", script: "push-here"), reach: reach, now: web.now, errors: errors,
            problem: problem)
        // What is not set up on the server is for admins to read.
        let (isAdmin, key, hasMail) = (actor.account.isAdmin, web.services.push.publicKey, web.services.letters.isOn)
        if isAdmin || key != nil {
            page.push = PushPart(key: key, isAdmin: isAdmin, browsers: try web.services.push.browsers(actor))
        }
        if isAdmin || hasMail {
            let zone = try web.services.zone(of: actor, at: web.now)
            page.mail = MailPart(try web.services.letters.reach(actor), isOn: hasMail, isAdmin: isAdmin, zone: zone)
        }
        page.offersSummary = web.services.mail.isOn && actor.roles.values.contains(.host)
        return page
    }

    private static func save(_ web: WebRequest, _ actor: Actor) async throws -> Response {
        let form = try await web.form()
        var choices = NoticeChoices()
        for theme in NoticeTheme.allCases {
            choices.off[theme] = Set(DeliveryChannel.allCases.filter { form["\(theme.rawValue)-\($0.rawValue)"] != "on" })
        }
        choices.wantsSummary = form["summary"] == "on"
        let (from, to) = (form["quiet_from"].secondsOfDay, form["quiet_to"].secondsOfDay)
        choices.quiet = from.flatMap { from in to.flatMap { QuietHours(from: from / 60, to: $0 / 60) } }
        let minutes = form["minutes"].whole(in: 1...1440)
        choices.minutesToNext = minutes ?? choices.minutesToNext
        return try await web.submit {
            var errors: [FieldError] = []
            if form["quiet"] == "on", choices.quiet == nil { errors.append(FieldError("quiet_to", "Type two different times.")) }
            if minutes == nil { errors.append(FieldError("minutes", "Between 1 and 1,440 minutes.")) }
            guard errors.isEmpty else { throw Refusal.invalid(errors) }
            var wanted = choices
            if form["quiet"] != "on" { wanted.quiet = nil }
            try await web.services.notices.setChoices(wanted, actor)
            return web.redirect(Path.noticeSettings().asking("done", "notice-settings"))
        } again: {
            try settings(web, actor, choices: choices, errors: $0, problem: $1)
        }
    }
}

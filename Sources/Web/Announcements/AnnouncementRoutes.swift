import Domain
import HTTPTypes
import Hummingbird
import Pages
import Services

/// Announcements: lists, one of them, answers, and what hosts do with those that are out.
struct AnnouncementRoutes {
    func add(to table: RouteTable) {
        table.get(Path.announcements, .trip, AnnouncementRoutes.index)
        AnnouncementFormRoutes().add(to: table)
        table.get(Path.announcement, .trip) { web, access in
            try await AnnouncementRoutes.page(web, access, Complaint(), status: .ok)
        }
        table.post(Path.answerAnnouncement, .member, AnnouncementRoutes.answer)
        table.get(Path.announcementReceipts, .staff) { web, access in
            let receipts = try web.services.announcements.receipts(web.id(), access)
            return web.download(
                receipts.csv(), type: "text/csv; charset=utf-8", name: "\(access.trip.fields.slug)-receipts.csv")
        }
        table.get(Path.announcementPrint, .staff) { web, access in
            web.html(
                AnnouncementPrintPage(
                    trip: access.trip, receipts: try web.services.announcements.receipts(web.id(), access),
                    isEverybody: web.query("everybody") == "on", isLetter: web.query("paper") == "letter", now: web.now))
        }
        table.post(Path.remindOfAnnouncement, .staff) { web, access in
            try await AnnouncementRoutes.act(web, access) { service, id, announcer in
                [("reminded", String(try await service.remind(id, announcer)))]
            }
        }
        table.post(Path.toldOfAnnouncement, .staff, AnnouncementRoutes.tell)
        table.post(Path.unscheduleAnnouncement, .staff) { web, access in
            try await AnnouncementRoutes.act(web, access) { service, id, announcer in
                try await service.unschedule(id, announcer)
                return [("done", "unscheduled")]
            }
        }
        table.post(Path.deleteAnnouncement, .staff, AnnouncementRoutes.delete)
        table.get(Path.recallAnnouncement, .staff) { web, access in
            _ = try web.services.announcements.announcer(access)
            return web.html(try AnnouncementRoutes.recallPage(web, access, nil))
        }
        table.post(Path.recallAnnouncement, .staff, AnnouncementRoutes.recall)
    }

    // MARK: lists

    private static func index(_ web: WebRequest, _ access: TripAccess) throws -> Response {
        let deleted = web.query("done") == "draft-deleted" ? Flash(Texts.said("The draft is deleted.")) : nil
        let layout = try web.tripLayout("Announcements", access, section: "/announcements", flash: deleted)
        let service = web.services.announcements
        if let staff = access.asStaff {
            return web.html(AnnouncementsPage(layout: layout, announcements: try service.list(staff), maySend: service.maySend(staff)))
        }
        return web.html(ReceivedAnnouncementsPage(layout: layout, announcements: try access.asMember.map(service.own) ?? []))
    }

    // MARK: one

    /// - Parameter typed: the words of an answer that was refused.
    private static func page(
        _ web: WebRequest, _ access: TripAccess, _ complaint: Complaint, typed: String? = nil, status: HTTPResponse.Status
    ) async throws -> Response {
        let (id, service) = (try web.id(), web.services.announcements)
        func layout(_ title: String, _ flash: Flash? = nil) throws -> TripLayout {
            try web.tripLayout(title, access, section: "/announcements", flash: flash, script: "held-answers")
        }
        guard let staff = access.asStaff else {
            guard let member = access.asMember else { throw Refusal.notFound }
            let received = try await service.open(id, member)
            let title = received.own.announcement.state == .recalled ? "Recalled" : received.own.announcement.content.title
            let told = web.query("done") == "answered" ? try web.answerToHosts(member) : nil
            return web.html(
                ReceivedAnnouncementPage(layout: try layout(title, told), received: received, complaint: complaint, typed: typed),
                status: status)
        }
        if let member = access.asMember { try await service.noteOpened(id, member) }
        let opened = try service.opened(id, staff)
        let choice = ReceiptsPart.Choice(
            state: ReceiptState(rawValue: web.query("state")), answer: web.query("answer").whole(in: 0...3))
        let page = AnnouncementPage(
            layout: try layout(opened.announcement.content.title, told(web, opened, access.trip.fields.slug)), opened: opened,
            choice: choice, complaint: complaint, typed: typed)
        // What everybody answered stays on no device.
        return web.html(page, status: status).keptByNoDevice()
    }

    /// What was done just now, with how many people.
    private static func told(_ web: WebRequest, _ opened: OpenedAnnouncement, _ slug: String) -> Flash? {
        if web.query("sent").ordinal != nil { return AnnouncementPage.sent(opened, slug: slug) }
        if let reminded = web.query("reminded").ordinal { return AnnouncementPage.reminded(reminded, opened, slug: slug) }
        return ID(web.query("phoned")).flatMap { AnnouncementPage.phoned($0, opened, slug: slug) }
    }

    /// Somebody was told by phone, or was not after all; the page comes back as it was narrowed down.
    private static func tell(_ web: WebRequest, _ access: StaffAccess) async throws -> Response {
        let announcer = try web.services.announcements.announcer(access)
        let form = try await web.form()
        guard let member = ID(form["member"]) else { throw Refusal.invalid([FieldError("member", "Choose a person.")]) }
        let isTold = form["undo"].isEmpty
        let (id, slug) = (try web.id(), access.trip.fields.slug)
        _ = try await web.services.announcements.setPhoned(id, member: member, isTold, announcer)
        let state = ReceiptState(rawValue: web.query("state")).map { [("state", $0.rawValue)] } ?? []
        let phoned = isTold ? [("phoned", member.description)] : []
        return web.redirect(Path.announcement(slug, id).asking(state + phoned).at("receipts"))
    }

    private static func answer(_ web: WebRequest, _ access: MemberAccess) async throws -> Response {
        let form = try await web.form()
        let (id, slug) = (try web.id(), access.trip.fields.slug)
        let (position, typed) = (form["answer"].whole(in: 0...3), form["text"])
        // One tap calls nobody: a script holds the button, and says so.
        if form["sure"] != "yes", let asking = try callingPage(web, id, position, typed, access) {
            guard !web.wantsJSON else { throw Refusal.invalid([FieldError("sure", "Confirm that you mean it.")]) }
            return web.html(asking)
        }
        let chosen: AnnouncementAnswer?
        do {
            let sent = AnnouncementService.Sent(
                client: ID(form["client_id"]), meantAt: form.givenAt(web.now),
                isInstead: !form["instead"].isEmpty || form["sure"] == "yes",
                seen: form["seen"].ordinal.map { Instant(microseconds: Int64($0)) }, place: form.place(web.now))
            chosen = try await web.services.announcements.answer(id, position: position, text: typed, sent: sent, access)
        } catch Refusal.invalid(let errors) where !web.wantsJSON {
            return try await page(web, access.tripAccess, Complaint(errors), typed: typed, status: .unprocessableContent)
        } catch Refusal.conflict(let text) where !web.wantsJSON {
            // Where nothing can be answered any more there is no field that could hold the words.
            let words = typed.isEmpty ? "" : " " + Texts.said("You typed: “\(typed)”.")
            return try await page(web, access.tripAccess, Complaint([], Texts.said(text) + words), status: .conflict)
        }
        // Whoever called reads next who has their call, and whom to phone.
        if chosen?.asksForHelp == true { return web.redirect(Path.sos(slug)) }
        // From the start page one comes back to it, but where words may follow.
        let next = form["back"] == "my" && chosen?.asksText != true ? Path.my(slug) : Path.announcement(slug, id)
        return web.redirect(next.asking([("done", "answered"), ("announcement", id.description)]))
    }

    /// Nil for an answer that calls nobody.
    private static func callingPage(
        _ web: WebRequest, _ id: ID, _ position: Int?, _ typed: String, _ access: MemberAccess
    ) throws -> CallingAnswerPage? {
        let calling = try web.services.announcements.askedToCall(id, position: position, access)
        guard let position, let (asked, answer) = calling else { return nil }
        return CallingAnswerPage(
            layout: try web.tripLayout(answer.label, access, section: "/announcements"), asked: asked,
            sent: .init(answer: answer, position: position, typed: typed), hosts: try web.services.safety.calling(access).hosts)
    }

    // MARK: what hosts do

    /// A button of the page; a refusal comes back on it.
    private static func act(
        _ web: WebRequest, _ access: StaffAccess,
        _ work: (AnnouncementService, ID, AnnouncerAccess) async throws -> [(String, String)]
    ) async throws -> Response {
        let (id, service) = (try web.id(), web.services.announcements)
        let announcer = try service.announcer(access)
        do {
            let query = try await work(service, id, announcer)
            return web.redirect(Path.announcement(access.trip.fields.slug, id).asking(query))
        } catch Refusal.conflict(let text) where !web.wantsJSON {
            return try await page(web, access.tripAccess, Complaint([], Texts.said(text)), status: .conflict)
        } catch Refusal.tooMany(let text, let seconds) where !web.wantsJSON {
            var response = try await page(web, access.tripAccess, Complaint([], Texts.said(text)), status: .tooManyRequests)
            response.headers[.retryAfter] = String(seconds)
            return response
        }
    }

    private static func delete(_ web: WebRequest, _ access: StaffAccess) async throws -> Response {
        let announcer = try web.services.announcements.announcer(access)
        try await web.services.announcements.delete(web.id(), announcer)
        return web.redirect(Path.announcements(access.trip.fields.slug).asking("done", "draft-deleted"))
    }

    private static func recallPage(_ web: WebRequest, _ access: StaffAccess, _ problem: String?) throws -> FormPage {
        let receipts = try web.services.announcements.receipts(web.id(), access)
        return RecallPage.form(
            layout: try web.layout("Recall", access, section: "/announcements"), slug: access.trip.fields.slug,
            announcement: receipts.announcement, counts: receipts.counts, problem: problem)
    }

    private static func recall(_ web: WebRequest, _ access: StaffAccess) async throws -> Response {
        let announcer = try web.services.announcements.announcer(access)
        return try await web.submit {
            try await web.services.announcements.recall(web.id(), announcer)
            return web.redirect(Path.announcement(access.trip.fields.slug, try web.id()).asking("done", "recalled"))
        } again: { _, problem in
            try recallPage(web, access, problem)
        }
    }
}

extension WebRequest {
    /// "Told the hosts: I’m fine", with the page where it is changed. Only what the reader's answer is now.
    func answerToHosts(_ access: MemberAccess) throws -> Flash? {
        guard query("done") == "answered", let id = ID(query("announcement")),
            let answer = try services.announcements.ownAnswer(id, access)
        else { return nil }
        let isThere = request.uri.path == Path.announcement(access.trip.fields.slug, id).text
        let change = Flash.Way(label: Texts.said("Change"), link: Path.announcement(access.trip.fields.slug, id))
        return Flash(Texts.said("Told the hosts: \(answer)"), way: isThere ? nil : change)
    }
}

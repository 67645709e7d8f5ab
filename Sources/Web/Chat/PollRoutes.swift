import Domain
import Hummingbird
import Pages
import Services

/// Polls: asking, voting, closing.
struct PollRoutes {
    func add(to table: RouteTable) {
        table.get(Path.newPoll, .member) { web, access in
            web.html(try PollRoutes.page(web, access, { _ in "" }, [], nil))
        }
        table.post(Path.newPoll, .member, PollRoutes.ask)
        table.post(Path.vote, .member, PollRoutes.vote)
        table.post(Path.closePoll, .member, PollRoutes.close)
    }

    // MARK: closing

    /// The way back names what it does in its address, as every undo.
    private static func close(_ web: WebRequest, _ access: MemberAccess) async throws -> Response {
        let typed = try await web.form()["closed"]
        let wanted = typed.isEmpty ? web.query("closed") : typed
        guard ["yes", "no"].contains(wanted) else { throw Refusal.invalid([FieldError("closed", "Choose whether it is open.")]) }
        let (number, isClosed) = (try web.ordinal("number"), wanted == "yes")
        try await web.services.chat.setPollClosed(isClosed, number, in: web.id(), access)
        let undo = try undo(web, access, message: number, isClosed: isClosed)
        if web.wantsJSON {
            return web.json { out in
                out.add("text", undo.text)
                out.add("undo", undo.link.text)
            }
        }
        return web.redirect(try here(web, access, done: isClosed ? "poll-closed" : "poll-open"))
    }

    private static func undo(
        _ web: WebRequest, _ access: MemberAccess, message: Int, isClosed: Bool
    ) throws -> (text: String, link: Link) {
        let back = Path.closePoll(access.trip.fields.slug, try web.id(), message).asking("closed", isClosed ? "no" : "yes")
        return (FlashMessage.text(isClosed ? "poll-closed" : "poll-open") ?? "", back)
    }

    /// What the reader has just closed or opened again, with the way back.
    static func done(_ web: WebRequest, _ access: MemberAccess) throws -> Flash? {
        let done = web.query("done")
        guard ["poll-closed", "poll-open"].contains(done), let number = web.query("around").ordinal else { return nil }
        let undo = try undo(web, access, message: number, isClosed: done == "poll-closed")
        return Flash(undo.text, undo: undo.link)
    }

    // MARK: asking and voting

    private static func here(_ web: WebRequest, _ access: MemberAccess, done: String? = nil) throws -> Link {
        let around = ("around", String(try web.ordinal("number")))
        return Path.conversation(access.trip.fields.slug, try web.id()).asking([around] + (done.map { [("done", $0)] } ?? []))
    }

    private static func page(
        _ web: WebRequest, _ access: MemberAccess, _ typed: PollFormPage.Typed, _ errors: [FieldError], _ problem: String?
    ) throws -> PollFormPage {
        PollFormPage(
            layout: try web.tripLayout("New poll", access, section: "/chat"), room: try web.services.chat.roomToAsk(web.id(), access),
            clientID: ID(typed("client_id")) ?? web.services.system.newID(), typed: typed, complaint: Complaint(errors, problem))
    }

    private static func ask(_ web: WebRequest, _ access: MemberAccess) async throws -> Response {
        let form = try await web.form()
        let conversation = try web.id()
        return try await web.submit {
            let poll = try poll(form, access.trip, today: access.trip.zone.today(at: web.now))
            let client = ID(form["client_id"]) ?? web.services.system.newID()
            _ = try await web.services.chat.ask(poll, clientID: client, in: conversation, access)
            return web.redirect(Path.conversation(access.trip.fields.slug, conversation))
        } again: { errors, problem in
            try page(web, access, { form[$0] }, errors, problem)
        }
    }

    private static func poll(_ form: Form, _ trip: Trip, today: Day) throws(Refusal) -> NewPoll {
        NewPoll(
            question: form["question"], answers: (1...Poll.answerCounts.upperBound).map { form["answer_\($0)"] },
            isMultiple: form["multiple"] == "on", closesAt: try closing(form, trip, today: today))
    }

    /// A day and a clock time in the trip's zone; nil for neither, today where the time stands alone.
    private static func closing(_ form: Form, _ trip: Trip, today: Day) throws(Refusal) -> Instant? {
        let (dayText, timeText) = (tidyLine(form["closes_day"]), tidyLine(form["closes_time"]))
        if dayText.isEmpty, timeText.isEmpty { return nil }
        var check = Validation()
        let day = dayText.isEmpty ? today : form.day("closes_day", &check)
        let seconds = form.clock("closes_time", &check)
        guard let day, let seconds else { throw .invalid(check.errors) }
        check.require(
            trip.zone.exists(day: day, secondsOfDay: seconds), "closes_time",
            "The clocks go forward that night: this time does not exist.")
        try check.check()
        return trip.zone.instant(day: day, secondsOfDay: seconds)
    }

    /// "add" or "drop" holds the answer: a form that is sent twice does the same as once.
    private static func vote(_ web: WebRequest, _ access: MemberAccess) async throws -> Response {
        let form = try await web.form()
        let isOn = form["drop"].isEmpty
        guard let position = form.whole(isOn ? "add" : "drop", in: 0...Poll.answerCounts.upperBound - 1) else {
            throw Refusal.invalid([FieldError("add", "Choose an answer.")])
        }
        let message = try await web.services.chat.vote(position, isOn: isOn, in: web.ordinal("number"), of: web.id(), access)
        if web.wantsJSON { return web.html(try ChatRoutes.row(message, access, web.services)) }
        return web.redirect(try here(web, access))
    }
}

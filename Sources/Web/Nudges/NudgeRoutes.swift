import Domain
import Hummingbird
import Pages
import Services

/// Hosts ask whether all is well; whoever is asked answers from a link of their own.
struct NudgeRoutes {
    func add(to table: RouteTable) {
        table.get(Path.nudges, .host) { web, access in try web.html(NudgeRoutes.page(web, access)) }
        table.post(Path.nudges, .openHost, NudgeRoutes.askSeveral)
        table.get(Path.newNudges, .openHost) { web, access in
            web.html(try NudgeRoutes.whom(web, access, web.services.silentPeople(access), isSilent: true))
        }
        table.post(Path.nudge, .openHost) { web, access in
            try await web.submit {
                let id = try web.id()
                try await web.services.nudges.ask(id, access)
                let isReached = try web.services.nudges.newest(of: id, access)?.isReached == true
                return web.redirect(
                    Path.member(access.trip.fields.slug, id).asking("done", isReached ? "nudged" : "unsent").at("nudge"))
            } again: {
                try await MemberRoutes.page(web, access, $0, problem: $1)
            }
        }
        table.get(Path.well, .secret, NudgeRoutes.open)
        table.post(Path.well, .secret, NudgeRoutes.answer)
        table.post(Path.sendWellPlace, .secret, NudgeRoutes.place)
    }

    // MARK: hosts

    private static func page(_ web: WebRequest, _ access: some HostProof, problem: String? = nil) throws -> NudgesPage {
        let reader = web.cardReader(access, try MapScenes.calls(web, access))
        let silent = try access.openHost.map { asker in
            NudgesPage.Silent(
                try web.services.nudges.silent(asker).map(\.row.id), asked: Set(try web.services.nudges.askedLately(asker).keys),
                reader: reader)
        }
        let flash = web.query("asked").ordinal.map { asked in
            Flash(said(asked: asked, unreached: web.query("unreached").ordinal ?? 0, tooSoon: web.query("soon").ordinal ?? 0))
        }
        return NudgesPage(
            layout: try web.tripLayout("All well?", access, section: "/roster", flash: Flash.problem(problem) ?? flash),
            lines: try web.services.nudges.overview(access), silent: silent, origin: web.origin, reader: reader)
    }

    private static func said(asked: Int, unreached: Int, tooSoon: Int) -> String {
        let reached = max(asked - unreached, 0)
        let sentence: String? =
            switch (reached, unreached) {
            case (0, 0): tooSoon > 0 ? nil : Texts.said("Nobody was asked.")
            case (0, _): Texts.said("Nobody could be reached. Call \(counted(unreached, "person", "people")).")
            case (_, 0): Texts.said("Asked \(counted(reached, "person", "people")).")
            default: Texts.said("Asked \(reached). Call the other \(unreached).")
            }
        let soon = tooSoon > 0 ? Texts.said("\(counted(tooSoon, "was", "were")) asked less than ten minutes ago.") : nil
        return [sentence, soon].compactMap(\.self).joined(separator: " ")
    }

    private static func whom(
        _ web: WebRequest, _ access: OpenHostAccess, _ people: [SilentPerson], isSilent: Bool
    ) throws -> NudgeSilentPage {
        NudgeSilentPage(
            layout: try web.tripLayout(isSilent ? "Silent people" : "All well?", access, section: "/roster", script: "silent"),
            people: people, isSilent: isSilent, reader: web.cardReader(access, try MapScenes.calls(web, access)))
    }

    /// Those selected in the roster are shown before anybody is asked.
    private static func askSeveral(_ web: WebRequest, _ access: OpenHostAccess) async throws -> Response {
        let form = try await web.form()
        let members = form.all("member").compactMap { ID($0) }
        if form["do"] == "ask", !members.isEmpty {
            return web.html(try whom(web, access, web.services.selectedPeople(members, access), isSilent: false))
        }
        return try await web.submit {
            let outcome = try await web.services.nudges.ask(members, access)
            let counts = [("asked", outcome.asked), ("unreached", outcome.unreached), ("soon", outcome.tooSoon)]
            let said = counts.filter { $0.0 == "asked" || $0.1 > 0 }.map { ($0.0, String($0.1)) }
            return web.redirect(Path.nudges(access.trip.fields.slug).asking(said))
        } again: { _, problem in
            try page(web, access, problem: problem)
        }
    }

    // MARK: whoever is asked

    private static func wellPage(_ web: WebRequest, _ problem: String?) throws -> WellPage {
        let asked = try web.services.nudges.open(token: web.parameter("token"))
        return WellPage(
            layout: Layout(title: Texts.said("All well?"), script: "well"), asked: asked, isAsking: web.query("help") == "yes",
            problem: problem, now: web.now)
    }

    /// A link that has ended says so, with whom to call.
    private static func open(_ web: WebRequest) throws -> Response {
        let isOver = try web.services.nudges.open(token: web.parameter("token")).isOver
        return try web.html(wellPage(web, nil), status: isOver ? .gone : .ok)
    }

    private static func answer(_ web: WebRequest) async throws -> Response {
        let (token, form) = (try web.parameter("token"), try await web.form())
        return try await web.submit {
            guard let answer = Nudge.Answer(rawValue: form["answer"]) else { throw Refusal.conflict("Choose an answer.") }
            try await web.services.nudges.answer(token: token, answer)
            return web.redirect(Path.well(token))
        } again: { _, problem in
            try wellPage(web, problem)
        }
    }

    /// From the page's script, after the answer.
    private static func place(_ web: WebRequest) async throws -> Response {
        let (token, form) = (try web.parameter("token"), try await web.form())
        var raw = RawFix()
        (raw.latitude, raw.longitude) = (form["lat"].decimal(in: -90...90), form["lon"].decimal(in: -180...180))
        raw.accuracy = form["accuracy"].decimal(in: 0...1e6)
        raw.altitude = form["altitude"].decimal(in: -500...9000)
        raw.time = form["at"].instantInMilliseconds().map { min($0, web.now) }
        raw.battery = form["battery"].decimal(in: 0...100)
        raw.isCharging = form["charging"] == "yes" ? true : form["charging"] == "no" ? false : nil
        let isKept = try await web.services.nudges.place(token: token, raw)
        return web.json { $0.add("kept", isKept) }
    }
}

import Domain
import HTTPTypes
import Hummingbird
import Pages
import Services

/// One case: claiming, noting, deciding.
struct CaseRoutes {
    func add(to table: RouteTable) {
        let act = { (address: Address<String, ID>, body: @escaping @Sendable (WebRequest, ID, StaffAccess) async throws -> Void) in
            table.post(address, .staff) { web, access in
                try await body(web, web.id(), access)
                return web.redirect(Path.moderationCase(access.trip.fields.slug, try web.id()))
            }
        }
        act(Path.claimCase) { try await $0.services.moderation.claim($1, takesOver: false, $2) }
        act(Path.takeOverCase) { try await $0.services.moderation.claim($1, takesOver: true, $2) }
        act(Path.releaseCase) { try await $0.services.moderation.release($1, $2) }
        act(Path.addCaseNote) { try await $0.services.moderation.note($1, $0.form()["note"], $2) }
        act(Path.holdMessage) { try await $0.services.moderation.setHeld($0.form()["held"] == "yes", $1, $2) }
        table.post(Path.decideCase, .staff, CaseRoutes.decide)
        table.post(Path.falseAlarm, .host, CaseRoutes.callOff)
    }

    static func page(
        _ web: WebRequest, _ access: some StaffProof, _ typed: CasePage.Typed? = nil, _ tried: CasePage.Tried = .init()
    ) async throws -> CasePage {
        CasePage(
            layout: try web.tripLayout("Case", access, section: "/moderation", script: "moderation"),
            opened: try await web.services.moderation.open(web.id(), access), typed: typed, tried: tried)
    }

    private static func typed(_ form: Form) -> CasePage.Typed {
        var typed = CasePage.Typed()
        typed.actions = Set(form.all("action").compactMap(ModerationAction.init(rawValue:)).filter(ModerationAction.offered.contains))
        // Of the panel: one decision, and whether the message goes as well.
        if let decision = ModerationAction(rawValue: form["decision"]), ModerationAction.offered.contains(decision) {
            typed.actions.insert(decision)
            if form["also"] == "remove", decision.isAgainstAuthor { typed.actions.insert(.remove) }
        }
        typed.minutes = form.whole("minutes", in: 10...10_080) ?? 0
        typed.readOnlyMinutes = form["read_only_minutes"].isEmpty ? 60 : form.whole("read_only_minutes", in: 10...10_080) ?? 0
        (typed.since, typed.handOver, typed.reason, typed.sentence) = (form["since"], form["hand_over"], form["reason"], form["sentence"])
        return typed
    }

    /// In the order in which they are offered: a message is removed before its author is muted.
    private static func planned(_ typed: CasePage.Typed, _ zone: TripZone) -> [PlannedAction] {
        ModerationAction.offered.filter(typed.actions.contains).map { action in
            switch action {
            case .mute: PlannedAction(.mute, minutes: typed.minutes)
            case .readOnly: PlannedAction(.readOnly, minutes: typed.readOnlyMinutes)
            case .removeAll: PlannedAction(.removeAll, since: since(typed.since, zone))
            case .handOver: PlannedAction(.handOver, handOverTo: ID(typed.handOver))
            default: PlannedAction(action)
            }
        }
    }

    /// "2026-01-05T14:03", in trip time.
    private static func since(_ text: String, _ zone: TripZone) -> Instant? {
        let parts = text.split(separator: "T")
        guard parts.count == 2, let day = Day(String(parts[0])), let seconds = parts[1].secondsOfDay else { return nil }
        return zone.instant(day: day, secondsOfDay: seconds)
    }

    /// One tap on the case or on a banner.
    private static func callOff(_ web: WebRequest, _ access: HostAccess) async throws -> Response {
        let form = try await web.form()
        do {
            try await web.services.moderation.falseAlarm(web.id(), version: form.version, access)
            return web.redirect(Path.moderationCase(access.trip.fields.slug, try web.id()))
        } catch Refusal.conflict(let text) {
            let tried = CasePage.Tried(preview: [Texts.said("It is marked as a false alarm.")], problem: Texts.said(text), isConflict: true)
            return web.html(try await page(web, access, nil, tried), status: .conflict)
        }
    }

    private static func decide(_ web: WebRequest, _ access: StaffAccess) async throws -> Response {
        let form = try await web.form()
        let typed = typed(form)
        var decision = CaseDecision()
        decision.actions = planned(typed, access.trip.zone)
        (decision.reason, decision.sentence, decision.version) = (typed.reason, typed.sentence, form.version)
        do {
            let preview = try web.services.moderation.preview(decision, of: web.id(), access)
            guard form["do"] == "apply" else { return web.html(try await page(web, access, typed, .init(preview: preview))) }
            try await web.services.moderation.apply(decision, to: web.id(), access)
            return web.redirect(Path.moderation(access.trip.fields.slug).asking("decided", try web.id().description))
        } catch Refusal.invalid(let errors) {
            let others = errors.filter { $0.field != "reason" }
            let tried = CasePage.Tried(
                problem: others.isEmpty ? nil : others.said,
                reasonError: errors.first { $0.field == "reason" }?.said)
            return web.html(try await page(web, access, typed, tried), status: .unprocessableContent)
        } catch Refusal.conflict(let text) {
            let yours = (try? web.services.moderation.preview(decision, of: web.id(), access)) ?? []
            let tried = CasePage.Tried(preview: yours, problem: Texts.said(text), isConflict: true)
            return web.html(try await page(web, access, typed, tried), status: .conflict)
        }
    }
}

import Domain
import HTTPTypes
import Hummingbird
import Pages
import Services

/// Rules of the chat, tried out before they are switched on; lists of words.
struct RuleRoutes {
    func add(to table: RouteTable) {
        table.get(Path.rules, .staff) { web, access in try web.html(RuleRoutes.page(web, access, nil, nil)) }
        table.post(Path.rules, .staff, RuleRoutes.set)
        table.post(Path.removeRuleException, .openHost) { web, access in
            let form = try await web.form()
            try await web.services.rules.setException(web.id(), isRemoved: form["removed"] == "yes", access)
            return web.redirect(Path.rules(access.trip.fields.slug).asking("phrase", try web.id().description).at("learned"))
        }
        table.get(Path.wordList, .staff, RuleRoutes.list)
        table.post(Path.wordList, .openHost, RuleRoutes.saveList)
    }

    private static func page(
        _ web: WebRequest, _ access: StaffAccess, _ typed: (rule: ChatRule, problem: String?)?, _ trial: RuleTrial?
    ) throws -> RulesPage {
        let overview = try web.services.rules.overview(access)
        return RulesPage(
            layout: try web.tripLayout("Chat rules", access, section: "/moderation", flash: saved(web, overview, access)),
            overview: overview, typed: typed, trial: trial)
    }

    /// What was just saved: the address names it.
    private static func saved(_ web: WebRequest, _ overview: RuleOverview, _ access: StaffAccess) -> Flash? {
        if let id = ID(web.query("phrase")) { return RulesPage.saved(phrase: id, overview, access.trip.fields.slug) }
        return RulesPage.saved(rule: web.query("rule"), overview)
    }

    private static func set(_ web: WebRequest, _ access: StaffAccess) async throws -> Response {
        let form = try await web.form()
        guard let kind = RuleKind(rawValue: form["kind"]) else { throw Refusal.invalid([FieldError("kind", "There is no such rule.")]) }
        let draft = RuleService.Draft(
            id: nil, kind: kind, listID: ID(form["list"]), effect: ChatRule.Effect(rawValue: form["effect"]) ?? .note,
            sentence: form["sentence"],
            isOn: form["on"] == "on", exemptsStaff: form["exempt"] == "on",
            languages: Set(form.all("language").compactMap(SafetyLanguage.init(rawValue:))))
        let typed = ChatRule(
            id: access.trip.id, kind: kind, listID: draft.listID,
            listName: try web.services.rules.lists(access).first { $0.id == draft.listID }?.name ?? "", phrases: [], effect: draft.effect,
            sentence: draft.sentence, isOn: draft.isOn, exemptsStaff: draft.exemptsStaff,
            languages: draft.languages)
        return try await web.submit {
            guard form["do"] == "save" else {
                return web.html(try page(web, access, (typed, nil), web.services.rules.tryOut(draft, access)))
            }
            try await web.services.rules.set(draft, access)
            return web.redirect(Path.rules(access.trip.fields.slug).asking("rule", RulesPage.key(typed)))
        } again: { errors, problem in
            try page(web, access, (typed, problem ?? errors.said), nil)
        }
    }

    // MARK: lists

    private static func list(_ web: WebRequest, _ access: StaffAccess) throws -> Response {
        let list = try web.services.rules.lists(access).first { try $0.id == ID(web.parameter("id")) }
        if access.isHost, list?.isOwn != false { return web.html(try listForm(web, access, [:], [], nil)) }
        guard let list else { throw Refusal.notFound }
        return web.html(
            PhraseListPage(
                layout: try web.layout("List", access, section: "/moderation"), trip: access.trip, name: list.name, phrases: list.phrases,
                isShared: list.isShared))
    }

    private static func listForm(
        _ web: WebRequest, _ access: some StaffProof, _ typed: [String: String], _ errors: [FieldError], _ problem: String?
    ) throws -> FormPage {
        let (name, slug) = (try web.parameter("id"), access.trip.fields.slug)
        let list = try web.services.rules.lists(access).first { $0.id == ID(name) }
        guard list != nil || name == "new" else { throw Refusal.notFound }
        return FormPage(
            layout: try web.layout("List", access, section: "/moderation"), heading: list?.name ?? "New list",
            action: Path.wordList(slug, name),
            fields: [
                FormField("name", "Name", typed["name"] ?? list?.name ?? "", errors: errors),
                FormField("phrases", "Words and phrases", typed["phrases"] ?? list?.phrases ?? "", kind: .text, errors: errors),
                FormField(
                    "shared", "Other trips may use it", typed.isEmpty ? (list?.isShared == true ? "on" : "") : typed["shared"] ?? "",
                    kind: .tick),
            ], submit: "Save"
        )
        .with(
            intro: "A word or phrase a line. * stands for any letters of a word. Case, accents and disguises as in l3tt3rs do not count."
        )
        .with(other: ("Cancel", Path.rules(slug)))
        .with(problem: problem)
    }

    private static func saveList(_ web: WebRequest, _ access: OpenHostAccess) async throws -> Response {
        let form = try await web.form()
        let name = try web.parameter("id")
        guard name == "new" || ID(name) != nil else { throw Refusal.notFound }
        return try await web.submit {
            try await web.services.rules.saveList(
                ID(name), name: form["name"], phrases: form["phrases"], isShared: form["shared"] == "on", access)
            return web.redirect(Path.rules(access.trip.fields.slug).asking("done", "word-list"))
        } again: {
            try listForm(web, access, form.values, $0, $1)
        }
    }
}

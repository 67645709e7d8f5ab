import Domain

/// What a wish says, for hosts.
struct WishLine: Sendable {
    let text: String
    let place: String?
    let note: String?
    let remove: Link?

    /// - Parameter sets: of which the wish may name one; nil leaves out where it holds.
    init(_ wish: Wish, _ names: (String, String), _ sets: [LaneSet]?, remove: Link?) {
        text = Texts.said(
            wish.kind == .together ? "\(names.0) wants to be with \(names.1)" : "\(names.0) and \(names.1): never together")
        place = wish.set.flatMap { key in sets?.first { $0.key == key } }.map { Texts.said("Only in: \(LaneWords.label($0))") }
        note = wish.note.isEmpty ? nil : wish.note
        self.remove = remove
    }
}

/// A wish in the list: whether it is met, and where the two are.
struct WishRow: Sendable {
    let line: WishLine
    let state: String
    let style: String
    let icon: Link
    /// "Room 101 and Room 102"
    let detail: String?

    init(_ standing: WishStanding, _ line: WishLine, _ names: [ID: String]) {
        self.line = line
        state = WishRow.word(standing.state)
        (style, icon) =
            switch standing.state {
            case .broken: ("bad", Path.icon(.alert))
            case .waiting: ("warn", Path.icon(.clock))
            case .idle: ("", Path.icon(.x))
            case .met: ("ok", Path.icon(.check))
            }
        let missing = standing.missing.compactMap { names[$0] }.joined(separator: ", ")
        let places = standing.places.map(WishRow.place).joined(separator: " · ")
        let detail =
            switch standing.state {
            case .waiting where !missing.isEmpty: LaneWords.unassigned(standing.wish.set?.kind ?? .group) + ": " + missing
            case .idle: Texts.said("Does not come: \(missing)")
            default: places
            }
        self.detail = detail.isEmpty ? nil : detail
    }

    static func word(_ state: WishStanding.State) -> String {
        switch state {
        case .broken: Texts.said("Not met")
        case .waiting: Texts.said("Not yet")
        case .idle: Texts.said("Does not count")
        case .met: Texts.said("Met")
        }
    }

    private static func place(_ place: WishStanding.Place) -> String {
        func title(_ name: String) -> String { place.set == .rooms ? LaneWords.room(name) : name }
        if let shared = place.shared { return Texts.said("Both in \(title(shared))") }
        return Texts.said("\(title(place.member.first ?? "")) and \(title(place.other.first ?? ""))")
    }
}

/// Who wants to be with whom, and who is never to be: a page for hosts alone.
package struct WishesPage: Page {
    let layout: Layout
    let tabs: [LaneTab]
    /// How many are met, and how many are not.
    let summary: [LanesPage.Chip]
    let rows: [WishRow]
    let mayEdit: Bool
    let fields: [FormField]
    let people: [String]
    let problem: String?
    let action: Link

    /// What was typed, or is filled in for a member.
    package struct Filled: Sendable {
        let values: [String: String]
        let errors: [FieldError]
        package init(_ values: [String: String], errors: [FieldError] = []) {
            self.values = values
            self.errors = errors
        }
    }

    package init(layout tripLayout: TripLayout, wishes: [WishStanding], names: NamesOfPeople, sets: [LaneSet], filled: Filled) {
        let slug = tripLayout.slug
        layout = tripLayout.layout
        let mayEdit = tripLayout.isOpenHost
        self.mayEdit = mayEdit
        tabs = LaneTab.all(tripLayout, sets, current: .wishes)
        let labels = Dictionary(firstOf: names.labels.map { ($0.id, $0.label) })
        rows = wishes.compactMap { standing in
            let wish = standing.wish
            guard let member = labels[wish.member], let other = labels[wish.other] else { return nil }
            let line = WishLine(wish, (member, other), sets, remove: mayEdit ? Path.removeWish(slug, wish.id) : nil)
            return WishRow(standing, line, labels)
        }
        summary = WishesPage.summary(wishes)
        fields = mayEdit ? WishesPage.fields(filled, sets) : []
        people = mayEdit ? names.labels.map(\.label) : []
        problem = filled.errors.isEmpty ? nil : filled.errors.said
        action = Path.wishes(slug)
    }
    package func render(into out: inout HTMLBuffer) { Template.rosterWishes(self, &out) }

    private static func summary(_ wishes: [WishStanding]) -> [LanesPage.Chip] {
        func count(_ state: WishStanding.State) -> Int { wishes.count { $0.state == state } }
        let (broken, open, met) = (count(.broken), count(.waiting), count(.met))
        return [
            broken > 0 ? LanesPage.Chip(text: counted(broken, "wish not met", "wishes not met"), style: "bad") : nil,
            open > 0 ? LanesPage.Chip(text: Texts.said("\(open) not yet"), style: "warn") : nil,
            met > 0 ? LanesPage.Chip(text: Texts.said("\(met) met"), style: "ok") : nil,
        ].compactMap(\.self)
    }

    private static func fields(_ filled: Filled, _ sets: [LaneSet]) -> [FormField] {
        func value(_ name: String) -> String { filled.values[name] ?? "" }
        let errors = filled.errors
        let fields = [
            FormField("member", "Who", value("member"), errors: errors, isRequired: true).listed(in: "people"),
            FormField("kind", "Wish", value("kind"), kind: .choice, errors: errors).offering([
                (WishKind.together.rawValue, Texts.said("wants to be with")), (WishKind.apart.rawValue, Texts.said("never together with")),
            ]),
            FormField("other", "Whom", value("other"), errors: errors, isRequired: true).listed(in: "people"),
            FormField("set", "Where", value("set"), kind: .choice, errors: errors).offering(
                [("", Texts.said("Everywhere"))] + sets.map { ($0.key.rawValue, LaneWords.label($0)) }),
            FormField("note", "Note", value("note"), hint: "Only hosts see this.", errors: errors),
        ]
        return fields.map { $0.among(fields) }
    }
}

/// The wishes on a member's own page, for hosts.
struct MemberWishes: Sendable {
    let rows: [WishRow]
    let add: Link

    init(_ detail: MemberDetail, _ slug: String) {
        let member = detail.member
        rows = detail.wishes.map { standing, name in
            let (wish, own) = (standing.wish, member.fields.fullName)
            let names = wish.member == member.id ? (own, name) : (name, own)
            return WishRow(standing, WishLine(wish, names, nil, remove: nil), [wish.member: names.0, wish.other: names.1])
        }
        add = Path.wishes(slug).asking("member", member.id.description)
    }
}

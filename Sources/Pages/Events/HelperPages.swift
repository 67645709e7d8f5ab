import Domain

/// On a list's page, for hosts: links with which helpers tick it.
package struct HelperPart: Sendable {
    package struct Row: Sendable {
        let label: String
        let state: String
        let style: String
        let made: String
        /// How often it was used, by whom last; nil for never.
        let used: String?
        let usedAt: AgeText?
        let revoke: Link?
    }
    let rows: [Row]
    let fields: [FormField]
    let action: Link
    /// The form came back.
    let isOpen: Bool
    var hasRows: Bool { !rows.isEmpty }

    /// - Parameter typed: the note that was typed and refused.
    package init(
        _ links: [HelperLink], list: (slug: String, event: ID, id: ID), _ trip: Trip, typed: (String, [FieldError])?, now: Instant
    ) {
        let text = EventText(zone: trip.zone, now: now)
        rows = links.map { link in
            let isOpen = link.isOpen(at: now)
            let end = link.revokedAt.map { Texts.said("Revoked \(text.near($0))") }
            return Row(
                label: link.note.isEmpty ? Texts.said("A helper") : link.note,
                state: isOpen ? Texts.said("Ends \(text.near(link.endsAt))") : end ?? Texts.said("Ended \(text.near(link.endsAt))"),
                style: isOpen ? "ok" : "", made: Texts.said("Made by \(link.madeBy)"),
                used: link.usedAt.map { _ in Texts.said("\(counted(link.ticks, "tick")), the last by \(link.usedBy)") },
                usedAt: link.usedAt.map { .ago($0, now: now) },
                revoke: isOpen ? Path.revokeHelper(list.slug, list.event, list.id, link.id) : nil)
        }
        let ends = HelperEnd.allCases.map { ($0.rawValue, Texts.said(text: $0.label)) }
        fields = [
            FormField("note", "Who helps", typed?.0 ?? "", hint: "For you, to know the link by.", errors: typed?.1 ?? []),
            FormField("end", "The link ends", HelperEnd.day.rawValue, kind: .choice).offering(ends),
        ]
        (action, isOpen) = (Path.addHelper(list.slug, list.event, list.id), typed != nil)
    }
}

/// A list as a helper ticks it: whoever has the link, without an account. It shows nobody before two letters of a name are typed.
package struct HelperPage: Page {
    package struct Row: Sendable {
        let id: String
        let name: String
        let number: String
        let state: String
        let style: String
        let isPresent: Bool
    }
    let layout: Layout
    let trip: String
    let title: String
    let list: String
    let when: String
    let ends: String
    let tally: String
    /// As whom they tick; empty until they have said.
    let helper: String
    var isNamed: Bool { !helper.isEmpty }
    let nameField: FormField
    let searchField: FormField
    let typed: String
    let rows: [Row]
    /// Somebody was looked for, and nobody is on this list.
    let isNobody: Bool
    let hasMore: Bool
    let problem: String?
    let action: Link
    let tick: Link

    /// What was typed, with what is wrong with it.
    package struct Typed: Sendable {
        let name: String
        let search: String
        let complaint: Complaint
        package init(name: String, search: String, complaint: Complaint = Complaint()) {
            (self.name, self.search, self.complaint) = (name, search, complaint)
        }
    }

    /// - Parameter token: of the link.
    package init(layout: Layout, token: String, sheet: HelperSheet, typed: Typed, now: Instant) {
        let text = EventText(zone: sheet.trip.zone, now: now)
        let errors = typed.complaint.errors
        (self.layout, self.typed, problem) = (layout, typed.search, typed.complaint.problem)
        (trip, title, list) = (sheet.trip.fields.name, sheet.event.fields.title, sheet.list.name)
        when = text.sentence(sheet.event.fields)
        ends = Texts.said("This link ends \(text.near(sheet.link.endsAt)).")
        let (present, expected) = (sheet.totals.present, sheet.totals.expected)
        tally = Texts.said(sheet.isReturn ? "\(present) back, \(expected) expected" : "\(present) arrived, \(expected) expected")
        helper = errors.contains { $0.field == "as" } ? "" : typed.name
        nameField = FormField(
            "as", "Your name", typed.name, hint: "The log keeps it beside each tick.", errors: errors, isRequired: true)
        searchField = FormField(
            "q", "Find somebody", typed.search, hint: "At least two letters of the first or last name.", errors: errors, isRequired: true)
        rows = sheet.people.map { HelperPage.row($0, text, isReturn: sheet.isReturn) }
        isNobody = sheet.people.isEmpty && !typed.search.isEmpty && errors.isEmpty && problem == nil
        hasMore = sheet.hasMore
        (action, tick) = (Path.helper(token), Path.tickAsHelper(token))
    }
    package func render(into out: inout HTMLBuffer) { Template.eventsHelper(self, &out) }

    private static func row(_ person: HelperSheet.Person, _ text: EventText, isReturn: Bool) -> Row {
        let idle = person.isExpected ? Texts.said(isReturn ? "Not back" : "Not arrived") : Texts.said("Not expected")
        let (state, style): (String, String) =
            switch person.status {
            case .awaited: (idle, "")
            case .present(let scan):
                (said(scan, text, isReturn: isReturn), "ok")
            case .out(let scan): (Texts.said("Out at \(text.clock(scan.scannedAt)), ticked by \(scan.author)"), "")
            case .elsewhere: (Texts.said("On another list"), "warn")
            }
        return Row(
            id: person.id.description, name: person.name, number: "#\(person.number)", state: state, style: style,
            isPresent: style == "ok")
    }

    private static func said(_ scan: Scan, _ text: EventText, isReturn: Bool) -> String {
        let (clock, author) = (text.clock(scan.scannedAt), scan.author)
        return Texts.said(isReturn ? "Back at \(clock), ticked by \(author)" : "Arrived at \(clock), ticked by \(author)")
    }
}

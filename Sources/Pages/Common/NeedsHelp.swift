import Domain

/// That somebody needs help, wherever a page names them: what the bars say, and the way to the case.
package struct NeedsHelp: Sendable {
    let label: String
    /// Behind a name, in a row.
    let chip: String
    let raised: AgeText
    let status: String
    let words: String?
    let open: Link
    /// "bad" while nobody is on it and they do not say that they are OK, else "warn": then no edge of the row is red.
    let style: String
    var isCalm: Bool { style == "warn" }

    init(_ help: HelpCase, slug: String, now: Instant) {
        let need = Texts.said(help.isTest ? "Test call" : "Needs help")
        let saysOK = help.saidOKAt != nil && !help.isTest
        (label, chip) = saysOK ? (Texts.said("Called for help"), Texts.said("Says they are OK")) : (need, need)
        raised = .ago(help.raisedAt, now: now)
        status = HelpText.status(help)
        words = help.calls.last { !$0.text.isEmpty }.map { HelpBar.quoted($0.text) }
        open = Path.helpCase(slug, help.id)
        style = help.state == .open && help.saidOKAt == nil ? "bad" : "warn"
    }
}

/// Who of a trip needs help, as far as the reader hears of it.
package struct OpenCalls: Sendable {
    private let cases: [ID: HelpCase]

    /// - Parameter cases: of one trip. Of somebody's several, the most urgent counts.
    package init(_ cases: [HelpCase] = []) {
        self.cases = Dictionary(cases.map { ($0.memberID, $0) }, uniquingKeysWith: { $1.isBefore($0) ? $1 : $0 })
    }

    package var members: Set<ID> { Set(cases.keys) }

    /// Those that nobody is on first, then whoever has waited longest; tests last.
    package var ranked: [HelpCase] { cases.values.sorted { $0.isBefore($1) } }

    func of(_ member: ID, _ slug: String, _ now: Instant) -> NeedsHelp? { cases[member].map { NeedsHelp($0, slug: slug, now: now) } }
}

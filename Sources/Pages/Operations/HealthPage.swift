import Domain

/// How the installation does, for admins: what needs them first, then all of it.
package struct HealthPage: Page {
    /// How something does: a word, and the sign that stands before it.
    package struct State: Sendable {
        let word: String
        let style: String
        let needsLook: Bool

        init(_ state: HealthState) {
            needsLook = state == .needsLook
            (word, style) =
                switch state {
                case .good: (Texts.said("Good"), "ok")
                case .needsLook: (Texts.said("Look here"), "warn")
                case .unknown: (Texts.said("Unknown"), "unknown")
                case .elsewhere: (Texts.said("Another node"), "elsewhere")
                case .off: (Texts.said("Not set up"), "off")
                }
        }
    }
    package struct Line: Sendable {
        let label: String
        let text: String
        let state: State
        /// Where one looks further.
        var link: Link?
    }
    package struct Job: Sendable {
        let label: String
        let ran: String
        let took: String
        let state: State
    }
    package struct Section: Sendable {
        let id: String
        let title: String
        let hint: String?
        let lines: [Line]
    }
    package struct Fact: Sendable {
        let label: String
        let text: String
    }
    let layout: Layout
    let isWell: Bool
    let summary: String
    let at: TimeText
    /// Everything that somebody is to look at, again.
    let troubles: [Line]
    var hasTroubles: Bool { !troubles.isEmpty }
    let facts: [Fact]
    let sections: [Section]
    let jobs: [Job]

    /// - Parameter version: of the program; "" where it does not know it.
    package init(layout: Layout, health: InstallationHealth, version: String, now: Instant) {
        self.layout = layout
        let texts = HealthText(health: health, now: now)
        at = TimeText(now, zone: .utc, now: now)
        facts = texts.facts(version: version)
        sections = texts.sections
        jobs = health.jobs.map(texts.job)
        let late = zip(health.jobs, jobs).filter { $1.state.needsLook }
        troubles = sections.flatMap(\.lines).filter(\.state.needsLook) + late.map { texts.line($0, $1.state) }
        isWell = troubles.isEmpty
        summary = isWell ? Texts.said("All is well") : counted(troubles.count, "thing needs you", "things need you")
    }
    package func render(into out: inout HTMLBuffer) { Template.operationsHealth(self, &out) }
}

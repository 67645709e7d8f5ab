import Domain

/// How the installation does, for admins: what needs them first, then all of it.
package struct HealthPage: Page {
    /// How something does: a word, and the sign that stands before it.
    package struct State: Sendable {
        let word: String
        let style: String
        let value: HealthState

        init(_ state: HealthState) {
            value = state
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
        var isWell: Bool { state.value == .good || state.value == .elsewhere }
    }
    package struct Jobs: Sendable {
        let label: String
        let rows: [Job]
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
    let summary: String
    let at: TimeText
    let zone: String
    /// What is wrong, again.
    let troubles: [Line]
    /// The names of what this node cannot know: it is never counted as well.
    let unseen: String?
    var hasTroubles: Bool { !troubles.isEmpty }
    let facts: [Fact]
    let sections: [Section]
    let jobs: Jobs?
    /// Those that nobody needs to look at, folded.
    let wellJobs: Jobs?

    /// - Parameter version: of the program; "" where it does not know it.
    package init(layout: Layout, health: InstallationHealth, version: String, now: Instant) {
        self.layout = layout
        let texts = HealthText(health: health, zone: layout.zone, now: now)
        at = TimeText(now, zone: layout.zone, now: now, zoneIsSaid: true)
        zone = TimeText.zoneSaid(layout.zone, now: now)
        facts = texts.facts(version: version)
        sections = texts.sections
        let all = health.jobs.map(texts.job)
        jobs = HealthPage.jobs(all.filter { !$0.isWell }) { _ in Texts.said("Jobs") }
        wellJobs = HealthPage.jobs(all.filter(\.isWell)) { counted($0, "job without a problem", "jobs without a problem") }
        let late = zip(health.jobs, all).filter { $1.state.value == .needsLook }
        let lines = sections.flatMap(\.lines)
        troubles = lines.filter { $0.state.value == .needsLook } + late.map { texts.line($0, $1.state) }
        let unknown = lines.filter { $0.state.value == .unknown }.map(\.label)
        unseen = unknown.isEmpty ? nil : Texts.said("Sotravel cannot see: \(unknown.joined(separator: ", "))")
        summary =
            troubles.isEmpty
            ? Texts.said("No problems in what Sotravel can see")
            : counted(troubles.count, "problem to look at", "problems to look at")
    }

    private static func jobs(_ rows: [Job], label: (Int) -> String) -> Jobs? {
        rows.isEmpty ? nil : Jobs(label: label(rows.count), rows: rows)
    }

    package func render(into out: inout HTMLBuffer) { Template.operationsHealth(self, &out) }
}

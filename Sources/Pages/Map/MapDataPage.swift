import Domain

/// What the map is made of, for admins.
package struct MapDataPage: Page {
    package struct Line: Sendable {
        let label: String
        let figure: String
    }
    package struct Job: Sendable {
        let files: String
        let by: String
        let begun: AgeText
        let isRunning: Bool
        let text: String
        let share: String?
        let isBad: Bool
        /// Waits for a yes.
        let isAsking: Bool
    }
    package struct Raster: Sendable {
        let label: String
        let style: String
        let fields: [FormField]
    }

    let layout: Layout
    let name: String?
    let importedAt: String
    /// "3 days ago".
    let importedAgo: String
    let lines: [Line]
    let skipped: [Line]
    let hasSkipped: Bool
    let warnings: [String]
    let hasWarnings: Bool
    let problem: String?
    let filesError: String?
    var mistakes: Mistakes {
        Mistakes(
            [Mistakes.line("files", Texts.said("Files"), filesError)].compactMap(\.self) + Mistakes(raster.flatMap(\.fields)).lines,
            problem: problem)
    }
    let job: Job?
    package let isRunning: Bool
    let begin: Link
    let stop: Link
    let confirm: Link
    let isAsking: Bool
    let raster: [Raster]
    let setRaster: Link
    /// One is set, or the form came back.
    let isRasterOpen: Bool

    package init(layout: Layout, overview: MapDataOverview, typed: [String: String], complaint: Complaint, now: Instant) {
        self.layout = layout
        let summary = overview.facts?.summary
        name = overview.facts?.name
        importedAt = overview.facts.map { MapDataPage.stamp($0.createdAt, layout.zone) } ?? ""
        importedAgo = overview.facts.map { TimeText.ago(now - $0.createdAt) } ?? ""
        lines = summary.map(MapDataPage.lines) ?? []
        skipped = summary.map(MapDataPage.skipped) ?? []
        hasSkipped = !skipped.isEmpty
        warnings = summary?.warnings ?? []
        hasWarnings = !warnings.isEmpty
        let found = complaint.errors.filter { $0.field == "files" }.said
        filesError = found.isEmpty ? nil : found
        problem = overview.problem ?? complaint.problem
        job = overview.job.map { MapDataPage.job($0, now) }
        isRunning = job?.isRunning ?? false
        (begin, stop, setRaster, confirm) = (Path.mapImport(), Path.stopMapImport(), Path.setRasterServer(), Path.confirmMapImport())
        isAsking = job?.isAsking ?? false
        isRasterOpen = !overview.rasterServers.isEmpty || complaint.errors.contains { $0.field != "files" }
        raster = MapStyle.allCases.map { style in
            let server = overview.rasterServers.first { $0.style == style }
            func field(_ name: String, _ label: String, _ stored: String, _ hint: String) -> FormField {
                let key = "\(style.rawValue)_\(name)"
                return FormField(key, label, typed[key] ?? stored, hint: hint, errors: complaint.errors)
            }
            return Raster(
                label: Texts.said(text: style.label), style: style.rawValue,
                fields: [
                    field("url", "Address", server?.url ?? "", "For instance https://tiles.example/{z}/{x}/{y}.png. Empty for our own."),
                    field("attribution", "Attribution", server?.attribution ?? "", "Shown on the map beside OpenStreetMap."),
                ])
        }
    }
    /// "27 Nov 2026, 21:02 CET": map data is of no trip, so it is the time of the one that the admin is busy with.
    private static func stamp(_ instant: Instant, _ zone: TripZone) -> String {
        let local = zone.local(instant)
        return "\(local.day.short) \(local.day.components.year), \(local.clock) \(zone.abbreviation(at: instant))"
    }

    package func render(into out: inout HTMLBuffer) { Template.mapData(self, &out) }

    // MARK: what is served, and what happens

    private static func skipped(_ summary: ImportSummary) -> [Line] {
        ImportSummary.Skipped.allCases.compactMap { kind in
            summary.skipped[kind].flatMap { $0 > 0 ? Line(label: Texts.said(text: kind.rawValue), figure: grouped($0)) : nil }
        }
    }

    private static func lines(_ summary: ImportSummary) -> [Line] {
        let lifts = summary.liftsByType.values.reduce(0, +)
        return [
            ("Elements imported", summary.nodes + summary.ways + summary.relations), ("Map features", summary.features),
            ("Buildings", summary.buildings), ("Restaurants", summary.restaurants), ("Peaks", summary.peaks),
            ("Pistes", summary.pistes), ("Lifts", lifts), ("Elevation tiles", summary.elevationTiles),
            ("Elevation gaps filled", summary.elevationVoids),
        ].map { Line(label: Texts.said(text: $0.0), figure: grouped($0.1)) }
    }

    private static func grouped(_ number: Int) -> String { String(metres(Double(number)).dropLast(2)) }

    private static func job(_ job: MapImportJob, _ now: Instant) -> Job {
        let (text, isBad, isAsking): (String, Bool, Bool) =
            switch job.state {
            case .running(let progress): (MapDataPage.text(progress), false, false)
            case .done(let summary): (Texts.said("Imported in \(decimal(summary.seconds, 1)) s."), false, false)
            case .asking(let question): (Texts.said(text: question), false, true)
            case .failed(let reason): (Texts.said(text: reason), true, false)
            case .stopped: (Texts.said("Stopped. The map is as it was."), false, false)
            }
        return Job(
            files: job.files.joined(separator: ", "), by: job.startedBy, begun: .ago(job.startedAt, now: now),
            isRunning: job.isRunning, text: text, share: share(job.state), isBad: isBad, isAsking: isAsking)
    }

    private static func share(_ state: MapImportJob.State) -> String? {
        guard case .running(let progress) = state, let progress, progress.total > 0 else { return nil }
        return String(min(100, 100 * progress.done / progress.total))
    }

    private static func text(_ progress: ImportProgress?) -> String {
        guard let progress else { return Texts.said("Starting") }
        var text = Texts.said(text: progress.phase.rawValue) + (progress.file.isEmpty ? "" : " \(progress.file)")
        if progress.phase == .reading { text += ", \(decimal(progress.rate / 1e6, 1)) MB/s" }
        if let left = progress.secondsLeft { text += ", " + Texts.said("about \(decimal(left.rounded(.up), 0)) s left") }
        return text
    }
}

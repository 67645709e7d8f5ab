import Domain

/// What the map is made of, for admins.
package struct MapDataPage: Page {
    package struct Line: Sendable {
        let label: String
        let figure: String
        package init(label: String, figure: String) {
            self.label = label
            self.figure = figure
        }
    }
    package struct Facts: Sendable {
        let name: String
        let importedAt: Instant
        let lines: [Line]
        let skipped: [Line]
        let warnings: [String]
        package init(name: String, importedAt: Instant, lines: [Line], skipped: [Line], warnings: [String]) {
            self.name = name
            self.importedAt = importedAt
            self.lines = lines
            self.skipped = skipped
            self.warnings = warnings
        }
    }
    package struct Job: Sendable {
        let files: String
        let by: String
        let isRunning: Bool
        let text: String
        let share: String?
        let isBad: Bool
        /// Waits for a yes.
        let isAsking: Bool
        package init(files: String, by: String, isRunning: Bool, text: String, share: Int?, isBad: Bool, isAsking: Bool = false) {
            self.files = files
            self.by = by
            self.isRunning = isRunning
            self.text = text
            self.share = share.map { String($0) }
            self.isBad = isBad
            self.isAsking = isAsking
        }
    }
    package struct Raster: Sendable {
        let label: String
        let style: String
        let fields: [FormField]
    }

    let frame: Frame
    let name: String?
    let importedAt: String
    let lines: [Line]
    let skipped: [Line]
    let hasSkipped: Bool
    let warnings: [String]
    let hasWarnings: Bool
    let problem: String?
    let filesError: String?
    let job: Job?
    package let isRunning: Bool
    let begin: Link
    let stop: Link
    let confirm: Link
    let isAsking: Bool
    let raster: [Raster]
    let setRaster: Link

    package init(
        frame: Frame, facts: Facts?, problem: String?, job: Job?, rasterServers: [RasterServer], typed: [String: String],
        errors: [FieldError]
    ) {
        self.frame = frame
        name = facts?.name
        importedAt = facts.map { $0.importedAt.iso8601.prefix(16).replacing("T", with: " ") + " UTC" } ?? ""
        lines = facts?.lines ?? []
        skipped = facts?.skipped ?? []
        hasSkipped = !skipped.isEmpty
        warnings = facts?.warnings ?? []
        hasWarnings = !warnings.isEmpty
        let found = errors.filter { $0.field == "files" }.map(\.message).joined(separator: " ")
        filesError = found.isEmpty ? nil : found
        self.problem = problem
        self.job = job
        isRunning = job?.isRunning ?? false
        (begin, stop, setRaster, confirm) = (Path.mapImport, Path.mapImportStop, Path.rasterServers, Path.mapImportConfirm)
        isAsking = job?.isAsking ?? false
        raster = MapStyle.allCases.map { style in
            let server = rasterServers.first { $0.style == style }
            func field(_ name: String, _ label: String, _ stored: String, _ hint: String) -> FormField {
                let key = "\(style.rawValue)_\(name)"
                return FormField(key, label, typed[key] ?? stored, hint: hint, errors: errors)
            }
            return Raster(
                label: style.label, style: style.rawValue,
                fields: [
                    field("url", "Address", server?.url ?? "", "For instance https://tiles.example/{z}/{x}/{y}.png. Empty: own tiles."),
                    field("attribution", "Attribution", server?.attribution ?? "", "Shown on the map beside OpenStreetMap."),
                ])
        }
    }
    package func render(into out: inout HTMLBuffer) { Template.mapData(self, &out) }
}

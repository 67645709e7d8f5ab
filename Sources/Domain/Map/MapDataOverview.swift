/// An import of map data that runs or has ended since the program started.
package struct MapImportJob: Sendable {
    /// How far it is.
    package enum State: Sendable {
        case running(ImportProgress?)
        case done(ImportSummary)
        case failed(String)
        case stopped
        /// Waits for a yes: the text says what would be lost.
        case asking(String)
    }
    package let files: [String]
    package let startedBy: String
    package let startedAt: Instant
    package var state: State
    package init(files: [String], startedBy: String, startedAt: Instant, state: State) {
        self.files = files
        self.startedBy = startedBy
        self.startedAt = startedAt
        self.state = state
    }

    package var isRunning: Bool { if case .running = state { true } else { false } }
}

/// What the map is made of, and what happens to it.
package struct MapDataOverview: Sendable {
    /// Nil while there is no map.
    package let facts: AtlasFacts?
    /// Why the stored map cannot be used.
    package let problem: String?
    package let job: MapImportJob?
    package let rasterServers: [RasterServer]
    package init(facts: AtlasFacts?, problem: String?, job: MapImportJob?, rasterServers: [RasterServer]) {
        self.facts = facts
        self.problem = problem
        self.job = job
        self.rasterServers = rasterServers
    }
}

/// What an import found, what it could not use, and how long it took.
package struct ImportSummary: Codable, Sendable {
    /// Why parts of the files are not on the map. The raw value is what the summary says after the count.
    package enum Skipped: String, CaseIterable, Codable, Sendable {
        case missingNode = "references to nodes that the files do not hold"
        case missingMember = "members of relations that the files do not hold"
        case unclosedRing = "rings that do not close"
        case selfCrossingRing = "rings that cross themselves"
        case tangledRing = "rings too tangled to follow"
        case overusedWays = "areas and routes whose ways are in too many others"
        case beyondCount = "rings and lines beyond the 65,535 of one area or route"
        case brokenRelation = "areas without a usable outer ring"
        case shortWay = "ways of fewer than two places"
        case repeatedID = "elements that came twice"
        case deleted = "elements that are marked as deleted"
        case badPlace = "nodes without a usable place"
        case emptyRoute = "routes of which the files hold no way"
        case otherRelation = "relations of kinds that the map does not draw"
    }

    package var nodes = 0
    package var ways = 0
    package var relations = 0
    package var features = 0
    package var skipped: [Skipped: Int] = [:]
    /// Elements by kind, whatever their shape.
    package var pistes = 0
    package var pistesByDifficulty: [PisteDifficulty: Int] = [:]
    package var aerialways = 0
    package var liftsByType: [LiftType: Int] = [:]
    package var buildings = 0
    package var restaurants = 0
    package var peaks = 0
    package var elevationTiles = 0
    package var elevationVoids = 0
    /// What to tell the person who imports: broken coasts, missing heights.
    package var warnings: [String] = []
    package var seconds = 0.0
    package init() {}

    /// Keeps 12 warnings of a kind and counts the others: nobody would read a longer list to its end.
    package mutating func warn(_ texts: [String], of kind: String) {
        warnings += texts.prefix(12)
        if texts.count > 12 { warnings.append("And \(texts.count - 12) more of this kind: \(kind).") }
    }
}

/// What an import is doing right now.
package struct ImportProgress: Sendable {
    /// The raw value is what the progress line begins with.
    package enum Phase: String, Sendable {
        case reading = "Reading"
        case assembling = "Assembling"
        case writing = "Writing"
    }
    package let phase: Phase
    /// The file that is being read.
    package let file: String
    /// Bytes, or elements, done and to do in this phase.
    package let done: Int
    package let total: Int
    package let seconds: Double

    package init(phase: Phase, file: String, done: Int, total: Int, seconds: Double) {
        self.phase = phase
        self.file = file
        self.done = done
        self.total = total
        self.seconds = seconds
    }

    /// Done each second in this phase.
    package var rate: Double { seconds > 0 ? Double(done) / seconds : 0 }
    package var secondsLeft: Double? { rate > 0 && total > 0 ? Double(max(0, total - done)) / rate : nil }
}

/// What the atlas says of itself.
package struct AtlasFacts: Codable, Sendable {
    package let name: String
    package let summary: ImportSummary
    package let createdAt: Instant
    package init(name: String, summary: ImportSummary, createdAt: Instant) {
        self.name = name
        self.summary = summary
        self.createdAt = createdAt
    }
}

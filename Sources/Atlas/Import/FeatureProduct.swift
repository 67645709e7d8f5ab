import Domain

extension FeatureBuilder {
    /// What remains to be written when everything is built; the nodes are let go.
    struct Product {
        let features: [FeatureRecord]
        let parts: [UInt32]
        let attributes: [AttributeRecord]
        let strings: StringTable
        let summary: ImportSummary
        let skiLines: [SkiLine]
        /// With their tagged heights.
        let peaks: [(place: WorldPoint, metres: Int)]
    }
}

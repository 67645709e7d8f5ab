/// A piste or a lift as it was drawn.
struct SkiLine {
    let element: Int64
    let kind: FeatureKind
    let detail: UInt8
    let flags: FeatureFlags
    let points: [WorldPoint]
}

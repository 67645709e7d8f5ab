/// A piste or a lift as it was drawn.
struct SkiLine {
    let element: Int64
    let draft: Draft
    let points: [WorldPoint]
}

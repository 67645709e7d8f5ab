import Domain

/// What a page says once after a form was done, and the form that takes it back.
package struct Flash: Sendable {
    let text: String
    let undo: Link?
    /// Why something was not done stays until the next page.
    let isProblem: Bool
    /// Where one goes on from there.
    let way: Way?
    package struct Way: Sendable {
        let label: String
        let link: Link
        package init(label: String, link: Link) { (self.label, self.link) = (label, link) }
    }
    package init(_ text: String, undo: Link? = nil, way: Way? = nil, isProblem: Bool = false) {
        self.text = Texts.said(text: text)
        (self.undo, self.way) = (undo, way)
        self.isProblem = isProblem
    }

    /// The same, and then that lanes are too full now.
    package func adding(_ overfull: [Overfull]) -> Flash {
        guard !overfull.isEmpty else { return self }
        let end = text.hasSuffix(".") ? "" : "."
        return Flash(text + end + " " + LaneWords.overfull(overfull), undo: undo, way: way, isProblem: isProblem)
    }

    /// Why something was not done, if anything.
    package static func problem(_ text: String?) -> Flash? { text.map { Flash($0, isProblem: true) } }
}

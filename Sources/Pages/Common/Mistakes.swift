import Domain

/// What is wrong with a form that was refused, above it: a line for each field, which leads to it.
package struct Mistakes: Sendable {
    package struct Line: Sendable {
        let label: String
        let error: String
        let link: Link
    }
    let lines: [Line]
    /// What is wrong with the whole. Over lines something always stands, without a number: they get fewer while somebody corrects.
    let problem: String?
    var hasLines: Bool { !lines.isEmpty }
    /// Takes out of the list what is filled in anew. Whole in itself: who signs up has no frame.
    var mender: Link { Path.asset("js/alone/mended.js") }

    init(_ lines: [Line], problem: String? = nil) {
        self.lines = lines
        self.problem = problem ?? (lines.isEmpty ? nil : Texts.said("Please check:"))
    }

    /// - Parameter fields: all of them, in the order of the page.
    init(_ fields: [FormField], problem: String? = nil) {
        self.init(fields.compactMap { Mistakes.line($0.name, $0.label, $0.error) }, problem: problem)
    }

    /// Of a field with that id; nil where it is right.
    /// - Parameter label: as it is shown.
    static func line(_ id: String, _ label: String, _ error: String?) -> Line? {
        error.map { Line(label: label, error: $0, link: Path.anchor(id)) }
    }
}

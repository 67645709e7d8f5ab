import Domain

/// What pistes and lifts are sorted by, each a link right above the lists.
package enum SkiOrder: String, Sendable, CaseIterable {
    case name, kind, length, drop, gradient

    /// Names from A, difficulties from the easiest, figures from the largest.
    private var isDescending: Bool { self == .length || self == .drop || self == .gradient }

    /// As the cells of its column have it.
    private var style: String {
        switch self {
        case .name: "ski-name"
        case .kind: "ski-kind"
        case .length: "num ski-length"
        case .drop: "num ski-drop"
        case .gradient: "num ski-gradient"
        }
    }

    func heads(_ labels: [(SkiOrder, String)]) -> [SkiHead] {
        labels.map { order, label in
            SkiHead(
                label: Texts.said(text: label), style: order.style,
                direction: order == self ? (order.isDescending ? "descending" : "ascending") : nil)
        }
    }

    static func link(_ slug: String, _ order: SkiOrder, showsShort: Bool) -> Link {
        Path.ski(slug).asking([("sort", order == .name ? "" : order.rawValue), ("short", showsShort ? "yes" : "")])
    }

    func sorted(_ lines: [SkiLineDetail]) -> [SkiLineDetail] {
        let named = lines.map { (line: $0, key: naturalKey(SkiFacts.title($0)), figure: figure($0)) }
        return named.sorted { $0.figure == $1.figure ? $0.key < $1.key : $0.figure < $1.figure }.map(\.line)
    }

    /// The smallest first; what is not known comes last.
    private func figure(_ line: SkiLineDetail) -> Double {
        switch self {
        // What has no name is looked for last.
        case .name: line.name.isEmpty && line.ref.isEmpty ? 1 : 0
        case .kind: Double(line.lift?.rawValue ?? line.difficulty.rawValue)
        case .length: -line.length
        case .drop: line.drop.map { -$0 } ?? .infinity
        case .gradient: line.averageGradient.map { -$0 } ?? .infinity
        }
    }
}

/// The head of a column.
package struct SkiHead: Sendable {
    let label: String
    let style: String
    /// "ascending" or "descending" in the column that counts.
    let direction: String?
}

/// How a piste is marked: the map's colour in a shape, beside its word.
package struct PisteMark: Sendable {
    let colour: String
    let text: String
    /// The shape, where it is no circle. Advanced and expert are one colour on the map: two diamonds, as on signs, for the harder.
    let shape: String?

    /// - Parameter colours: of the map, by the word for a difficulty.
    init(_ difficulty: PisteDifficulty, _ colours: [String: String]) {
        colour = colours[difficulty.label] ?? "none"
        text = colours[difficulty.label] == nil ? SkiFacts.mark(difficulty) : ""
        shape = colours[difficulty.label] == nil ? nil : PisteMark.shape(difficulty)
    }

    /// As on the map.
    private static func shape(_ difficulty: PisteDifficulty) -> String? {
        switch difficulty {
        case .novice, .easy, .unknown: nil
        case .intermediate: "M2.5 2.5h15v15h-15z"
        case .advanced, .freeride: "M10 1l9 9-9 9-9-9z"
        case .expert, .extreme: "M5 4l5 6-5 6-5-6zM15 4l5 6-5 6-5-6z"
        }
    }

    static func colours(_ signs: [SkiSign]) -> [String: String] {
        var colours: [String: String] = [:]
        for sign in signs {
            guard case .piste(let piste) = sign.line else { continue }
            for word in sign.words { colours[word] = piste.colour }
        }
        return colours
    }
}

extension SkiFacts {
    /// As people say it: whole metres below 100, tens below a kilometre, kilometres above.
    static func spoken(_ value: Double) -> String {
        switch value {
        case ..<100: metres(value.rounded())
        case ..<1000: metres((value / 10).rounded() * 10)
        default: kilometres(value)
        }
    }

    /// "40 %": to the nearest five.
    static func slope(_ value: Double) -> String { decimal((value / 5).rounded() * 5, 0) + " %" }
}

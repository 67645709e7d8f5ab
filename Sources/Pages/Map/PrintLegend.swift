import Domain

/// What the signs on a printed map mean: each that is on it once, drawn as it is there, with a word for readers without colour.
package struct PrintLegend: Sendable {
    package struct Item: Sendable {
        let text: String
        var marker: Marker?
        var isCircle: Bool = false
        var isHouse: Bool = false
        var isFlag: Bool = false
        /// Of the layer of places: their group.
        var place: String?
        var lines: [Line] = []
        /// Of a line: its layer.
        var layer: String?
    }
    package struct Marker: Sendable {
        let style: String
        let sign: String
        var isHelp: Bool { style == PrintPeople.help }
    }
    package struct Line: Sendable {
        let colour: String
        let width: String
        let dash: String
        let opacity: String
    }
    let items: [Item]
    /// The style of who needs help once somebody is on it.
    private static let taken = "help taken"

    init(_ scene: MapScene, _ people: PrintPeople?, _ ski: [SkiSign]) {
        items = PrintLegend.people(scene, people) + PrintLegend.marks(scene) + ski.map(PrintLegend.item)
    }

    /// All that a map on the screen may show: it moves, and what is on it changes.
    init(screen scene: MapScene) {
        let calls = [("help", "!", Texts.said("Needs help")), (PrintLegend.taken, "!", Texts.said("Needs help, somebody is on it"))]
        let signs = calls + PrintLegend.freshness(scene).map { ($0.0.rawValue, "", $0.1) }
        items =
            signs.map { Item(text: $0.2, marker: Marker(style: $0.0, sign: $0.1)) } + [
                Item(text: Texts.said("Several people: click to go closer"), marker: Marker(style: "cluster", sign: "4")),
                Item(text: Texts.said("Selected person"), marker: Marker(style: "fresh selected", sign: "")),
                Item(text: Texts.said("Where the position may be off by"), isCircle: true),
                Item(text: Texts.said("Trail, older parts paler"), lines: PrintLegend.trail(3), layer: "trail"),
                Item(text: Texts.said("Base"), isHouse: true), Item(text: Texts.said("Meeting point"), isFlag: true),
            ] + PrintLegend.places(PlaceGroup.allCases) + scene.signs.map(PrintLegend.item)
    }

    private static func freshness(_ scene: MapScene) -> [(Freshness, String)] {
        let fields = scene.trip.fields
        return [
            (.fresh, Texts.said("Fresh: at most \(fields.freshMinutes) min old")),
            (.stale, Texts.said("Stale: at most \(fields.staleMinutes) min old")),
            (.lost, Texts.said("Lost: older than \(fields.staleMinutes) min")),
        ]
    }

    private static func people(_ scene: MapScene, _ people: PrintPeople?) -> [Item] {
        guard let people else { return [] }
        let help = people.hasHelp ? [Item(text: Texts.said("Needs help"), marker: Marker(style: PrintPeople.help, sign: "1"))] : []
        return help
            + freshness(scene).filter { people.styles.contains($0.0) }
            .map { Item(text: $0.1, marker: Marker(style: $0.0.rawValue, sign: "1")) }
            + (people.hasCrowds
                ? [Item(text: Texts.said("Several people, by the letter in the table"), marker: Marker(style: "cluster", sign: "A"))] : [])
    }

    private static func marks(_ scene: MapScene) -> [Item] {
        let grey = "#17212b"
        var items: [Item] = []
        if !scene.circles.isEmpty { items.append(Item(text: Texts.said("Where the position may be off by"), isCircle: true)) }
        if scene.chosenPath != nil {
            items.append(
                Item(
                    text: scene.selectedName.map { Texts.said("Last hour of \($0)") } ?? Texts.said("Last hour of the chosen one"),
                    lines: trail(3)))
        }
        if !scene.everybodysPaths.isEmpty {
            items.append(Item(text: Texts.said("Last 30 min of everybody"), lines: trail(2)))
        }
        if scene.layers.contains(.base), scene.base?.isInView == true {
            items.append(Item(text: Texts.said("Base"), isHouse: true))
        }
        if scene.layers.contains(.meetings), scene.meetings.contains(where: \.isInView) {
            items.append(Item(text: Texts.said("Meeting point, with its time"), isFlag: true))
        }
        let groups = Set(scene.listed.map(\.kind.group))
        items += places(PlaceGroup.allCases.filter { groups.contains($0) })
        if scene.showsGrid {
            items.append(Item(text: Texts.said("Degrees of latitude and longitude"), lines: [line(grey, 1, opacity: 0.35)]))
        }
        return items
    }

    private static func places(_ groups: [PlaceGroup]) -> [Item] {
        groups.map { Item(text: Texts.said(text: $0.label), place: $0.rawValue) }
    }

    private static func item(_ sign: SkiSign) -> Item {
        switch sign.line {
        case .piste(let piste):
            Item(
                text: Texts.said("Piste: \(sign.words.map { Texts.said(text: $0.lowercased()) }.joined(separator: ", "))"),
                lines: [line(piste.colour, 4, dash: piste.isBroken ? "8 4" : "")], layer: "pistes")
        case .lift(let kind, let colour):
            Item(text: sign.words.map(Texts.said(text:)).joined(separator: ", "), lines: lift(kind, colour), layer: "lifts")
        }
    }

    /// As the tiles draw them: blocks across the line for cabins, thin strokes for chairs, a broken line for drag lifts.
    private static func lift(_ kind: LiftSign, _ colour: String) -> [Line] {
        switch kind {
        case .cabin: [line(colour, 2.6), line(colour, 9, dash: "4 10")]
        case .chair: [line(colour, 1.8), line(colour, 9, dash: "1.2 7")]
        case .drag: [line(colour, 1.6, dash: "7 2")]
        }
    }

    /// No piste is violet. White around it shows it on any ground.
    private static func trail(_ width: Double) -> [Line] { [line("#ffffff", width + 3), line("#7b2cbf", width)] }

    private static func line(_ colour: String, _ width: Double, dash: String = "", opacity: Double = 1) -> Line {
        Line(colour: colour, width: decimal(width, 1), dash: dash.isEmpty ? "none" : dash, opacity: decimal(opacity, 2))
    }
}

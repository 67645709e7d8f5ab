import Domain

/// The figures of a piste or a lift, as page, list and map show them.
package enum SkiFacts {
    package static func facts(_ line: SkiLineDetail) -> [(label: String, value: String)] {
        var facts: [(String, String)] = []
        if let lift = line.lift {
            facts.append(("Type", Texts.said(text: lift.label)))
        } else {
            facts += [("Type", Texts.said(text: line.piste.label)), ("Difficulty", Texts.said(text: line.difficulty.label))]
        }
        facts.append(("Length", metres(line.length)))
        if let drop = line.drop { facts.append((line.lift == nil ? "Drop" : "Rise", metres(drop))) }
        if line.lift == nil {
            if let average = line.averageGradient { facts.append(("Average gradient", slope(average))) }
            if let groomed = groomed(line.grooming) { facts.append(("Groomed", Texts.said(text: groomed))) }
        }
        if !line.capacity.isEmpty {
            let people = line.capacity.whole(in: 0...1_000_000).map(grouped) ?? line.capacity
            facts.append(("Capacity", Texts.said(text: people + " people an hour")))
        }
        if !line.duration.isEmpty { facts.append(("Ride", line.duration + " min")) }
        return facts
    }

    package static func title(_ line: SkiLineDetail) -> String {
        let name = line.name.isEmpty ? Texts.said(text: line.lift?.label ?? "Piste without a name") : line.name
        return line.ref.isEmpty ? name : "\(line.ref) \(name)"
    }

    /// The ways of grooming are words of mappers: "classic", "classic+skating", "no". Backcountry is not groomed at all.
    private static func groomed(_ word: String) -> String? {
        switch word {
        case "": nil
        case "no", "backcountry": "No"
        default: "Yes"
        }
    }

    /// "Easy · 2.3 km · 610 m down · 27 %"
    static func sentence(_ line: SkiLineDetail) -> String {
        var parts = [Texts.said(text: line.lift?.label ?? line.difficulty.label), spoken(line.length)]
        if let drop = line.drop {
            parts.append(line.lift == nil ? Texts.said("\(spoken(drop)) down") : Texts.said("\(spoken(drop)) up"))
        }
        if line.lift == nil, let average = line.averageGradient { parts.append(slope(average)) }
        return parts.joined(separator: " · ")
    }

    /// Shape first: readable without colour.
    static func mark(_ difficulty: PisteDifficulty) -> String {
        switch difficulty {
        case .unknown: "?"
        case .novice: "○"
        case .easy: "●"
        case .intermediate: "■"
        case .advanced: "◆"
        case .expert: "◆◆"
        case .freeride, .extreme: "F"
        }
    }

    static func kilometres(_ metres: Double) -> String { decimal(metres / 1000, 1) + " km" }
}

package struct SkiPage: Page {
    package struct Row: Sendable {
        let name: String
        let mark: PisteMark?
        let kind: String
        let length: String
        let drop: String
        /// From end to end: over a few metres the terrain model says nothing.
        let gradient: String
        let link: Link
    }
    package struct Count: Sendable {
        let mark: PisteMark
        let label: String
        let count: Int
        let length: String
    }
    package struct Area: Sendable {
        let name: String
        let summary: String
        let counts: [Count]
        /// Those that people call by a name.
        let pistes: Pistes?
        /// Pieces without one, folded: they are many, and nobody looks for them.
        let unnamed: Pistes?
        let lifts: [Row]
        let hasLifts: Bool
        let liftHeads: [SkiHead]
        /// By what its lists are sorted: right above them. All lists of the page are in one order.
        let sorts: [Sort]
        let anchor: String
    }
    package struct Pistes: Sendable {
        let label: String
        let heads: [SkiHead]
        let rows: [Row]
    }
    package struct Sort: Sendable {
        let label: String
        let link: Link
        let isCurrent: Bool
    }
    /// Shows or hides the fragments of pistes.
    package struct Short: Sendable {
        let label: String
        let link: Link
    }
    package struct Loose: Sendable {
        let name: String
        let kind: String
        let reason: String
        let link: Link
    }
    let layout: Layout
    let areas: [Area]
    let loose: [Loose]
    let hasLoose: Bool
    let share: String?
    var hasFigures: Bool { !areas.isEmpty }
    let short: Short?
    let back: Link

    /// Pieces of pistes below this many metres are no runs that anybody looks for.
    private static let shortest = 50.0

    /// - Parameters:
    ///   - signs: how the map draws pistes.
    ///   - showsShort: fragments too.
    package init(layout tripLayout: TripLayout, overview: SkiOverview, signs: [SkiSign], order: SkiOrder, showsShort: Bool) {
        layout = tripLayout.layout
        let slug = tripLayout.trip.fields.slug
        let seesPositions = tripLayout.role.seesPositions
        back = seesPositions ? Path.map(slug) : Path.myMap(slug)
        let (lines, connected, downhill) = (overview.lines, overview.connected, overview.downhill)
        let all = lines.filter { $0.connection != .notRouted }
        let routed = showsShort ? all : all.filter { $0.lift != nil || $0.length >= SkiPage.shortest }
        let hidden = all.count { $0.lift == nil && $0.length < SkiPage.shortest }
        let table = Table(slug: slug, colours: PisteMark.colours(signs), order: order, showsShort: showsShort)
        short = table.short(hidden)
        areas = Dictionary(grouping: routed, by: \.area).sorted {
            $0.value.count > $1.value.count || ($0.value.count == $1.value.count && $0.key < $1.key)
        }
        .enumerated().map { table.area($1.key, $1.value, number: $0 + 1) }
        // What is wrong with the map's data is for those who plan with it.
        loose = lines.compactMap { line in
            guard seesPositions else { return nil }
            return line.connection.reason.map {
                Loose(
                    name: SkiFacts.title(line), kind: Texts.said(text: line.lift?.label ?? line.piste.label), reason: $0,
                    link: Path.skiPlace(slug, line.id))
            }
        }
        hasLoose = !loose.isEmpty
        // 99.9 % are not all of them.
        let percent = Int(clamping: (connected / max(downhill, 1) * 100 + 0.001).rounded(.down))
        let length = SkiFacts.kilometres(downhill)
        share =
            downhill <= 0
            ? nil
            : percent >= 100
                ? Texts.said("All \(length) of downhill pistes are connected by lifts, with walks of at most 150 m.")
                : Texts.said("\(percent) % of \(length) of downhill pistes are connected by lifts, with walks of at most 150 m.")
    }
    package func render(into out: inout HTMLBuffer) { Template.skiNetwork(self, &out) }
}

package struct SkiLinePage: Page {
    package struct Fact: Sendable {
        let label: String
        let value: String
    }
    package struct Tick: Sendable {
        let x: String
        let y: String
        let text: String
    }
    let layout: Layout
    let heading: String
    let sentence: String
    let mark: PisteMark?
    let small: SmallMap?
    let facts: [Fact]
    let reason: String?
    let profile: String?
    let ground: String
    let heights: [Tick]
    let distances: [Tick]
    let map: Link

    /// - Parameters:
    ///   - trace: where it runs.
    ///   - version: of the map's tiles.
    ///   - signs: how the map draws pistes.
    package init(layout tripLayout: TripLayout, line: SkiLineDetail, trace: SkiTrace?, version: String?, signs: [SkiSign]) {
        layout = tripLayout.layout
        let (slug, seesPositions) = (tripLayout.trip.fields.slug, tripLayout.role.seesPositions)
        heading = SkiFacts.title(line)
        facts = SkiFacts.facts(line).map { Fact(label: Texts.said(text: $0.label), value: $0.value) }
        sentence = SkiFacts.sentence(line)
        mark = line.lift == nil ? PisteMark(line.difficulty, PisteMark.colours(signs)) : nil
        reason = seesPositions ? line.connection.reason : nil
        let drawing = ElevationProfile(line.samples)
        profile = drawing.path
        ground = drawing.ground
        heights = drawing.heights.map { Tick(x: $0.x, y: $0.y, text: $0.text) }
        distances = drawing.distances.map { Tick(x: $0.x, y: $0.y, text: $0.text) }
        // The map takes the line's own place from its id.
        map = (seesPositions ? Path.map(slug) : Path.myMap(slug)).asking("line", line.id)
        small = SmallMap(trace, version: version, label: heading, link: map)
    }
    package func render(into out: inout HTMLBuffer) { Template.skiLine(self, &out) }
}

/// An elevation profile in a picture of 600 by 180.
struct ElevationProfile {
    typealias Tick = (x: String, y: String, text: String)
    let path: String?
    let ground: String
    let heights: [Tick]
    let distances: [Tick]

    init(_ samples: [SkiLineDetail.Sample]) {
        guard samples.count > 1, let low = samples.map(\.height).min(), let high = samples.map(\.height).max(),
            let length = samples.last?.distance, length > 0
        else {
            (path, ground, heights, distances) = (nil, "", [], [])
            return
        }
        let room = max(high - low, 20)
        func x(_ distance: Double) -> String { decimal(52 + distance / length * 540, 1) }
        func y(_ height: Double) -> String { decimal(150 - (height - low) / room * 130, 1) }
        let line = samples.map { "\(x($0.distance)) \(y($0.height))" }.joined(separator: "L")
        path = "M" + line
        ground = "M" + line + "V160H52Z"
        let step = MapView.roundFigure(atMost: max(room / 3, 1))
        heights = stride(from: (low / step).rounded(.up) * step, through: high, by: step).map { ("46", y($0), metres($0)) }
        let far = MapView.roundFigure(atMost: max(length / 3, 1))
        distances = stride(from: 0, through: length, by: far).map { (x($0), "175", metres($0)) }
    }
}

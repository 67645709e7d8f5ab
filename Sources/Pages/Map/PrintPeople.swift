import Domain

/// Who is on a printed map. Everybody on it has a number of their own, and the table says under it who that is, in which square and
/// where exactly, and since when it is known. Of very many only those who stand alone have one, and crowds have letters.
package struct PrintPeople: Sendable {
    package struct Mark: Sendable {
        let x: String
        let y: String
        let sign: String
        let style: String
        let radius: String
        /// From the mark to the place, where the mark stands aside.
        let leader: String?
        var isHelp: Bool { style == PrintPeople.help }
    }
    /// A letter or a number at the map's edge.
    package struct Square: Sendable {
        let path: String
        let label: String
        let x: String
        let y: String
    }
    package struct Row: Sendable {
        let sign: String
        let square: String
        let name: String
        /// Why there is no position: said instead of one.
        let state: String
        /// Nil for whoever has no position.
        let place: Position?
        let phone: String
    }
    package struct Position: Sendable {
        let time: String
        let decimal: String
        let utm: String?
        let details: String
    }
    package struct Section: Sendable {
        let title: String
        let rows: [Row]
    }
    let marks: [Mark]
    let sections: [Section]
    /// How those are drawn who stand alone.
    let styles: Set<Freshness>
    let hasCrowds: Bool
    /// The style of who needs help: another shape, as a black printer shows no red.
    static let help = "help paper"
    var hasHelp: Bool { marks.contains(where: \.isHelp) }

    let squares: [Square]

    init(_ scene: MapScene) {
        let rows = PrintRows(scene)
        let inNeed = scene.query.inNeed
        let all = MapPage.crowds(scene.places, scene.view, apart: inNeed)
        let isSpread = all.joined().count <= PrintPlaces.limit
        let groups = isSpread ? all.joined().map { [$0] } : all
        let crowds = groups.filter { $0.count > 1 }.sorted { ($0[0].y, $0[0].x) < ($1[0].y, $1[0].x) }
        // Numbered in the order of names: the table can be looked up by either.
        let alone = groups.filter { $0.count == 1 }.map { $0[0] }.sorted { PrintRows.isBefore($0.place, $1.place) }
        let numbered = alone.enumerated().map { (place: $1.place, row: rows.row($1.place, String($0 + 1), ($1.x, $1.y))) }
        let signed = crowds.enumerated().map { (PrintPeople.letters($0.offset), $0.element) }
        let inView = Set(groups.joined().map(\.place.person.id))
        marks = signed.map { PrintPeople.mark($0.1[0], $0.0, "cluster", "20") } + PrintPeople.numbered(alone, inNeed, isSpread: isSpread)
        let beyond = scene.places.filter { $0.entry != nil && !inView.contains($0.person.id) }.sorted(by: PrintRows.isBefore)
            .map { (place: $0, row: rows.row($0, "")) }
        let missing = scene.places.filter { $0.entry == nil }.sorted(by: PrintRows.isBefore).map { (place: $0, row: rows.row($0, "")) }
        func others(_ found: [(place: LocatedMember, row: Row)]) -> [Row] {
            found.filter { !inNeed.contains($0.place.person.id) }.map(\.row)
        }
        let helped = (numbered + beyond + missing).filter { inNeed.contains($0.place.person.id) }.map(\.row)
        sections =
            ([Section(title: Texts.said("Needs help"), rows: helped)]
            + signed.map { sign, group in
                Section(
                    title: "\(sign): \(counted(group.count, "person", "people"))",
                    rows: group.sorted { PrintRows.isBefore($0.place, $1.place) }.map { rows.row($0.place, sign, ($0.x, $0.y)) })
            } + [
                Section(title: Texts.said(crowds.isEmpty ? "On this map" : "Alone"), rows: others(numbered)),
                Section(title: Texts.said("Outside this map"), rows: others(beyond)),
                Section(title: Texts.said("No position"), rows: others(missing)),
            ]).filter { !$0.rows.isEmpty }
        styles = Set(alone.map(\.place).filter { !inNeed.contains($0.person.id) }.map(\.freshness))
        hasCrowds = !crowds.isEmpty
        squares = PrintPeople.squares()
    }

    private static func numbered(_ people: [MapPage.Placed], _ inNeed: Set<ID>, isSpread: Bool) -> [Mark] {
        let places = people.map { (x: $0.x, y: $0.y) }
        let spread = isSpread ? PrintPlaces.spread(places) : places
        return zip(people, spread).enumerated().map { index, found in
            let (person, point) = found
            let isAside = point.x != person.x || point.y != person.y
            let leader = "M\(decimal(person.x, 1)) \(decimal(person.y, 1))L\(decimal(point.x, 1)) \(decimal(point.y, 1))"
            return Mark(
                x: decimal(point.x, 1), y: decimal(point.y, 1), sign: String(index + 1),
                style: inNeed.contains(person.place.person.id) ? PrintPeople.help : person.place.freshness.rawValue,
                radius: isSpread ? decimal(PrintPlaces.radius, 0) : "16", leader: isAside ? leader : nil)
        }
    }

    private static func squares() -> [Square] {
        let (width, height, side) = (MapView.width, MapView.height, PrintPlaces.square)
        let columns = PrintPlaces.columns.enumerated().map { index, letter in
            let left = decimal(Double(index) * side, 0)
            return Square(
                path: "M\(left) 0V\(Int(height))", label: String(letter), x: decimal((Double(index) + 0.5) * side, 0), y: "14")
        }
        let rows = (0..<Int(height / side)).map { index in
            let top = decimal(Double(index) * side, 0)
            return Square(
                path: "M0 \(top)H\(Int(width))", label: String(index + 1), x: "10", y: decimal((Double(index) + 0.5) * side, 0))
        }
        return columns + rows
    }

    private static func mark(_ place: MapPage.Placed, _ sign: String, _ style: String, _ radius: String) -> Mark {
        Mark(x: decimal(place.x, 1), y: decimal(place.y, 1), sign: sign, style: style, radius: radius, leader: nil)
    }

    /// A, B … Z, AA, AB …; without I and O, which look like figures.
    static func letters(_ index: Int) -> String {
        let letters = Array("ABCDEFGHJKLMNPQRSTUVWXYZ")
        let last = String(letters[index % letters.count])
        return index < letters.count ? last : PrintPeople.letters(index / letters.count - 1) + last
    }
}

/// Makes the lines of the table.
private struct PrintRows {
    let scene: MapScene
    let clock: ContactClock

    init(_ scene: MapScene) {
        self.scene = scene
        clock = ContactClock(trip: scene.trip, now: scene.now)
    }

    static func isBefore(_ a: LocatedMember, _ b: LocatedMember) -> Bool {
        (folded(a.person.name), a.person.id.description) < (folded(b.person.name), b.person.id.description)
    }

    /// - Parameter point: on the map; nil for who is not on it.
    func row(_ place: LocatedMember, _ sign: String, _ point: PrintPlaces.Point? = nil) -> PrintPeople.Row {
        let state = place.freshness == .fresh ? nil : Texts.said(text: place.freshness.absence ?? place.freshness.label)
        return PrintPeople.Row(
            sign: sign, square: point.flatMap(PrintPlaces.square) ?? "", name: place.person.name, state: state ?? "–",
            place: place.entry.map { self.place($0.fix, place.ground, state) }, phone: place.person.phone)
    }

    /// - Parameter state: none while it is fresh. It stands among the details, as a column of its own is empty for nearly everybody.
    private func place(_ fix: Fix, _ ground: Double?, _ state: String?) -> PrintPeople.Position {
        let details = [
            state,
            scene.ground.text(ground) ?? PhoneText.altitude(fix).map { Texts.said("\(metres($0)) by phone") },
            fix.accuracy.map { "±\u{a0}" + metres($0) },
            fix.battery.map { Texts.said("battery \($0) %") },
        ].map { $0?.replacing(" ", with: "\u{a0}") }
        let age = scene.now - fix.time
        return PrintPeople.Position(
            time: clock.text(fix.time) + ", " + (age < .minutes(1) ? TimeText.age(age) : TimeText.old(age)),
            decimal: fix.coordinates.decimalText, utm: fix.coordinates.utmText, details: details.compactMap(\.self).joined(separator: " · ")
        )
    }
}

import Domain

/// Who is on a printed map. Each mark has a sign of its own, a letter where several stand together and a number where one
/// stands alone, and the table says under each who that is, where exactly, and since when it is known.
package struct PrintPeople: Sendable {
    package struct Mark: Sendable {
        let x: String
        let y: String
        let sign: String
        let style: String
        let radius: String
    }
    package struct Row: Sendable {
        let sign: String
        let name: String
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

    init(_ scene: MapScene) {
        let rows = PrintRows(scene)
        let groups = MapPage.crowds(scene.places, scene.view)
        let crowds = groups.filter { $0.count > 1 }.sorted { ($0[0].y, $0[0].x) < ($1[0].y, $1[0].x) }
        // Numbered in the order of names: the table can be looked up by either.
        let alone = groups.filter { $0.count == 1 }.map { $0[0] }.sorted { PrintRows.isBefore($0.place, $1.place) }
        let signed = crowds.enumerated().map { (PrintPeople.letters($0.offset), $0.element) }
        let inView = Set(groups.joined().map(\.place.person.id))
        marks =
            signed.map { PrintPeople.mark($0.1[0], $0.0, "cluster", "20") }
            + alone.enumerated().map { PrintPeople.mark($0.element, String($0.offset + 1), $0.element.place.freshness.rawValue, "16") }
        let beyond = scene.places.filter { $0.entry != nil && !inView.contains($0.person.id) }.sorted(by: PrintRows.isBefore)
        let missing = scene.places.filter { $0.entry == nil }.sorted(by: PrintRows.isBefore)
        sections =
            (signed.map { sign, group in
                Section(
                    title: "\(sign): \(counted(group.count, "person", "people"))",
                    rows: group.map(\.place).sorted(by: PrintRows.isBefore).map { rows.row($0, sign) })
            } + [
                Section(title: "Alone", rows: alone.enumerated().map { rows.row($0.element.place, String($0.offset + 1)) }),
                Section(title: "Outside this map", rows: beyond.map { rows.row($0, "") }),
                Section(title: "No position", rows: missing.map { rows.row($0, "") }),
            ]).filter { !$0.rows.isEmpty }
        styles = Set(alone.map(\.place.freshness))
        hasCrowds = !crowds.isEmpty
    }

    private static func mark(_ place: MapPage.Placed, _ sign: String, _ style: String, _ radius: String) -> Mark {
        Mark(x: decimal(place.x, 1), y: decimal(place.y, 1), sign: sign, style: style, radius: radius)
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

    func row(_ place: LocatedMember, _ sign: String) -> PrintPeople.Row {
        PrintPeople.Row(
            sign: sign, name: place.person.name, state: place.freshness.absence ?? place.freshness.label,
            place: place.entry.map { self.place($0.fix, place.ground) }, phone: place.person.phone)
    }

    private func place(_ fix: Fix, _ ground: Double?) -> PrintPeople.Position {
        let details = [
            scene.ground.text(ground) ?? fix.altitude.map { metres($0) + " by phone" }, fix.accuracy.map { "± " + metres($0) },
            fix.battery.map { "battery \($0) %" },
        ]
        return PrintPeople.Position(
            time: clock.text(fix.time) + ", " + TimeText.old(scene.now - fix.time), decimal: fix.coordinates.decimalText,
            utm: fix.coordinates.utmText, details: details.compactMap(\.self).joined(separator: " · "))
    }
}

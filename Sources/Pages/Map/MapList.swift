import Domain

/// The list beside the map: who needs help, who is lost, and so on, by name inside.
extension MapPage {
    package struct Section: Sendable {
        /// Of members in need "help", else of a freshness; "off" of everybody who is on no map.
        let id: String
        let title: String
        let count: String
        let isEmpty: Bool
        let stacks: [Stack]
    }
    package struct Row: Sendable {
        let id: String
        let name: String
        let initials: String
        let photo: Link?
        let groups: String
        let link: Link
        let focus: Link
        let trail: Link
        let room: String
        let status: String
        /// Where hosts look back; nil where they may not.
        let way: Link?
        let style: String
        let mark: String
        let word: String
        let contact: String
        let details: String
        let phone: Phone?
        let position: Position?
        let need: Need?
    }
    /// That somebody needs help: since when, and whether anybody is on it.
    package struct Need: Sendable {
        let state: String
        let since: String
        let words: String

        init(_ help: HelpCase) {
            state = help.state == .open ? "open" : "taken"
            since = String(help.raisedAt.milliseconds)
            words = HelpText.short(help)
        }
    }
    package struct Phone: Sendable {
        let number: String
        let link: Link
    }
    /// Rows that the browser leaves out together while they are out of view: hundreds of rows of which each is watched on its own
    /// take a browser longer in every layout of a moving map than the map itself.
    package struct Stack: Sendable {
        static let size = 24
        let rows: [Row]
    }
    /// The figures that the script starts from.
    package struct Position: Sendable {
        let latitude: String
        let longitude: String
        let accuracy: String
        let time: String
        let contactTime: String
        let battery: String
        let charging: String
        let motion: String
        let speed: String
        let altitude: String
        let ground: String
    }

    private static let titles = [
        ("help", "Help"), ("lost", "Lost"), ("stale", "Stale"), ("fresh", "Fresh"), ("off", "Not sharing"),
    ]

    private static func part(of place: LocatedMember, _ scene: MapScene) -> String {
        if scene.query.inNeed.contains(place.person.id) { return "help" }
        return place.freshness.absence == nil ? place.freshness.rawValue : "off"
    }

    static func sections(_ scene: MapScene, isHost: Bool) -> [Section] {
        let clock = ContactClock(trip: scene.trip, now: scene.now)
        let parts = Dictionary(grouping: scene.places) { part(of: $0, scene) }
        return titles.map { id, title in
            let found = parts[id] ?? []
            let rows = (id == "help" ? byNeed(found, scene) : found).map { row($0, scene, clock, isHost: isHost) }
            // Even an empty part has a place where scripts put a row.
            let starts = rows.isEmpty ? [0] : Array(stride(from: 0, to: rows.count, by: Stack.size))
            return Section(
                id: id, title: Texts.said(text: title), count: String(rows.count), isEmpty: rows.isEmpty,
                stacks: starts.map { Stack(rows: Array(rows[$0..<min($0 + Stack.size, rows.count)])) })
        }
    }

    /// Who waits stands above who is looked after, whatever their names are.
    private static func byNeed(_ found: [LocatedMember], _ scene: MapScene) -> [LocatedMember] {
        let ranks = Dictionary(firstOf: scene.query.calls.ranked.enumerated().map { ($1.memberID, $0) })
        return found.sorted { ranks[$0.person.id, default: .max] < ranks[$1.person.id, default: .max] }
    }

    private static func row(_ place: LocatedMember, _ scene: MapScene, _ clock: ContactClock, isHost: Bool) -> Row {
        let (person, fix, slug) = (place.person, place.entry?.fix, scene.slug)
        let height = place.ground.map(metres) ?? PhoneText.altitude(fix).map { Texts.said("\(metres($0)) by phone") }
        let motion = place.entry?.stillSince == nil ? nil : place.entry.flatMap { PhoneText.motion($0, place.freshness, clock) }
        let help = scene.query.calls.ranked.first { $0.memberID == person.id }
        let need = help.map { "\(HelpText.short($0)) · \(TimeText.age(scene.now - $0.raisedAt))" }
        let details = [need, height, motion, fix.flatMap(PhoneText.lowBattery)].compactMap(\.self)
        return Row(
            id: person.id.description, name: person.name, initials: person.initials,
            photo: person.photo.map { Path.photo(slug, $0, .face) },
            groups: person.groups.joined(separator: ";"), link: scene.query.page(of: person.id, slug),
            focus: Path.map(slug).asking("member", person.id.description), trail: Path.memberTrail(slug, person.id),
            room: person.room, status: person.status,
            way: isHost && place.freshness != .paused ? Path.way(slug, person.id) : nil,
            style: place.freshness.rawValue, mark: place.freshness.mark,
            word: Texts.said(text: place.freshness.absence ?? place.freshness.rawValue),
            contact: fix.map { TimeText.age(scene.now - $0.time) } ?? Texts.said(text: place.freshness.absence ?? ""),
            details: details.joined(separator: " · "),
            phone: person.phone.isEmpty ? nil : Phone(number: person.phone, link: Path.telephone(person.phone)),
            position: place.entry.map { position($0, place.ground) }, need: help.map(Need.init))
    }

    private static func position(_ entry: BoardEntry, _ ground: Double?) -> Position {
        let fix = entry.fix
        func text(_ value: Double?, _ places: Int) -> String { value.map { decimal($0, places) } ?? "" }
        return Position(
            latitude: decimal(fix.coordinates.latitude, 6), longitude: decimal(fix.coordinates.longitude, 6),
            accuracy: text(fix.accuracy, 0), time: String(fix.time.milliseconds),
            contactTime: String(entry.lastContactAt.milliseconds), battery: fix.battery.map { String($0) } ?? "",
            charging: fix.isCharging.map { String($0) } ?? "",
            motion: entry.stillSince.map { String($0.milliseconds) } ?? (fix.isMoving == true ? "0" : ""),
            speed: text(fix.speed, 1), altitude: text(fix.altitude, 0), ground: text(ground, 0))
    }
}

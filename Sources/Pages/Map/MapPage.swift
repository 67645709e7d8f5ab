import Domain
import Foundation

package struct MapPage: Page {
    package struct Marker: Sendable {
        let x: String
        let y: String
        let label: String
        let style: String
        let title: String
        let link: Link
        let radius: String
        let isCluster: Bool
    }
    package struct Circle: Sendable {
        let x: String
        let y: String
        let radius: String
        let style: String
    }
    package struct GridLine: Sendable {
        let path: String
        let label: String
        let x: String
        let y: String
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
        /// Where hosts look back; nil where they may not.
        let way: Link?
        let style: String
        let mark: String
        let word: String
        let contact: String
        let details: String
        let phone: Phone?
        let position: Position?
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
    /// Where everybody meets.
    package struct Base: Sendable {
        let x: String
        let y: String
        let name: String
        let latitude: String
        let longitude: String
        let isInView: Bool
    }
    package struct StyleButton: Sendable {
        let value: String
        let label: String
        let isOn: Bool

        static func all(_ choice: MapChoice) -> [StyleButton] {
            MapChoice.allCases.map {
                StyleButton(value: $0.rawValue, label: $0.rawValue.prefix(1).uppercased() + $0.rawValue.dropFirst(), isOn: $0 == choice)
            }
        }
    }
    package struct Move: Sendable {
        let label: String
        let sign: String
        let link: Link
    }
    let layout: Layout
    let viewBox: String
    let markers: [Marker]
    let circles: [Circle]
    let grid: [GridLine]
    let tiles: [MapTile]
    let hasMap: Bool
    let version: String
    let style: String
    let choice: String
    let styles: [StyleButton]
    let choose: Link
    let back: String
    let reason: String
    let threshold: String
    let baseHeight: String
    let groundLink: Link
    let trails: Link
    let search: Link
    let searched: String
    /// What the panel tells before a script does: of the chosen member, or of the place in the address.
    let told: Told?
    let hits: [Hit]
    let hasHits: Bool
    let print: Link
    let ski: Link
    let base: Base?
    let meetings: [Meeting]
    let call: Call?
    let everybodysPaths: [String]
    let chosenPath: String?
    let layers: [Layer]
    let layersHidden: [HiddenField]
    let offClasses: String
    let raster: String
    let attribution: String
    let importLink: Link?
    let scaleEnd: String
    let scaleLabel: String
    let stacks: [Stack]
    let count: String
    let isEmpty: Bool
    let groups: [FormField.Choice]
    let hasGroups: Bool
    let moves: [Move]
    let action: Link
    let asOf: TimeText
    let latitude: String
    let longitude: String
    let zoom: String
    let freshMinutes: Int
    let staleMinutes: Int
    let zone: String
    let tracks: [TrackLink]
    var hasTracks: Bool { !tracks.isEmpty }

    /// - Parameter hits: what the search found; for browsers without scripts.
    package init(layout: Layout, scene: MapScene, groups: [Group], hits: [Hit], isHost: Bool) {
        self.layout = layout
        let (slug, ground, view, fields) = (scene.slug, scene.ground, scene.view, scene.trip.fields)
        let (query, now, places) = (scene.query, scene.now, scene.places)
        tiles = scene.tiles
        (hasMap, version) = (ground.version != nil, ground.version ?? "")
        (style, choice, reason) = (scene.style.rawValue, scene.choice.rawValue, scene.decision.reason)
        styles = StyleButton.all(scene.choice)
        back = Path.map(slug, scene.pairs(view, [("was", scene.style.rawValue)])).text
        threshold = ground.threshold.map { decimal($0, 0) } ?? ""
        baseHeight = ground.baseHeight.map { decimal($0, 0) } ?? ""
        (choose, groundLink, search) = (Path.mapPart(slug, "/style"), Path.mapPart(slug, "/at.json"), Path.mapPart(slug, "/search"))
        trails = Path.mapPart(slug, "/trails.json", [("group", query.group)])
        (searched, self.hits, hasHits) = (query.searched, hits, !hits.isEmpty)
        told = MapPage.told(scene)
        print = Path.mapPart(slug, "/print", scene.printPairs)
        (ski, action) = (Path.trip(slug, "/ski"), Path.map(slug))
        (base, meetings, call) = (scene.base, scene.meetings, Call(scene))
        (everybodysPaths, chosenPath) = (scene.everybodysPaths, scene.chosenPath)
        layers = Layer.all(scene.layers)
        layersHidden = HiddenField.all(scene)
        offClasses = layers.filter { !$0.isOn }.map { " no-" + $0.name }.joined()
        (attribution, raster) = (scene.attribution, MapPage.rasterText(ground.rasterServers))
        importLink = ground.version == nil && layout.isAdmin ? Path.mapData : nil
        viewBox = "0 0 \(Int(MapView.width)) \(Int(MapView.height))"
        (markers, circles, grid) = (MapPage.markers(scene), MapPage.circles(places, view), MapPage.grid(view))
        (scaleEnd, scaleLabel) = MapPage.scale(view)
        stacks = MapPage.stacks(scene, isHost: isHost)
        let known = places.count { $0.entry != nil }
        (count, isEmpty) = ("\(known) of \(places.count) on the map", known == 0)
        (self.groups, hasGroups) = (MapPage.choices(groups, query.group), !groups.isEmpty)
        moves = MapPage.moves(scene)
        asOf = TimeText(now, zone: scene.trip.zone, now: now)
        (latitude, longitude) = (decimal(view.centre.latitude, 6), decimal(view.centre.longitude, 6))
        zoom = decimal(view.zoom, 2)
        (freshMinutes, staleMinutes, zone) = (fields.freshMinutes, fields.staleMinutes, fields.timeZone)
        tracks = isHost && !query.group.isEmpty && !places.isEmpty ? TrackLink.all { Path.groupTrack(slug, query.group, $0) } : []
    }
    package func render(into out: inout HTMLBuffer) { Template.mapMap(self, &out) }

    // MARK: list

    private static func stacks(_ scene: MapScene, isHost: Bool) -> [Stack] {
        let clock = ContactClock(trip: scene.trip, now: scene.now)
        let rows = scene.places.map { row($0, scene, clock, isHost: isHost) }
        return stride(from: 0, to: rows.count, by: Stack.size).map { Stack(rows: Array(rows[$0..<min($0 + Stack.size, rows.count)])) }
    }

    private static func row(_ place: LocatedMember, _ scene: MapScene, _ clock: ContactClock, isHost: Bool) -> Row {
        let (person, fix, slug) = (place.person, place.entry?.fix, scene.slug)
        var details: [String] = []
        if let battery = fix.flatMap(PhoneText.battery) { details.append(battery) }
        if let motion = place.entry.flatMap({ PhoneText.motion($0, place.freshness, clock) }) { details.append(motion) }
        if let speed = fix?.speed { details.append(decimal(speed * 3.6, 0) + " km/h") }
        if let text = scene.ground.text(place.ground) {
            details.append(text)
        } else if let altitude = fix?.altitude {
            details.append(metres(altitude) + " by phone")
        }
        return Row(
            id: person.id.description, name: person.name, initials: person.initials,
            photo: person.photo.map { Path.photo(slug, $0, .face) },
            groups: person.groups.joined(separator: ";"), link: scene.query.page(of: person.id, slug),
            focus: Path.map(slug, [("member", person.id.description)]), trail: Path.member(slug, person.id, "/trail.json"),
            way: isHost && place.freshness != .paused ? Path.way(slug, person.id) : nil,
            style: place.freshness.rawValue, mark: place.freshness.mark, word: place.freshness.absence ?? place.freshness.rawValue,
            contact: fix.map { clock.text($0.time) + ", " + TimeText.age(scene.now - $0.time) } ?? place.freshness.absence ?? "",
            details: details.joined(separator: " · "),
            phone: person.phone.isEmpty ? nil : Phone(number: person.phone, link: Path.telephone(person.phone)),
            position: place.entry.map { position($0, place.ground) })
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

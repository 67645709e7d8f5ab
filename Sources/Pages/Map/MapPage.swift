import Domain
import Foundation

/// One person as the map page is given them.
package struct MapPlace: Sendable {
    package let person: MapPerson
    package let entry: BoardEntry?
    package let freshness: Freshness
    /// Metres above the sea, from the atlas.
    package let ground: Double?
    package init(person: MapPerson, entry: BoardEntry?, freshness: Freshness, ground: Double?) {
        self.person = person
        self.entry = entry
        self.freshness = freshness
        self.ground = ground
    }
}

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
        let style: String
        let mark: String
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
    /// take a browser longer in every frame of a moving map than the map itself.
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
    }
    package struct StyleButton: Sendable {
        let value: String
        let label: String
        let isOn: Bool
    }
    package struct Move: Sendable {
        let label: String
        let sign: String
        let link: Link
    }
    let frame: Frame
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
    let print: Link
    let ski: Link
    let base: Base?
    let meetings: [Meeting]
    let attribution: String
    let raster: String
    let importLink: Link?
    let scaleWidth: String
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

    /// - Parameter view: nil fits everybody.
    package init(
        frame: Frame, trip: Trip, places all: [MapPlace], ground: MapGround, events: [Event], groups: [Group], group: String, selected: ID?,
        view chosen: MapView?, searched: String,
        role: Role, now: Instant
    ) {
        self.frame = frame
        let slug = trip.fields.slug
        let places = group.isEmpty ? all : all.filter { $0.person.groups.contains { folded($0) == folded(group) } }
        let view = MapPage.view(chosen, places, selected, trip)
        let decision = ground.decision(places, view)
        tiles = MapTile.tiles(view, decision.style, version: ground.version, content: ground.content)
        (hasMap, version) = (ground.version != nil, ground.version ?? "")
        (style, choice, reason) = (decision.style.rawValue, ground.choice.rawValue, decision.reason)
        styles = MapChoice.allCases.map {
            StyleButton(value: $0.rawValue, label: $0.rawValue.prefix(1).uppercased() + $0.rawValue.dropFirst(), isOn: $0 == ground.choice)
        }
        choose = Path.mapPart(slug, "/style")
        back = Path.map(slug, MapPage.query(view, group, decision.style)).text
        threshold = ground.threshold.map { decimal($0, 0) } ?? ""
        baseHeight = ground.baseHeight.map { decimal($0, 0) } ?? ""
        groundLink = Path.mapPart(slug, "/at.json")
        trails = Path.mapPart(slug, "/trails.json")
        search = Path.mapPart(slug, "/search")
        self.searched = searched
        told = MapPage.told(chosen, places, selected, slug)
        print = Path.mapPart(slug, "/print")
        ski = Path.trip(slug, "/ski")
        base = trip.base.map { place in
            let point = view.point(place)
            return Base(
                x: decimal(point.x, 1), y: decimal(point.y, 1), name: trip.fields.baseName.isEmpty ? "Base" : trip.fields.baseName,
                latitude: decimal(place.latitude, 6), longitude: decimal(place.longitude, 6))
        }
        meetings = Meeting.all(events, trip, view, now)
        let server = ground.rasterServers.first { $0.style == decision.style }
        attribution = (["© OpenStreetMap contributors"] + (server.map { [$0.attribution] } ?? [])).joined(separator: " · ")
        raster = MapPage.rasterText(ground.rasterServers)
        importLink = ground.version == nil && frame.isAdmin ? Path.mapData : nil
        viewBox = "0 0 \(Int(MapView.width)) \(Int(MapView.height))"
        markers = MapPage.markers(places, view, slug, selected)
        circles = MapPage.circles(places, view)
        grid = MapPage.grid(view)
        let length = MapView.roundFigure(atMost: 160 * view.metresPerPixel)
        scaleWidth = decimal(length / view.metresPerPixel, 1)
        scaleEnd = decimal(20 + length / view.metresPerPixel, 1)
        scaleLabel = (length >= 1000 ? decimal(length / 1000, 0) + " km" : decimal(length, 0) + " m") + " · " + MapPage.feet(length)
        let clock = ContactClock(trip: trip, now: now)
        let rows = places.map { MapPage.row($0, ground, slug, role.isStaff, clock, now) }
        stacks = stride(from: 0, to: rows.count, by: Stack.size).map { Stack(rows: Array(rows[$0..<min($0 + Stack.size, rows.count)])) }
        let known = places.count { $0.entry != nil }
        count = "\(known) of \(places.count) on the map"
        isEmpty = known == 0
        self.groups =
            [.init(value: "", label: "Everybody", isSelected: group.isEmpty)]
            + groups.map { .init(value: $0.name, label: $0.name, isSelected: folded($0.name) == folded(group)) }
        hasGroups = !groups.isEmpty
        moves = MapPage.moves(view, slug, group, decision.style)
        action = Path.map(slug)
        asOf = TimeText(now, zone: trip.zone, now: now)
        latitude = decimal(view.centre.latitude, 6)
        longitude = decimal(view.centre.longitude, 6)
        zoom = decimal(view.zoom, 2)
        freshMinutes = trip.fields.freshMinutes
        staleMinutes = trip.fields.staleMinutes
        zone = trip.fields.timeZone
        tracks = role == .host && !group.isEmpty && !places.isEmpty ? TrackLink.all { Path.groupTrack(slug, group, $0) } : []
    }
    package func render(into out: inout HTMLBuffer) { Template.mapMap(self, &out) }

    /// "1,640 ft", and miles from one on.
    static func feet(_ metres: Double) -> String {
        metres >= 1609.344 ? decimal(metres / 1609.344, 1) + " mi" : decimal(metres / 0.3048, 0) + " ft"
    }

    /// "street<tab>url<tab>attribution" a line, for the script.
    private static func rasterText(_ servers: [RasterServer]) -> String {
        servers.map { [$0.style.rawValue, $0.url, $0.attribution].joined(separator: "\t") }.joined(separator: "\n")
    }

    private static func view(_ chosen: MapView?, _ places: [MapPlace], _ selected: ID?, _ trip: Trip) -> MapView {
        if let chosen { return chosen }
        if let selected, let entry = places.first(where: { $0.person.id == selected })?.entry {
            return MapView(centre: entry.fix.coordinates, zoom: 16)
        }
        let points = places.compactMap { $0.entry?.fix.coordinates }
        if let view = MapView(fitting: points) { return view }
        if let base = trip.base { return MapView(centre: base, zoom: 14) }
        return MapView(centre: Coordinates(clampedLatitude: 20, longitude: 0), zoom: 3)
    }

    // MARK: list and moves

    private static func row(
        _ place: MapPlace, _ ground: MapGround, _ slug: String, _ isStaff: Bool, _ clock: ContactClock, _ now: Instant
    ) -> Row {
        let (person, fix) = (place.person, place.entry?.fix)
        var details: [String] = []
        if let battery = fix.flatMap(PhoneText.battery) { details.append(battery) }
        if let motion = place.entry.flatMap({ PhoneText.motion($0, place.freshness, clock) }) { details.append(motion) }
        if let speed = fix?.speed { details.append(decimal(speed * 3.6, 0) + " km/h") }
        if let text = ground.text(place.ground) {
            details.append(text)
        } else if let altitude = fix?.altitude {
            details.append(metres(altitude) + " by phone")
        }
        return Row(
            id: person.id.description, name: person.name, initials: person.initials,
            photo: person.photo.map { Path.photo(slug, $0, .face) },
            groups: person.groups.joined(separator: ";"), link: isStaff ? Path.member(slug, person.id) : Path.medic(slug, person.id),
            focus: Path.map(slug, [("member", person.id.description)]), trail: Path.member(slug, person.id, "/trail.json"),
            style: place.freshness.rawValue, mark: place.freshness.mark,
            contact: place.entry.map { clock.text($0.fix.time) + ", " + TimeText.age(now - $0.fix.time) } ?? place.freshness.label,
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

    package static func query(_ view: MapView, _ group: String, _ style: MapStyle?) -> [(String, String)] {
        [
            ("lat", decimal(view.centre.latitude, 6)), ("lon", decimal(view.centre.longitude, 6)),
            ("z", decimal(view.zoom, 2)), ("group", group), ("was", style?.rawValue ?? ""),
        ]
    }

    private static func moves(_ view: MapView, _ slug: String, _ group: String, _ style: MapStyle) -> [Move] {
        func move(_ label: String, _ sign: String, _ to: MapView) -> Move {
            Move(label: label, sign: sign, link: Path.map(slug, query(to, group, style)))
        }
        return [
            move("Zoom in", "+", MapView(centre: view.centre, zoom: view.zoom + 1)),
            move("Zoom out", "−", MapView(centre: view.centre, zoom: view.zoom - 1)),
            Move(label: "Fit everybody", sign: "⤢", link: Path.map(slug, [("group", group)])),
            move("West", "←", view.moved(x: -0.4, y: 0)), move("North", "↑", view.moved(x: 0, y: -0.4)),
            move("South", "↓", view.moved(x: 0, y: 0.4)), move("East", "→", view.moved(x: 0.4, y: 0)),
        ]
    }
}

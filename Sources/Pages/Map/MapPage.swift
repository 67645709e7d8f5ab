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
    /// The figures that the script starts from.
    package struct Position: Sendable {
        let latitude: String
        let longitude: String
        let accuracy: String
        let time: String
        let contactTime: String
        let battery: String
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
    let search: Link
    let searched: String
    let print: Link
    let ski: Link
    let base: Base?
    let attribution: String
    let raster: String
    let importLink: Link?
    let scaleWidth: String
    let scaleEnd: String
    let scaleLabel: String
    let rows: [Row]
    let count: String
    let isEmpty: Bool
    let groups: [FormField.Choice]
    let moves: [Move]
    let action: Link
    let asOf: TimeText
    let latitude: String
    let longitude: String
    let zoom: String
    let freshMinutes: Int
    let staleMinutes: Int
    let zone: String
    let mayExport: Bool
    let exportLink: Link?

    /// - Parameter view: nil fits everybody.
    package init(
        frame: Frame, trip: Trip, places all: [MapPlace], ground: MapGround, groups: [Group], group: String, selected: ID?,
        view chosen: MapView?, searched: String,
        isHost: Bool, now: Instant
    ) {
        self.frame = frame
        let slug = trip.fields.slug
        let places = group.isEmpty ? all : all.filter { $0.person.groups.contains { folded($0) == folded(group) } }
        let view = MapPage.view(chosen, places, selected, trip)
        let decision = ground.decision(places, view)
        tiles = MapTile.tiles(view, decision.style, version: ground.version)
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
        search = Path.mapPart(slug, "/search")
        self.searched = searched
        print = Path.mapPart(slug, "/print")
        ski = Path.trip(slug, "/ski")
        base = trip.base.map { place in
            let point = view.point(place)
            return Base(
                x: decimal(point.x, 1), y: decimal(point.y, 1), name: trip.fields.baseName.isEmpty ? "Base" : trip.fields.baseName,
                latitude: decimal(place.latitude, 6), longitude: decimal(place.longitude, 6))
        }
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
        rows = places.map { MapPage.row($0, ground, slug, clock, now) }
        let known = places.count { $0.entry != nil }
        count = "\(known) of \(places.count) on the map"
        isEmpty = known == 0
        self.groups =
            [.init(value: "", label: "Everybody", isSelected: group.isEmpty)]
            + groups.map { .init(value: $0.name, label: $0.name, isSelected: folded($0.name) == folded(group)) }
        moves = MapPage.moves(view, slug, group, decision.style)
        action = Path.map(slug)
        asOf = TimeText(now, zone: trip.zone, now: now)
        latitude = decimal(view.centre.latitude, 6)
        longitude = decimal(view.centre.longitude, 6)
        zoom = decimal(view.zoom, 2)
        freshMinutes = trip.fields.freshMinutes
        staleMinutes = trip.fields.staleMinutes
        zone = trip.fields.timeZone
        mayExport = isHost && !group.isEmpty
        exportLink = mayExport ? Path.groupTrack(slug, group, "gpx") : nil
    }
    package func render(into out: inout HTMLBuffer) { Template.mapShow(self, &out) }

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

    // MARK: drawing

    private static func isVisible(_ point: (x: Double, y: Double)) -> Bool {
        (-40...MapView.width + 40).contains(point.x) && (-40...MapView.height + 40).contains(point.y)
    }

    private typealias Placed = (place: MapPlace, x: Double, y: Double)

    /// Markers that would cover one another become one that names them all: whoever is within a marker's width of a
    /// group's first joins it.
    private static func markers(_ places: [MapPlace], _ view: MapView, _ slug: String, _ selected: ID?) -> [Marker] {
        var groups: [[Placed]] = []
        for place in places {
            guard let entry = place.entry else { continue }
            let point = view.point(entry.fix.coordinates)
            guard isVisible(point) else { continue }
            let near = groups.firstIndex { hypot($0[0].x - point.x, $0[0].y - point.y) < 44 }
            if let near { groups[near].append((place, point.x, point.y)) } else { groups.append([(place, point.x, point.y)]) }
        }
        return groups.map { group in
            group.count == 1
                ? marker(group[0].place, group[0].x, group[0].y, slug, selected) : cluster(group, view, slug)
        }
    }

    private static func cluster(_ group: [Placed], _ view: MapView, _ slug: String) -> Marker {
        let names = group.map { $0.place.person.name + ", " + $0.place.freshness.label.lowercased() }
        let centre = MapView.coordinates(
            x: Mercator(view.centre).x + (group[0].x - MapView.width / 2) / view.scale,
            y: Mercator(view.centre).y + (group[0].y - MapView.height / 2) / view.scale)
        return Marker(
            x: decimal(group[0].x, 1), y: decimal(group[0].y, 1), label: String(group.count),
            style: group.contains { $0.place.freshness == .fresh } ? "fresh" : "stale", title: names.joined(separator: "\n"),
            link: Path.map(slug, query(MapView(centre: centre, zoom: view.zoom + 2), "", nil)),
            radius: group.count > 99 ? "24" : "20", isCluster: true)
    }

    private static func marker(_ place: MapPlace, _ x: Double, _ y: Double, _ slug: String, _ selected: ID?) -> Marker {
        Marker(
            x: decimal(x, 1), y: decimal(y, 1), label: place.person.initials,
            style: place.freshness.rawValue + (place.person.id == selected ? " selected" : ""),
            title: place.person.name + ", " + place.freshness.label.lowercased(),
            link: Path.member(slug, place.person.id), radius: "16", isCluster: false)
    }

    private static func circles(_ places: [MapPlace], _ view: MapView) -> [Circle] {
        places.compactMap { place in
            guard let fix = place.entry?.fix, let accuracy = fix.accuracy else { return nil }
            let (point, radius) = (view.point(fix.coordinates), accuracy / view.metresPerPixel)
            guard isVisible(point), radius > 18 else { return nil }
            return Circle(
                x: decimal(point.x, 1), y: decimal(point.y, 1), radius: decimal(min(radius, 2000), 1),
                style: place.freshness.rawValue)
        }
    }

    private static func grid(_ view: MapView) -> [GridLine] {
        let origin = Mercator(view.centre)
        let degreesPerPixel = 360 / view.scale
        let step = MapView.roundFigure(atMost: max(180 * degreesPerPixel, 1e-6))
        let places = max(0, Int(ceil(-log10(step))))
        let west = view.centre.longitude - MapView.width / 2 * degreesPerPixel
        let columns = stride(from: ceil(west / step) * step, to: west + MapView.width * degreesPerPixel, by: step).map { value in
            let x = decimal(((value + 180) / 360 - origin.x) * view.scale + MapView.width / 2, 1)
            return GridLine(
                path: "M\(x) 0V\(Int(MapView.height))", label: degrees(value, places, "E", "W"), x: x, y: "12")
        }
        let half = MapView.height / 2 / view.scale
        let north = MapView.coordinates(x: origin.x, y: max(0, origin.y - half)).latitude
        let south = MapView.coordinates(x: origin.x, y: min(1, origin.y + half)).latitude
        let lines = stride(from: ceil(south / step) * step, to: north, by: step).map { value in
            let place = Coordinates(clampedLatitude: value, longitude: view.centre.longitude)
            let y = decimal(view.point(place).y, 1)
            return GridLine(path: "M0 \(y)H\(Int(MapView.width))", label: degrees(value, places, "N", "S"), x: "4", y: y)
        }
        return columns + lines
    }

    private static func degrees(_ value: Double, _ places: Int, _ positive: String, _ negative: String) -> String {
        decimal(abs(value), places) + "° " + (value < 0 ? negative : positive)
    }

    // MARK: list and moves

    private static func row(_ place: MapPlace, _ ground: MapGround, _ slug: String, _ clock: ContactClock, _ now: Instant) -> Row {
        let (person, fix) = (place.person, place.entry?.fix)
        var details: [String] = []
        if let battery = fix?.battery { details.append("\(battery) %") }
        if let speed = fix?.speed { details.append(decimal(speed * 3.6, 0) + " km/h") }
        if let text = ground.text(place.ground) {
            details.append(text)
        } else if let altitude = fix?.altitude {
            details.append(metres(altitude) + " by phone")
        }
        return Row(
            id: person.id.description, name: person.name, initials: person.initials,
            groups: person.groups.joined(separator: ";"), link: Path.member(slug, person.id),
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

import Domain

/// Where somebody was: their recorded way on the map and in figures. The script moves a marker along it.
package struct WayPage: Page {
    package struct Position: Sendable {
        let x: String
        let y: String
        let milliseconds: String
        let clock: String
        let age: String
        let decimal: String
        let utm: String?
        let accuracy: String
        let altitude: String
        let speed: String
    }
    package struct Line: Sendable {
        let path: String
    }
    package struct Gap: Sendable {
        let text: String
    }
    let layout: Layout
    let name: String
    let back: Link
    let action: Link
    let spans: [FormField.Choice]
    let dayBefore: Link?
    let dayAfter: Link?
    let summary: String
    let nothing: Nothing?
    let people: [Other]
    let hasPeople: Bool
    let initials: String
    let photo: Link?
    let viewBox: String
    let latitude: String
    let longitude: String
    let zoom: String
    let version: String
    let style: String
    let hasTiles: Bool
    let tiles: [MapTile]
    let lines: [Line]
    let positions: [Position]
    let gaps: [Gap]
    let hasGaps: Bool
    let scaleEnd: String
    let scaleLabel: String
    let moves: [MapPage.Move]
    let zone: String
    let gapMinutes: Int
    let tracks: [TrackLink]

    /// - Parameters:
    ///   - ground: the tiles' version and style; nil while there is no map.
    ///   - chosen: nil fits the whole way.
    package init(
        layout tripLayout: TripLayout, lookBack: LookBack, ground: (version: String, style: MapStyle)?, view chosen: MapView?
    ) {
        layout = tripLayout.layout
        let (trip, now) = (tripLayout.trip, tripLayout.now)
        let (slug, zone, way, member) = (trip.fields.slug, trip.zone, lookBack.way, lookBack.member)
        name = member.fields.fullName
        back = Path.member(slug, member.id)
        action = Path.way(slug, member.id)
        spans = WayPage.spans(trip, lookBack.span, now)
        summary = WayPage.summary(way, lookBack.start, lookBack.end, zone, now)
        (dayBefore, dayAfter) = WayPage.days(trip, lookBack, now)
        nothing = way.fixes.isEmpty ? Nothing(lookBack, trip, now) : nil
        let face = Face(member.fields.fullName, slug, member.photo)
        (initials, photo) = (face.initials, face.photo)
        people = lookBack.people.map { Other($0, lookBack, slug) }
        hasPeople = people.count > 1
        viewBox = "0 0 \(Int(MapView.width)) \(Int(MapView.height))"
        let view = chosen ?? MapView(fitting: way.fixes.map(\.coordinates)) ?? MapView(centre: trip.base ?? WayPage.nowhere, zoom: 14)
        (latitude, longitude) = (decimal(view.centre.latitude, 6), decimal(view.centre.longitude, 6))
        zoom = decimal(view.zoom, 5)
        (version, style, hasTiles) = (ground?.version ?? "", ground?.style.rawValue ?? "", ground != nil)
        tiles = ground.map { MapTile.tiles(view, $0.style, version: $0.version) } ?? []
        lines = way.pieces.filter { $0.count > 1 }.map { Line(path: WayPage.path($0, view)) }
        positions = way.fixes.map { WayPage.position($0, view, zone, now) }
        gaps = way.gaps.map { Gap(text: WayPage.text($0, zone, now)) }
        hasGaps = !gaps.isEmpty
        (scaleEnd, scaleLabel) = MapPage.scaleInBoth(view)
        moves = WayPage.moves(view) { Path.way(slug, member.id).asking([("span", lookBack.span.text)] + $0) }
        self.zone = zone.identifier
        gapMinutes = Int(Way.gap.components.seconds / 60)
        tracks = TrackLink.all { Path.memberTrack($0)(slug, member.id) }
    }
    package func render(into out: inout HTMLBuffer) { Template.mapWay(self, &out) }

    private static let nowhere = Coordinates(clampedLatitude: 20, longitude: 0)
    /// Days to choose from, newest first.
    private static let days = 31

    private static func spans(_ trip: Trip, _ chosen: WaySpan, _ now: Instant) -> [FormField.Choice] {
        let (first, last) = (trip.fields.startDay.number, min(trip.fields.endDay.number, trip.zone.today(at: now).number))
        let days = first <= last ? (max(first, last - WayPage.days + 1)...last).reversed().map { WaySpan.day(Day(number: $0)) } : []
        let hours = WaySpan.choices.map { WaySpan.hours($0) }
        let all = hours + days
        return (all.contains(chosen) ? all : all + [chosen]).map { .init(value: $0.text, label: label($0), isSelected: $0 == chosen) }
    }

    private static func label(_ span: WaySpan) -> String {
        switch span {
        case .hours(let hours): Texts.said(hours == 1 ? "Last hour" : "Last \(counted(hours, "hour"))")
        case .day(let day): day.long
        }
    }

    private static func summary(_ way: Way, _ start: Instant, _ end: Instant, _ zone: TripZone, _ now: Instant) -> String {
        func text(_ instant: Instant) -> String { TimeText(instant, zone: zone, now: now).text }
        let (from, to, count) = (text(start), text(end), counted(way.recorded, "position"))
        if way.recorded == 0 { return Texts.said("No position from \(from) to \(to).") }
        // What was asked for may begin long before the first of them. How many of them the line needs is nobody's concern.
        guard let first = way.fixes.first?.time, let last = way.fixes.last?.time, first < last else {
            return Texts.said("\(count) from \(from) to \(to).")
        }
        return Texts.said("\(count) from \(text(first)) to \(text(last)).")
    }

    private static func path(_ fixes: [Fix], _ view: MapView) -> String {
        "M" + fixes.map { view.point($0.coordinates) }.map { decimal($0.x, 1) + " " + decimal($0.y, 1) }.joined(separator: "L")
    }

    private static func clock(_ instant: Instant, _ zone: TripZone, _ now: Instant) -> String {
        let local = zone.local(instant)
        let day = local.day == zone.today(at: now) ? "" : local.day.short + " "
        return day + local.clock + ":" + padded(local.secondsOfDay % 60, 2)
    }

    private static func position(_ fix: Fix, _ view: MapView, _ zone: TripZone, _ now: Instant) -> Position {
        let point = view.point(fix.coordinates)
        return Position(
            x: decimal(point.x, 1), y: decimal(point.y, 1), milliseconds: String(fix.time.milliseconds),
            clock: clock(fix.time, zone, now), age: TimeText.old(now - fix.time), decimal: fix.coordinates.decimalText,
            utm: fix.coordinates.utmText, accuracy: fix.accuracy.map { "± " + metres($0) } ?? "",
            altitude: fix.altitude.map { metres($0) } ?? "", speed: fix.speed.map { decimal($0 * 3.6, 0) + " km/h" } ?? "")
    }

    private static func text(_ gap: (from: Instant, to: Instant), _ zone: TripZone, _ now: Instant) -> String {
        Texts.said("\(clock(gap.from, zone, now)) to \(clock(gap.to, zone, now)), \(TimeText.age(gap.to - gap.from))")
    }

    private static func moves(_ view: MapView, _ link: ([(String, String)]) -> Link) -> [MapPage.Move] {
        func move(_ label: String, _ sign: String, _ to: MapView) -> MapPage.Move {
            let place = [("lat", decimal(to.centre.latitude, 6)), ("lon", decimal(to.centre.longitude, 6)), ("z", decimal(to.zoom, 2))]
            return MapPage.Move(label: Texts.said(text: label), sign: sign, link: link(place))
        }
        return [
            move("Zoom in", "+", MapView(centre: view.centre, zoom: view.zoom + 1)),
            move("Zoom out", "−", MapView(centre: view.centre, zoom: view.zoom - 1)),
            MapPage.Move(label: Texts.said("The whole way"), sign: "⤢", link: link([])),
            move("West", "←", view.moved(x: -0.4, y: 0)), move("North", "↑", view.moved(x: 0, y: -0.4)),
            move("South", "↓", view.moved(x: 0, y: 0.4)), move("East", "→", view.moved(x: 0.4, y: 0)),
        ]
    }
}

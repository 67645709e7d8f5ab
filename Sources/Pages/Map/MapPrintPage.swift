import Domain

/// The map on paper: what was in view and switched on, with scale, north, legend, the time, and who is where in figures.
package struct MapPrintPage: Page {
    package struct Trail: Sendable {
        let path: String
    }
    let head: PaperHead
    let back: Link
    let action: Link
    let hidden: [MapPage.HiddenField]
    let layers: [MapPage.Layer]
    let noneName: String
    let isLetter: Bool
    let place: String
    let sentence: String
    let count: String?
    let printed: PrintTime
    /// At the head of the table, on every sheet.
    let asOf: String
    let viewBox: String
    let alt: String
    let tiles: [MapTile]
    let grid: [MapPage.GridLine]
    let base: MapPage.Base?
    let meetings: [MapPage.Meeting]
    let listed: [MapPage.Listed]
    let circles: [MapPage.Circle]
    let trails: [Trail]
    let trail: String?
    let people: PrintPeople?
    let hasSections: Bool
    let scaleEnd: String
    let scaleLabel: String
    let attribution: String
    let legend: PrintLegend

    /// - Parameter ski: what the tiles show of pistes and lifts.
    package init(scene: MapScene, ski: [SkiSign], isLetter: Bool) {
        let (slug, layers, fields) = (scene.slug, scene.layers, scene.trip.fields)
        head = PaperHead(title: Texts.said("Map, \(fields.name)"))
        back = Path.map(slug).asking(scene.printPairs.filter { !["style", "shown"].contains($0.0) })
        action = Path.mapPrint(slug)
        hidden = scene.printPairs.filter { $0.0 != "layer" && !$0.1.isEmpty }.map { MapPage.HiddenField(name: $0.0, value: $0.1) }
        self.layers = MapPage.Layer.all(layers)
        noneName = MapLayers.noneName
        self.isLetter = isLetter
        place = fields.place
        sentence = scene.decision.reason
        printed = PrintTime(scene.now, scene.trip.zone)
        asOf = Texts.said("Positions as of \(printed.text). Each line says how old it is.")
        viewBox = "0 0 \(Int(MapView.width)) \(Int(MapView.height))"
        tiles = scene.tiles
        grid = scene.showsGrid ? MapPage.grid(scene.view) : []
        base = layers.contains(.base) ? scene.base : nil
        meetings = layers.contains(.meetings) ? scene.meetings : []
        listed = MapPage.Listed.all(scene)
        circles = scene.circles
        trails = scene.everybodysPaths.map(Trail.init)
        trail = scene.chosenPath
        people = layers.contains(.people) ? PrintPeople(scene) : nil
        hasSections = people.map { !$0.sections.isEmpty } ?? false
        count =
            layers.contains(.people)
            ? Texts.said("\(scene.places.count { $0.entry != nil }) of \(scene.places.count) have a position") : nil
        alt = ([scene.decision.reason] + (count.map { [$0] } ?? [])).joined(separator: ". ")
        (scaleEnd, scaleLabel) = MapPage.scaleInBoth(scene.view)
        attribution = scene.attribution
        legend = PrintLegend(scene, people, ski)
    }
    package func render(into out: inout HTMLBuffer) { Template.mapMapPrint(self, &out) }
}

/// "Mon 5 Jan 2026, 15:03 CET (Europe/Zurich)": paper outlives the day.
package struct PrintTime: Sendable {
    let iso: String
    let text: String

    init(_ now: Instant, _ zone: TripZone) {
        let local = zone.local(now)
        iso = now.iso8601
        text = "\(local.day.long), \(local.clock) \(zone.abbreviation(at: now)) (\(zone.identifier))"
    }
}

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
        /// Beside the marker of whoever is selected.
        let name: String?
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
                StyleButton(
                    value: $0.rawValue, label: Texts.said(text: $0.rawValue.prefix(1).uppercased() + $0.rawValue.dropFirst()),
                    isOn: $0 == choice)
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
    let isOnHighBase: Bool
    let groundLink: Link
    let trails: Link
    let search: Link
    let searched: String
    /// What the panel tells before a script does: of the chosen member, or of the place in the address.
    let told: Told?
    let hits: [Hit]
    let hasHits: Bool
    let print: Link
    /// Announces something to whoever is in view; nil for who may not.
    let announce: Link?
    let ski: Link
    let base: Base?
    let meetings: [Meeting]
    let listed: [Listed]
    /// Where the map's script asks for places.
    let places: Link
    let call: Call?
    /// The piste or lift that the address is about.
    let trace: SkiTrace?
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
    let milesEnd: String
    let milesLabel: String
    let sections: [Section]
    /// Where the cards of people are, with an id and "/card" behind it.
    let cards: String
    let legend: PrintLegend
    let count: String
    let isEmpty: Bool
    /// The roster of those whose phone sends nothing; for hosts, who may change that.
    let withoutTracker: Link?
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
        back = Path.map(slug).asking(scene.pairs(view, [("was", scene.style.rawValue)])).text
        threshold = ground.threshold.map { decimal($0, 0) } ?? ""
        (baseHeight, isOnHighBase) = (ground.baseHeight.map { decimal($0, 0) } ?? "", scene.isOnHighBase)
        (choose, groundLink, search) = (Path.setMapStyle(slug), Path.mapAt(slug), Path.mapSearch(slug))
        (searched, self.hits, hasHits) = (query.searched, hits, !hits.isEmpty)
        told = MapPage.told(scene)
        (trails, print) = (Path.mapTrails(slug).asking("group", query.group), Path.mapPrint(slug).asking(scene.printPairs))
        announce = isHost ? Path.newAnnouncement(slug) : nil
        withoutTracker = isHost && !places.isEmpty ? MapPage.withoutTracker(slug) : nil
        (ski, action) = (Path.ski(slug), Path.map(slug))
        (base, meetings, call, trace) = (scene.base, scene.meetings, Call(scene), scene.trace)
        (listed, self.places) = (Listed.all(scene), Path.places(slug))
        (everybodysPaths, chosenPath) = (scene.everybodysPaths, scene.chosenPath)
        layers = Layer.all(scene.layers)
        layersHidden = HiddenField.all(scene)
        offClasses = layers.filter { !$0.isOn }.map { " no-" + $0.name }.joined()
        (attribution, raster) = (scene.attribution, MapPage.rasterText(ground.rasterServers))
        importLink = ground.version == nil && layout.isAdmin ? Path.mapData() : nil
        viewBox = "0 0 \(Int(MapView.width)) \(Int(MapView.height))"
        (markers, circles, grid) = (MapPage.markers(scene), MapPage.circles(places, view), MapPage.grid(view))
        (scaleEnd, scaleLabel) = MapPage.scale(view)
        (milesEnd, milesLabel) = MapPage.imperialScale(view)
        sections = MapPage.sections(scene, isHost: isHost)
        (cards, legend) = (Path.memberCard.stem(slug).text + "/", PrintLegend(screen: scene))
        let known = places.count { $0.entry != nil }
        (count, isEmpty) = (Texts.said("\(known) of \(places.count) on the map"), known == 0)
        (self.groups, hasGroups) = (MapPage.choices(groups, query.group), !groups.isEmpty)
        (moves, asOf) = (MapPage.moves(scene), TimeText(now, zone: scene.trip.zone, now: now))
        (latitude, longitude, zoom) = (decimal(view.centre.latitude, 6), decimal(view.centre.longitude, 6), decimal(view.zoom, 2))
        (freshMinutes, staleMinutes, zone) = (fields.freshMinutes, fields.staleMinutes, fields.timeZone)
        tracks = isHost && !query.group.isEmpty && !places.isEmpty ? TrackLink.group(query.group, slug) : []
    }
    package func render(into out: inout HTMLBuffer) { Template.mapMap(self, &out) }

    private static func withoutTracker(_ slug: String) -> Link { Path.roster(slug).asking("need", RosterNeed.tracker.rawValue) }
}

import Domain

/// The map on paper: what was in view, with a scale, a grid, a legend, the people, and the time.
package struct MapPrintPage: Page {
    package struct Hidden: Sendable {
        let name: String
        let value: String
    }
    package struct LegendItem: Sendable {
        let mark: String
        let text: String
    }
    let map: MapPage
    let title: String
    let styles: Link
    let script: Link
    let back: Link
    let action: Link
    let hidden: [Hidden]
    let isLetter: Bool
    let place: String
    let printed: TimeText
    let legend: [LegendItem]
    let styleName: String

    package init(map: MapPage, trip: Trip, query: [(String, String)], isLetter: Bool, now: Instant) {
        self.map = map
        title = "Map, " + trip.fields.name
        styles = Path.asset("css/sotravel.css")
        script = Path.asset("js/print.js")
        back = Path.map(trip.fields.slug, query)
        action = Path.mapPart(trip.fields.slug, "/print")
        hidden = query.filter { !$0.1.isEmpty }.map { Hidden(name: $0.0, value: $0.1) }
        self.isLetter = isLetter
        place = trip.fields.place
        printed = TimeText(now, zone: trip.zone, now: now)
        styleName = map.style == "mountain" ? "Mountain map" : "Street map"
        let people = Freshness.allCases.filter { $0 != .never }.map { LegendItem(mark: $0.mark, text: $0.label) }
        let pistes = [PisteDifficulty.novice, .easy, .intermediate, .advanced, .expert].map {
            LegendItem(mark: SkiFacts.mark($0), text: $0.label + " piste")
        }
        legend = people + (map.style == "mountain" ? pistes : [])
    }
    package func render(into out: inout HTMLBuffer) { Template.mapPaper(self, &out) }
}

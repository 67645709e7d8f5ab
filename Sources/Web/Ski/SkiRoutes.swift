import Domain
import Hummingbird
import Pages
import Services

/// Pistes and lifts: the list, one of them, and what lies at a place of the map.
struct SkiRoutes {
    func add(to table: RouteTable) {
        table.get("/trips/:slug/ski", .staffOrMedic) { web, access in
            let overview = try web.services.ski.overview(access)
            return web.html(
                SkiPage(
                    frame: try web.frame("Pistes and lifts", access, section: "/map"), slug: access.trip.fields.slug, overview: overview))
        }
        table.get("/trips/:slug/ski/:id", .staffOrMedic) { web, access in
            let line = try web.services.ski.line(web.parameter("id"), access)
            return web.html(
                SkiLinePage(frame: try web.frame(SkiFacts.title(line), access, section: "/map"), slug: access.trip.fields.slug, line: line))
        }
        table.get("/trips/:slug/map/at.json", .staffOrMedic, SkiRoutes.at)
        table.get("/trips/:slug/map/search", .staffOrMedic, MapSearch.search)
    }

    /// What is known of one place: height, slope, the ways of writing it that rescuers ask for, a piste or lift nearby.
    private static func at(_ web: WebRequest, _ access: StaffOrMedicAccess) throws -> Response {
        guard let place = web.place else { throw Refusal.invalid([FieldError("lat", "A place: lat and lon.")]) }
        let ground = web.services.map.height(at: place)
        let reach = min(web.query("within").decimal(in: 0...1e6) ?? 0, 500)
        let line = reach > 0 ? try web.services.ski.nearest(to: place, within: reach, access) : nil
        func number(_ value: Double?) -> String { value.map { decimal($0, 1) } ?? "null" }
        return web.json(
            "{\"metres\":\(number(ground?.metres)),\"slope\":\(number(ground?.slope)),\"decimal\":\(json(place.decimalText)),"
                + "\"dms\":\(json(place.sexagesimalText)),\"utm\":\(place.utmText.map { json($0) } ?? "null"),"
                + "\"event\":\(newEvent(place, line, access)),\"line\":\(line.map { lineText($0, access.trip.fields.slug) } ?? "null")}")
    }

    /// Where hosts make an event of a place that they point at.
    private static func newEvent(_ place: Coordinates, _ line: SkiLineDetail?, _ access: some TripProof) -> String {
        guard access.isHost, access.trip.archivedAt == nil else { return "null" }
        let query = [("lat", decimal(place.latitude, 6)), ("lon", decimal(place.longitude, 6)), ("place", line?.name ?? "")]
        return json(Path.events(access.trip.fields.slug, "/new", query: query).text)
    }

    private static func lineText(_ line: SkiLineDetail, _ slug: String) -> String {
        let facts = SkiFacts.facts(line).map { "[\(json($0.label)),\(json($0.value))]" }.joined(separator: ",")
        let profile = line.samples.map { "[\(decimal($0.distance, 0)),\(decimal($0.height, 1))]" }.joined(separator: ",")
        return
            "{\"title\":\(json(SkiFacts.title(line))),\"link\":\(json(Path.ski(slug, line.id).text)),\"facts\":[\(facts)],"
            + "\"profile\":[\(profile)]}"
    }
}

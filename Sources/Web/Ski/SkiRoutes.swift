import Domain
import Hummingbird
import Pages
import Services

extension WebRequest {
    /// A piste's or a lift's own line, as a map draws it.
    func trace(_ line: SkiLineDetail, _ access: some TripProof) -> SkiTrace? {
        SkiTrace(services.ski.path(of: line, access), of: line, signs: services.ski.everySign(access))
    }
}

/// Pistes and lifts: the list, one of them, and what lies at a place of the map.
struct SkiRoutes {
    func add(to table: RouteTable) {
        table.get(Path.ski, .trip) { web, access in
            let overview = try web.services.ski.overview(access)
            return web.html(
                SkiPage(
                    layout: try web.tripLayout("Pistes and lifts", access, section: SkiRoutes.section(access)), overview: overview,
                    signs: web.services.ski.everySign(access), order: SkiOrder(rawValue: web.query("sort")) ?? .name,
                    showsShort: web.query("short") == "yes"))
        }
        table.get(Path.skiPlace, .trip) { web, access in
            let line = try web.services.ski.line(web.parameter("id"), access)
            return web.html(
                SkiLinePage(
                    layout: try web.tripLayout(SkiFacts.title(line), access, section: SkiRoutes.section(access)), line: line,
                    trace: web.trace(line, access), version: web.services.map.friendGround(access.trip).version,
                    signs: web.services.ski.everySign(access)))
        }
        table.get(Path.mapAt, .staffOrMedic, SkiRoutes.at)
        table.get(Path.mapSearch, .staffOrMedic, MapSearch.search)
    }

    /// Who sees where everybody is comes from the map; travellers have the list itself among their sections.
    private static func section(_ access: some TripProof) -> String { access.role.seesPositions ? "/map" : "/ski" }

    /// What is known of one place: height, slope, the ways of writing it that rescuers ask for, a piste or lift nearby.
    private static func at(_ web: WebRequest, _ access: StaffOrMedicAccess) throws -> Response {
        guard let place = web.place else { throw Refusal.invalid([FieldError("lat", "A place: lat and lon.")]) }
        let ground = web.services.map.height(at: place)
        let reach = min(web.query("within").decimal(in: 0...1e6) ?? 0, 500)
        let line = reach > 0 ? try web.services.ski.nearest(to: place, within: reach, access) : nil
        return web.json { out in
            out.add("metres", ground?.metres, places: 1)
            out.add("slope", ground?.slope, places: 1)
            out.add("decimal", place.decimalText)
            out.add("dms", place.sexagesimalText)
            out.add("utm", place.utmText)
            out.add("event", newEvent(place, line, access)?.text)
            out.add("places", Path.places(access.trip.fields.slug, near: place).text)
            out.add("line", line.map { json($0, access.trip.fields.slug) })
        }
    }

    /// Where hosts make an event of a place that they point at.
    private static func newEvent(_ place: Coordinates, _ line: SkiLineDetail?, _ access: some TripProof) -> Link? {
        guard access.isHost, access.trip.archivedAt == nil else { return nil }
        let query = [("lat", decimal(place.latitude, 6)), ("lon", decimal(place.longitude, 6)), ("place", line?.name ?? "")]
        return Path.newEvent(access.trip.fields.slug).asking(query)
    }

    private static func json(_ line: SkiLineDetail, _ slug: String) -> JSON {
        .object(reserving: 1024) { out in
            out.add("title", SkiFacts.title(line))
            out.add("link", Path.skiPlace(slug, line.id).text)
            out.array("facts") { out in
                for fact in SkiFacts.facts(line) {
                    out.array { out in
                        out.add(Texts.said(text: fact.label))
                        out.add(fact.value)
                    }
                }
            }
            out.array("profile") { out in line.samples.forEach { write($0, to: &out) } }
        }
    }

    private static func write(_ sample: SkiLineDetail.Sample, to out: inout JSONWriter) {
        out.array { out in
            out.add(sample.distance, places: 0)
            out.add(sample.height, places: 1)
        }
    }
}

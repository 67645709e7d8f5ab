import Domain
import Hummingbird
import Pages
import Services

/// Whom and what the map finds by name: every member of the trip, on the map or not, and what the atlas knows.
enum MapSearch {
    private static let limit = 12
    private static let memberLimit = 8

    enum Hit {
        case member(LocatedMember, slug: String, role: Role)
        case place(PlaceHit, slug: String, searched: String)

        var name: String {
            switch self {
            case .member(let found, _, _): found.person.name
            case .place(let found, _, _): found.name
            }
        }

        var kind: String {
            switch self {
            case .member(let found, _, _): MapSearch.word(found)
            case .place(let found, _, _): Texts.said(text: found.kind)
            }
        }

        /// Where it is on the map; a member who is not on it has a page.
        var link: Link {
            switch self {
            case .member(let found, let slug, let role):
                found.entry == nil
                    ? Path.person(slug, found.person.id, role) : Path.map(slug).asking("member", found.person.id.description)
            case .place(let found, let slug, let searched):
                Path.map(slug).asking([
                    ("lat", decimal(found.latitude, 6)), ("lon", decimal(found.longitude, 6)), ("z", "\(found.zoom)"),
                    ("q", searched),
                ])
            }
        }

        var isOnMap: Bool {
            if case .member(let found, _, _) = self { return found.entry != nil }
            return true
        }

        var page: MapPage.Hit { MapPage.Hit(name: name, kind: kind, link: link) }

        func write(to out: inout JSONWriter) {
            out.add("name", name)
            out.add("kind", kind)
            switch self {
            case .member(let found, let slug, let role):
                out.add("member", found.person.id)
                out.add("link", Path.person(slug, found.person.id, role).text)
            case .place(let found, _, _):
                out.add("lat", found.latitude, places: 6)
                out.add("lon", found.longitude, places: 6)
                out.add("zoom", found.zoom)
            }
        }
    }

    private static func word(_ found: LocatedMember) -> String {
        guard found.entry == nil else { return Texts.said("Member") }
        return Texts.said(found.freshness == .paused ? "Member, no position: sharing off" : "Member, no position")
    }

    /// What is called as the address asks; nothing for less than two letters.
    static func hits(_ web: WebRequest, _ access: some StaffOrMedicProof) throws -> [Hit] {
        let (slug, text) = (access.trip.fields.slug, String(tidyLine(web.query("q")).prefix(200)))
        let words = folded(text).split(separator: " ").map(String.init)
        guard folded(text).count >= 2 else { return [] }
        let people = try web.services.map.places(access).filter { place in
            let name = folded(place.person.name)
            return words.allSatisfy { name.contains($0) }
        }
        let places = try web.services.ski.search(text, limit: limit, access)
        let members = Array(ranked(people.map { .member($0, slug: slug, role: access.role) }, by: words).prefix(memberLimit))
        let all = members + places.map { .place($0, slug: slug, searched: text) }
        return Array(ranked(all, by: words).prefix(limit))
    }

    /// Whose name begins like what was typed comes first, then names of which words begin like it; people before places.
    private static func ranked(_ hits: [Hit], by words: [String]) -> [Hit] {
        let typed = words.joined(separator: " ")
        let ranks = hits.enumerated().map { index, hit -> (rank: Int, index: Int, hit: Hit) in
            let name = folded(hit.name)
            let parts = name.split { !$0.isLetter && !$0.isNumber }
            let begins = words.allSatisfy { word in parts.contains { $0.hasPrefix(word) } }
            return (name.hasPrefix(typed) ? 0 : begins ? 1 : 2, index, hit)
        }
        return ranks.sorted { ($0.rank, $0.index) < ($1.rank, $1.index) }.map(\.hit)
    }

    /// JSON for the map's script. Without scripts the only one is shown at once, and the map lists several.
    static func search(_ web: WebRequest, _ access: StaffOrMedicAccess) throws -> Response {
        let hits = try hits(web, access)
        guard !(web.request.headers[.accept] ?? "").containsASCII("json") else {
            return web.json { $0.array("hits") { out in hits.forEach { out.object($0.write) } } }
        }
        if let only = hits.first, hits.count == 1, only.isOnMap { return web.redirect(only.link) }
        let query = [("q", tidyLine(web.query("q"))), ("done", hits.isEmpty ? "nothing" : "")]
        return web.redirect(Path.map(access.trip.fields.slug).asking(query))
    }
}

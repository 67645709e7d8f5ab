import Domain
import Pages

/// Pages of hosts that travellers have a page of their own for: hosts send each other's addresses to travellers, too.
enum TwinPages {
    /// The page for a traveller on the trip; nil where the address has none, the reader is not on the trip, or no person opens a page.
    static func link(_ web: WebRequest) -> Link? {
        let parts = web.request.uri.path.split(separator: "/").map(String.init)
        guard web.header("sec-fetch-mode") == "navigate", web.request.method == .get, parts.count > 1, parts[0] == "trips",
            let actor = web.context.actor
        else { return nil }
        let slug = parts[1]
        let isOnTrip = ((try? web.services.trips.list(for: actor)) ?? []).contains { $0.slug == slug && actor.members[$0.id] != nil }
        return isOnTrip ? link(slug, Array(parts.dropFirst(2))) : nil
    }

    private static func link(_ slug: String, _ rest: [String]) -> Link? {
        switch (rest.first, rest.count) {
        case (nil, _): Path.my(slug)
        case ("events", 1): Path.myEvents(slug)
        case ("events", 2): ID(rest[1]).map { Path.myEvent(slug, $0) }
        case ("map", 1): Path.myMap(slug)
        case ("roster", 1): Path.friends(slug)
        case ("members", 2): ID(rest[1]).map { Path.friend(slug, $0) }
        default: nil
        }
    }
}

import Domain
import Live
import Store

/// What OwnTracks hears: the nearest friends' fresh positions as it shows them, a location and a card each.
extension FixService {
    private static let friendLimit = 30

    func reply(to format: TrackerFormat, _ entry: TrackerEntry, at now: Instant) throws -> TrackerReply {
        try TrackerReply(format) ?? TrackerReply(json: friends(of: entry, at: now))
    }

    private func friends(of entry: TrackerEntry, at now: Instant) throws -> JSON {
        let nobody = JSON.array { _ in }
        guard let trip = try trips(entry.tripID), trip.fields.sharesFriends, trip.archivedAt == nil,
            let own = hub.board(trip.id).entry(entry.memberID)
        else { return nobody }
        let limit = now - .minutes(trip.fields.staleMinutes)
        let near = hub.board(trip.id).nearestFriends(
            to: own.fix.coordinates, but: entry.memberID, since: limit, limit: FixService.friendLimit)
        guard !near.isEmpty else { return nobody }
        let names = try people(trip.id)
        return .array(reserving: near.count * 256) { out in
            for friend in near { names[friend.memberID].map { FixService.write(friend, $0, slug: trip.fields.slug, to: &out) } }
        }
    }

    private static func write(_ entry: BoardEntry, _ person: MapPerson, slug: String, to out: inout JSONWriter) {
        let (fix, tid, topic) = (entry.fix, String(person.initials.prefix(2)), "owntracks/\(slug)/\(entry.memberID)")
        out.object { out in
            out.add("_type", "location")
            out.add("tid", tid)
            out.add("lat", fix.coordinates.latitude, places: 6)
            out.add("lon", fix.coordinates.longitude, places: 6)
            out.add("tst", Int(fix.time.seconds))
            if let accuracy = fix.accuracy { out.add("acc", accuracy, places: 0) }
            out.add("topic", topic)
        }
        out.object { out in
            out.add("_type", "card")
            out.add("tid", tid)
            out.add("name", person.name)
            out.add("topic", topic)
        }
    }
}

import Atlas
import Domain
import Runtime
import Services
import Store

/// What the demo's people write about places of the valley: reviews, a note of the hosts, what somebody saw, and a bar that the map lacks.
struct DemoPlaces {
    let program: Program
    let trip: Trip
    let people: [Friend]
    let host: Author
    let now: Instant

    /// By a place's name: who, stars, words, whether for all trips, and hours ago.
    private static let reviews: [(place: String, person: Int, stars: Int, text: String, isForAll: Bool, hours: Int)] = [
        ("Zur warmen Stube", 0, 5, "Best barley soup of the valley. Twelve of us sat at one long table, and nobody hurried us.", true, 20),
        ("Zur warmen Stube", 4, 4, "Warm and quick. The vegan plate is on the board, not on the menu: ask.", true, 26),
        ("Zur warmen Stube", 9, 3, "Good food, but the room is loud after eight.", false, 44),
        ("Polenta e Basta", 1, 4, "Nothing but polenta, seven ways. Take the one with mushrooms.", true, 18),
        ("Polenta e Basta", 6, 5, "They know what a nut allergy is and told us the pan by pan.", false, 30),
        ("Pizzeria Bellavista", 3, 5, "Thin base, quick, and they split the bill for nine without a sigh.", true, 16),
        ("Pizzeria Bellavista", 8, 4, "Book for six and more. High chairs, if anybody needs one.", false, 38),
        ("Ustria Alva", 2, 3, "Capuns as they should be. The terrace is in the shade by two.", true, 28),
        ("Café Schneeglöckchen", 2, 4, "Cake from eleven, gone by three.", false, 22),
        ("Letzte Abfahrt", 3, 2, "Fun for one drink. Boots are left outside, so mark yours.", false, 12),
        ("Dorfladen", 5, 4, "Has gluten-free bread in the freezer, ask for it.", true, 40),
    ]

    /// Reviews with a picture.
    private static let photographed: Set = [0, 3, 5, 7]

    func make() async throws {
        try await program.services.placeMatching.matchNewMap()
        guard let index = program.services.currentAtlas.loaded()?.places, let base = trip.base, people.count > 9 else { return }
        func find(_ name: String) -> KnownPlace? {
            var query = PlaceQuery(centre: base, radius: 20_000)
            query.name = name
            return index.nearest(query, limit: 1).first.map { index.listed($0.entry) }.map {
                KnownPlace(id: $0.id, name: $0.name, coordinates: $0.coordinates, phone: $0.phone)
            }
        }
        for (number, review) in DemoPlaces.reviews.enumerated() {
            guard let place = find(review.place) else { continue }
            let author = people[review.person].id
            let dishes = DemoPlaces.photographed.contains(number) ? [DemoDish.png(number)] : []
            try await program.store.placeReviews.save(
                .init(
                    place: place, trip: trip.id, member: author, stars: review.stars, text: review.text, isForAll: review.isForAll,
                    state: .visible, photos: program.services.placeReviews.shrink(dishes, for: author)),
                at: now - .hours(review.hours), newID: program.system.newID)
        }
        if let stube = find("Zur warmen Stube") { try await note(stube) }
        if let cafe = find("Café Schneeglöckchen") { try await report(.closed, nil, at: cafe, by: 7, minutes: 50) }
        if let polenta = find("Polenta e Basta") { try await report(.kitchen, 20 * 60 + 30, at: polenta, by: 1, minutes: 95) }
        try await addBar(near: base)
    }

    private func note(_ place: KnownPlace) async throws {
        let note = PlaceNote(
            id: program.system.newID(), text: "24 booked at 19:00 on Thursday, under the name Valrosa.", isRecommended: true,
            hiddenReason: nil, madeAt: now - .hours(6), author: host.name)
        try await program.store.placeReports.set(
            note, of: place, after: nil, trip: trip.id, by: host, newID: program.system.newID)
    }

    private func report(_ kind: PlaceReport.Kind, _ minute: Int?, at place: KnownPlace, by person: Int, minutes: Int) async throws {
        let at = now - .minutes(minutes)
        let report = PlaceReport(
            id: program.system.newID(), kind: kind, memberID: people[person].id, name: people[person].name, minute: minute, wrongPhone: "",
            phone: "", madeAt: at, endsAt: PlaceReport.end(of: kind, at: now, zone: trip.zone), withdrawnBy: nil)
        try await program.store.placeReports.add(report, of: place, trip: trip.id, newID: program.system.newID)
    }

    private func addBar(near base: Coordinates) async throws {
        guard let at = Coordinates(latitude: base.latitude + 0.0006, longitude: base.longitude + 0.0004) else { return }
        let bar = OwnPlace(
            id: program.system.newID(), name: "Bar in the lodge’s cellar", kind: .bar, coordinates: at, hours: "Mo-Su 16:00-24:00",
            phone: "", website: "", addedBy: host.name, addedAt: now - .hours(30), version: 1, isDeleted: false)
        try await program.store.ownPlaces.add(bar, trip: trip.id, by: host)
    }
}

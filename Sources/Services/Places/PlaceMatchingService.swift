import Domain
import Logging
import Store

/// Finds what people wrote about places again when another map is served, and lets hosts say where the program cannot.
package struct PlaceMatchingService: Sendable {
    /// How far around a waiting place others are offered, and how far a name is looked for.
    private static let (around, farthest) = (300.0, 5_000.0)
    private static let offered = 8
    let store: RememberedPlaceStore
    let atlas: PlaceAtlas
    let system: SystemInputs

    // MARK: a new map

    /// Once for each map; does nothing for one that was matched already, and nothing while there is none: what is written then waits for
    /// the next map as it is.
    /// - Returns: how many places are elsewhere than before; nil where nothing was to be done.
    @discardableResult
    package func matchNewMap() async throws -> Int? {
        guard let version = atlas.version, try store.matchedVersion() != version else { return nil }
        let found = PlaceMatching.match(try store.all(), find: atlas.mapped) { centre, metres in
            atlas.near(centre, within: metres, limit: 200)
        }
        return try await store.apply(found, version: version)
    }

    /// Looks for another map every few seconds, until the task is cancelled.
    package func run(logger: Logger) async throws {
        while !Task.isCancelled {
            do {
                if let count = try await JobRounds.round(matchNewMap), count > 0 {
                    logger.info("places matched with the new map", metadata: ["moved": "\(count)"])
                }
            } catch is CancellationError {
                return
            } catch {
                logger.failed("places could not be matched with the new map", error)
            }
            try await Task.sleep(for: .seconds(5))
        }
    }

    // MARK: by hand

    /// What waits for its place, with places that it could be.
    /// - Parameter search: words of a name, for one of them.
    package func waiting(search: (place: ID, words: String)?, _ access: some HostProof) throws -> WaitingPlaces {
        let found = try store.waiting(trip: access.trip.id).map { waiting in
            let words = search?.place == waiting.place.id ? search?.words ?? "" : ""
            let metres = words.isEmpty ? PlaceMatchingService.around : PlaceMatchingService.farthest
            let near = atlas.near(waiting.place.coordinates, within: metres, words: words, limit: 200)
            let same = PlaceMatching.candidates(for: waiting.place, among: near)
            let rest = near.filter { place in !same.contains { $0.id == place.id } && !place.name.isEmpty }
            return WaitingPlaces.Row(
                waiting: waiting, searched: words, candidates: Array((same + rest).prefix(PlaceMatchingService.offered)),
                sameCount: same.count)
        }
        return WaitingPlaces(rows: found, attached: try store.attached(trip: access.trip.id), hasMap: atlas.version != nil)
    }

    /// What waits for its place on the trip; nothing for whoever may not attach it.
    package func waitingCount(_ access: some TripProof) throws -> [WaitingPlace] {
        access.isHost ? try store.waiting(trip: access.trip.id) : []
    }

    package func attach(_ place: ID, to target: PlaceID, _ access: OpenHostAccess) async throws {
        guard let known = try atlas.find(target, trip: access.trip.id) else {
            throw Refusal.invalid([FieldError("target", "Choose a place on the map.")])
        }
        try await store.attach(place, to: known, trip: access.trip.id, by: access.author, at: system.now(), newID: system.newID)
    }

    package func detach(_ place: ID, _ access: OpenHostAccess) async throws {
        try await store.detach(place, trip: access.trip.id, by: access.author, at: system.now())
    }
}

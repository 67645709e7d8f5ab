import Domain
import Store

/// Lists of the roster that hosts look at often; all of the trip's staff see them.
extension RosterService {
    private static let viewLimit = 20

    package func views(_ access: some StaffProof) throws -> [RosterView] { try store.views(trip: access.trip.id) }

    package func addView(_ name: String, parts: [(String, String)], _ access: OpenHostAccess) async throws {
        let name = tidyLine(name)
        var check = Validation()
        check.require((1...40).contains(name.count), "name", "Give the list a name of 1 to 40 characters.")
        check.require(!parts.isEmpty, "name", "Filter or sort the roster first.")
        try check.check()
        guard try views(access).count < RosterService.viewLimit else { throw Refusal.conflict("A trip has at most 20 saved lists.") }
        let view = RosterView(id: system.newID(), name: name, parts: parts)
        try await store.add(view, trip: access.trip.id, by: access.author, at: system.now())
    }

    package func removeView(_ id: ID, _ access: OpenHostAccess) async throws {
        try await store.removeView(id, trip: access.trip.id, by: access.author, at: system.now())
    }
}

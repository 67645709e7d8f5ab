import Domain
import Store

/// Views of the roster under a name; all of the trip's staff see them, hosts make them.
extension RosterService {
    package func views(_ access: some StaffProof) throws -> [RosterView] { try store.views(trip: access.trip.id) }

    /// - Parameter parts: what the page's address carries.
    /// - Throws: invalid without a name or a filter, a conflict where there are enough already.
    package func addView(_ name: String, parts: [(String, String)], _ access: OpenHostAccess) async throws {
        let name = tidyLine(name)
        var check = Validation()
        check.require((1...40).contains(name.count), "name", "A view’s name has 1 to 40 characters.")
        check.require(!parts.isEmpty, "name", "This is the whole roster. Filter or sort it first.")
        try check.check()
        let view = RosterView(id: system.newID(), name: name, parts: parts)
        try await store.add(view, trip: access.trip.id, by: access.author, at: system.now())
    }

    package func removeView(_ id: ID, _ access: OpenHostAccess) async throws {
        try await store.removeView(id, trip: access.trip.id, by: access.author, at: system.now())
    }
}

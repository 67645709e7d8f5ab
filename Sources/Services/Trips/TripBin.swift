import Domain
import Live

/// Trips that admins delete, and restore within thirty days.
extension AppServices {
    /// From this moment no address finds it: open pages hear nothing more, and its trackers are unknown.
    package func delete(_ trip: Trip, typed name: String, _ access: AdminAccess) async throws {
        try await trips.moveToBin(trip, typed: name, access)
        try live.reloadTrackers()
        let channel = hub.tripChannel(trip.id)
        for member in channel.board.entries().keys { channel.forget(member) }
        hub.end { $0.tripID == trip.id }
    }

    /// Returns where it is found.
    package func restore(trip: ID, _ access: AdminAccess) async throws -> String {
        let slug = try await trips.takeOutOfBin(trip, access)
        try live.reloadTrackers()
        return slug
    }
}

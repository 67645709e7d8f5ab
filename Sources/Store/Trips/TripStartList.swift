import Database
import Domain

/// Whether the list of what a new trip needs is put away, for all its hosts: the trail says who did it, and the newest line counts.
extension TripStore {
    private static let (hidden, shown) = ("start list hidden", "start list shown")

    package func isStartHidden(_ trip: ID) throws -> Bool {
        try database.read { connection in
            try connection.one(
                "SELECT action FROM audit WHERE subject_id = ? AND action IN (?, ?) ORDER BY sequence DESC LIMIT 1",
                [.id(trip), .text(TripStore.hidden), .text(TripStore.shown)]
            ) { $0.text(0) } == TripStore.hidden
        }
    }

    package func setStartHidden(_ isHidden: Bool, trip: Trip, by author: Author, at now: Instant) async throws {
        try await database.change { connection in
            try AuditStore.append(
                isHidden ? TripStore.hidden : TripStore.shown, subject: .init(id: trip.id, name: trip.fields.name), trip: trip.id,
                by: author, at: now, on: connection)
        }
    }
}

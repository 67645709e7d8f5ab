import Domain
import Live

/// What the medics of a trip see of the people on it: whom to reach, where they are, and their medical notes, one by one. Hosts
/// see the same.
package struct MedicService: Sendable {
    let roster: RosterService
    let hub: Hub

    /// Who is on the trip, in order of name, with their newest position unless they are hidden.
    package func people(_ access: some HostOrMedicProof) throws -> [(person: MedicPerson, entry: BoardEntry?)] {
        let board = hub.board(access.trip.id).entries()
        return try roster.rows(trip: access.trip.id).filter { $0.status != .cancelled && $0.status != .left }
            .map { (MedicPerson($0), board[$0.id]) }
    }

    package func find(_ id: ID, _ access: some HostOrMedicProof) throws -> (person: MedicPerson, entry: BoardEntry?) {
        guard let found = try people(access).first(where: { $0.person.id == id }) else { throw Refusal.notFound }
        return found
    }

    /// The notes, after the opening is in the audit trail.
    package func openNotes(of id: ID, _ access: some HostOrMedicProof) async throws -> String {
        try await roster.openMedicalNotes(of: find(id, access).person.id, access)
    }
}

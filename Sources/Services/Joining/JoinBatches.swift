import Domain
import Store

/// Links for many at once.
extension JoinService {
    /// Whom a host makes links for.
    package enum Choice: Sendable {
        /// Travellers of the trip.
        case members([ID])
        /// Everybody who has not joined; links that they have already stop working.
        case unjoined
        /// Everybody who could not come in now.
        case withoutLink
        /// Those whom an import added or changed, and who could not come in now.
        case imported(version: Int)
    }

    package func makeLinks(for choice: Choice, _ access: OpenHostAccess) async throws -> [(row: RosterRow, token: String)] {
        switch choice {
        case .members(let members): return try await makeLinks(for: members, access)
        case .unjoined: return try await makeLinks(for: [], access)
        case .withoutLink: return try await make(overview(access).people.filter(\.state.needsLink).map(\.row.id), access)
        case .imported(let version): return try await make(invitees(ofImport: version, access).map(\.row.id), access)
        }
    }

    private func make(_ members: [ID], _ access: OpenHostAccess) async throws -> [(row: RosterRow, token: String)] {
        guard !members.isEmpty else { throw Refusal.conflict("They all have a link or have joined.") }
        return try await makeLinks(for: members, access)
    }

    /// Those of an import who could not come in now.
    package func invitees(ofImport version: Int, _ access: some HostProof) throws -> [(row: RosterRow, state: JoinState)] {
        let people = Set(try roster.changed(in: version, access).map(\.member))
        return try overview(access).people.filter { people.contains($0.row.id) && $0.state.needsLink }
    }

    package func hasLinks(_ access: some StaffProof) throws -> Bool { try store.hasLinks(trip: access.trip.id) }
}

import Domain
import Store

/// Single fields of a member, changed in the list.
extension RosterService {
    /// What the list changes in place; everything else has the member's form.
    package static let editable: Set<MemberField> = [.status, .groups, .room, .phone]

    /// - Returns: the roster version that the change made, or the standing one where it already says so.
    @discardableResult
    package func set(_ field: MemberField, to value: String, of id: ID, _ access: OpenHostAccess) async throws -> Int {
        guard RosterService.editable.contains(field) else { throw Refusal.notFound }
        var typed = MemberFields()
        (typed[.firstName], typed[field]) = ("x", value)
        let complaints = typed.tidy()
        guard complaints.isEmpty else { throw Refusal.invalid(complaints) }
        var batch = RosterStore.Batch()
        batch.changed = [
            .init(id: id) { [typed] old in
                var new = old
                new[field] = typed[field]
                return new
            }
        ]
        return try await apply(batch, access)
    }

    /// The one change that the reader made of one member as the newest version of the roster; nil if it was something else.
    package func newest(_ version: Int, _ access: some StaffProof) throws -> AuditEntry? {
        let entries = try newestEntries(version, access)
        return entries.count == 1 ? entries[0] : nil
    }

    /// All that the newest version of the roster changed, where a host can take it back or made a group; else nothing.
    package func newestEntries(_ version: Int, _ access: some StaffProof) throws -> [AuditEntry] {
        guard access.isHost, access.trip.archivedAt == nil, access.trip.rosterVersion == version else { return [] }
        let entries = try changes(since: version - 1, access)
        return entries.allSatisfy { $0.isUndoable || $0.action == RosterAction.groupCreated } ? entries : []
    }
}

import Domain
import Live
import Store

/// Importing a list: first what it would do, then in one transaction.
extension RosterService {
    package struct Preview: Sendable {
        package let id: ID
        package let table: ImportTable
        package let columns: [ImportColumn]
        package let clearsEmpty: Bool
        package let plan: ImportPlan
        package let rosterVersion: Int
    }

    /// Keeps the upload for a day and shows what it would do. Nothing of the roster changes.
    package func beginImport(_ bytes: [UInt8], _ access: TripAccess) async throws -> ID {
        try access.requireOpenHost()
        guard bytes.count <= ImportTable.byteLimit else { throw Refusal.tooLarge("The list has more than 5 MB.") }
        let text = try await HeavyWork.run {
            let text = decodeText(bytes).text
            guard !text.contains("\0") else {
                throw Refusal.invalid([FieldError("file", "This is no text. Save the list as CSV first.")])
            }
            _ = try ImportTable(csv: text)
            return text
        }
        let id = surroundings.newID()
        try await imports.add(
            id: id, trip: access.trip.id, account: access.actor.account.id, content: text, at: surroundings.now())
        return id
    }

    /// - Parameter columns: as the host corrected them; nil takes them by name.
    package func preview(
        _ id: ID, columns: [ImportColumn]?, clearsEmpty: Bool, _ access: TripAccess
    ) async throws -> Preview {
        try access.requireOpenHost()
        guard let text = try imports.content(id: id, trip: access.trip.id, account: access.actor.account.id) else {
            throw Refusal.notFound
        }
        let existing = try store.allFields(trip: access.trip.id)
        return try await HeavyWork.run {
            let table = try ImportTable(csv: text)
            let matched = columns.map { Array($0.prefix(table.header.count)) } ?? ImportColumn.match(table.header)
            let plan = ImportPlan(table: table, columns: matched, existing: existing, clearsEmpty: clearsEmpty)
            return Preview(
                id: id, table: table, columns: matched, clearsEmpty: clearsEmpty, plan: plan, rosterVersion: access.trip.rosterVersion)
        }
    }

    /// Saves the previewed rows in one transaction; refused rows are left out.
    /// - Parameter rosterVersion: the one that the preview was made on; another is a conflict.
    package func confirmImport(
        _ id: ID, columns: [ImportColumn], clearsEmpty: Bool, rosterVersion: Int, _ access: TripAccess
    ) async throws -> ImportPlan {
        let plan = try await preview(id, columns: columns, clearsEmpty: clearsEmpty, access).plan
        var batch = RosterStore.Batch()
        batch.expectedRosterVersion = rosterVersion
        batch.action = RosterAction.imported
        for row in plan.rows {
            switch row.outcome {
            case .new(let fields): batch.added.append(.init(id: surroundings.newID(), fields: fields))
            case .changed(let member, let fields, _): batch.changed.append(.init(id: member) { _ in fields })
            case .unchanged, .refused: continue
            }
        }
        try await apply(batch, access)
        try await imports.remove(id: id)
        return plan
    }
}

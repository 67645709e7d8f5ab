import Domain
import Live
import Store

/// Importing a list: first what it would do, then in one transaction.
extension RosterService {
    /// Keeps the upload for a day and shows what it would do. Nothing of the roster changes.
    package func beginImport(_ bytes: [UInt8], _ access: OpenHostAccess) async throws -> ID {
        guard bytes.count <= ImportTable.byteLimit else {
            throw Refusal.tooLarge("The list has more than 5 MB. Split it, or leave columns out.")
        }
        let (text, encoding) = try await background.run(for: access.actor.account.id) {
            if let kind = RosterService.foreignKind(bytes) {
                throw Refusal.invalid([FieldError("file", "This is \(kind), not text. Save the list as CSV first.")])
            }
            let decoded = decodeText(bytes)
            // UTF-16 writes plain letters with a zero beside each; no other text has any.
            guard decoded.encoding == "UTF-16" || !bytes.contains(0) else {
                throw Refusal.invalid([FieldError("file", "This is not text. Save the list as CSV first.")])
            }
            _ = try ImportTable(decoded.text)
            return decoded
        }
        let id = system.newID()
        try await imports.add(
            id: id, trip: access.trip.id, account: access.actor.account.id, content: text, encoding: encoding, at: system.now())
        return id
    }

    /// What people upload instead of a CSV.
    private static func foreignKind(_ bytes: [UInt8]) -> String? {
        let kinds: [(start: [UInt8], name: String)] = [
            ([0x50, 0x4B, 3, 4], "a workbook (.xlsx, .ods, .numbers)"), ([0xD0, 0xCF, 0x11, 0xE0], "an Excel workbook (.xls)"),
            (Array("%PDF".utf8), "a PDF"),
        ]
        return kinds.first { bytes.starts(with: $0.start) }?.name
    }

    /// - Parameter reading: as the host corrects it now; nil takes what was applied before, else the columns by their names.
    package func preview(_ id: ID, _ reading: ImportReading?, _ access: OpenHostAccess) async throws -> ImportPreview {
        let pending = try pendingImport(id, access)
        guard pending.savedCount == nil else { throw Refusal.notFound }
        let existing = try store.allFields(trip: access.trip.id)
        let rule = reading?.rule ?? ImportRule(clearsEmpty: pending.clearsEmpty)
        let (own, groups, system) = (try ownColumns(access), try groups(access).map(\.name), system)
        let applied = reading?.columns ?? pending.mapping?.map { ImportColumn(key: $0, own: own) }
        return try await background.run(for: access.actor.account.id) {
            let table = try ImportTable(pending.content)
            let mapping = ImportMapping(table, applied: applied, own: own)
            let new = NewColumns(mapping, table, own: own, newID: system.newID)
            let plan = ImportPlan(
                table: table, columns: new.columns, existing: existing, rule: rule, groups: groups, persons: reading?.persons ?? [:])
            return ImportPreview(
                id: id, table: table, encoding: pending.encoding, mapping: mapping, rule: rule, plan: plan, own: own,
                added: new.added, surplus: new.surplus)
        }
    }

    /// Keeps what the host said of the columns, for every later preview.
    package func read(_ id: ID, as reading: ImportReading, _ access: OpenHostAccess) async throws {
        guard try pendingImport(id, access).savedCount == nil else { throw Refusal.notFound }
        try await imports.setMapping(reading.columns, clearsEmpty: reading.rule.clearsEmpty, of: id)
    }

    /// Saves the previewed rows in one transaction; refused rows and cells are left out, and kept to be fetched.
    /// - Parameter rosterVersion: the one that the preview was made on; another is a conflict.
    /// - Returns: the roster's version that it made, and of how many rows all or a cell was refused.
    package func confirmImport(
        _ id: ID, _ reading: ImportReading, rosterVersion: Int, _ access: OpenHostAccess
    ) async throws -> (version: Int, refused: Int) {
        let preview = try await preview(id, reading, access)
        let undecided = preview.plan.undecided
        guard undecided.isEmpty else {
            throw Refusal.invalid(
                undecided.prefix(5).map { FieldError("person\($0.line)", "Line \($0.line): say who \($0.name.prefix(60)) is.") })
        }
        var batch = RosterStore.Batch()
        batch.expectedRosterVersion = rosterVersion
        batch.action = RosterAction.imported
        batch.columns = preview.added
        for row in preview.plan.rows {
            switch row.outcome {
            case .new(let fields): batch.added.append(.init(id: system.newID(), fields: fields))
            case .changed(let member, let fields, _): batch.changed.append(.init(id: member) { _ in fields })
            case .unchanged, .undecided, .refused: continue
            }
        }
        let version = try await apply(batch, access)
        let refused = preview.plan.problemCount
        try await imports.finish(
            id, saved: batch.added.count + batch.changed.count, refused: refused > 0 ? RefusedRows.csv(preview.table, preview.plan) : nil)
        return (version, refused)
    }

    /// Whom a version of the roster added or changed; nobody for one that there is not.
    package func changed(in version: Int, _ access: some HostProof) throws -> [(member: ID, action: String)] {
        try audit.members(rosterVersion: version, trip: access.trip.id)
    }

    /// What an import did, by the version that it made.
    /// - Throws: not found for a version that added or imported nobody.
    package func imported(in version: Int, _ access: OpenHostAccess) throws -> ImportResult {
        let lines = try changed(in: version, access)
        let kinds: Set = [RosterAction.added, RosterAction.imported]
        guard !lines.isEmpty, lines.allSatisfy({ kinds.contains($0.action) }) else { throw Refusal.notFound }
        let added = lines.count { $0.action == RosterAction.added }
        return ImportResult(version: version, added: added, changed: lines.count - added)
    }

    /// What was refused of an import that is saved: nil for one that is not.
    package func savedImport(_ id: ID, _ access: OpenHostAccess) async throws -> (savedCount: Int, refused: ImportTable)? {
        let pending = try pendingImport(id, access)
        guard let count = pending.savedCount else { return nil }
        return (count, try await background.run(for: access.actor.account.id) { try ImportTable(pending.content) })
    }

    /// The rows of which all or a cell is refused, as CSV, before and after the others are saved.
    package func refusedRows(_ id: ID, _ access: OpenHostAccess) async throws -> String {
        let pending = try pendingImport(id, access)
        guard pending.savedCount == nil else { return pending.content }
        let preview = try await preview(id, nil, access)
        return RefusedRows.csv(preview.table, preview.plan)
    }

    private func pendingImport(_ id: ID, _ access: OpenHostAccess) throws -> PendingImport {
        guard let pending = try imports.find(id, trip: access.trip.id, account: access.actor.account.id) else { throw Refusal.notFound }
        return pending
    }
}

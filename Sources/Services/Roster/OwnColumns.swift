import Domain
import Store

/// Own columns of a trip's roster: what hosts add to it, and what stands in it for one member.
extension RosterService {
    package func ownColumns(_ access: some StaffProof) throws -> [OwnColumn] { try columns.list(trip: access.trip.id) }

    /// Columns with how many values each has, and those that can be brought back.
    package func ownColumnOverview(_ access: OpenHostAccess) throws -> OwnColumnOverview {
        let counts = try columns.valueCounts(trip: access.trip.id)
        return OwnColumnOverview(
            columns: try ownColumns(access).map { (column: $0, valueCount: counts[$0.id] ?? 0) },
            deleted: try columns.deleted(trip: access.trip.id).map { ($0.id, $0.name, $0.valueCount, $0.until) })
    }

    package func ownColumn(_ id: ID, _ access: some StaffProof) throws -> OwnColumn {
        guard let column = try ownColumns(access).first(where: { $0.id == id }) else { throw Refusal.notFound }
        return column
    }

    // MARK: which there are

    package func addColumn(_ typed: OwnColumn, _ access: OpenHostAccess) async throws {
        let column = try checked(typed, access)
        try await columns.add(column, trip: access.trip.id, by: access.author, at: system.now())
    }

    /// A new kind, or fewer choices, must fit what stands in the column.
    package func updateColumn(_ typed: OwnColumn, _ access: OpenHostAccess) async throws {
        _ = try ownColumn(typed.id, access)
        let column = try checked(typed, access)
        let renamed = try self.renamed(column)
        try await columns.update(column, renamed: renamed, trip: access.trip.id, by: access.author, at: system.now())
    }

    private func checked(_ typed: OwnColumn, _ access: OpenHostAccess) throws -> OwnColumn {
        var (column, check) = (typed, Validation())
        check.merge(column.tidy(besides: try ownColumns(access)))
        try check.check()
        return column
    }

    /// Values that the column writes differently now. One that does not fit any more is said beside its field.
    private func renamed(_ column: OwnColumn) throws -> [(from: String, to: String)] {
        let found = try columns.values(of: column.id).map { (value: $0.value, count: $0.count, read: column.read($0.value)) }
        let unfit = found.filter { $0.read.complaint != nil }
        guard let first = unfit.first else { return found.filter { $0.value != $0.read.value }.map { ($0.value, $0.read.value) } }
        let people = counted(unfit.reduce(0) { $0 + $1.count }, "person has", "people have")
        throw Refusal.invalid([
            FieldError(
                column.kind == .choice ? "choices" : "kind",
                "\(people) a value that would not fit, for instance “\(first.value.prefix(40))”. Change that first.")
        ])
    }

    package func moveColumn(_ id: ID, isUp: Bool, _ access: OpenHostAccess) async throws {
        try await columns.move(id, isUp: isUp, trip: access.trip.id, by: access.author, at: system.now())
    }

    package func deleteColumn(_ id: ID, _ access: OpenHostAccess) async throws {
        try await columns.delete(id, trip: access.trip.id, by: access.author, at: system.now())
    }

    /// - Throws: a conflict where another column has its name now, or there is no room.
    package func restoreColumn(_ id: ID, _ access: OpenHostAccess) async throws {
        do {
            try await columns.restore(id, trip: access.trip.id, by: access.author, at: system.now())
        } catch Refusal.invalid {
            throw Refusal.conflict("Another column has this name now. Rename that one first.")
        }
    }

    // MARK: what stands in them

    /// One cell of the list.
    /// - Returns: the roster version that the change made, or the standing one where it already says so.
    @discardableResult
    package func set(_ column: OwnColumn, to value: String, of id: ID, _ access: OpenHostAccess) async throws -> Int {
        let (value, complaint) = column.read(value)
        if let complaint { throw Refusal.invalid([FieldError("value", complaint)]) }
        var batch = RosterStore.Batch()
        batch.changed = [
            .init(id: id) { old in
                var new = old
                new.own[column] = value
                return new
            }
        ]
        return try await apply(batch, access)
    }
}

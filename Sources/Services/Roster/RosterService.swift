import Domain
import Live
import Store

package final class RosterService: Sendable {
    let store: RosterStore
    let groups: GroupStore
    let columns: OwnColumnStore
    let imports: ImportStore
    let audit: AuditStore
    private let fixes: FixStore
    /// Those that the server has set up.
    let channels: [DeliveryChannel]
    private let hub: Hub
    private let sharing: SharingService
    private let unsaved: UnsavedWork
    let background: BackgroundQueue
    let system: SystemInputs
    private let rowsCache: ReadCache<ID, [RosterRow]>
    private let peopleCache: ReadCache<ID, [ID: MapPerson]>

    package init(
        store: RosterStore, groups: GroupStore, columns: OwnColumnStore, imports: ImportStore, audit: AuditStore, fixes: FixStore, hub: Hub,
        sharing: SharingService, rowsCache: ReadCache<ID, [RosterRow]>, peopleCache: ReadCache<ID, [ID: MapPerson]>,
        unsaved: UnsavedWork, background: BackgroundQueue, channels: [DeliveryChannel], system: SystemInputs
    ) {
        self.store = store
        self.channels = channels
        self.groups = groups
        self.columns = columns
        self.imports = imports
        self.audit = audit
        self.fixes = fixes
        self.hub = hub
        self.sharing = sharing
        self.unsaved = unsaved
        self.background = background
        self.rowsCache = rowsCache
        self.peopleCache = peopleCache
        self.system = system
    }

    // MARK: reading

    /// Read anew for every list: the roster page's cost is this query and its bytes.
    package func entries(_ filter: RosterFilter, _ access: some StaffProof) throws -> [RosterEntry] {
        let rows = try store.rows(trip: access.trip.id, reachedBy: channels)
        let board = hub.board(access.trip.id).entries()
        return filter.apply(to: rows, trip: access.trip.fields, now: system.now()) { board[$0] }
    }

    /// Of the newest contacts that the list shows, besides what is stored.
    package func contactVersion(_ access: some StaffProof) -> Int { hub.board(access.trip.id).version }

    package func groups(_ access: some StaffProof) throws -> [Group] {
        try store.groups(trip: access.trip.id)
    }

    package func member(_ id: ID, _ access: some StaffProof) throws -> Member {
        guard let member = try store.member(id, trip: access.trip.id) else { throw Refusal.notFound }
        return member
    }

    package func history(of member: Member) throws -> [AuditEntry] {
        try audit.entries(subject: member.id, trip: member.tripID, limit: 200)
    }

    package func changes(since version: Int, _ access: some StaffProof) throws -> [AuditEntry] {
        try audit.rosterChanges(trip: access.trip.id, after: version, limit: 2000)
    }

    /// Every member in order of name: kept in memory until something but positions, messages and ticks changes.
    func rows(trip: ID) throws -> [RosterRow] { try rowsCache.value(for: trip) { try store.rows(trip: trip, reachedBy: channels) } }

    /// For the map and for the apps' friends.
    package func people(trip: ID) throws -> [MapPerson] {
        try rows(trip: trip)
            .filter { !$0.isGone }.map(\.person)
    }

    /// The same people by id, ready made: every position of every phone looks one up.
    package func peopleByID(trip: ID) throws -> [ID: MapPerson] {
        try peopleCache.value(for: trip) {
            Dictionary(try people(trip: trip).map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
        }
    }

    // MARK: changing

    package func add(_ fields: MemberFields, _ access: OpenHostAccess) async throws -> ID {
        let checked = try check(fields, access)
        let id = system.newID()
        var batch = RosterStore.Batch()
        batch.added = [.init(id: id, fields: checked)]
        try await apply(batch, access)
        return id
    }

    /// Takes every field but the medical notes, which have a page of their own.
    package func update(_ id: ID, to fields: MemberFields, version: Int, _ access: OpenHostAccess) async throws {
        let checked = try check(fields, access)
        var batch = RosterStore.Batch()
        batch.changed = [
            .init(id: id, expectedVersion: version) { old in
                var new = checked
                new[.medicalNotes] = old[.medicalNotes]
                return new
            }
        ]
        try await apply(batch, access)
    }

    /// - Returns: the roster version that it made, or the standing one.
    @discardableResult
    package func apply(_ action: BulkAction, to members: [ID], _ access: OpenHostAccess) async throws -> Int {
        var check = Validation()
        check.require(!members.isEmpty, "members", "Tick at least one person first.")
        if case .addToGroup(let name) = action {
            check.require(!name.isEmpty && name.count <= 60, "group", "A group’s name has 1 to 60 characters.")
        }
        if case .setRoom(let tripChannel) = action { check.require(tripChannel.count <= 100, "room", "At most 100 characters.") }
        try check.check()
        var batch = RosterStore.Batch()
        batch.action = RosterAction.together
        batch.changed = members.map { .init(id: $0) { action.apply(to: $0) } }
        return try await apply(batch, access)
    }

    /// What the reader did to several members at once within the last hour, if it is the newest change of all; else their newest import
    /// of the last day, while undoing it would still take somebody back.
    package func lastOfMine(_ access: some StaffProof) throws -> RosterOverview.Last? {
        guard access.isHost, access.trip.archivedAt == nil else { return nil }
        let (version, reader, now) = (access.trip.rosterVersion, access.actor.account.id, system.now())
        let kinds = try audit.kinds(rosterVersion: version, trip: access.trip.id, by: reader, after: now - .hours(1))
        if let kinds, kinds.count > 1, kinds.actions.isSubset(of: RosterAction.ofMembers) {
            let isImport = kinds.actions.isSubset(of: RosterAction.ofImports)
            return RosterOverview.Last(version: version, count: kinds.count, isImport: isImport)
        }
        return try audit.newestImport(trip: access.trip.id, to: version, by: reader, after: now - .days(1)).map {
            RosterOverview.Last(version: $0.version, count: $0.count, isImport: true)
        }
    }

    package func undo(_ version: Int, _ access: OpenHostAccess) async throws -> RosterStore.UndoResult {
        let taken = try await store.undo(
            version, trip: access.trip.id, by: access.author, at: system.now(), newID: system.newID)
        try await sharing.refresh()
        return taken
    }

    private func check(_ fields: MemberFields, _ access: OpenHostAccess) throws -> MemberFields {
        var fields = fields
        var check = Validation()
        check.merge(fields.tidy())
        check.merge(fields.own.tidy(try ownColumns(access)))
        try check.check()
        return fields
    }

    @discardableResult
    func apply(_ batch: RosterStore.Batch, _ access: OpenHostAccess) async throws -> Int {
        let version = try await store.apply(
            batch, trip: access.trip.id, by: access.author, at: system.now(), newID: system.newID)
        guard version != access.trip.rosterVersion else { return version }
        await follow()
        return version
    }

    /// Removed members are off the maps before this returns. Where the database is away by now it returns all the same: what was asked for
    /// is stored, and whoever asked would store it again.
    func follow() async {
        do { try await sharing.refresh() } catch {
            Task { [sharing] in await Failures.insist { try await sharing.refresh() } }
        }
    }

    // MARK: medical notes and sharing

    /// Medical notes open even on a full disk, because somebody who calls for help may need them; the opening is then stored later.
    package func openMedicalNotes(of id: ID, _ access: some HostOrMedicProof) async throws -> String {
        let (store, trip, author, now) = (store, access.trip.id, access.author, system.now())
        do {
            return try await store.openMedicalNotes(of: id, trip: trip, by: author, at: now)
        } catch Refusal.unavailable {
            let notes = try store.medicalNotes(of: id, trip: trip)
            unsaved.keep("opening of medical notes \(system.newID())") {
                _ = try await store.openMedicalNotes(of: id, trip: trip, by: author, at: now)
            }
            return notes
        }
    }

    package func setMedicalNotes(_ notes: String, of id: ID, version: Int, _ access: OpenHostAccess) async throws {
        let tidied = tidyText(notes)
        guard tidied.count <= MemberField.medicalNotes.limit else {
            throw Refusal.invalid([FieldError("medical_notes", "At most 4,000 characters, this has \(grouped(tidied.count)).")])
        }
        var batch = RosterStore.Batch()
        batch.changed = [
            .init(id: id, expectedVersion: version) { old in
                var new = old
                new[.medicalNotes] = tidied
                return new
            }
        ]
        try await apply(batch, access)
    }

    /// Pausing takes the member off the board and off every open map before it returns.
    package func setSharingPaused(_ isPaused: Bool, _ member: Member, _ access: OpenHostAccess) async throws {
        let now = system.now()
        try await sharing.setPaused(isPaused, member.id, access.trip.id) {
            try await store.setSharingPaused(isPaused, member: member, by: access.author, at: now)
        }
    }
}

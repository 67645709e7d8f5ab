import Domain
import Live
import Store

/// Cases of help as those see them who help: what is open, who is on it, and what they do about it, one step after another.
extension SafetyService {
    /// What the actor must see on every page: the open cases of all trips on which they are staff. Those that nobody is on come
    /// first, and calls before messages; then the oldest. Tests come last.
    package func open(for actor: Actor) throws -> [OpenHelp] {
        let hearsCalls = actor.account.isAdmin || actor.roles.values.contains(where: \.seesPositions)
        guard hearsCalls, !actor.mustSetUpSecondFactor else { return [] }
        return try openCases().compactMap { help -> OpenHelp? in
            guard let role = actor.role(on: help.tripID), role.seesPositions, let trip = try trips(help.tripID) else { return nil }
            return (role.isStaff ? help : help.withoutMessages).map {
                OpenHelp(
                    help: $0, trip: trip, place: .ofCall($0.place, board: hub.board(trip.id).entry($0.memberID), at: system.now()))
            }
        }.sorted { $0.help.isBefore($1.help) }
    }

    package func open(_ access: some StaffOrMedicProof) throws -> [HelpCase] {
        try openCases().filter { $0.tripID == access.trip.id }.compactMap { seen($0, access) }
    }

    /// Messages that belong to open cases: staff see in the chat that they are calls.
    package func messages(_ access: StaffAccess) throws -> [HelpMessage] { try open(access).flatMap(store.messages) }

    /// None for whoever is not staff.
    package func messages(of access: MemberAccess) throws -> [HelpMessage] { try access.asStaff.map(messages) ?? [] }

    /// Medics hear calls, and read no chat but their own.
    private func seen(_ help: HelpCase, _ access: some StaffOrMedicProof) -> HelpCase? {
        access.role.isStaff ? help : help.withoutMessages
    }

    /// Newest first. Medics see what is open, and what was called within a day: who helps still needs its place.
    package func recent(_ access: some StaffOrMedicProof) throws -> [HelpCase] {
        let (trip, dayAgo) = (access.trip.id, system.now() - .hours(24))
        return try pending.merged(into: store.recent(trip: trip, limit: 200)) { $0.tripID == trip }
            .filter { access.role.isStaff || $0.ending == nil || $0.raisedAt > dayAgo }.sorted { $0.raisedAt > $1.raisedAt }
            .compactMap { seen($0, access) }
    }

    package func find(_ id: ID, _ access: some StaffOrMedicProof) throws -> HelpCase {
        let stored = try store.find(id, trip: access.trip.id).map { [$0] } ?? []
        let found = pending.merged(into: stored) { $0.id == id && $0.tripID == access.trip.id }.first
        let dayAgo = system.now() - .hours(24)
        guard let found, let help = seen(found, access), access.role.isStaff || help.ending == nil || help.raisedAt > dayAgo else {
            throw Refusal.notFound
        }
        return help
    }

    package func entries(of help: HelpCase) throws -> [HelpEntry] { try store.entries(of: help.id) }

    // MARK: steps

    /// - Returns: the case, and whether it was this call that took it.
    @discardableResult
    package func take(_ id: ID, _ access: some StaffOrMedicProof) async throws -> (help: HelpCase, isFirst: Bool) {
        let help = try find(id, access)
        try requireOthers(help, access)
        if let objection = help.objection(to: .take, by: access.actor.account.id), help.ending != nil { throw Refusal.conflict(objection) }
        let found = try await take(id, trip: access.trip.id, by: access.author, at: system.now())
        guard let found else { throw Refusal.notFound }
        return found
    }

    /// Taking one's own case would turn the alarm off on all screens, and nobody would come.
    func requireOthers(_ help: HelpCase, _ access: some StaffOrMedicProof) throws {
        guard help.memberID != access.actor.members[access.trip.id] else {
            throw Refusal.conflict("This is your own call. Somebody else has to be on it.")
        }
    }

    /// A full disk must not make anybody wait for help: who is on it is known at once, and stored later.
    private func take(_ id: ID, trip: ID, by author: Author, at now: Instant) async throws -> (help: HelpCase, isFirst: Bool)? {
        if let found = takeUnsaved(id, trip: trip, by: author, at: now) { return found }
        do {
            return try await store.take(id, trip: trip, by: author, at: now)
        } catch Refusal.unavailable {
            // Somebody else may have been faster while this waited for the disk.
            if let found = takeUnsaved(id, trip: trip, by: author, at: now) { return found }
            guard let help = try store.find(id, trip: trip) else { return nil }
            guard help.state == .open else { return (help, false) }
            pending.take(help, by: author, at: now)
            storeLater(help)
            let taken = help.taken(by: .init(account: author.id, name: author.name, since: now))
            announceUnsaved(taken)
            return (taken, true)
        }
    }

    /// Of a case that nothing has taken yet; nil for any other.
    private func takeUnsaved(_ id: ID, trip: ID, by author: Author, at now: Instant) -> (help: HelpCase, isFirst: Bool)? {
        guard let found = pending.take(id, trip: trip, by: author, at: now) else { return nil }
        if found.isFirst { announceUnsaved(found.help) }
        return found
    }

    /// Any other step of a helper; how a case ends is said with `ModerationService.resolve`.
    package func perform(_ step: HelpStep, on id: ID, _ access: some StaffOrMedicProof) async throws {
        try requireOthers(find(id, access), access)
        try requireStored(id)
        _ = try await store.perform(step, on: id, trip: access.trip.id, by: access.author, at: system.now())
    }

    /// - Parameter text: of the form.
    package func note(_ text: String, on id: ID, _ access: some StaffOrMedicProof) async throws {
        let text = tidyText(text)
        guard !isBlank(text), text.count <= HelpCase.noteLimit else {
            throw Refusal.invalid([FieldError("note", "Between 1 and 1,000 characters.")])
        }
        try await perform(.note(text), on: id, access)
    }

    /// A case that is only in memory takes no more than who is on it.
    func requireStored(_ id: ID) throws {
        guard !pending.holds(case: id) else {
            throw Refusal.unavailable("The disk is full, so this could not be saved. People still see who is on it.", retryAfter: 60)
        }
    }

    // MARK: whoever called

    /// One's own newest case that is open, or was until two hours ago: whether somebody is on it, and how to reach them.
    package func own(_ access: MemberAccess) throws -> OwnHelp? {
        guard let newest = try newestCall(of: access.member), newest.ending.map({ $0.at > system.now() - .hours(2) }) ?? true else {
            return nil
        }
        let since = newest.holder?.since
        let phoned = try store.entries(of: newest.id).last { entry in entry.kind == .phoned && since.map { entry.at >= $0 } == true }
        return OwnHelp(help: newest, takerPhone: try store.takerPhone(of: newest), phonedAt: phoned?.at)
    }

    /// One's own call while it is open, for a line on every page: a real one before a test.
    package func ownOpen(_ access: MemberAccess) throws -> HelpCase? {
        let own = try openCases().filter { $0.memberID == access.member && $0.isCall }
        return own.first { !$0.isTest } ?? own.first
    }

    /// Nil also where only messages sound like a call: whoever wrote them has not called.
    private func newestCall(of member: ID) throws -> HelpCase? {
        let stored = try store.newest(member: member).map { [$0] } ?? []
        let newest = pending.merged(into: stored) { $0.memberID == member }.max { $0.raisedAt < $1.raisedAt }
        return newest.flatMap { $0.isCall ? $0 : nil }
    }

    /// Their own word, after a confirmation. It is told to whoever helps and ends nothing: nobody can see who holds the phone.
    package func saysOK(_ access: MemberAccess) async throws {
        guard let own = try own(access)?.help, own.ending == nil else { throw Refusal.conflict("You have no open call.") }
        try requireStored(own.id)
        _ = try await store.perform(.saysOK, on: own.id, trip: access.trip.id, by: access.author, at: system.now())
    }

    /// Of the page on which one calls.
    package func calling(_ access: MemberAccess) throws -> CallingHelp {
        var calling = CallingHelp(
            own: try own(access), hosts: try reachableHosts(trip: access.trip.id, but: access.member), mayTest: mayTest(access.trip))
        calling.last = HelpCase.Location.ofCall(nil, board: hub.board(access.trip.id).entry(access.member), at: system.now())
        return calling
    }

    /// The hosts whom everybody on the trip may phone: those whose profile gives a number to all.
    func reachableHosts(trip: ID, but own: ID) throws -> [Friend] {
        let standIns = try coHosts.active(trip: trip, at: system.now())
        return try friends.list(trip: trip).filter {
            ($0.isStaff || standIns.contains($0.id)) && $0.id != own && !$0.fields[.whatsapp].isEmpty
        }
    }
}

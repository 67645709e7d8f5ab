import Domain
import Store

/// Who is on duty when: planned by the trip's staff, accepted by whoever takes it over.
package struct DutyService: Sendable {
    private let store: DutyStore
    private let roster: RosterService
    private let system: SystemInputs

    init(store: DutyStore, roster: RosterService, system: SystemInputs) {
        (self.store, self.roster, self.system) = (store, roster, system)
    }

    /// What a form asks for.
    package struct Request: Sendable {
        package let person: ID?
        package let startsAt: Instant?
        package let endsAt: Instant?
        package init(person: ID?, startsAt: Instant?, endsAt: Instant?) {
            (self.person, self.startsAt, self.endsAt) = (person, startsAt, endsAt)
        }
    }

    /// What is not over. While the trip runs somebody is to be on duty until the next morning at least.
    package func roster(_ access: some StaffProof) throws -> DutyRoster {
        let (trip, now) = (access.trip, system.now())
        let today = trip.zone.today(at: now)
        let isOn = trip.archivedAt == nil && trip.fields.startDay <= today && today <= trip.fields.endDay
        let morning = trip.zone.instant(day: Day(number: today.number + 1), secondsOfDay: Duty.morning)
        var found = DutyRoster(try store.list(trip: trip.id, from: now), from: now, until: isOn ? morning : nil)
        guard !found.duties.isEmpty else { return found }
        found.unreached = Set(try roster.rows(trip: trip.id).filter(\.reach.isEmpty).map(\.id))
        return found
    }

    /// Who may be on duty: the trip's staff, as far as they can sign in.
    package func people(_ access: StaffAccess) throws -> [Duty.Person] {
        try roster.rows(trip: access.trip.id).filter { $0.role.isStaff && $0.hasAccount && !$0.isGone }
            .map { Duty.Person(id: $0.id, name: $0.fullName, phone: $0[.phone]) }
    }

    /// - Returns: the new duty.
    package func add(_ request: Request, _ access: StaffAccess) async throws -> ID {
        var errors: [FieldError] = []
        let person = try people(access).first { $0.id == request.person }
        if person == nil { errors.append(FieldError("member", "Choose somebody on the trip’s staff.")) }
        if request.startsAt == nil { errors.append(FieldError("from_time", "Say when it starts.")) }
        if request.endsAt == nil { errors.append(FieldError("until_time", "Say when it ends.")) }
        guard let person, let start = request.startsAt, let end = request.endsAt, errors.isEmpty else { throw Refusal.invalid(errors) }
        guard end > start else { throw Refusal.invalid([FieldError("until_time", "The end must be after the start.")]) }
        guard end > system.now() else { throw Refusal.invalid([FieldError("until_time", "This time has passed. Choose a later one.")]) }
        guard end - start <= Duty.longest else { throw Refusal.invalid([FieldError("until_time", "At most three days at a time.")]) }
        let isOwn = access.actor.members[access.trip.id] == person.id
        let duty = Duty(
            id: system.newID(), holder: isOwn ? person : nil, offered: isOwn ? nil : person, startsAt: start, endsAt: end)
        try await store.add(duty, trip: access.trip.id, isAccepted: isOwn, by: access.author, at: system.now())
        return duty.id
    }

    /// Asks somebody else to take a duty over. Whoever takes it for themselves has it at once.
    package func offer(_ id: ID, to person: ID?, _ access: StaffAccess) async throws {
        guard let person = try people(access).first(where: { $0.id == person }) else {
            throw Refusal.invalid([FieldError("member", "Choose somebody on the trip’s staff.")])
        }
        try await store.offer(id, to: person.id, trip: access.trip.id, by: access.author, at: system.now())
        if access.actor.members[access.trip.id] == person.id { try await answer(id, isAccepted: true, access) }
    }

    package func answer(_ id: ID, isAccepted: Bool, _ access: StaffAccess) async throws {
        guard let own = access.actor.members[access.trip.id] else {
            throw Refusal.conflict("Only members of the trip can answer for themselves.")
        }
        try await store.answer(id, isAccepted: isAccepted, person: own, trip: access.trip.id, by: access.author, at: system.now())
    }

    package func remove(_ id: ID, _ access: StaffAccess) async throws {
        try await store.remove(id, trip: access.trip.id, by: access.author, at: system.now())
    }

    /// One that was removed a moment ago and can be brought back.
    package func removed(_ id: ID, _ access: StaffAccess) throws -> Duty? {
        let (trip, now) = (access.trip.id, system.now())
        guard let kept = try store.removed(id, trip: trip, at: now), let duty = try again(kept, access), duty.endsAt > now else {
            return nil
        }
        let people = Set([duty.holder?.id, duty.offered?.id].compactMap(\.self))
        let isTaken = try store.list(trip: trip, from: max(now, duty.startsAt)).contains { other in
            other.startsAt < duty.endsAt && !people.isDisjoint(with: [other.holder?.id, other.offered?.id].compactMap(\.self))
        }
        return isTaken ? nil : duty
    }

    /// - Returns: nil where one of its people is no longer on the trip's staff.
    private func again(_ kept: DutyStore.Removed, _ access: StaffAccess) throws -> Duty? {
        let staff = try people(access)
        let (holder, offered) = (staff.first { $0.id == kept.holder }, staff.first { $0.id == kept.offered })
        guard holder?.id == kept.holder, offered?.id == kept.offered else { return nil }
        return Duty(id: kept.id, holder: holder, offered: offered, startsAt: kept.startsAt, endsAt: kept.endsAt)
    }

    package func restore(_ id: ID, _ access: StaffAccess) async throws {
        let (trip, now) = (access.trip.id, system.now())
        guard let kept = try store.removed(id, trip: trip, at: now) else {
            // After a second press it is back already.
            if try store.exists(id, trip: trip) { return }
            throw Refusal.conflict("This duty can no longer be brought back. Add it again.")
        }
        guard let duty = try again(kept, access) else {
            throw Refusal.conflict("They are no longer on the trip’s staff. Choose somebody else.")
        }
        try await store.restore(duty, trip: trip, by: access.author, at: now)
    }
}

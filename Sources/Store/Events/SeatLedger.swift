import Database
import Domain

/// The seats and the waitlist of one event inside one write transaction. Only one transaction writes at a time, or several as if they came
/// one after the other, so what is read here still holds when it is written: capacity is exact under any race.
struct SeatLedger {
    struct Respondent {
        let author: String
        let now: Instant
        var note = ""
        /// The member whose invitation it is.
        var isOwn = false
    }

    let event: ID
    let tripID: ID
    private let title: String
    let state: EventState
    private(set) var capacity: Int?
    let offersAutomatically: Bool
    let rule: OfferRule
    private let listVersion: Int
    private(set) var taken: Int
    private(set) var queueEnd: Int
    private var isChanged = false
    /// Members whose invitation somebody else changed, and how.
    private(set) var told: [ID: EventHint] = [:]
    /// The new answers of invitations that changed.
    private(set) var answers: [ID: RSVP] = [:]
    let connection: Connection

    init?(event: ID, on connection: Connection) throws {
        guard
            let row = try connection.one(
                """
                SELECT trip_id, state, capacity, offers_automatically, starts_at, answer_by, offer_minutes, taken, queue_end, list_version,
                    title FROM event WHERE id = ?
                """, [.id(event)],
                { row in
                    (
                        row.id(0), EventState(rawValue: row.text(1)) ?? .draft, row.optionalInteger(2).map(Int.init), row.boolean(3),
                        OfferRule(startsAt: row.at(4), answerBy: row.optionalAt(5), minutes: row.int(6)), row.int(7), row.int(8),
                        row.int(9),
                        row.text(10)
                    )
                })
        else { return nil }
        self.event = event
        self.connection = connection
        (tripID, state, capacity, offersAutomatically, rule, taken, queueEnd, listVersion, title) = row
    }

    var free: Int { capacity.map { $0 - taken } ?? .max }

    func invitation(_ member: ID) throws -> Invitation? {
        try connection.one(
            "SELECT \(EventRows.invitation) FROM invitation i WHERE i.event_id = ? AND i.member_id = ?", [.id(event), .id(member)],
            EventRows.invitation)
    }

    // MARK: answers

    /// What somebody says to an invitation. Going becomes a place on the waitlist where none is free.
    mutating func answer(_ old: Invitation, isComing: Bool, by respondent: Respondent) throws {
        if !isComing { return try set(old, .declined, by: respondent) }
        switch old.rsvp {
        case .going, .offered: try set(old, .going, by: respondent)
        case .waitlisted: return
        case .pending, .declined:
            if try mayTakeSeat(at: respondent.now) {
                try set(old, .going, by: respondent)
            } else {
                queueEnd += 1
                try set(old, .waitlisted, queue: queueEnd, by: respondent)
            }
        }
    }

    /// As if nothing had been said. An offer is not an answer, and stands.
    mutating func takeBack(_ old: Invitation, by respondent: Respondent) throws {
        guard old.rsvp != .offered else { return }
        try set(old, .pending, by: respondent)
    }

    /// Waiting members come first. With automatic offers on, everybody who could have the place was offered it by now.
    private func mayTakeSeat(at now: Instant) throws -> Bool {
        guard free > 0 else { return false }
        if offersAutomatically, rule.expiry(offeredAt: now) != nil { return true }
        return try !isAwaited()
    }

    /// Offers somebody a place out of order.
    mutating func promote(_ old: Invitation, by respondent: Respondent) throws {
        guard old.rsvp == .waitlisted else { throw Refusal.conflict("They are no longer on the waitlist.") }
        guard free > 0 else { throw Refusal.conflict("No place is free. Raise the capacity first, or free a place.") }
        guard let expiry = rule.expiryByHand(offeredAt: respondent.now) else { throw Refusal.conflict("This event has begun.") }
        try set(old, .offered, expires: expiry, by: respondent)
    }

    /// A host's answer overrides the rules, but never the capacity.
    mutating func override(_ old: Invitation, isComing: Bool, by respondent: Respondent) throws {
        guard isComing, !old.rsvp.holdsSeat else { return try answer(old, isComing: isComing, by: respondent) }
        guard free > 0 else { throw Refusal.conflict("No place is free. Raise the capacity first, or free a place.") }
        try set(old, .going, by: respondent)
    }

    /// At the end of the line, if not in it yet.
    mutating func wait(_ old: Invitation, by respondent: Respondent) throws {
        guard old.rsvp != .waitlisted else { return }
        queueEnd += 1
        try set(old, .waitlisted, queue: queueEnd, by: respondent)
    }

    /// More places or fewer, as if the event had been edited. With the places that are taken now: the schema allows no more than there are.
    mutating func setCapacity(_ places: Int, by author: Author, at now: Instant) throws {
        try connection.run(
            "UPDATE event SET capacity = ?, taken = ?, version = version + 1, sequence = sequence + 1, changed_at = ? WHERE id = ?",
            [Value(places), Value(taken), .at(now), .id(event)])
        let change = AuditChange(field: "capacity", from: capacity.map(String.init) ?? "no limit", to: String(places))
        try AuditStore.append(
            "event changed", subject: .init(id: event, name: title), trip: tripID, changes: [change], by: author, at: now, on: connection)
        capacity = places
    }

    /// What it was before a host answered: with its place in line, if nobody else has that. A place that is gone meanwhile becomes one
    /// at the end of the line.
    mutating func restore(_ now: Invitation, to former: FormerAnswer, by respondent: Respondent) throws {
        switch former.was {
        case .pending, .declined: try set(now, former.was, by: respondent)
        case .waitlisted:
            guard let queue = former.queue, queue <= queueEnd, try isFree(queue: queue) else { return try wait(now, by: respondent) }
            try set(now, .waitlisted, queue: queue, by: respondent)
        case .going, .offered:
            guard now.rsvp.holdsSeat || free > 0 else { return try wait(now, by: respondent) }
            let expiry = former.was == .offered ? rule.expiryByHand(offeredAt: respondent.now) : nil
            if former.was == .offered, expiry == nil { return try set(now, .pending, by: respondent) }
            try set(now, former.was, expires: expiry, by: respondent)
        }
    }

    private func isFree(queue: Int) throws -> Bool {
        try connection.one("SELECT 1 FROM invitation WHERE event_id = ? AND queue = ?", [.id(event), Value(queue)]) { _ in true } == nil
    }

    // MARK: the waitlist

    /// Offers that ran out fall back to "no answer"; then free places go to those who wait.
    mutating func passOnExpiredOffers(at now: Instant) throws {
        guard state == .published else { return }
        let lapsed = try connection.all(
            """
            SELECT \(EventRows.invitation) FROM invitation i
            WHERE i.event_id = ? AND i.offer_expires_at IS NOT NULL AND i.offer_expires_at <= ? ORDER BY i.offer_expires_at, i.number
            """, [.id(event), .at(now)], EventRows.invitation)
        for invitation in lapsed { try set(invitation, .pending, action: "offer ran out", by: .init(author: "Sotravel", now: now)) }
        try fill(at: now)
    }

    /// Offers free places in the waitlist's order. A party waits where its first member waits and gets all its places or none: if it does
    /// not fit, it keeps its place in line, and the next in line get the free places.
    mutating func fill(at now: Instant) throws {
        guard state == .published, offersAutomatically, free > 0, let expiry = rule.expiry(offeredAt: now) else { return }
        var parties: Set<ID> = []
        var last = -1
        // More than one free place is rare, so the whole list is not read.
        while free > 0, case let next = try waiting(after: last, limit: last < 0 ? 4 : 64), !next.isEmpty {
            for invitation in next where free > 0 {
                let unit: [Invitation]
                if let party = invitation.party {
                    guard parties.insert(party).inserted else { continue }
                    unit = try waiting(party: party)
                } else {
                    unit = [invitation]
                }
                guard unit.count <= free else { continue }
                for member in unit { try set(member, .offered, expires: expiry, by: .init(author: "Sotravel", now: now)) }
            }
            last = next.last?.queue ?? .max
        }
    }

    // MARK: the bin

    /// Keeps the invitation of somebody who is deleted aside: it counts no more.
    mutating func setAside(_ member: ID, by respondent: Respondent) throws {
        guard let old = try invitation(member) else { return }
        try EventStore.move(from: "invitation", to: "binned_invitation", event: event, member: member, on: connection)
        taken -= old.rsvp.holdsSeat ? 1 : 0
        try log("deleted", member: member, by: respondent)
    }

    /// As it was, and in the same place in line; who had a seat takes one that nobody waits for, or waits.
    mutating func bringBack(_ member: ID, by respondent: Respondent) throws {
        let isOver = state != .published || rule.startsAt <= respondent.now
        let hasRoom = try isOver ? free > 0 : mayTakeSeat(at: respondent.now)
        try EventStore.move(from: "binned_invitation", to: "invitation", event: event, member: member, on: connection)
        try log("restored", member: member, by: respondent)
        guard let old = try invitation(member), old.rsvp.holdsSeat else { return }
        taken += 1
        if !hasRoom || old.rsvp == .offered { try wait(old, by: respondent) }
    }

    // MARK: writing

    private mutating func set(
        _ old: Invitation, _ rsvp: RSVP, queue: Int? = nil, expires: Instant? = nil, action: String? = nil, by respondent: Respondent
    ) throws {
        guard rsvp != old.rsvp || old.askedAgainAt != nil else { return }
        try connection.run(
            """
            UPDATE invitation SET rsvp = ?, queue = ?, offer_expires_at = ?, answered_at = ?, answered_by = ?, note = ?,
                asked_again_at = NULL, told_at = ?
            WHERE event_id = ? AND member_id = ?
            """,
            [
                .text(rsvp.rawValue), Value(queue.map(Int64.init)), .at(expires), .at(respondent.now), .text(respondent.author),
                .text(respondent.note), .at(respondent.isOwn ? nil : respondent.now), .id(event), .id(old.memberID),
            ])
        if !respondent.isOwn { try EventStore.tell(old.memberID, of: event, at: respondent.now, on: connection) }
        taken += (rsvp.holdsSeat ? 1 : 0) - (old.rsvp.holdsSeat ? 1 : 0)
        isChanged = true
        answers[old.memberID] = rsvp
        told[old.memberID] = respondent.isOwn ? .own : EventHint(from: old.rsvp, to: rsvp)
        try log(action ?? rsvp.rawValue, member: old.memberID, by: respondent)
    }

    func log(_ action: String, member: ID? = nil, by respondent: Respondent) throws {
        try connection.run(
            "INSERT INTO event_log (event_id, at, author, member_id, action, note, list_version) VALUES (?, ?, ?, ?, ?, ?, ?)",
            [
                .id(event), .at(respondent.now), .text(respondent.author), .id(member), .text(action), .text(respondent.note),
                Value(listVersion + 1),
            ])
    }

    /// True if anything changed. Last of every transaction that opened a ledger.
    @discardableResult
    func close(at now: Instant, isTouched: Bool = false, isTold: Bool = true) throws -> Bool {
        guard isChanged || isTouched else { return false }
        try connection.run(
            "UPDATE event SET taken = ?, queue_end = ?, list_version = list_version + 1, list_changed_at = ? WHERE id = ?",
            [Value(taken), Value(queueEnd), .at(now), .id(event)])
        EventStore.note(event, tripID, title: title, told: isTold ? told : [:], on: connection)
        if isTold { try EventNotices.add(told, of: event, at: now, on: connection) }
        return true
    }
}

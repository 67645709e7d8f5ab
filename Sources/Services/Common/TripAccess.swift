import Domain
import Store

/// An actor on a trip that they may see. Made only by `TripService.open`. A class, so that handing it on costs one count.
package final class TripAccess: TripProof {
    package let trip: Trip
    package let role: Role
    package let actor: Actor
    /// The trip's last stream event when the access was opened: data read with this access is no older.
    package let lastEventID: String

    init(trip: Trip, role: Role, actor: Actor, lastEventID: String) {
        self.trip = trip
        self.role = role
        self.actor = actor
        self.lastEventID = lastEventID
    }

    package var tripAccess: TripAccess { self }

    /// Who the reader is on this trip. Admins see every trip and are on few.
    package func requireMember() throws(Refusal) -> MemberAccess {
        guard let member = actor.members[trip.id] else { throw .forbidden("You are not a member of this trip yourself.") }
        return MemberAccess(tripAccess: self, member: member)
    }

    /// Travellers know that the trip exists and may not see the staff's pages.
    package func requireStaff() throws(Refusal) -> StaffAccess {
        guard role.isStaff else { throw .forbidden("This page is for the trip’s hosts and moderators.") }
        return StaffAccess(tripAccess: self)
    }

    /// The map of everybody and the calls for help.
    package func requireStaffOrMedic() throws(Refusal) -> StaffOrMedicAccess {
        guard role.seesPositions else { throw .forbidden("This page is for the trip’s hosts, moderators and medics.") }
        return StaffOrMedicAccess(tripAccess: self)
    }

    /// Medical notes, and whom to reach.
    package func requireHostOrMedic() throws(Refusal) -> HostOrMedicAccess {
        guard role.opensMedicalNotes else { throw .forbidden("Only the trip’s hosts and medics may do this.") }
        return HostOrMedicAccess(tripAccess: self)
    }

    package func requireHost() throws(Refusal) -> HostAccess {
        _ = try requireStaff()
        guard role == .host else { throw .forbidden("Only the trip’s hosts may do this.") }
        return HostAccess(tripAccess: self)
    }

    /// A host, on a trip that still changes.
    package func requireOpenHost() throws(Refusal) -> OpenHostAccess {
        let host = try requireHost()
        guard trip.archivedAt == nil else {
            throw .forbidden("This trip is archived and no longer changes. Reopen it in its settings first.")
        }
        return OpenHostAccess(host: host)
    }

    /// A host, or a moderator where the trip lets them, on a trip that still changes.
    package func requireAnnouncer() throws(Refusal) -> AnnouncerAccess {
        let staff = try requireStaff()
        guard trip.archivedAt == nil else {
            throw .forbidden("This trip is archived and no longer changes. Reopen it in its settings first.")
        }
        guard role == .host || trip.fields.moderatorsAnnounce else {
            throw .forbidden("Only the trip’s hosts send announcements. A host may let moderators do it, in the trip’s settings.")
        }
        return AnnouncerAccess(staff: staff)
    }
}

// Each proof below says that one check above succeeded: nothing but that check makes one. A service asks for the weakest proof
// that it needs; a stronger one fits, because each protocol asks for the weaker proof itself.

package struct MemberAccess: TripProof {
    package let tripAccess: TripAccess
    /// Who they are on the trip's list.
    package let member: ID

    fileprivate init(tripAccess: TripAccess, member: ID) {
        self.tripAccess = tripAccess
        self.member = member
    }
}

package struct StaffOrMedicAccess: StaffOrMedicProof {
    package let tripAccess: TripAccess
    package var staffOrMedic: StaffOrMedicAccess { self }
    fileprivate init(tripAccess: TripAccess) { self.tripAccess = tripAccess }
}

package struct StaffAccess: StaffProof {
    package let tripAccess: TripAccess
    package var staff: StaffAccess { self }
    fileprivate init(tripAccess: TripAccess) { self.tripAccess = tripAccess }
}

/// Whoever may send announcements.
package struct AnnouncerAccess: StaffProof {
    package let staff: StaffAccess
    package var tripAccess: TripAccess { staff.tripAccess }
    fileprivate init(staff: StaffAccess) { self.staff = staff }
}

package struct HostOrMedicAccess: HostOrMedicProof {
    package let tripAccess: TripAccess
    package var hostOrMedic: HostOrMedicAccess { self }
    fileprivate init(tripAccess: TripAccess) { self.tripAccess = tripAccess }
}

package struct HostAccess: HostProof {
    package let tripAccess: TripAccess
    package var host: HostAccess { self }
    fileprivate init(tripAccess: TripAccess) { self.tripAccess = tripAccess }
}

package struct OpenHostAccess: HostProof {
    package let host: HostAccess
    fileprivate init(host: HostAccess) { self.host = host }
}

/// Sees the trip.
package protocol TripProof: Sendable {
    var tripAccess: TripAccess { get }
}

/// Sees where everybody is, and who calls for help.
package protocol StaffOrMedicProof: TripProof {
    var staffOrMedic: StaffOrMedicAccess { get }
}

package protocol StaffProof: StaffOrMedicProof {
    var staff: StaffAccess { get }
}

/// Opens medical notes.
package protocol HostOrMedicProof: StaffOrMedicProof {
    var hostOrMedic: HostOrMedicAccess { get }
}

package protocol HostProof: StaffProof, HostOrMedicProof {
    var host: HostAccess { get }
}

extension StaffProof {
    package var staffOrMedic: StaffOrMedicAccess { StaffOrMedicAccess(tripAccess: tripAccess) }
}

extension HostOrMedicProof {
    package var staffOrMedic: StaffOrMedicAccess { StaffOrMedicAccess(tripAccess: tripAccess) }
}

extension HostProof {
    package var tripAccess: TripAccess { host.tripAccess }
    package var staff: StaffAccess { StaffAccess(tripAccess: tripAccess) }
    package var hostOrMedic: HostOrMedicAccess { HostOrMedicAccess(tripAccess: tripAccess) }
    package var staffOrMedic: StaffOrMedicAccess { StaffOrMedicAccess(tripAccess: tripAccess) }
}

extension TripProof {
    package var trip: Trip { tripAccess.trip }
    package var role: Role { tripAccess.role }
    package var actor: Actor { tripAccess.actor }
    package var lastEventID: String { tripAccess.lastEventID }
    package var isHost: Bool { role == .host }
    /// The term of a reader who is a co-host here; nil for everybody else, and for admins.
    package var coHost: CoHost? { isHost && !actor.account.isAdmin ? actor.coHosting[trip.id] : nil }
    /// The co-host term that ends an access opened for somebody else; nil if the access stays.
    /// - Parameter member: nil for the trip itself.
    func coHostTime(for member: ID?) -> ID? { member != nil && member == actor.members[trip.id] ? nil : coHost?.id }
    var author: Author { Author(actor) }

    // What a page for several kinds of readers shows to some of them.
    package var asMember: MemberAccess? { try? tripAccess.requireMember() }
    package var asStaff: StaffAccess? { try? tripAccess.requireStaff() }
    package var asHost: HostAccess? { try? tripAccess.requireHost() }
}

/// Whoever runs the whole installation.
package struct AdminAccess: Sendable {
    package let actor: Actor
    var author: Author { Author(actor) }
    fileprivate init(_ actor: Actor) { self.actor = actor }
}

extension Actor {
    package func requireAdmin() throws(Refusal) -> AdminAccess {
        guard account.isAdmin else { throw .forbidden("Only admins may do this.") }
        return AdminAccess(self)
    }
}

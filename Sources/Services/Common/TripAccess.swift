import Domain
import Store

/// An actor on a trip that they may see. Made only by `TripService.open`.
package struct TripAccess: Sendable {
    package let trip: Trip
    package let role: Role
    package let actor: Actor
    /// What had last been said on the trip's stream when it was opened: whatever is read with this access is no older.
    package var lastEventID = ""

    package var isHost: Bool { role == .host }
    /// Of whoever is a host here for a time.
    package var coHost: CoHost? { isHost && !actor.account.isAdmin ? actor.coHosting[trip.id] : nil }
    /// With which ends what a co-host opens for anybody else; nil for what stays.
    /// - Parameter member: nil for the trip itself.
    func coHostTime(for member: ID?) -> ID? { member != nil && member == actor.members[trip.id] ? nil : coHost?.id }
    var author: Author { Author(actor) }

    /// Who the reader is on this trip. Admins see every trip and are on few.
    @discardableResult
    package func requireMember() throws(Refusal) -> ID {
        guard let member = actor.members[trip.id] else { throw .forbidden("You are not on this trip's list yourself.") }
        return member
    }

    /// Travellers know that the trip exists and may not see the staff's pages.
    @discardableResult
    package func requireStaff() throws(Refusal) -> TripAccess {
        guard role.isStaff else { throw .forbidden("This page is for the trip's hosts and moderators.") }
        return self
    }

    /// The map of everybody and the calls for help.
    @discardableResult
    package func requirePositions() throws(Refusal) -> TripAccess {
        guard role.seesPositions else { throw .forbidden("This page is for the trip's hosts, moderators and medics.") }
        return self
    }

    /// Medical notes, and whom to reach.
    @discardableResult
    package func requireMedical() throws(Refusal) -> TripAccess {
        guard role.opensMedicalNotes else { throw .forbidden("Only the trip's hosts and medics may do this.") }
        return self
    }

    @discardableResult
    package func requireHost() throws(Refusal) -> TripAccess {
        try requireStaff()
        guard role == .host else { throw .forbidden("Only the trip's hosts may do this.") }
        return self
    }

    /// A host, on a trip that still changes.
    @discardableResult
    package func requireOpenHost() throws(Refusal) -> TripAccess {
        try requireHost()
        guard trip.archivedAt == nil else {
            throw .forbidden("This trip is archived and no longer changes. Reopen it in its settings first.")
        }
        return self
    }
}

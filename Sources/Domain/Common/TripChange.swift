/// Something that open pages of a trip have to hear of. A store notes it in the transaction that makes it so; once that is stored, every
/// node tells the pages that are open there. It names what changed: who hears of it reads it.
package struct TripChange: Sendable, Equatable {
    /// What it tells of. Stored by its name: see `Change`.
    package enum Kind: String, Sendable, CaseIterable {
        /// The roster has a new version (`number`; 0 if it is not said).
        case roster
        /// An event of the trip is not what it was, or its answers are not (`ids`: the event).
        case event
        /// For some members, on all their pages (`ids`: the members, `data`: what pages take).
        case told, notice
        /// People were ticked off, or bikes came and went (`data`).
        case scans, bikes
        /// A message (`number`) of a conversation (`ids`: the conversation; of a reaction then the member who reacted).
        case message, changed, reacted
        /// Who may do what in a conversation (`ids`: it, then the members whom it concerns; none for all).
        case permissions
        /// Who may do what in any conversation (`ids`: the members).
        case memberPermissions
        /// Something of the trip's cases, or somebody who may need help.
        case cases, alerts
        /// What people say of places (`number` 1: on all trips).
        case places
        /// A question of a host, or what became of it.
        case nudge
        /// Something that was sent to many (`ids`: it).
        case announcement
        /// Members are seen by others than before (`ids`), or their position is forgotten until the next.
        case sharing, forgotten
        /// Trackers' secrets were made or withdrawn.
        case trackers
    }

    package let kind: Kind
    package let trip: ID
    package let number: Int
    package let ids: [ID]
    package let data: JSON?

    package init(_ kind: Kind, trip: ID, number: Int = 0, ids: [ID] = [], data: JSON? = nil) {
        (self.kind, self.trip, self.number, self.ids, self.data) = (kind, trip, number, ids, data)
    }

    /// - Parameter version: of the roster; 0 where it is not said.
    package static func roster(_ trip: ID, version: Int = 0) -> TripChange { TripChange(.roster, trip: trip, number: version) }
    /// An event, or its answers.
    package static func event(_ event: ID, _ trip: ID) -> TripChange { TripChange(.event, trip: trip, ids: [event]) }
    /// - Parameter data: why they should look, as their pages read it.
    package static func told(_ members: [ID], _ trip: ID, _ data: JSON) -> TripChange {
        TripChange(.told, trip: trip, ids: members, data: data)
    }
    /// The bells of members, on all their pages.
    package static func notice(_ members: [ID], _ trip: ID, _ data: JSON = .object { _ in }) -> TripChange {
        TripChange(.notice, trip: trip, ids: members, data: data)
    }
    /// A new message of a conversation, by its number.
    package static func message(_ number: Int, in conversation: ID, _ trip: ID) -> TripChange {
        TripChange(.message, trip: trip, number: number, ids: [conversation])
    }
    /// A message of a conversation that is not what it was, or is gone.
    package static func changed(_ number: Int, in conversation: ID, _ trip: ID) -> TripChange {
        TripChange(.changed, trip: trip, number: number, ids: [conversation])
    }
    /// - Parameter members: none for everybody in the conversation.
    package static func permissions(_ members: [ID] = [], in conversation: ID, _ trip: ID) -> TripChange {
        TripChange(.permissions, trip: trip, ids: [conversation] + members)
    }
    /// Something that was sent to many, or its receipts.
    package static func announcement(_ announcement: ID, _ trip: ID) -> TripChange {
        TripChange(.announcement, trip: trip, ids: [announcement])
    }
    /// The inboxes of members who have an announcement, or had it.
    package static func notice(_ members: [ID], of announcement: ID, _ trip: ID) -> TripChange {
        .notice(members, trip, .object { $0.add("announcement", announcement) })
    }
    /// Questions of hosts, and their answers.
    package static func nudge(_ trip: ID) -> TripChange { TripChange(.nudge, trip: trip) }
    /// - Parameter isForAll: what is said there is read on all trips.
    package static func places(_ trip: ID, isForAll: Bool) -> TripChange { TripChange(.places, trip: trip, number: isForAll ? 1 : 0) }
}

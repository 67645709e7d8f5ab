import Domain

/// Who reads a page, where they are, and what they are told on every page.
package struct LayoutReader: Sendable {
    package var actor: Actor?
    package var trip: Trip?
    /// On the trip.
    package var role: Role?
    package var trips: [TripSummary] = []
    /// The trip whose sections a page shows that is of no trip itself: an account, map data, an error.
    package var frame: TripSummary?
    var frameRole: Role? { frame.flatMap { actor?.role(on: $0.id) } }
    /// Of the page's trip, or else of the frame's.
    var slug: String? { trip?.fields.slug ?? frame?.slug }
    /// Whether they are on that trip themselves, and so may call for help.
    var mayCall: Bool {
        guard let actor else { return false }
        if let trip { return actor.members[trip.id] != nil && trip.archivedAt == nil }
        return frame.map { actor.members[$0.id] != nil && !$0.isArchived } ?? false
    }
    /// Of a traveller, on the page's trip or else on the frame's.
    package var sharing: (of: Sharing, on: Trip)?
    /// Who needs help, on all of the reader's trips.
    package var help: [OpenHelp] = []
    /// The reader's own call while it is open, where they hear of no other.
    package var ownCall: HelpCase?
    /// The case that the page is about: its bar says nothing more.
    package var openCase: ID?
    package var callStream: Layout.CallStream?
    /// How many messages and how many events wait for the reader.
    package var (forMe, eventsForMe) = (0, 0)
    /// Announcements of this trip that the reader has not opened; none for staff.
    package var announcementsForMe = 0
    /// On all of the reader's trips.
    package var unreadNotices = 0
    /// Of moderation, on this trip; none for whoever is not staff.
    package var openCases = 0
    /// Who waits to be let into this trip; none for whoever is no host.
    package var joinRequests = 0
    /// Unread messages in any conversation.
    package var hasNews = false
    /// Whether that trip has bike stations to show.
    package var hasBikes = false
    /// Whether the map has pistes or lifts; asked for travellers alone.
    package var hasPistes = false
    /// Of that trip.
    package var zone = TripZone.utc
    /// Where the page's stream goes on.
    package var lastEventID = ""
    package init() {}
}

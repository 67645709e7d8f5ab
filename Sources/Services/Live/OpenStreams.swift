import Domain
import Live

/// What pages hear while they are open.
extension LiveService {
    /// The last event of a trip's stream: data read after this call is no older. What the reader has just done was told before, so that
    /// their page does not hear of it as news.
    package func lastEventID(of access: some TripProof) -> String {
        store.changes.settle()
        return hub.tripChannel(access.trip.id).lastEventID
    }

    /// A stream beside the page's own.
    package typealias SideStream = (slug: String, topics: String, lastEventID: String)

    /// The stream on which a page hears of calls for help if its own does not carry them: every trip's channel has the hints of all trips.
    /// On a page of no trip it also carries one's notices. Nil if there is nothing to hear.
    package func callStream(of actor: Actor, among trips: [TripSummary], isOnTrip: Bool) -> SideStream? {
        guard !actor.mustSetUpSecondFactor else { return nil }
        let heard = trips.filter { trip in actor.role(on: trip.id)?.seesPositions == true }
        if let trip = heard.first(where: { !$0.isArchived }) ?? heard.first {
            return (trip.slug, isOnTrip ? "alerts" : "alerts,own", hub.tripChannel(trip.id).lastEventID)
        }
        guard !isOnTrip, let trip = trips.first(where: { actor.members[$0.id] != nil }) else { return nil }
        return (trip.slug, "own", hub.tripChannel(trip.id).lastEventID)
    }

    /// A stream of a trip. Refused to whoever may not hear all that it carries.
    /// - Parameter topics: as "positions,roster".
    package func subscribe(to topics: String, _ access: TripAccess) throws(Refusal) -> StreamSubscription {
        guard let wanted = Topics(names: topics) else {
            throw .invalid([FieldError("topics", "Topics are positions, roster, events, alerts, friends, chat, own, bikes and places.")])
        }
        let member = access.actor.members[access.trip.id]
        // Admins see every trip, and are in no conversation.
        let heard = member != nil || wanted.isForTravellers ? wanted : wanted.subtracting([.chat, .own])
        switch heard.need {
        case .member: _ = try access.requireMember()
        case .medic: _ = try access.requireStaffOrMedic()
        case .staff: _ = try access.requireStaff()
        }
        let identity = StreamIdentity(
            sessionID: access.actor.sessionID, accountID: access.actor.account.id, tripID: access.trip.id, need: heard.need,
            memberID: member)
        return hub.subscription(identity, to: heard)
    }

    /// Whoever signs out hears nothing any more.
    package func endStreams(of actor: Actor) { hub.end { $0.sessionID == actor.sessionID } }

    package var subscriberCount: Int { hub.subscribers }
}

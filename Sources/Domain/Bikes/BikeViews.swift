/// What the list of stations shows.
package struct BikeOverview: Sendable {
    package let feeds: [BikeFeedState]
    /// Nil while no place is chosen, or the chosen one is not known.
    package let origin: BikeOrigin?
    /// Those to choose from.
    package let origins: [BikeOrigin]
    package let choice: BikeChoice
    package let list: BikeList?
    package init(feeds: [BikeFeedState], origin: BikeOrigin?, origins: [BikeOrigin], choice: BikeChoice, list: BikeList?) {
        self.feeds = feeds
        self.origin = origin
        self.origins = origins
        self.choice = choice
        self.list = list
    }
}

/// One station with its last day.
package struct BikeDetail: Sendable {
    package let row: BikeRow
    package let feed: BikeFeedState
    package let origin: BikeOrigin?
    /// Metres that it lies above whoever looks; nil where the heights are not known.
    package let climb: Double?
    package let isFavourite: Bool
    /// Oldest first; the first one holds from before the day began.
    package let moments: [BikeMoment]
    package init(
        row: BikeRow, feed: BikeFeedState, origin: BikeOrigin?, climb: Double?, isFavourite: Bool, moments: [BikeMoment]
    ) {
        self.row = row
        self.feed = feed
        self.origin = origin
        self.climb = climb
        self.isFavourite = isFavourite
        self.moments = moments
    }
}

/// What a group asks.
package struct BikeGroupRequest: Sendable, Equatable {
    package var people = 12
    /// The number of people as it was typed.
    package var typed = "12"
    /// Into how many parts the group may split; nil for any number.
    package var most: Int? = 3
    package var radius = 1000
    /// Where they ride; nil asks for bikes alone.
    package var destination: BikeOrigin.Kind?
    package init() {}
}

/// Where a group finds bikes, and docks where it rides.
package struct BikeGroupPlan: Sendable {
    /// One way to share out a group.
    package struct Part: Sendable {
        package let row: BikeRow
        /// Metres that each of them walks.
        package let distance: Double
        /// Metres that it lies above where they start; nil where the heights are not known.
        package let climb: Double?
        package let people: Int
    }
    /// One end of the ride.
    package struct End: Sendable {
        package let place: BikeOrigin
        package let parts: [Part]
        package let found: Int
        /// Metres that all of them walk together.
        package let walked: Double

        /// - Parameters:
        ///   - climb: metres from the one place up to the other; nil where the heights are not known.
        ///   - count: what a station has for the group.
        package init(
            _ rows: [BikeRow], at place: BikeOrigin, _ request: BikeGroupRequest, climb: (Coordinates, Coordinates) -> Double?,
            count: (BikeStation) -> Int
        ) {
            let near = rows.filter { !$0.isGone }.map { ($0, $0.station.place.distance(to: place.place)) }
                .filter { $0.1 <= Double(request.radius) }
            let party = BikeParty(
                near.map { BikeParty.Offer(distance: $0.1, count: count($0.0.station)) }, people: request.people, most: request.most)
            self.place = place
            parts = party.stops.map { stop in
                let (row, distance) = near[stop.offer]
                return Part(row: row, distance: distance, climb: climb(place.place, row.station.place), people: stop.people)
            }
            (found, walked) = (party.found, party.walked)
        }
    }
    package let request: BikeGroupRequest
    package let start: End
    package let destination: End?
    package init(request: BikeGroupRequest, start: End, destination: End?) {
        self.request = request
        self.start = start
        self.destination = destination
    }
}

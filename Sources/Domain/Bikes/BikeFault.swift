/// Something wrong with one item of a feed. It never keeps another item out.
package struct BikeFault: Sendable, Equatable {
    /// What is wrong.
    package enum Kind: String, Sendable, CaseIterable {
        // These leave the station out.
        case noID, noPlace, farAway, twice, noInformation, onlyCars, unreadable
        // These are shown with what is left.
        case noStatus, swapped, allSwapped, placeholderCapacity, placeholderDocks, neverReported, reportedLongAgo, reportedAhead,
            countsDiffer, otherVehicles, statusTwice

        package var leavesOut: Bool {
            switch self {
            case .noID, .noPlace, .farAway, .twice, .noInformation, .onlyCars, .unreadable: true
            default: false
            }
        }
    }
    package let kind: Kind
    /// The name or else the id of the station; "" for the whole feed.
    package let station: String
    /// The value that is wrong, as the feed has it.
    package let value: String
    package init(_ kind: Kind, _ station: String, _ value: String = "") {
        self.kind = kind
        self.station = station
        self.value = value
    }
}

/// Why a feed has no answer that can be read.
package enum BikeProblem: String, Error, Sendable, CaseIterable {
    // What came back.
    case html, notJSON, notGBFS, noStations, graphQL
    // What did not.
    case privateAddress, badAddress, timedOut, tooLarge, tooManyStations, unreachable, tooManyRedirects
    /// `refused` is of a key, `forbidden` of a feed that takes none.
    case notFound, refused, forbidden, tooMany, failed
}

/// One request to a feed and what came of it.
package struct BikeAnswer: Sendable, Equatable {
    package let at: Instant
    /// "station_status".
    package let document: String
    /// Of HTTP; 0 where there was no answer.
    package let status: Int
    package let bytes: Int
    package let milliseconds: Int
    package let problem: BikeProblem?
    package init(at: Instant, document: String, status: Int, bytes: Int, milliseconds: Int, problem: BikeProblem?) {
        self.at = at
        self.document = document
        self.status = status
        self.bytes = bytes
        self.milliseconds = milliseconds
        self.problem = problem
    }
}

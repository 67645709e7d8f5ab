/// Where a list of places begins.
package enum PlaceOrigin: Sendable, Hashable {
    /// The reader's newest position that the server knows.
    case own
    /// Where the reader's browser says that they are, or a point that they chose on a map.
    case point(Coordinates, isHere: Bool)
    case base
    case member(ID)
    /// Its meeting point.
    case event(ID)
}

/// Which places a list shows, seen from where, and in which order: all that its address says.
package struct PlaceFilter: Sendable, Equatable {
    /// When a place is to be open.
    package enum Time: Sendable, Equatable {
        case any, now
        case at(Day, secondsOfDay: Int)
        /// From an event's start to its end, an hour where it has none.
        case event(ID)
    }
    package enum Order: String, CaseIterable, Sendable {
        case distance, stars, longest

        package var label: String {
            switch self {
            case .distance: "Nearest first"
            case .stars: "Most stars"
            case .longest: "Open longest"
            }
        }
    }
    /// Whose diets are compared with what a place serves.
    package enum Party: Sendable, Hashable {
        case group(ID)
        case event(ID)
    }

    /// Nil for where it begins by itself: the base, else the reader.
    package var origin: PlaceOrigin?
    /// Metres.
    package var radius = PlaceFilter.usualRadius
    package var search = ""
    /// At least so many; 0 for any.
    package var stars = 0
    /// Empty for every kind.
    package var kinds = Set(PlaceGroup.eating.kinds)
    package var cuisine = ""
    package var time = Time.any
    package var diets: Set<PlaceDiet> = []
    package var isForWheelchairs = false
    /// With a time: also places of which nobody knows whether they are open then.
    package var showsUnknown = false
    package var order = Order.distance
    package var party: Party?
    /// Places on the page.
    package var limit = PlaceFilter.step
    package init() {}

    package static let usualRadius = 1000
    package static let radii = 250...20_000
    /// What is offered to widen to.
    package static let steps = [250, 500, 1000, 2000, 5000, 10_000, 20_000]
    package static let step = 50
    package static let limits = step...1000
    package static let longestSearch = 100

    package var nextRadius: Int? { PlaceFilter.steps.first { $0 > radius } }

    /// Whether places are asked to be open.
    package var asksForTime: Bool { time != .any }
}

/// Why a list is empty, one filter at a time: without it so many places would be there.
package struct PlaceRelaxation: Sendable {
    /// What is left out of the filter.
    package enum Cause: String, Sendable, CaseIterable {
        case time, stars, diets, cuisine, wheelchair, search, kinds, radius
        /// Several empty it together.
        case all
    }
    package let cause: Cause
    package let filter: PlaceFilter
    /// Up to `PlaceFilter.step`.
    package let count: Int
    package init(cause: Cause, filter: PlaceFilter, count: Int) { (self.cause, self.filter, self.count) = (cause, filter, count) }
}

extension PlaceFilter {
    /// The same without one of its conditions; nil where it does not have that.
    package func without(_ cause: PlaceRelaxation.Cause) -> PlaceFilter? {
        var wider = self
        switch cause {
        case .time: wider.time = .any
        case .stars: wider.stars = 0
        case .diets: wider.diets = []
        case .cuisine: wider.cuisine = ""
        case .wheelchair: wider.isForWheelchairs = false
        case .search: wider.search = ""
        case .kinds: wider.kinds = []
        case .radius: wider.radius = nextRadius ?? radius
        case .all:
            wider = PlaceFilter()
            (wider.origin, wider.radius, wider.kinds, wider.party) = (origin, radius, kinds, party)
        }
        return wider == self ? nil : wider
    }
}

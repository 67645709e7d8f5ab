/// A bike station as its feed tells of it.
package struct BikeStation: Sendable, Equatable {
    /// The feed's own id of it; of a former system's, `formerKey`.
    package var key: String
    package var name: String
    package var address: String
    package var place: Coordinates
    /// Of the renting app, as the feed says it; "" where it says none.
    package var link: String
    /// Places for bikes; nil where the feed says none or a placeholder.
    package var capacity: Int?
    /// A marked place without docks: returns are not counted there.
    package var isVirtual: Bool
    package var numbers: BikeNumbers
    package init(
        key: String, name: String, address: String = "", place: Coordinates, link: String = "", capacity: Int? = nil,
        isVirtual: Bool = false, numbers: BikeNumbers = BikeNumbers()
    ) {
        self.key = key
        self.name = name
        self.address = address
        self.place = place
        self.link = link
        self.capacity = capacity
        self.isVirtual = isVirtual
        self.numbers = numbers
    }

    /// Bikes that may be brought back here now, as far as is known.
    package func returnable(at now: Instant) -> Int { numbers.returnable(at: now, isVirtual: isVirtual, capacity: capacity) }

    /// Whether the feed has numbers of it, but none of its docks.
    package var hasUncountedDocks: Bool { !isVirtual && numbers.docks == nil && numbers.bikes != nil }

    /// The id of a station whose feed became that of another system: no feed has such an id.
    package static func formerKey(_ number: Int) -> String { "\u{1F}\(number)" }

    /// All but the numbers.
    package func isDescribed(as other: BikeStation) -> Bool {
        var copy = other
        copy.numbers = numbers
        return self == copy
    }
}

/// What changes at a station from minute to minute.
package struct BikeNumbers: Sendable, Equatable {
    /// Nil where the feed does not say.
    package var bikes: Int?
    /// Of the bikes, those with a motor; nil where the feed does not tell them apart.
    package var electric: Int?
    package var docks: Int?
    package var isInstalled = true
    package var isRenting = true
    package var isReturning = true
    /// Whether the feed does not say what kind of vehicles these are.
    package var areVehicles = false
    package var reportedAt: Instant?
    package init() {}

    /// What may be done at a station.
    package enum Use: Sendable { case open, notRenting, notReturning, closed }
    package var use: Use {
        guard isInstalled, isRenting || isReturning else { return .closed }
        return !isRenting ? .notRenting : !isReturning ? .notReturning : .open
    }

    /// How far the numbers may be trusted.
    package enum Freshness: Sendable { case fresh, old, unknown }
    /// Numbers older than this are shown in grey.
    package static let oldAfter = Duration.minutes(10)
    /// Numbers older than this are as good as none.
    package static let unknownAfter = Duration.days(1)
    /// 2005: no feed is as old. A report from before has a time that is a placeholder, mostly 0.
    package static let earliestReport = Instant(seconds: 1_104_537_600)

    /// When the station reported; nil where the feed gives no time that can be true.
    package var knownReport: Instant? { reportedAt.flatMap { $0 < BikeNumbers.earliestReport ? nil : $0 } }

    /// Judged by the age of the report.
    package func freshness(at now: Instant) -> Freshness {
        guard let knownReport, bikes != nil || docks != nil else { return .unknown }
        let age = now - knownReport
        return age > BikeNumbers.unknownAfter ? .unknown : age > BikeNumbers.oldAfter ? .old : .fresh
    }

    /// Bikes that somebody can rent now, as far as the report goes.
    package func rentable(at now: Instant) -> Int {
        isInstalled && isRenting && freshness(at: now) != .unknown ? bikes ?? 0 : 0
    }

    /// Docks that take a bike now. Where they are not counted, GBFS means as many as come; a station with a capacity takes what is left of
    /// it, as far as that is known.
    package func returnable(at now: Instant, isVirtual: Bool, capacity: Int? = nil) -> Int {
        guard isInstalled, isReturning, freshness(at: now) != .unknown else { return 0 }
        if let docks { return docks }
        guard !isVirtual, let capacity, let bikes else { return BikeParty.mostPeople }
        return max(0, capacity - bikes)
    }

    /// Whether everything but the time of the report is the same.
    package func isSame(as other: BikeNumbers) -> Bool {
        var copy = other
        copy.reportedAt = reportedAt
        return self == copy
    }

    /// Part of the bikes among all places that are taken or free, per cent; nil without docks. Never of the capacity alone, which feeds
    /// make up.
    package var fill: Int? {
        guard let bikes, let docks else { return nil }
        return bikes == 0 ? 0 : min(100, bikes * 100 / (bikes + docks))
    }
}

extension BikeNumbers {
    /// As they are stored and sent: installed, renting, returning, vehicles of any kind.
    package var flags: Int {
        get { (isInstalled ? 1 : 0) | (isRenting ? 2 : 0) | (isReturning ? 4 : 0) | (areVehicles ? 8 : 0) }
        set {
            (isInstalled, isRenting) = (newValue & 1 != 0, newValue & 2 != 0)
            (isReturning, areVehicles) = (newValue & 4 != 0, newValue & 8 != 0)
        }
    }
}

/// A station of a trip's feed, with the number that Sotravel knows it by.
package struct BikeRow: Sendable, Equatable {
    package let number: Int
    package let feedID: ID
    package var station: BikeStation
    /// No longer in the feed.
    package var isGone: Bool
    package init(number: Int, feedID: ID, station: BikeStation, isGone: Bool = false) {
        self.number = number
        self.feedID = feedID
        self.station = station
        self.isGone = isGone
    }
}

/// What a station had from a moment on.
package struct BikeMoment: Sendable, Equatable {
    package let at: Instant
    package let bikes: Int?
    package let electric: Int?
    package let docks: Int?
    package init(at: Instant, bikes: Int?, electric: Int?, docks: Int?) {
        self.at = at
        self.bikes = bikes
        self.electric = electric
        self.docks = docks
    }
    /// How long such rows are kept.
    package static let kept = Duration.days(7)
}

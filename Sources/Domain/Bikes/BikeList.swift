/// How somebody looks at the stations: remembered for each person.
package struct BikeChoice: Sendable, Equatable {
    /// Metres, each step of 250.
    package static let radii = Array(stride(from: 250, through: 5000, by: 250))
    /// What a station must have to be listed.
    package enum Wish: String, Sendable, CaseIterable { case any, bikes, electric, docks }
    package var radius = 1000
    package var putsFavouritesFirst = false
    package var wish = Wish.any
    package init() {}

    /// The nearest radius that there is.
    package static func radius(near metres: Int) -> Int {
        radii.min { abs($0.clampedSubtracting(metres)) < abs($1.clampedSubtracting(metres)) } ?? 1000
    }
}

/// From where distances are measured.
package struct BikeOrigin: Sendable, Equatable {
    /// What kind of place it is.
    package enum Kind: Sendable, Equatable {
        case here, base
        case member(ID), event(ID)

        /// As in addresses and forms: "base", "member:…". Nil for anything else.
        package init?(_ text: String) {
            let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
            switch (parts.first ?? "", parts.count > 1 ? ID(String(parts[1])) : nil) {
            case ("here", nil): self = .here
            case ("base", nil): self = .base
            case ("member", let id?): self = .member(id)
            case ("event", let id?): self = .event(id)
            default: return nil
            }
        }

        package var text: String {
            switch self {
            case .here: "here"
            case .base: "base"
            case .member(let id): "member:\(id)"
            case .event(let id): "event:\(id)"
            }
        }
    }
    package let kind: Kind
    /// "Bruno Demovich", or an event's title; "" where the kind says it all.
    package let name: String
    package let place: Coordinates
    package init(kind: Kind, name: String, place: Coordinates) {
        self.kind = kind
        self.name = name
        self.place = place
    }
}

/// A station in a list.
package struct ListedBikes: Sendable, Equatable {
    package let row: BikeRow
    /// Metres, as the crow flies.
    package let distance: Double
    package let isFavourite: Bool
    /// Whether it is there only as a favourite.
    package let isFar: Bool
    /// Metres that it lies above whoever looks; nil where the heights are not known.
    package fileprivate(set) var climb: Double?
    package init(row: BikeRow, distance: Double, isFavourite: Bool, isFar: Bool) {
        self.row = row
        self.distance = distance
        self.isFavourite = isFavourite
        self.isFar = isFar
    }
}

/// The stations around a place.
package struct BikeList: Sendable, Equatable {
    /// More than a person looks through.
    package static let limit = 300
    package private(set) var rows: [ListedBikes]
    /// Within the radius, whatever is wished.
    package let nearCount: Int
    /// Metres to the nearest station of all; nil where there is none.
    package let nearest: Double?

    /// Nearest first. Favourites stay in it however far away and empty they are; on request they come first.
    package init(_ all: [BikeRow], from place: Coordinates, choice: BikeChoice, favourites: Set<Int>, now: Instant) {
        var (found, near, nearest): ([ListedBikes], Int, Double) = ([], 0, .infinity)
        for row in all {
            let isFavourite = favourites.contains(row.number)
            guard !row.isGone || isFavourite else { continue }
            let distance = row.station.place.distance(to: place)
            let isNear = distance <= Double(choice.radius) && !row.isGone
            if !row.isGone { nearest = min(nearest, distance) }
            if isNear { near += 1 }
            guard isFavourite || (isNear && BikeList.has(row.station, choice.wish, now)) else { continue }
            found.append(ListedBikes(row: row, distance: distance, isFavourite: isFavourite, isFar: !isNear))
        }
        let isFirst: (ListedBikes) -> Bool = { choice.putsFavouritesFirst && $0.isFavourite }
        found.sort { (isFirst($0) ? 0 : 1, $0.distance, $0.row.number) < (isFirst($1) ? 0 : 1, $1.distance, $1.row.number) }
        rows = Array(found.prefix(BikeList.limit))
        nearCount = near
        self.nearest = nearest.isFinite ? nearest : nil
    }

    /// Notes how high each station lies above whoever looks.
    /// - Parameter climb: metres; nil where the heights are not known.
    package mutating func see(_ climb: (Coordinates) -> Double?) {
        for index in rows.indices { rows[index].climb = climb(rows[index].row.station.place) }
    }

    private static func has(_ station: BikeStation, _ wish: BikeChoice.Wish, _ now: Instant) -> Bool {
        switch wish {
        case .any: true
        case .bikes: station.numbers.rentable(at: now) > 0
        case .electric: station.numbers.rentable(at: now) > 0 && station.numbers.electric ?? 0 > 0
        case .docks: station.returnable(at: now) > 0
        }
    }
}

/// Metres as pages say them: "320 m" in steps of 20, from a kilometre on "1.2 km".
package func bikeDistance(_ metres: Double) -> String {
    let steps = Int(clamping: (metres / 20).rounded())
    if steps < 50 { return "\(max(1, steps) * 20) m" }
    let tenths = Int(clamping: (metres / 100).rounded())
    return "\(tenths / 10).\(tenths % 10) km"
}

/// What a feed says of its stations now, and what was wrong with it.
package struct BikeReading: Sendable, Equatable {
    package private(set) var stations: [BikeStation] = []
    package private(set) var faults: [BikeFault] = []
    private var places: [String: Int] = [:]

    /// Puts the documents of a feed together. Faults of a station concern that station alone.
    /// - Parameters:
    ///   - kinds: of the vehicles; nil where the feed has no document of types.
    ///   - updatedAt: of the statuses, for stations that do not say when they reported.
    ///   - base: near which the stations should be; a whole feed with latitude and longitude swapped is found by it.
    package init(
        _ information: [GBFSInformation], _ statuses: [GBFSStatus], kinds: [String: BikeKind]?, updatedAt: Instant?, base: Coordinates?,
        now: Instant, faults found: [BikeFault] = []
    ) {
        faults = found
        describe(information, base)
        number(statuses, kinds, updatedAt, now)
    }

    // MARK: where they are

    private mutating func describe(_ information: [GBFSInformation], _ base: Coordinates?) {
        let placed = information.map { BikePlace($0.latitude, $0.longitude) }
        let frame = BikeFrame(placed.compactMap(\.coordinates), base: base)
        if frame.isSwapped { faults.append(BikeFault(.allSwapped, "")) }
        stations.reserveCapacity(information.count)
        places.reserveCapacity(information.count)
        for (station, place) in zip(information, placed) {
            guard !station.key.isEmpty else {
                faults.append(BikeFault(.noID, station.name))
                continue
            }
            guard places[station.key] == nil else {
                faults.append(BikeFault(.twice, station.label, station.key))
                continue
            }
            guard let found = frame.place(place) else {
                faults.append(BikeFault(place.coordinates == nil ? .noPlace : .farAway, station.label, place.text))
                continue
            }
            if found.isSwapped, !frame.isSwapped { faults.append(BikeFault(.swapped, station.label, place.text)) }
            places[station.key] = stations.count
            stations.append(
                BikeStation(
                    key: station.key, name: station.label, address: station.address, place: found.coordinates, link: station.link,
                    capacity: capacity(station), isVirtual: station.isVirtual))
        }
    }

    /// From so many on, a count of docks is a word for "enough", or a mistake.
    private static let placeholder = 500

    private mutating func capacity(_ station: GBFSInformation) -> Int? {
        guard let capacity = station.capacity else { return nil }
        guard capacity > 0, capacity < BikeReading.placeholder else {
            // A place without docks has room for none.
            if !(station.isVirtual && capacity == 0) {
                faults.append(BikeFault(.placeholderCapacity, station.label, String(capacity)))
            }
            return nil
        }
        return capacity
    }

    // MARK: what they have

    private mutating func number(_ statuses: [GBFSStatus], _ kinds: [String: BikeKind]?, _ updatedAt: Instant?, _ now: Instant) {
        var (newest, left): ([Int?], Set<Int>) = (.init(repeating: nil, count: stations.count), [])
        for (index, status) in statuses.enumerated() {
            guard let place = places[status.key] else {
                faults.append(BikeFault(status.key.isEmpty ? .noID : .noInformation, status.key))
                continue
            }
            guard let earlier = newest[place] else {
                newest[place] = index
                continue
            }
            faults.append(BikeFault(.statusTwice, stations[place].name, status.key))
            if (statuses[earlier].reportedAt ?? updatedAt) ?? now < (status.reportedAt ?? updatedAt) ?? now { newest[place] = index }
        }
        for place in stations.indices {
            guard let index = newest[place] else {
                faults.append(BikeFault(.noStatus, stations[place].name, stations[place].key))
                continue
            }
            let status = statuses[index]
            guard let numbers = numbers(status, stations[place], kinds) else {
                left.insert(place)
                continue
            }
            stations[place].numbers = numbers
            stations[place].numbers.reportedAt = reported(status, stations[place].name, updatedAt, now)
        }
        if !left.isEmpty { stations = stations.enumerated().filter { !left.contains($0.offset) }.map(\.element) }
    }

    /// Nil where nothing but cars and the like stands there.
    private mutating func numbers(_ status: GBFSStatus, _ station: BikeStation, _ kinds: [String: BikeKind]?) -> BikeNumbers? {
        var numbers = BikeNumbers()
        (numbers.isInstalled, numbers.isRenting) = (status.isInstalled ?? true, status.isRenting ?? true)
        (numbers.isReturning, numbers.docks) = (status.isReturning ?? true, status.docks)
        if let docks = status.docks, docks >= BikeReading.placeholder {
            faults.append(BikeFault(.placeholderDocks, station.name, String(docks)))
            numbers.docks = nil
        }
        (numbers.bikes, numbers.electric) = (status.bikes, status.electric.map { min($0, status.bikes ?? $0) })
        guard let kinds, !kinds.isEmpty else {
            numbers.areVehicles = !status.shares.isEmpty
            return numbers
        }
        let tally = BikeTally(status, kinds)
        guard tally.mayBeBikes else {
            faults.append(BikeFault(.onlyCars, station.name, String(status.bikes ?? 0)))
            return nil
        }
        if tally.differs { faults.append(BikeFault(.countsDiffer, station.name, "\(tally.sum) / \(status.bikes ?? 0)")) }
        if tally.others > 0 { faults.append(BikeFault(.otherVehicles, station.name, String(tally.others))) }
        numbers.bikes = tally.bikes
        if !status.shares.isEmpty { numbers.electric = tally.electric }
        numbers.areVehicles = tally.hasUnknown
        return numbers
    }

    private mutating func reported(_ status: GBFSStatus, _ name: String, _ updatedAt: Instant?, _ now: Instant) -> Instant {
        guard let at = status.reportedAt, at >= BikeNumbers.earliestReport else {
            faults.append(BikeFault(.neverReported, name))
            return min(updatedAt ?? now, now)
        }
        if at > now + .minutes(5) {
            faults.append(BikeFault(.reportedAhead, name, at.iso8601))
            return now
        }
        if now - at > BikeNumbers.unknownAfter { faults.append(BikeFault(.reportedLongAgo, name, at.iso8601)) }
        return min(at, now)
    }
}

/// What stands at one station, by kind.
private struct BikeTally {
    /// Of all kinds together; and of those that are no bikes.
    private(set) var (sum, others) = (0, 0)
    /// Whether anything there may be a bike at all.
    private(set) var mayBeBikes = true
    private(set) var hasUnknown = false
    private var motors = 0
    private let total: Int?
    private let hasShares: Bool

    init(_ status: GBFSStatus, _ kinds: [String: BikeKind]) {
        (total, hasShares) = (status.bikes, !status.shares.isEmpty)
        guard hasShares else {
            mayBeBikes = kinds.values.contains { $0 != .other }
            return
        }
        mayBeBikes = false
        for share in status.shares {
            sum += share.count
            switch kinds[share.type] {
            case .bike?: mayBeBikes = true
            case .electricBike?: (mayBeBikes, motors) = (true, motors + share.count)
            case .other?: others += share.count
            case nil: (mayBeBikes, hasUnknown) = (true, hasUnknown || share.count > 0)
            }
        }
    }

    var differs: Bool { hasShares && total.map { $0 != sum } ?? false }
    var bikes: Int? {
        guard hasShares else { return total }
        return max(0, (total ?? sum) - others)
    }
    /// Nil where the kinds are counted as none although something is there.
    var electric: Int? { hasShares && !(sum == 0 && total ?? 0 > 0) ? min(motors, bikes ?? motors) : nil }
}

import Domain
import Store
import Synchronization

/// The stations of every feed as they are now, in memory.
final class BikeBoard: Sendable {
    /// Of a feed. One that renames its stations with every answer would otherwise be kept whole, again and again.
    static let mostGone = 2000

    struct Entry: Sendable {
        /// Of the feed that the rows are from.
        var source: BikeSource
        var rows: [BikeRow]
        var places: [String: Int]
        var faults: [BikeFault] = []
        /// Whether an answer was read since the program started.
        var isRead = false
        /// Of the database when it was read from there.
        var generation = 0

        init(_ feed: BikeFeed, _ rows: [BikeRow]) {
            (source, self.rows) = (feed.source, rows)
            places = Dictionary(firstOf: rows.enumerated().map { ($0.element.station.key, $0.offset) })
        }
    }
    private let store: BikeStore
    private let entries = Mutex<[ID: Entry]>([:])

    init(store: BikeStore) { self.store = store }

    /// What is known of a feed, from the database where nothing was read since the start.
    func entry(_ feed: BikeFeed) throws -> Entry {
        if let known = entries.withLock({ $0[feed.id] }), known.source == feed.source { return known }
        let made = Entry(feed, try store.stations(feed: feed.id))
        return entries.withLock { entries in
            if let known = entries[feed.id], known.source == feed.source { return known }
            entries[feed.id] = made
            return made
        }
    }

    /// The same on a node that asks no feeds: as the node that does has stored it.
    /// - Parameter generation: the database's.
    func entry(_ feed: BikeFeed, asOf generation: Int) throws -> Entry {
        if let known = entries.withLock({ $0[feed.id] }), known.source == feed.source, known.generation == generation { return known }
        var made = Entry(feed, try store.stations(feed: feed.id))
        made.generation = generation
        set(made, feed.id)
        return made
    }

    func set(_ entry: Entry, _ feed: ID) { entries.withLock { $0[feed] = entry } }

    /// Drops what belongs to no feed any more.
    func keep(_ feeds: Set<ID>) { entries.withLock { $0 = $0.filter { feeds.contains($0.key) } } }
}

extension BikeBoard.Entry {
    /// What a reading changes. The entry is as after it, but for stations that are new.
    mutating func take(_ reading: BikeReading) -> (changes: BikeStore.Changes, refreshed: [BikeRow]) {
        var (changes, refreshed, seen): (BikeStore.Changes, [BikeRow], Set<Int>) = (BikeStore.Changes(), [], [])
        seen.reserveCapacity(rows.count)
        if isAnotherSystem(reading) { changes.parted = part() }
        for station in reading.stations {
            guard let place = places[station.key] else {
                changes.new.append(station)
                continue
            }
            seen.insert(place)
            let old = rows[place]
            (rows[place].station, rows[place].isGone) = (station, false)
            let (was, now) = (old.station.numbers, station.numbers)
            if (was.bikes, was.electric, was.docks) != (now.bikes, now.electric, now.docks) { changes.moved.append(rows[place]) }
            if old.isGone || !was.isSame(as: now) || !old.station.isDescribed(as: station) {
                changes.changed.append(rows[place])
            } else if minute(was) != minute(now) {
                refreshed.append(rows[place])
            }
        }
        for place in rows.indices where !seen.contains(place) && !rows[place].isGone {
            rows[place].isGone = true
            changes.changed.append(rows[place])
        }
        (faults, isRead) = (reading.faults, true)
        return (changes, refreshed)
    }

    /// Metres that a station may be moved.
    private static let stride = 1000.0

    /// Whether the ids mean other stations than before: an address was changed, and ids are often plain numbers.
    private func isAnotherSystem(_ reading: BikeReading) -> Bool {
        let known = reading.stations.compactMap { station in places[station.key].map { (rows[$0].station.place, station.place) } }
        let moved = known.count { $0.0.distance(to: $0.1) > BikeBoard.Entry.stride }
        return moved * 2 > known.count
    }

    /// Those that were known belong to no id any more.
    private mutating func part() -> [BikeRow] {
        places = [:]
        for index in rows.indices {
            rows[index].station.key = BikeStation.formerKey(rows[index].number)
            rows[index].isGone = true
        }
        return rows
    }

    var goneCount: Int { rows.count(where: \.isGone) }

    mutating func drop(_ numbers: Set<Int>) {
        rows.removeAll { numbers.contains($0.number) }
        places = Dictionary(firstOf: rows.enumerated().map { ($0.element.station.key, $0.offset) })
    }

    /// Open pages say ages in minutes.
    private func minute(_ numbers: BikeNumbers) -> Int64? { numbers.reportedAt.map { $0.seconds / 60 } }

    mutating func append(_ new: [BikeRow]) {
        for row in new {
            places[row.station.key] = rows.count
            rows.append(row)
        }
    }
}

import Domain

/// What a station has: the same on its card and on its own page, and kept true by a script.
package struct BikeFigures: Sendable {
    let number: String
    let bikes: String
    let bikesWord: String
    let electric: String?
    let electricWord: String
    let docks: String
    let docksWord: String
    /// A marked place: no number stands for its docks, and none comes.
    let isVirtual: Bool
    /// Of the bar, per cent; nil draws none.
    let fill: String?
    let isClosed: Bool
    let isNotRenting: Bool
    let isNotReturning: Bool
    let isOld: Bool
    /// What that means.
    let oldText: String
    /// "today 14:02".
    let when: String?
    let age: AgeText?
    let reported: String
    let hasNone: Bool
    /// "bike-card is-old".
    let style: String

    init(_ row: BikeRow, zone: TripZone, now: Instant) {
        let numbers = row.station.numbers
        number = String(row.number)
        let freshness = numbers.freshness(at: now)
        (bikes, docks) = (bikeCount(numbers.bikes), bikeCount(numbers.docks))
        (bikesWord, docksWord) = (BikeText.bikes(numbers), BikeText.docks(row.station))
        isVirtual = row.station.isVirtual
        electric = numbers.electric.map { String($0) }
        electricWord = countedWord(numbers.electric, "e-bike")
        fill = freshness == .unknown ? nil : numbers.fill.map { String($0) }
        isClosed = numbers.use == .closed || row.isGone
        isNotRenting = !isClosed && numbers.use == .notRenting
        isNotReturning = !isClosed && numbers.use == .notReturning
        isOld = freshness != .fresh && !isClosed
        let isEmpty = numbers.bikes == nil && numbers.docks == nil
        oldText = BikeFigures.doubt(freshness, isEmpty: isEmpty, hasTime: numbers.knownReport != nil)
        let shownTime = isEmpty ? nil : numbers.knownReport
        when = shownTime.map { dayWord($0, zone: zone, now: now) }
        age = shownTime.map { AgeText.ago($0, now: now) }
        reported = shownTime.map { String($0.milliseconds) } ?? ""
        hasNone = numbers.bikes == 0 && !isClosed
        style = ["bike-card", freshness == .fresh || isClosed ? "" : "is-old", hasNone ? "bike-none" : ""].filter { !$0.isEmpty }
            .joined(separator: " ")
    }

    /// Why the numbers are small and grey; for fresh ones, what is said once they are old.
    private static func doubt(_ freshness: BikeNumbers.Freshness, isEmpty: Bool, hasTime: Bool) -> String {
        if isEmpty { return Texts.said("The feed gives no numbers for this station.") }
        if !hasTime { return Texts.said("The feed gives no time. These numbers may be old.") }
        return Texts.said(freshness == .unknown ? "Too old to rely on." : "May be out of date.")
    }
}

/// A station in the list.
package struct BikeCard: Sendable {
    let id: String
    let name: String
    let link: Link
    /// "320 m".
    let distance: String
    let walk: String
    let isFar: Bool
    let isGone: Bool
    let isFavourite: Bool
    /// Where the mark is set or taken away; nil for a reader who is not on the trip.
    let mark: Link?
    /// Where the form leads back to.
    let back: String
    let figures: BikeFigures

    init(_ listed: ListedBikes, _ layout: TripLayout, isMember: Bool, query: [(String, String)]) {
        let row = listed.row
        (name, figures) = (row.station.name, BikeFigures(row, zone: layout.trip.zone, now: layout.now))
        id = BikeCard.anchor(row.number)
        link = Path.bikeStation(layout.slug, row.number).asking(query)
        distance = bikeDistance(listed.distance)
        walk = BikeText.walk(listed.distance, climb: listed.climb)
        (isFar, isGone, isFavourite) = (listed.isFar, row.isGone, listed.isFavourite)
        mark = isMember ? Path.setFavouriteStation(layout.slug, row.number) : nil
        back = Path.bikes(layout.slug).asking(query).text
    }

    /// Of its row in the list.
    static func anchor(_ number: Int) -> String { "bike-\(number)" }
}

extension ListMap.Item {
    /// A station with what one looks for: its bikes, or its free docks.
    init(_ row: BikeRow, id: String, docks: Bool, now: Instant) {
        let numbers = row.station.numbers
        let isShut = row.isGone || numbers.use == .closed
        let count = isShut ? nil : docks ? numbers.docks : numbers.bikes
        self.init(id: id, name: row.station.name, place: row.station.place, count: bikeCount(count))
        let state = isShut || numbers.freshness(at: now) != .fresh ? " is-unsure" : count == 0 ? " is-none" : ""
        style = (docks ? "of-docks" : "of-bikes") + state
    }
}

import Domain

extension PlaceIndex {
    /// A place that was found, by its number, and how far away it is.
    package typealias Found = (entry: Int, metres: Double)

    /// What the query asks for, nearest first.
    ///
    /// - Parameters:
    ///   - limit: the search ends as soon as so many are accepted.
    ///   - accept: asked of each in turn, nearest first, so that what is costly is asked of few.
    package func nearest(_ query: PlaceQuery, limit: Int, accept: (Int) -> Bool = { _ in true }) -> [Found] {
        let filter = Filter(query, self)
        let rings = DistanceRings(query)
        var found = [[Found]](repeating: [], count: DistanceRings.count)
        names.withUnsafeBufferPointer { names in
            visit(meeting: rings.box) { number in
                let entry = entries[number]
                guard let (ring, metres) = rings.place(entry.point), filter.takes(entry, names) else { return }
                found[ring].append((number, metres))
            }
        }
        var accepted: [Found] = []
        for ring in found where accepted.count < limit {
            for place in ring.sorted(by: { ($0.metres, $0.entry) < ($1.metres, $1.entry) }) where accept(place.entry) {
                accepted.append(place)
                if accepted.count == limit { break }
            }
        }
        return accepted
    }

    /// The same in no order: for whoever sorts them by something else.
    package func all(_ query: PlaceQuery) -> [Found] {
        let (filter, rings) = (Filter(query, self), DistanceRings(query))
        var found: [Found] = []
        names.withUnsafeBufferPointer { names in
            visit(meeting: rings.box) { number in
                let entry = entries[number]
                guard let (_, metres) = rings.place(entry.point), filter.takes(entry, names) else { return }
                found.append((number, metres))
            }
        }
        return found
    }

    /// Numbers of places between two corners, evenly over all of it: of each part first one of every group, the most important kinds before
    /// others.
    package func places(
        from northWest: Coordinates, to southEast: Coordinates, kinds: Set<PlaceKind>, limit: Int, accept: (Int) -> Bool = { _ in true }
    ) -> [Int] {
        let (start, end) = (WorldPoint(northWest), WorldPoint(southEast))
        let box = WorldBox(minX: start.x, minY: start.y, maxX: end.x, maxY: end.y)
        let numbers = Set(kinds.map(\.number))
        var spread = PlaceSpread(box, limit: limit)
        visit(meeting: box) { number in
            let entry = entries[number]
            guard box.contains(entry.point), numbers.isEmpty || numbers.contains(entry.kind), accept(number) else { return }
            spread.add(number, kind: entry.kind, at: entry.point)
        }
        return spread.chosen
    }

    private func visit(meeting box: WorldBox, _ body: (Int) -> Void) {
        boxes.withUnsafeBufferPointer { boxes in
            SpatialIndex.visit(boxes, count: entries.count, meeting: box) { $0.forEach(body) }
        }
    }
}

/// The circle around a query's centre, cut into rings of equal area: to sort those that are near is enough.
private struct DistanceRings {
    static let count = 256
    let box: WorldBox
    private let centre: WorldPoint
    private let radius: Double
    /// Metres in one unit at the centre, and how that changes with each unit southwards.
    private let (scale, slope): (Double, Double)

    init(_ query: PlaceQuery) {
        centre = WorldPoint(query.centre)
        radius = query.radius
        scale = World.metresPerUnit(y: Double(centre.y))
        // The map's scale changes with the latitude, at these distances by the same for each metre.
        let reach = radius / scale
        slope = reach > 0 ? (World.metresPerUnit(y: Double(centre.y) + reach) - scale) / reach : 0
        let units = UInt32(clamping: reach * 1.02 + 1)
        box = WorldBox(
            minX: centre.x &- min(units, centre.x), minY: centre.y &- min(units, centre.y), maxX: centre.x + min(units, .max - centre.x),
            maxY: centre.y + min(units, .max - centre.y))
    }

    /// In which ring a point is, and how many metres away; nil outside.
    func place(_ point: WorldPoint) -> (ring: Int, metres: Double)? {
        let (dx, dy) = (Double(point.x) - Double(centre.x), Double(point.y) - Double(centre.y))
        let metres = (dx * dx + dy * dy).squareRoot() * (scale + slope * dy / 2)
        guard metres <= radius else { return nil }
        return (
            radius > 0 ? min(Int(metres * metres / (radius * radius) * Double(DistanceRings.count)), DistanceRings.count - 1) : 0, metres
        )
    }
}

/// What of a query is asked of the compact records.
private struct Filter {
    private let kinds: [Bool]
    private let cuisines: Set<UInt32>?
    private let diets: Set<PlaceDiet>
    private let isForWheelchairs: Bool
    private let words: [[UInt8]]

    init(_ query: PlaceQuery, _ index: PlaceIndex) {
        kinds = PlaceKind.allCases.map { query.kinds.isEmpty || query.kinds.contains($0) }
        cuisines = query.cuisine.isEmpty ? nil : index.texts(cooking: query.cuisine)
        (diets, isForWheelchairs) = (query.diets, query.isForWheelchairs)
        words = searchable(query.name).split(whereSeparator: \.isWhitespace).map { Array($0.utf8) }
    }

    func takes(_ entry: PlaceIndex.Entry, _ names: UnsafeBufferPointer<UInt8>) -> Bool {
        guard kinds[Int(entry.kind)], cuisines?.contains(entry.cuisine) ?? true else { return false }
        if !diets.isEmpty, !entry.diets.serves(all: diets) { return false }
        if isForWheelchairs, entry.wheelchair == 0 || entry.wheelchair == PlaceIndexBuilder.wheelchair(.no) { return false }
        guard !words.isEmpty else { return true }
        let name = UnsafeBufferPointer(rebasing: names[Int(entry.nameStart)..<Int(entry.nameStart) + Int(entry.nameCount)])
        return words.allSatisfy { Filter.holds(name, $0) }
    }

    private static func holds(_ name: UnsafeBufferPointer<UInt8>, _ word: [UInt8]) -> Bool {
        let last = name.count - word.count
        guard last >= 0, let first = word.first else { return word.isEmpty }
        for start in 0...last where name[start] == first {
            var index = 1
            while index < word.count, name[start + index] == word[index] { index += 1 }
            if index == word.count { return true }
        }
        return false
    }
}

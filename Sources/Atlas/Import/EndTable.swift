/// Lines by the places where they may be joined. Thousands may meet in one place: each is looked at there once.
struct EndTable {
    private var lines: [WorldPoint: ArraySlice<Int>] = [:]

    mutating func add(_ line: Int, at place: WorldPoint) { lines[place, default: []].append(line) }

    /// The first of a place that is still free; those before it are forgotten.
    mutating func take(at place: WorldPoint, where isFree: (Int) -> Bool) -> Int? {
        while let line = lines[place]?.popFirst() {
            if isFree(line) { return line }
        }
        return nil
    }
}

import Domain
import OpeningHours

/// The places of an atlas that people look for, found by where they are: made when the atlas is opened, 32 bytes for each beside its
/// folded name. Everything else is read from the atlas when a place is shown.
package struct PlaceIndex: Sendable {
    struct Entry: Sendable, BitwiseCopyable {
        let point: WorldPoint
        let feature: UInt32
        /// Places in the atlas's texts; 0 for none.
        let hours: UInt32
        let cuisine: UInt32
        /// Where the folded name begins, and its bytes.
        var nameStart: UInt32 = 0
        var nameCount: UInt16 = 0
        let kind: UInt8
        let wheelchair: UInt8
        let diets: PlaceDiets
        var country: UInt8 = PlaceCountries.unknown
    }

    let atlas: AtlasFile
    let entries: [Entry]
    let boxes: [WorldBox]
    /// Folded names, one after the other.
    let names: [UInt8]
    /// Numbers of entries in the order of their elements.
    let byElement: [UInt32]
    let hours: HoursShelf
    /// What is cooked, as the map writes it, with how many places do; the most frequent first.
    package let cuisines: [(name: String, count: Int)]
    /// Where the texts stand that name cuisines.
    let cuisineTexts: [UInt32]

    package init(_ atlas: AtlasFile) {
        var builder = PlaceIndexBuilder(atlas)
        builder.addAll()
        self.atlas = atlas
        entries = builder.entries
        names = builder.names
        boxes = SpatialIndex.build(entries.map { WorldBox(minX: $0.point.x, minY: $0.point.y, maxX: $0.point.x, maxY: $0.point.y) })
        byElement = entries.indices.map(UInt32.init).sorted { [entries] in
            atlas.feature(Int(entries[Int($0)].feature)).element < atlas.feature(Int(entries[Int($1)].feature)).element
        }
        hours = HoursShelf(atlas)
        (cuisines, cuisineTexts) = (builder.cuisines, builder.cuisineTexts)
    }

    package var count: Int { entries.count }

    /// Bytes that the index holds, without the hours that were read.
    package var byteCount: Int {
        entries.count * MemoryLayout<Entry>.stride + boxes.count * MemoryLayout<WorldBox>.stride + names.count + byElement.count * 4
    }

    /// The number of a place; nil where the atlas does not have it.
    package func find(_ id: PlaceID) -> Int? {
        guard let (kind, number) = id.element else { return nil }
        let wanted = number << 2 | Int64(PlaceID.Element.allCases.firstIndex(of: kind) ?? 0)
        func element(_ place: Int) -> Int64 { atlas.feature(Int(entries[Int(byElement[place])].feature)).element }
        let place = byElement.indices.partitioningIndex { element($0) >= wanted }
        guard place < byElement.count, element(place) == wanted else { return nil }
        return Int(byElement[place])
    }

    /// Every place whose hours are written in the map; what is read once stays.
    package func hours(of entry: Int) -> Hours? { hours.find(entries[entry].hours) }

    /// What hours said of days that were asked for, by `hoursKey`.
    package var memo: HoursMemo { hours.memo }
    /// The same for hours that are written alike in one country; nil for none.
    package func hoursKey(of entry: Int) -> UInt64? {
        let entry = entries[entry]
        return entry.hours == 0 ? nil : UInt64(entry.hours) << 8 | UInt64(entry.country)
    }

    package func kind(of entry: Int) -> PlaceKind { PlaceKind.allCases[Int(entries[entry].kind)] }
    package func coordinates(of entry: Int) -> Coordinates { entries[entry].point.coordinates }
    /// What it is known to serve.
    package func diets(of entry: Int) -> PlaceDiets { entries[entry].diets }
    package func country(of entry: Int) -> PlaceCountry { PlaceCountries.country(entries[entry].country) }
}

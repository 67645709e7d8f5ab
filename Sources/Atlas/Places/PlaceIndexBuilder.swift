import Domain

/// Walks an atlas once and keeps what lists of places go by.
struct PlaceIndexBuilder {
    private(set) var entries: [PlaceIndex.Entry] = []
    private(set) var names: [UInt8] = []
    private let atlas: AtlasFile
    private var countries = PlaceCountries()
    private var cuisineCounts: [UInt32: Int] = [:]

    init(_ atlas: AtlasFile) { self.atlas = atlas }

    mutating func addAll() {
        for index in 0..<atlas.featureCount {
            let feature = atlas.feature(index)
            if let kind = feature.pointOfInterest.flatMap(PlaceKind.init) { add(feature, index, kind) }
        }
        for index in entries.indices where entries[index].country == PlaceCountries.unknown {
            entries[index].country = countries.around(entries[index].point)
        }
    }

    private mutating func add(_ feature: FeatureRecord, _ index: Int, _ kind: PlaceKind) {
        var (hours, cuisine, country): (UInt32, UInt32, UInt8) = (0, 0, PlaceCountries.unknown)
        var (wheelchair, diets): (UInt8, PlaceDiets) = (0, PlaceDiets())
        let records = atlas.attributes.array(of: AttributeRecord.self)
        for number in 0..<Int(feature.attributeCount) {
            let record = records[Int(feature.attributeStart) + number]
            switch FeatureAttribute(rawValue: UInt8(truncatingIfNeeded: record.attribute)) {
            case .openingHours: hours = record.textStart
            case .cuisine: cuisine = record.textStart
            case .phone: country = PlaceCountries.code(ofPhone: atlas.text(record.textStart))
            case .wheelchair: wheelchair = PlaceIndexBuilder.wheelchair(WheelchairAccess(map: atlas.text(record.textStart)))
            case .diets: diets = PlaceDiets(map: atlas.text(record.textStart))
            default: break
            }
        }
        let point = atlas.place(of: feature)
        countries.add(country, at: point)
        if cuisine != 0 { cuisineCounts[cuisine, default: 0] += 1 }
        var entry = PlaceIndex.Entry(
            point: point, feature: UInt32(index), hours: hours, cuisine: cuisine, kind: kind.number, wheelchair: wheelchair,
            diets: diets, country: country)
        if feature.nameStart != 0 {
            let name = searchable(atlas.name(of: feature)).utf8.prefix(Int(UInt16.max))
            (entry.nameStart, entry.nameCount) = (UInt32(names.count), UInt16(name.count))
            names.append(contentsOf: name)
        }
        entries.append(entry)
    }

    /// "italian;pizza" is two.
    static func cuisines(_ text: String) -> [String] {
        text.split { $0 == ";" || $0 == "," }.map { tidyLine(String($0)).lowercased().replacing(" ", with: "_") }.filter { !$0.isEmpty }
    }

    var cuisineTexts: [UInt32] { Array(cuisineCounts.keys) }

    var cuisines: [(name: String, count: Int)] {
        var counts: [String: Int] = [:]
        for (text, count) in cuisineCounts {
            for name in Set(PlaceIndexBuilder.cuisines(atlas.text(text))) { counts[name, default: 0] += count }
        }
        return counts.map { (name: $0.key, count: $0.value) }.sorted { ($1.count, $0.name) < ($0.count, $1.name) }
    }
}

extension PlaceIndexBuilder {
    /// In the index: 0 where it is not known.
    static func wheelchair(_ access: WheelchairAccess?) -> UInt8 {
        access.flatMap { WheelchairAccess.allCases.firstIndex(of: $0) }.map { UInt8($0 + 1) } ?? 0
    }
}

extension PlaceIndex {
    /// The texts of the atlas that name a cuisine among others.
    func texts(cooking cuisine: String) -> Set<UInt32> {
        Set(cuisineTexts.filter { PlaceIndexBuilder.cuisines(atlas.text($0)).contains(cuisine) })
    }
}

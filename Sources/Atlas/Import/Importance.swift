import Domain
import Foundation

/// Which name stands first where there is not room for all: smaller is more important.
enum Importance {
    /// Of a state.
    static func isCapital(_ tags: Tags) -> Bool { ["yes", "1", "2"].contains(tags[.capital] ?? "") }

    /// 0 to 255: capitals of states first, then by how many people live there, capitals of regions before others.
    static func place(_ tags: Tags, _ kind: FeatureKind) -> UInt8 {
        let digits = (tags[.population] ?? "").filter { ("0"..."9").contains($0) }
        let usual: [FeatureKind: Double] = [.city: 100_000, .town: 10_000, .village: 500, .suburb: 1000]
        let people = digits.isEmpty ? usual[kind] ?? 50 : digits.decimal(in: 0...1e10) ?? 1e10
        let bySize = 230 - 22 * log10(max(people, 1))
        switch tags[.capital] {
        case nil, "no": return UInt8(min(max(bySize, 32), 255))
        case _ where isCapital(tags): return UInt8(min(max(bySize / 8, 0), 31))
        case "3", "4": return UInt8(min(max(bySize - 50, 32), 255))
        default: return UInt8(min(max(bySize - 20, 32), 255))
        }
    }

    /// 0 to 65,535: metres of height, and of prominence twice where the map knows it.
    static func peak(metres: Int?, prominence: Int?) -> UInt64 {
        UInt64(65_535 - min(max(metres ?? 0, 0) + 2 * max(prominence ?? 0, 0), 65_535))
    }

    /// `2942`, `2942 m` or `2,942.5`; nil for what is nowhere on land.
    static func metres(_ text: String?) -> Int? {
        let figure = (text ?? "").filter { $0.isNumber || $0 == "." || $0 == "-" }
        return figure.decimal(in: -500...9000).map { Int(clamping: $0.rounded()) }
    }
}

/// How far it is from each peak to the next higher one: what stands alone is worth a name on a small map.
enum Isolation {
    /// Larger distances count as this: kilometres.
    static let most = 30.0

    /// The first zoom that has room for a peak.
    static func minZoom(kilometres: Double) -> UInt8 { kilometres >= 25 ? 8 : kilometres >= 12 ? 9 : kilometres >= 6 ? 10 : 11 }

    /// The search for a nearer peak stops below this distance, which is too small to matter: kilometres.
    private static let least = 6.0

    /// - Returns: kilometres, at most `most`, in the same order. Below `least` it is the distance to some higher peak, not always the
    ///   nearest.
    static func kilometres(_ peaks: [(place: WorldPoint, metres: Int)]) -> [Double] {
        var result = [Double](repeating: most, count: peaks.count)
        guard let first = peaks.first?.place else { return result }
        let cell = most * 1000 / World.metresPerUnit(y: Double(first.y))
        var grid: [[Int]: [WorldPoint]] = [:]
        let order = peaks.indices.sorted { (peaks[$1].metres, $0) < (peaks[$0].metres, $1) }
        for index in order {
            let place = peaks[index].place
            let (x, y) = (Int(Double(place.x) / cell), Int(Double(place.y) / cell))
            // The peak added last is tried first: in a crowd it is near.
            search: for dy in -1...1 {
                for dx in -1...1 {
                    for higher in (grid[[x + dx, y + dy]] ?? []).reversed() {
                        result[index] = min(result[index], World.metres(place, higher) / 1000)
                        if result[index] < least { break search }
                    }
                }
            }
            grid[[x, y], default: []].append(place)
        }
        return result
    }
}

/// The two ways in which the ground is drawn.
package enum MapStyle: String, CaseIterable, Sendable, Codable {
    case street, mountain
    package var label: String { self == .street ? "Street" : "Mountain" }
}

/// Parts of a map that can be left out.
package struct MapContent: OptionSet, Hashable, Sendable {
    package let rawValue: UInt8
    package init(rawValue: UInt8) { self.rawValue = rawValue }

    /// Pistes and lifts, with their names.
    package static let ski = MapContent(rawValue: 1)
    /// Points of interest.
    package static let places = MapContent(rawValue: 2)
    package static let all: MapContent = [.ski, .places]
    private static let names: [(String, MapContent)] = [("ski", .ski), ("places", .places)]

    /// - Parameter names: what is left away, "ski,places"; nil for a name that there is not.
    package init?(without names: String) {
        var content = MapContent.all
        for name in names.split(separator: ",") {
            guard let known = MapContent.names.first(where: { $0.0 == name }) else { return nil }
            content.remove(known.1)
        }
        self = content
    }

    /// What is left away, as addresses say it.
    package var without: String { MapContent.names.filter { !contains($0.1) }.map(\.0).joined(separator: ",") }
}

/// What a person wants to see: one of the two, or whatever fits the height of the people in view.
package enum MapChoice: String, CaseIterable, Sendable {
    case auto, street, mountain
}

/// Which style is shown, and why.
package struct MapDecision: Sendable, Equatable {
    /// Metres below the threshold at which an automatic mountain map turns into a street map again: people who ride up
    /// and down around it do not make the map flicker.
    package static let hysteresis = 30.0
    /// Metres above the base from which the mountain map is shown, unless the trip says otherwise.
    package static let aboveBase = 150.0
    /// Metres above the sea from which a base lies in the mountains.
    package static let highBase = 1_000.0

    package let style: MapStyle
    /// Who chose and why: "Mountain map, because most people are above 1,621 m".
    package let reason: String

    /// - Parameters:
    ///   - heights: ground heights of the fresh positions in view, metres.
    ///   - centre: of the view's centre, where nobody is in view.
    ///   - threshold: the trip's "mountain map from"; nil where nothing is known.
    ///   - previous: what was shown before.
    ///   - isOfReader: whether the heights are the reader's own.
    package init(
        choice: MapChoice, heights: [Double], centre: Double?, threshold: Double?, previous: MapStyle?, isOfReader: Bool = false
    ) {
        switch choice {
        case .street: self.init(.street) { "\($0) map, chosen by you" }
        case .mountain: self.init(.mountain) { "\($0) map, chosen by you" }
        case .auto:
            let median = MapDecision.median(heights)
            guard let threshold, let height = median ?? centre else {
                self.init(.street) { "\($0) map, because no heights are known here" }
                return
            }
            let limit = previous == .mountain ? threshold - MapDecision.hysteresis : threshold
            let isHigh = height >= limit
            let end = metres(limit)
            self.init(isHigh ? .mountain : .street) { style in
                if median == nil {
                    isHigh
                        ? "\(style) map, because the middle of the map is above \(end)"
                        : "\(style) map, because the middle of the map is below \(end)"
                } else if isOfReader {
                    isHigh ? "\(style) map, because you are above \(end)" : "\(style) map, because you are below \(end)"
                } else if heights.count == 1 {
                    isHigh
                        ? "\(style) map, because the person in view is above \(end)"
                        : "\(style) map, because the person in view is below \(end)"
                } else {
                    isHigh ? "\(style) map, because most people are above \(end)" : "\(style) map, because most people are below \(end)"
                }
            }
        }
    }

    /// Of a map that opens on a base in the mountains, with nobody to show: with its pistes and lifts.
    /// Nil where the heights decide, or the reader or the trip has said from where the mountain map is wanted.
    package static func onHighBase(_ height: Double?, choice: MapChoice, mountainFrom: Int?) -> MapDecision? {
        guard choice == .auto, mountainFrom == nil, let height, height >= highBase else { return nil }
        return MapDecision(.mountain) { "\($0) map, because the base is above \(metres(highBase))" }
    }

    private init(_ style: MapStyle, _ reason: (_ style: String) -> Texts.Sentence) {
        self.style = style
        self.reason = Texts.said(reason(Texts.said(text: style.label)))
    }

    /// Keeps the style of the screen for a map that is printed from it and was chosen by Auto: the positions in view have moved meanwhile.
    package func kept(_ shown: MapStyle?) -> MapDecision {
        guard let shown, shown != style else { return self }
        return MapDecision(shown) { "\($0) map, chosen by Auto" }
    }

    /// The middle one, or the mean of the two in the middle; nil of none.
    package static func median(_ values: [Double]) -> Double? {
        guard !values.isEmpty else { return nil }
        let sorted = values.sorted()
        let middle = sorted.count / 2
        return sorted.count % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
    }
}

/// "2,140 m".
package func metres(_ value: Double) -> String {
    (value <= -0.5 ? "−" : "") + grouped(Int(decimal(abs(value), 0)) ?? 0) + " m"
}

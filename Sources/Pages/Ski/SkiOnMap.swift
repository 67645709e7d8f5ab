import Domain

/// What maps are told of a piste or a lift that they are about.
extension SkiTrace {
    /// In the map's own colour; lifts are black on it.
    package init?(_ places: [Coordinates], of line: SkiLineDetail, signs: [SkiSign]) {
        let black = "#222"
        self.init(places, colour: line.lift == nil ? PisteMark.colours(signs)[line.difficulty.label] ?? black : black)
    }
}

extension FriendMapPage.Spot {
    package init(_ line: SkiLineDetail, trace: SkiTrace?, page: Link) {
        self.init(
            name: SkiFacts.title(line), text: SkiFacts.sentence(line),
            at: Coordinates(clampedLatitude: line.latitude, longitude: line.longitude), trace: trace, page: page)
    }
}

extension HelpCase.Location {
    /// Where somebody calls from: the place that came with the call, unless the board has a newer one. A position was measured before it
    /// arrived, whatever the phone's clock says: the clock of a phone that is fast must not hide a newer place.
    package static func ofCall(_ own: HelpCase.Location?, board entry: BoardEntry?, at now: Instant) -> HelpCase.Location? {
        let own = own.map { HelpCase.Location(coordinates: $0.coordinates, accuracy: $0.accuracy, fixedAt: min($0.fixedAt, now)) }
        let known = entry.map {
            HelpCase.Location(
                coordinates: $0.fix.coordinates, accuracy: $0.fix.accuracy, fixedAt: min($0.fix.time, $0.lastContactAt, now))
        }
        guard let own, let known else { return own ?? known }
        return known.fixedAt > own.fixedAt ? known : own
    }
}

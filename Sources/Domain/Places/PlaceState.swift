/// Whether a place is open at a moment. What cannot be read is unknown, never closed.
package enum PlaceState: Sendable, Hashable {
    /// Nil where no end is in sight.
    case open(until: Instant?)
    /// Nil where it opens on none of the next days.
    case closed(opens: Instant?)
    /// It has opened, and when it closes is not said.
    case openEnd
    /// Its hours do not say, or could not be read.
    case unclear
    /// The map has no hours of it.
    case notKnown

    package var isOpen: Bool { if case .open = self { true } else { false } }
    package var isClosed: Bool { if case .closed = self { true } else { false } }
}

/// Whether wheelchairs get in.
package enum WheelchairAccess: String, CaseIterable, Sendable {
    case yes, limited, no

    /// As the map writes it; nil for what says nothing.
    package init?(map text: String) {
        guard let access = text == "designated" ? .yes : WheelchairAccess(rawValue: text) else { return nil }
        self = access
    }

    package var label: String {
        switch self {
        case .yes: "Wheelchair accessible"
        case .limited: "Wheelchair access is limited"
        case .no: "Not wheelchair accessible"
        }
    }
}

import Domain

extension Freshness {
    /// A shape besides the colour: readable in black and white.
    package var mark: String {
        switch self {
        case .fresh: "●"
        case .stale: "◐"
        case .lost: "○"
        case .never: "–"
        case .paused: "‖"
        }
    }
}

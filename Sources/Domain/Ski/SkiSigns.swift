/// How the map draws a piste. What is drawn alike has one sign, and one line in a legend.
package struct PisteSign: Hashable, Sendable {
    package let colour: String
    package let isBroken: Bool
    package init(colour: String, isBroken: Bool) {
        self.colour = colour
        self.isBroken = isBroken
    }
}

/// How the map draws a lift.
package enum LiftSign: UInt8, CaseIterable, Hashable, Sendable {
    case cabin, chair, drag
}

extension LiftType {
    package var sign: LiftSign {
        switch self {
        case .cableCar, .gondola, .mixedLift, .funicular: .cabin
        case .chairLift: .chair
        case .dragLift, .tBar, .jBar, .platter, .ropeTow, .magicCarpet: .drag
        }
    }
}

/// A sign that stands on a map, and all that it means there.
package struct SkiSign: Sendable, Equatable {
    /// How the line is drawn; lines that are drawn alike share a sign.
    package enum Line: Hashable, Sendable {
        case piste(PisteSign)
        /// - Parameter colour: of lifts on this kind of map.
        case lift(LiftSign, colour: String)
    }
    package let line: Line
    package let words: [String]
    package init(line: Line, words: [String]) {
        self.line = line
        self.words = words
    }
}

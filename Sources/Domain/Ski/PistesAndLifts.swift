/// `piste:difficulty`, easiest first.
package enum PisteDifficulty: UInt8, CaseIterable, Codable, Sendable {
    case unknown = 0, novice, easy, intermediate, advanced, expert, freeride, extreme

    package init(tag: String?) {
        let names: [String: PisteDifficulty] = [
            "novice": .novice, "easy": .easy, "intermediate": .intermediate, "advanced": .advanced, "expert": .expert,
            "freeride": .freeride, "extreme": .extreme,
        ]
        self = tag.flatMap { names[$0] } ?? .unknown
    }
    package var label: String { self == .unknown ? "Ungraded" : "\(self)".prefix(1).uppercased() + "\(self)".dropFirst() }
}

/// `piste:type`.
package enum PisteType: UInt8, CaseIterable, Sendable {
    case downhill = 0, nordic, skitour, sled, hike, sleigh, iceSkate, snowPark, playground, connection, fatbike, other

    package init(tag: String) {
        let names: [String: PisteType] = [
            "downhill": .downhill, "nordic": .nordic, "skitour": .skitour, "sled": .sled, "hike": .hike, "sleigh": .sleigh,
            "ice_skate": .iceSkate, "snow_park": .snowPark, "playground": .playground, "connection": .connection, "fatbike": .fatbike,
        ]
        // Several types are written with semicolons; the first one counts.
        self = names[String(tag.prefix { $0 != ";" })] ?? .other
    }
    package var label: String {
        switch self {
        case .iceSkate: "Ice rink"
        case .snowPark: "Snow park"
        default: "\(self)".prefix(1).uppercased() + "\(self)".dropFirst()
        }
    }
}

/// `aerialway`, and funiculars.
package enum LiftType: UInt8, CaseIterable, Codable, Sendable {
    case cableCar = 1, gondola, mixedLift, chairLift, dragLift, tBar, jBar, platter, ropeTow, magicCarpet, funicular

    package init?(tag: String) {
        let names: [String: LiftType] = [
            "cable_car": .cableCar, "gondola": .gondola, "mixed_lift": .mixedLift, "chair_lift": .chairLift, "drag_lift": .dragLift,
            "t-bar": .tBar, "j-bar": .jBar, "platter": .platter, "rope_tow": .ropeTow, "magic_carpet": .magicCarpet,
        ]
        guard let found = names[tag] else { return nil }
        self = found
    }
    /// Rides down as well as up.
    package var isTwoWay: Bool { [.cableCar, .gondola, .mixedLift, .funicular].contains(self) }
    package var label: String {
        switch self {
        case .cableCar: "Cable car"
        case .gondola: "Gondola"
        case .mixedLift: "Chairs and gondolas"
        case .chairLift: "Chair lift"
        case .dragLift: "Drag lift"
        case .tBar: "T-bar"
        case .jBar: "J-bar"
        case .platter: "Platter lift"
        case .ropeTow: "Rope tow"
        case .magicCarpet: "Magic carpet"
        case .funicular: "Funicular"
        }
    }
}

/// A piste or a lift with the figures that people ask for.
package struct SkiLineDetail: Sendable, Equatable {
    /// A point of the profile, in metres.
    package struct Sample: Sendable, Equatable {
        /// From the top of a piste, from the bottom of a lift.
        package let distance: Double
        package let height: Double
        package init(distance: Double, height: Double) {
            self.distance = distance
            self.height = height
        }
    }
    /// Whether one can ski or ride on from here by the network, and if not, what is missing.
    package enum Connection: Sendable, Equatable {
        case connected
        case notReachable, noWayOn, apart, notRouted

        /// Why it is not part of the network; nil where it is.
        package var reason: String? {
            switch self {
            case .connected: nil
            case .notReachable: "Nothing that is connected leads to its beginning: no station or piste within 150 m and 50 m of height."
            case .noWayOn: "Nothing leads on from its end: no station or piste within 150 m and 50 m of height."
            case .apart: "Neither its beginning nor its end is near anything that is connected."
            case .notRouted: "Not a downhill piste or public lift."
            }
        }
    }

    package let id: String
    package let name: String
    package let ref: String
    /// Nil for a piste.
    package let lift: LiftType?
    package let piste: PisteType
    package let difficulty: PisteDifficulty
    package let grooming: String
    package let capacity: String
    package let duration: String
    package let area: String
    package let connection: Connection
    /// Along the ground, metres.
    package let length: Double
    package let samples: [Sample]
    package let latitude: Double
    package let longitude: Double

    package init(
        id: String, name: String, ref: String, lift: LiftType?, piste: PisteType, difficulty: PisteDifficulty, grooming: String,
        capacity: String, duration: String, area: String, connection: Connection, length: Double, samples: [Sample], latitude: Double,
        longitude: Double
    ) {
        self.id = id
        self.name = name
        self.ref = ref
        self.lift = lift
        self.piste = piste
        self.difficulty = difficulty
        self.grooming = grooming
        self.capacity = capacity
        self.duration = duration
        self.area = area
        self.connection = connection
        self.length = length
        self.samples = samples
        self.latitude = latitude
        self.longitude = longitude
    }

    /// Metres from the highest to the lowest place; nil without heights.
    package var drop: Double? {
        guard let top = samples.map(\.height).max(), let bottom = samples.map(\.height).min() else { return nil }
        return top - bottom
    }
    /// Per cent, from end to end.
    package var averageGradient: Double? {
        guard let first = samples.first, let last = samples.last, length > 0 else { return nil }
        return abs(first.height - last.height) / length * 100
    }
}

/// What can be found by its name.
package struct PlaceHit: Sendable, Equatable {
    package let name: String
    package let kind: String
    package let latitude: Double
    package let longitude: Double
    /// What the map should show of it.
    package let zoom: Int
    /// Which place it is for lists of places, as addresses write it; "" for none.
    package let place: String
    /// Which piste or lift it is, as addresses write it; "" for anything else.
    package let line: String
    /// Found with typing errors alone.
    package var isGuess = false
    /// Whether the place has a page of its own.
    package var hasPage = false
    package init(name: String, kind: String, latitude: Double, longitude: Double, zoom: Int, place: String = "", line: String = "") {
        self.place = place
        self.line = line
        self.name = name
        self.kind = kind
        self.latitude = latitude
        self.longitude = longitude
        self.zoom = zoom
    }
}

/// What a type of vehicle is to somebody who looks for a bike.
package enum BikeKind: Sendable {
    case bike, electricBike, other

    /// By the words of GBFS and of Digitransit, whatever their case.
    package init(form: String, propulsion: String) {
        guard ["bicycle", "cargo_bicycle"].contains(form.lowercased()) else {
            self = .other
            return
        }
        self = ["", "human"].contains(propulsion.lowercased()) ? .bike : .electricBike
    }
}

/// The types of a system (vehicle_types.json), by their ids.
package enum GBFSVehicles {
    /// What each type is. A type that says nothing of its form is left out.
    package static func read(_ bytes: [UInt8]) throws(BikeProblem) -> (kinds: [String: BikeKind], envelope: GBFSEnvelope) {
        var kinds: [String: BikeKind] = [:]
        let envelope = try GBFSEnvelope.read(bytes) { reader throws(JSONReader.Malformed) in
            try reader.members { reader, key throws(JSONReader.Malformed) in
                guard case "vehicle_types" = key else { return try reader.skip() }
                try reader.elements { reader throws(JSONReader.Malformed) in
                    var (id, form, propulsion): (String?, String?, String?) = (nil, nil, nil)
                    try reader.members { reader, key throws(JSONReader.Malformed) in
                        switch key {
                        case "vehicle_type_id": id = try reader.string()
                        case "form_factor": form = try reader.string()
                        case "propulsion_type": propulsion = try reader.string()
                        default: try reader.skip()
                        }
                    }
                    if let id, let form, kinds.count < 5000 { kinds[id] = BikeKind(form: form, propulsion: propulsion ?? "") }
                }
            }
        }
        return (kinds, envelope)
    }
}

/// What a system says of itself (system_information.json).
package struct GBFSSystem: Sendable, Equatable {
    package private(set) var name = ""
    package let envelope: GBFSEnvelope

    /// Reads the name in English, or else in the first language.
    package init(_ bytes: [UInt8]) throws(BikeProblem) {
        var found = ""
        envelope = try GBFSEnvelope.read(bytes) { reader throws(JSONReader.Malformed) in
            try reader.members { reader, key throws(JSONReader.Malformed) in
                if case "name" = key { found = feedText(try reader.localText()) } else { try reader.skip() }
            }
        }
        name = found
    }
}

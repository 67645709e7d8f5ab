/// Digitransit's GraphQL (Finland): one question, and its answers of today and of earlier years.
package enum Digitransit {
    /// What is asked: all stations with what they have.
    package static let question = """
        { vehicleRentalStations { stationId name lat lon capacity operative realtime allowPickupNow allowDropoffNow \
        rentalUris { web } availableSpaces { total } \
        availableVehicles { total byType { count vehicleType { formFactor propulsionType } } } } }
        """

    /// The stations in GBFS's terms, with the kinds of the vehicles that they name.
    package struct Answer: Sendable {
        package fileprivate(set) var information: [GBFSInformation] = []
        package fileprivate(set) var statuses: [GBFSStatus] = []
        package fileprivate(set) var kinds: [String: BikeKind] = [:]
        package fileprivate(set) var faults: [BikeFault] = []
        fileprivate var isTooMuch = false
    }

    /// Reads an answer, whether it names `vehicleRentalStations` or, as until 2023, `bikeRentalStations`.
    package static func read(_ bytes: [UInt8], at now: Instant) throws(BikeProblem) -> Answer {
        var (answer, hasStations, hasErrors) = (Answer(), false, false)
        do {
            try bytes.withUnsafeBufferPointer { buffer throws(JSONReader.Malformed) in
                var reader = JSONReader(buffer)
                try reader.members { reader, key throws(JSONReader.Malformed) in
                    switch key {
                    case "errors":
                        hasErrors = true
                        try reader.skip()
                    case "data":
                        try reader.members { reader, key throws(JSONReader.Malformed) in
                            switch key {
                            case "vehicleRentalStations", "bikeRentalStations":
                                hasStations = try stations(&reader, &answer, now)
                            default: try reader.skip()
                            }
                        }
                    default: try reader.skip()
                    }
                }
                try reader.end()
            }
        } catch {
            throw GBFSEnvelope.looksLikeHTML(bytes) ? .html : .notJSON
        }
        guard hasStations else { throw hasErrors ? .graphQL : .noStations }
        guard !answer.isTooMuch else { throw .tooManyStations }
        return answer
    }

    private static func stations(
        _ reader: inout JSONReader, _ answer: inout Answer, _ now: Instant
    ) throws(JSONReader.Malformed) -> Bool {
        guard try reader.peek() == .array else {
            try reader.skip()
            return false
        }
        try reader.array { reader throws(JSONReader.Malformed) in
            guard answer.information.count + answer.faults.count < GBFSEnvelope.mostStations else {
                answer.isTooMuch = true
                return try reader.skip()
            }
            guard try reader.peek() == .object else {
                answer.faults.append(BikeFault(.unreadable, ""))
                return try reader.skip()
            }
            var station = Station()
            try reader.object { reader, key throws(JSONReader.Malformed) in try station.take(key, &reader) }
            answer.add(station, at: now)
        }
        return true
    }
}

/// One element of the answer.
private struct Station {
    var (information, status) = (GBFSInformation(), GBFSStatus())
    var kinds: [String: BikeKind] = [:]
    var isRealtime = true

    mutating func take(_ key: JSONReader.Key, _ reader: inout JSONReader) throws(JSONReader.Malformed) {
        switch key {
        case "stationId": information.key = feedKey(try reader.string())
        case "id": information.key = try information.key.isEmpty ? feedKey(reader.string()) : skipped(&reader)
        case "name": information.name = feedText(try reader.localText())
        case "lat": information.latitude = try reader.degrees()
        case "lon": information.longitude = try reader.degrees()
        case "capacity": information.capacity = try reader.things()
        case "bikesAvailable": status.bikes = try reader.things()
        case "spacesAvailable": status.docks = try reader.things()
        case "realtime": isRealtime = try reader.flag() ?? true
        case "operative": if try reader.flag() == false { status.isInstalled = false }
        case "state": if try reader.string()?.lowercased().contains("off") == true { status.isInstalled = false }
        case "allowPickup", "allowPickupNow": if try reader.flag() == false { status.isRenting = false }
        case "allowDropoff", "allowDropoffNow": if try reader.flag() == false { status.isReturning = false }
        case "availableSpaces": status.docks = try total(&reader)
        case "availableVehicles": status.bikes = try total(&reader)
        case "rentalUris":
            try reader.members { reader, key throws(JSONReader.Malformed) in
                if case "web" = key { information.link = feedLink(try reader.string()) } else { try reader.skip() }
            }
        default: try reader.skip()
        }
    }

    private func skipped(_ reader: inout JSONReader) throws(JSONReader.Malformed) -> String {
        try reader.skip()
        return information.key
    }

    /// The number of all; the kinds are noted.
    private mutating func total(_ reader: inout JSONReader) throws(JSONReader.Malformed) -> Int? {
        var total: Int?
        try reader.members { reader, key throws(JSONReader.Malformed) in
            switch key {
            case "total": total = try reader.things()
            case "byType":
                try reader.elements { reader throws(JSONReader.Malformed) in try share(&reader) }
            default: try reader.skip()
            }
        }
        return total
    }

    private mutating func share(_ reader: inout JSONReader) throws(JSONReader.Malformed) {
        var (count, form, propulsion) = (0, "", "")
        try reader.members { reader, key throws(JSONReader.Malformed) in
            switch key {
            case "count": count = try reader.things() ?? 0
            case "vehicleType":
                try reader.members { reader, key throws(JSONReader.Malformed) in
                    switch key {
                    case "formFactor": form = try reader.string() ?? ""
                    case "propulsionType": propulsion = try reader.string() ?? ""
                    default: try reader.skip()
                    }
                }
            default: try reader.skip()
            }
        }
        guard !form.isEmpty, status.shares.count < 50 else { return }
        let type = form + "/" + propulsion
        kinds[type] = BikeKind(form: form, propulsion: propulsion)
        status.shares.append(GBFSStatus.Share(type: type, count: count))
    }
}

extension Digitransit.Answer {
    /// Answers before 2018 have no id: there the name stands for it.
    fileprivate mutating func add(_ station: Station, at now: Instant) {
        var station = station
        if station.information.key.isEmpty { station.information.key = station.information.name }
        station.status.key = station.information.key
        // What is no realtime is a wish of the timetable.
        if !station.isRealtime { (station.status.bikes, station.status.docks) = (nil, nil) }
        station.status.reportedAt = now
        information.append(station.information)
        statuses.append(station.status)
        kinds.merge(station.kinds) { first, _ in first }
    }
}

/// Where a system's documents are (gbfs.json).
package struct GBFSDiscovery: Sendable, Equatable {
    /// By the name of the document.
    package let addresses: [String: String]
    package let envelope: GBFSEnvelope

    /// Takes the English documents of version 1 and 2, or else the first language's.
    package init(_ bytes: [UInt8]) throws(BikeProblem) {
        var (found, isEnglish): ([String: String], Bool) = ([:], false)
        envelope = try GBFSEnvelope.read(bytes) { reader throws(JSONReader.Malformed) in
            try reader.members { reader, key throws(JSONReader.Malformed) in
                if case "feeds" = key { return found = try GBFSDiscovery.feeds(&reader) }
                let english = if case "en" = key { true } else { false }
                try reader.members { reader, inner throws(JSONReader.Malformed) in
                    guard case "feeds" = inner else { return try reader.skip() }
                    let feeds = try GBFSDiscovery.feeds(&reader)
                    if found.isEmpty || (english && !isEnglish) { (found, isEnglish) = (feeds, english) }
                }
            }
        }
        guard !found.isEmpty else { throw .notGBFS }
        addresses = found
    }

    private static func feeds(_ reader: inout JSONReader) throws(JSONReader.Malformed) -> [String: String] {
        var feeds: [String: String] = [:]
        try reader.elements { reader throws(JSONReader.Malformed) in
            var (name, url): (String?, String?) = (nil, nil)
            try reader.members { reader, key throws(JSONReader.Malformed) in
                switch key {
                case "name": name = try reader.string()
                case "url": url = try reader.string()
                default: try reader.skip()
                }
            }
            if let name, let url, feeds.count < 100, feeds[name] == nil { feeds[name] = url }
        }
        return feeds
    }
}

/// A station as station_information has it. What is missing or no number is nil.
package struct GBFSInformation: Sendable, Equatable {
    package var key = ""
    package var name = ""
    package var address = ""
    package var latitude: Double?
    package var longitude: Double?
    package var capacity: Int?
    package var isVirtual = false
    package var link = ""

    var label: String { name.isEmpty ? key : name }

    /// The stations of a document. What is no station at all is a fault.
    package static func read(
        _ bytes: [UInt8], faults: inout [BikeFault]
    ) throws(BikeProblem) -> (stations: [GBFSInformation], envelope: GBFSEnvelope) {
        try GBFSStations.read(bytes, &faults, bytesEach: 300, GBFSInformation()) { station, key, reader throws(JSONReader.Malformed) in
            try station.take(key, &reader)
        }
    }

    private mutating func take(_ member: JSONReader.Key, _ reader: inout JSONReader) throws(JSONReader.Malformed) {
        switch member {
        case "station_id": key = feedKey(try reader.string())
        case "name": name = feedText(try reader.localText())
        case "address": address = feedText(try reader.localText())
        case "lat": latitude = try reader.degrees()
        case "lon": longitude = try reader.degrees()
        case "capacity": capacity = try reader.things()
        case "is_virtual_station": isVirtual = try reader.flag() ?? false
        case "rental_uris":
            try reader.members { reader, key throws(JSONReader.Malformed) in
                if case "web" = key { link = feedLink(try reader.string()) } else { try reader.skip() }
            }
        case "rental_url":
            let url = feedLink(try reader.string())
            if link.isEmpty { link = url }
        default: try reader.skip()
        }
    }
}

/// A station as station_status has it.
package struct GBFSStatus: Sendable, Equatable {
    /// So many of one type.
    package struct Share: Sendable, Equatable {
        package var type = ""
        package var count = 0
    }
    package var key = ""
    package var bikes: Int?
    /// As version 1 feeds of one maker say it.
    package var electric: Int?
    package var docks: Int?
    package var isInstalled: Bool?
    package var isRenting: Bool?
    package var isReturning: Bool?
    package var reportedAt: Instant?
    package var shares: [Share] = []

    /// The stations of a document. What is no station at all is a fault.
    package static func read(
        _ bytes: [UInt8], faults: inout [BikeFault]
    ) throws(BikeProblem) -> (stations: [GBFSStatus], envelope: GBFSEnvelope) {
        try GBFSStations.read(bytes, &faults, bytesEach: 200, GBFSStatus()) { station, key, reader throws(JSONReader.Malformed) in
            try station.take(key, &reader)
        }
    }

    private mutating func take(_ member: JSONReader.Key, _ reader: inout JSONReader) throws(JSONReader.Malformed) {
        switch member {
        case "station_id": key = feedKey(try reader.string())
        case "num_bikes_available", "num_vehicles_available": bikes = try reader.things()
        case "num_ebikes_available": electric = try reader.things()
        case "num_docks_available": docks = try reader.things()
        case "is_installed": isInstalled = try reader.flag()
        case "is_renting": isRenting = try reader.flag()
        case "is_returning": isReturning = try reader.flag()
        case "last_reported": reportedAt = try reader.moment()
        case "vehicle_types_available":
            try reader.elements { reader throws(JSONReader.Malformed) in
                var share = Share()
                try reader.members { reader, key throws(JSONReader.Malformed) in
                    switch key {
                    case "vehicle_type_id": share.type = try reader.string() ?? ""
                    case "count": share.count = try reader.things() ?? 0
                    default: try reader.skip()
                    }
                }
                if shares.count < 50 { shares.append(share) }
            }
        default: try reader.skip()
        }
    }
}

/// The list of stations that both documents have.
private enum GBFSStations {
    /// - Parameters:
    ///   - bytesEach: of a short station.
    ///   - blank: a station before anything is read of it.
    static func read<Station>(
        _ bytes: [UInt8], _ faults: inout [BikeFault], bytesEach: Int, _ blank: Station,
        _ take: (inout Station, JSONReader.Key, inout JSONReader) throws(JSONReader.Malformed) -> Void
    ) throws(BikeProblem) -> (stations: [Station], envelope: GBFSEnvelope) {
        var (stations, found, hasStations, isTooMany): ([Station], [BikeFault], Bool, Bool) = ([], [], false, false)
        stations.reserveCapacity(min(bytes.count / bytesEach, GBFSEnvelope.mostStations))
        let envelope = try GBFSEnvelope.read(bytes) { reader throws(JSONReader.Malformed) in
            try reader.members { reader, key throws(JSONReader.Malformed) in
                guard case "stations" = key else { return try reader.skip() }
                hasStations = true
                try reader.elements { reader throws(JSONReader.Malformed) in
                    guard stations.count + found.count < GBFSEnvelope.mostStations else {
                        isTooMany = true
                        return try reader.skip()
                    }
                    guard try reader.peek() == .object else {
                        found.append(BikeFault(.unreadable, ""))
                        return try reader.skip()
                    }
                    var station = blank
                    try reader.object { reader, key throws(JSONReader.Malformed) in try take(&station, key, &reader) }
                    stations.append(station)
                }
            }
        }
        guard hasStations else { throw .noStations }
        guard !isTooMany else { throw .tooManyStations }
        faults += found
        return (stations, envelope)
    }
}

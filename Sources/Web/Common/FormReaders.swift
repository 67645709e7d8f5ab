import Domain

/// Values of forms that are not text. An empty one is nil; one that cannot be read, or is out of range, is nil too, with a complaint beside
/// its field.
extension Form {
    /// - Parameter message: for a number outside the range.
    func whole(_ name: String, in range: ClosedRange<Int>, _ check: inout Validation, else message: Texts.Sentence) -> Int? {
        let text = tidyLine(self[name])
        if text.isEmpty { return nil }
        if let value = text.whole(in: range) { return value }
        let isNumber = text.utf8.drop { $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "+") }.allSatisfy { (48...57).contains($0) }
        check.refuse(name, isNumber ? message : "Type a whole number, or leave it empty.")
        return nil
    }

    /// Decimal degrees from `{name}_latitude` and `{name}_longitude`, also with a decimal comma.
    func coordinates(_ name: String, _ check: inout Validation) -> (latitude: Double?, longitude: Double?) {
        let latitude = degrees(name + "_latitude", limit: 90, &check)
        let longitude = degrees(name + "_longitude", limit: 180, &check)
        return (latitude, longitude)
    }

    private func degrees(_ name: String, limit: Double, _ check: inout Validation) -> Double? {
        let text = tidyLine(self[name]).replacing(",", with: ".")
        if text.isEmpty { return nil }
        if let value = text.decimal(in: -limit...limit) { return value }
        let isNumber = text.decimalValue != nil
        check.refuse(name, isNumber ? "Between −\(Int(limit)) and \(Int(limit)) degrees." : "Type decimal degrees, for instance 46.0207.")
        return nil
    }

    /// A clock time, in seconds since midnight.
    func clock(_ name: String, _ check: inout Validation) -> Int? {
        let seconds = tidyLine(self[name]).secondsOfDay
        check.require(seconds != nil, name, "Type a time, for instance 07:40.")
        return seconds
    }

    func day(_ name: String, _ check: inout Validation) -> Day? {
        let day = Day(tidyLine(self[name]))
        check.require(day != nil, name, "Type a date, for instance 2026-01-31.")
        return day
    }

    /// The version that the page was made from. Text that is not a number gives a version that nothing has: the form is out of date.
    var version: Int { self["version"].ordinal ?? 0 }

    /// For numbers that a service judges, with its own words: one outside the range is nil like no number.
    func whole(_ name: String, in range: ClosedRange<Int>) -> Int? { tidyLine(self[name]).whole(in: range) }
}

/// The same in addresses, where what cannot be read is as good as absent.
extension WebRequest {
    /// A count in the path; not found for anything else.
    func ordinal(_ name: String) throws(Refusal) -> Int {
        guard let number = try parameter(name).ordinal else { throw .notFound }
        return number
    }

    /// The place of a map: `lat` and `lon`.
    var place: Coordinates? { Coordinates(latitude: query("lat"), longitude: query("lon")) }

    /// The zoom of a map.
    var zoom: Double? { query("z").decimal(in: 0...30) }
}

extension Form {
    /// When a form was typed that waited in a browser for a line: now less the waiting time, so the browser's clock does not matter. Nil
    /// for a form that came at once.
    func givenAt(_ now: Instant) -> Instant? {
        self["waited"].whole(in: 0...Form.longestWait).map { now - .milliseconds($0) }
    }
    /// The same; nil too for a form that replaces one that may have arrived, where only the time of arrival is kept.
    func meantAt(_ now: Instant) -> Instant? { self["instead"].isEmpty ? givenAt(now) : nil }
    /// A year in milliseconds.
    private static let longestWait = 31_536_000_000

    /// Where the browser says that the phone is of somebody who calls for help; never in the way of the call itself.
    func place(_ now: Instant) -> HelpCase.Location? {
        guard let coordinates = Coordinates(latitude: self["lat"], longitude: self["lon"]), let at = self["at"].instantInMilliseconds()
        else { return nil }
        return HelpCase.Location(coordinates: coordinates, accuracy: self["accuracy"].decimal(in: 0...1e6), fixedAt: min(at, now))
    }
}

/// Numbers that come from outside (forms, addresses, JSON, CSV, files, tags) are read here and nowhere else. Every call names
/// its range: what lies outside it, and what is no number, is nil. Swift traps on overflow, and a trap ends the program for
/// everybody, so nothing computes with a number that has no range.
extension StringProtocol {
    /// Decimal digits with an optional sign and nothing else.
    package func whole(in range: ClosedRange<Int>) -> Int? {
        guard utf8.count <= 20, let value = Int(self), range.contains(value) else { return nil }
        return value
    }

    /// A decimal number with a point, perhaps with an exponent; never infinite.
    package func decimal(in range: ClosedRange<Double>) -> Double? {
        guard utf8.count <= 64, let value = String(self).decimalValue, range.contains(value) else { return nil }
        return value
    }

    /// The number of a message, a version or a log entry. The limit is what scripts hold exactly; one more does not overflow.
    package var ordinal: Int? { whole(in: 0...1 << 53) }

    /// A whole number of milliseconds since 1970.
    package func instantInMilliseconds(in range: ClosedRange<Instant> = Instant.plausible) -> Instant? {
        guard let value = whole(in: 0...Int.max) else { return nil }
        let instant = Instant(milliseconds: Int64(value))
        return range.contains(instant) ? instant : nil
    }

    /// A whole number of seconds since 1970.
    package func instantInSeconds(in range: ClosedRange<Instant> = Instant.plausible) -> Instant? {
        guard let value = whole(in: 0...Int.max) else { return nil }
        let instant = Instant(seconds: Int64(value))
        return range.contains(instant) ? instant : nil
    }

    /// "07:40", perhaps with seconds, which are left out: seconds since midnight.
    package var secondsOfDay: Int? {
        let parts = split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count == 2 || parts.count == 3, let hour = parts[0].whole(in: 0...23), let minute = parts[1].whole(in: 0...59)
        else { return nil }
        return hour * 3600 + minute * 60
    }
}

extension Collection<UInt8> {
    /// Like `ordinal` of a string with these bytes.
    package var ordinal: Int? { String(decoding: self, as: UTF8.self).ordinal }
}

extension ClosedRange<Double> {
    /// Range of any value that a phone reports, in any unit. Far from every overflow; `RawFix.judged` decides whether it is possible.
    package static let measured = -1e12...1e12
}

extension Instant {
    /// The years 1970 to 2199: a phone or a form that says another one is wrong.
    package static let plausible = Instant(seconds: 0)...Instant(seconds: 7_258_118_399)
}

extension Coordinates {
    /// Decimal degrees as texts; nil for what is not a point on the map.
    package init?(latitude: some StringProtocol, longitude: some StringProtocol) {
        guard let latitude = latitude.decimal(in: -90...90), let longitude = longitude.decimal(in: -180...180) else { return nil }
        self.init(latitude: latitude, longitude: longitude)
    }
}

extension FixedWidthInteger {
    /// The nearest whole number, or nil for what is no number or lies outside.
    package init?(_ value: Double, in range: ClosedRange<Self>) {
        guard value.isFinite, let whole = Self(exactly: value.rounded()), range.contains(whole) else { return nil }
        self = whole
    }

    /// The nearest number that the type holds; 0 for what is no number.
    package init(clamping value: Double) {
        if value.isNaN {
            self = 0
        } else if let whole = Self(exactly: value.rounded(.towardZero)) {
            self = whole
        } else {
            self = value < 0 ? .min : .max
        }
    }

    /// The sum, or the nearest number that the type holds.
    package func clampedAdding(_ other: Self) -> Self {
        let (sum, hasOverflow) = addingReportingOverflow(other)
        return hasOverflow ? (other < 0 ? .min : .max) : sum
    }

    /// The difference, or the end of the range that it would pass.
    package func clampedSubtracting(_ other: Self) -> Self {
        let (difference, hasOverflow) = subtractingReportingOverflow(other)
        return hasOverflow ? (other < 0 ? .max : .min) : difference
    }

    /// The product, or the end of the range that it would pass.
    package func clampedMultiplied(by other: Self) -> Self {
        let (product, hasOverflow) = multipliedReportingOverflow(by: other)
        return hasOverflow ? ((self < 0) == (other < 0) ? .max : .min) : product
    }
}

extension Dictionary {
    /// Keeps the first of several pairs with the same key: names from outside, or rows doubled by a join, must not trap.
    package init(firstOf pairs: some Sequence<(Key, Value)>) { self.init(pairs, uniquingKeysWith: { first, _ in first }) }
}

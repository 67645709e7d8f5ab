/// How long a walk takes, by rule of thumb: the straight line longer by three tenths at 4.5 km/h, and ten minutes for each hundred metres
/// that it climbs. Always shown as an estimate.
package enum Walk {
    /// - Parameters:
    ///   - distance: metres as the crow flies.
    ///   - climb: metres that the end lies above the start; nil where the heights are not known, and downhill counts nothing.
    package static func minutes(distance: Double, climb: Double?) -> Int {
        let level = distance * 1.3 / (4_500 / 60)
        let up = max(climb ?? 0, 0) / 100 * 10
        return max(Int(clamping: (level + up).rounded(.up)), 1)
    }
}

/// "620 m", "1.4 km", "12.0 km": to ten metres, and from one kilometre on with one decimal, always.
package func walkingDistance(_ metres: Double) -> String {
    guard metres >= 995 else { return "\(Int(clamping: (metres / 10).rounded()) * 10) m" }
    let tenths = Int(clamping: (metres / 100).rounded())
    return "\(tenths / 10).\(tenths % 10) km"
}

/// A decimal with a fixed number of places and no exponent: what GPX, SVG and JSON all read. Zeros at the end are left out; what is
/// no number is 0.
package func decimal(_ value: Double, _ places: Int) -> String {
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: decimalByteCount) { room in
        let start = spellDecimal(value, places, into: room)
        return String(decoding: UnsafeBufferPointer(rebasing: room[start...]), as: UTF8.self)
    }
}

/// Room for a sign, sixteen digits, a point, and zeros before the first of them.
let decimalByteCount = 32
/// Room for a sign and the digits of the lowest number.
let wholeByteCount = 20

/// Like `decimal`, written at the end of `room`; returns where it begins. Keeps at most seven decimal places.
func spellDecimal(_ value: Double, _ places: Int, into room: UnsafeMutableBufferPointer<UInt8>) -> Int {
    let places = min(places, 7)
    let scale = [1.0, 10, 100, 1e3, 1e4, 1e5, 1e6, 1e7][places]
    let scaled = (abs(value) * scale).rounded()
    guard scaled < 9e15 else { return spellWhole(0, into: room) }
    let units = UInt64(scaled)
    let (whole, fraction) = units.quotientAndRemainder(dividingBy: UInt64(scale))
    var start = spellFraction(fraction, places, into: room)
    start = spellDigits(whole, into: room, before: start)
    if value < 0 && units != 0 {
        start -= 1
        room[start] = UInt8(ascii: "-")
    }
    return start
}

/// A whole number, at the end of `room`; returns where it begins.
func spellWhole(_ value: Int, into room: UnsafeMutableBufferPointer<UInt8>) -> Int {
    let start = spellDigits(UInt64(value.magnitude), into: room, before: room.count)
    guard value < 0 else { return start }
    room[start - 1] = UInt8(ascii: "-")
    return start - 1
}

/// Writes the point and the fraction without trailing zeros; nothing if the fraction is 0.
private func spellFraction(_ fraction: UInt64, _ places: Int, into room: UnsafeMutableBufferPointer<UInt8>) -> Int {
    guard fraction != 0 else { return room.count }
    var (rest, places, start) = (fraction, places, room.count)
    while rest % 10 == 0 { (rest, places) = (rest / 10, places - 1) }
    for _ in 0..<places {
        start -= 1
        room[start] = 48 + UInt8(truncatingIfNeeded: rest % 10)
        rest /= 10
    }
    room[start - 1] = UInt8(ascii: ".")
    return start - 1
}

private func spellDigits(_ value: UInt64, into room: UnsafeMutableBufferPointer<UInt8>, before end: Int) -> Int {
    var (rest, start) = (value, end)
    repeat {
        start -= 1
        room[start] = 48 + UInt8(truncatingIfNeeded: rest % 10)
        rest /= 10
    } while rest != 0
    return start
}

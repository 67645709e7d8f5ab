import Domain

/// The attributes of an element as libxml2's SAX2 hands them over: five pointers each, of which the first is the name and
/// the last two bound the value. Valid during the call only.
struct XMLAttributes {
    let count: Int
    let base: UnsafeMutablePointer<UnsafePointer<UInt8>?>?

    func value(_ name: StaticString) -> UnsafeBufferPointer<UInt8>? {
        guard let base else { return nil }
        for index in 0..<count {
            if let found = base[index * 5], equals(found, name) { return text(index) }
        }
        return nil
    }

    func text(_ index: Int) -> UnsafeBufferPointer<UInt8>? {
        guard let base, let start = base[index * 5 + 3], let end = base[index * 5 + 4] else { return nil }
        return UnsafeBufferPointer(start: start, count: end - start)
    }

    /// Of all values.
    var byteCount: Int { (0..<count).reduce(0) { $0 + (text($1)?.count ?? 0) } }

    func has(_ name: StaticString, _ expected: StaticString) -> Bool {
        guard let found = value(name), found.count == expected.utf8CodeUnitCount else { return false }
        return found.elementsEqual(UnsafeBufferPointer(start: expected.utf8Start, count: expected.utf8CodeUnitCount))
    }

    func integer(_ name: StaticString) -> Int64? { value(name).flatMap(parsedInteger) }
}

/// Compares a null-terminated name.
func equals(_ name: UnsafePointer<UInt8>, _ expected: StaticString) -> Bool {
    let (other, count) = (expected.utf8Start, expected.utf8CodeUnitCount)
    for index in 0..<count where name[index] != other[index] { return false }
    return name[count] == 0
}

/// What every element may say of itself.
struct ElementHead {
    var id: Int64 = 0
    /// Degrees, nil where missing or not a number.
    var latitude: Double?
    var longitude: Double?
    var isDeleted = false
    var edited: ElementDay?

    init(_ attributes: XMLAttributes) {
        guard let base = attributes.base else { return }
        for index in 0..<attributes.count {
            guard let name = base[index * 5], let value = attributes.text(index) else { continue }
            switch name[0] {
            case UInt8(ascii: "i") where equals(name, "id"): id = parsedInteger(value) ?? 0
            case UInt8(ascii: "l") where equals(name, "lat"): latitude = parsedDecimal(value)
            case UInt8(ascii: "l") where equals(name, "lon"): longitude = parsedDecimal(value)
            case UInt8(ascii: "t") where equals(name, "timestamp"): edited = ElementDay(value)
            case UInt8(ascii: "v") where equals(name, "visible"): isDeleted = isDeleted || value.first == UInt8(ascii: "f")
            case UInt8(ascii: "a") where equals(name, "action"): isDeleted = isDeleted || value.first == UInt8(ascii: "d")
            default: break
            }
        }
    }
}

private let digits = UInt8(ascii: "0")...UInt8(ascii: "9")

func parsedInteger(_ text: UnsafeBufferPointer<UInt8>) -> Int64? {
    let isNegative = text.first == UInt8(ascii: "-")
    guard text.count > (isNegative ? 1 : 0), text.count <= 18 else { return nil }
    var number: Int64 = 0
    for byte in text.dropFirst(isNegative ? 1 : 0) {
        guard digits.contains(byte) else { return nil }
        number = number * 10 + Int64(byte - digits.lowerBound)
    }
    return isNegative ? -number : number
}

/// Plain decimals in place; exponents, which some tools write, through a string.
func parsedDecimal(_ text: UnsafeBufferPointer<UInt8>) -> Double? {
    let isNegative = text.first == UInt8(ascii: "-")
    var (number, scale, isFraction) = (Int64(0), 1.0, false)
    guard text.count > (isNegative ? 1 : 0) else { return nil }
    for byte in text.dropFirst(isNegative ? 1 : 0) {
        if digits.contains(byte) {
            guard number < 1_000_000_000_000_000 else { continue }
            number = number * 10 + Int64(byte - digits.lowerBound)
            if isFraction { scale *= 10 }
        } else if byte == UInt8(ascii: "."), !isFraction {
            isFraction = true
        } else {
            return String(decoding: text.drop { $0 == UInt8(ascii: "+") }, as: UTF8.self).decimal(in: .measured)
        }
    }
    return (isNegative ? -1 : 1) * Double(number) / scale
}

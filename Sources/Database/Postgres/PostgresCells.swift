import CLibPQ

/// One row of a result in PostgreSQL's binary form.
struct PostgresCells {
    private typealias TypeID = PostgresParameters.TypeID
    let result: OpaquePointer
    let line: Int32

    func isNull(_ column: Int32) -> Bool { PQgetisnull(result, line, column) == 1 }

    func bytes(_ column: Int32) -> UnsafeRawBufferPointer {
        UnsafeRawBufferPointer(start: PQgetvalue(result, line, column), count: Int(PQgetlength(result, line, column)))
    }

    func integer(_ column: Int32) -> Int64 {
        guard !isNull(column) else { return 0 }
        let bytes = bytes(column)
        return switch PQftype(result, column) {
        case TypeID.int64: Int64(bitPattern: number(bytes))
        case TypeID.int32: Int64(Int32(bitPattern: number(bytes)))
        case TypeID.int16: Int64(Int16(bitPattern: number(bytes)))
        case TypeID.boolean: Int64(bytes.first ?? 0)
        case TypeID.float64, TypeID.float32, TypeID.numeric: Int64(exactly: real(column).rounded(.towardZero)) ?? 0
        default: 0
        }
    }

    func real(_ column: Int32) -> Double {
        guard !isNull(column) else { return 0 }
        let bytes = bytes(column)
        return switch PQftype(result, column) {
        case TypeID.float64: Double(bitPattern: number(bytes))
        case TypeID.float32: Double(Float(bitPattern: number(bytes)))
        case TypeID.numeric: PostgresCells.numeric(bytes)
        case TypeID.int64, TypeID.int32, TypeID.int16, TypeID.boolean: Double(integer(column))
        default: 0
        }
    }

    func text(_ column: Int32) -> String {
        guard !isNull(column) else { return "" }
        return switch PQftype(result, column) {
        case TypeID.int64, TypeID.int32, TypeID.int16, TypeID.boolean: String(integer(column))
        case TypeID.float64, TypeID.float32, TypeID.numeric: String(real(column))
        default: String(decoding: bytes(column), as: UTF8.self)
        }
    }

    private func number<T: FixedWidthInteger>(_ bytes: UnsafeRawBufferPointer) -> T {
        bytes.count == MemoryLayout<T>.size ? T(bigEndian: bytes.loadUnaligned(as: T.self)) : 0
    }

    /// Digits of base 10,000 behind four numbers of 16 bits: how many, the first one's power, the sign (0x4000 is minus), decimals shown.
    /// Sums of whole numbers have this type. Beyond 2^53 the last digits are lost.
    private static func numeric(_ bytes: UnsafeRawBufferPointer) -> Double {
        guard bytes.count >= 8 else { return 0 }
        let part = { (index: Int) in Int(Int16(bigEndian: bytes.loadUnaligned(fromByteOffset: index * 2, as: Int16.self))) }
        var value = 0.0
        for index in 0..<max(0, min(part(0), bytes.count / 2 - 4)) { value = value * 10_000 + Double(part(4 + index)) }
        for _ in 0..<max(0, part(1) + 1 - part(0)) { value *= 10_000 }
        for _ in 0..<max(0, part(0) - part(1) - 1) { value /= 10_000 }
        return part(2) == 0x4000 ? -value : value
    }
}

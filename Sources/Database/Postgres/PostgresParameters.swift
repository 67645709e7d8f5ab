import CLibPQ

/// Values in PostgreSQL's binary form (its sources, "Binary Wire Format"): one buffer for all of them.
struct PostgresParameters {
    /// PostgreSQL's own numbers of its types (pg_type.dat).
    enum TypeID {
        static let boolean: Oid = 16, bytes: Oid = 17, int64: Oid = 20, int16: Oid = 21, int32: Oid = 23, text: Oid = 25
        static let float32: Oid = 700, float64: Oid = 701, numeric: Oid = 1700
    }

    private(set) var types: [Oid] = []
    /// Where each value begins; nil for NULL, whose type is the server's to find.
    private var starts: [Int?] = []
    private var lengths: [Int32] = []
    /// Begins with a byte of its own, so that an empty value has an address too.
    private var buffer: [UInt8] = [0]

    init(_ values: [Value]) {
        for value in values {
            let start = buffer.count
            switch value {
            case .null: types.append(0)
            case .integer(let number): append(TypeID.int64, UInt64(bitPattern: number))
            case .real(let number): append(TypeID.float64, number.bitPattern)
            case .text(let text):
                types.append(TypeID.text)
                buffer.append(contentsOf: text.utf8)
            case .blob(let bytes):
                types.append(TypeID.bytes)
                buffer.append(contentsOf: bytes)
            }
            if case .null = value { starts.append(nil) } else { starts.append(start) }
            lengths.append(Int32(buffer.count - start))
        }
    }

    private mutating func append(_ type: Oid, _ bits: UInt64) {
        types.append(type)
        withUnsafeBytes(of: bits.bigEndian) { buffer.append(contentsOf: $0) }
    }

    func withPointers<T>(
        _ body: (_ values: UnsafePointer<UnsafePointer<CChar>?>?, _ lengths: UnsafePointer<Int32>?, _ formats: UnsafePointer<Int32>?) -> T
    ) -> T {
        let formats = [Int32](repeating: 1, count: types.count)
        return buffer.withUnsafeBytes { bytes in
            let pointers = starts.map { start in
                start.flatMap { start in bytes.baseAddress.map { ($0 + start).assumingMemoryBound(to: CChar.self) } }
            }
            return pointers.withUnsafeBufferPointer { values in body(values.baseAddress, lengths, formats) }
        }
    }
}

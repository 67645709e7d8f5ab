import Domain

/// Reads one extract as its bytes arrive, front to back.
protocol ExtractReader {
    /// - Throws: `AtlasProblem` for what is damaged, or not of this format.
    func feed(_ bytes: UnsafeRawBufferPointer) throws
    /// - Returns: what was read, with all that was there before. - Throws: `AtlasProblem` where the file is cut short or empty.
    func finish() throws -> OSMElements
}

/// Finds out from its first bytes what an extract is, and reads it so.
struct AnyExtractReader {
    private let name: String
    private let limit: Int
    private var elements: OSMElements?
    private var reader: (any ExtractReader)?

    /// - Parameters:
    ///   - name: the file's, for people.
    ///   - limit: bytes that it may unpack to.
    init(name: String, limit: Int, adding elements: consuming OSMElements) {
        self.name = name
        self.limit = limit
        self.elements = elements
    }

    mutating func feed(_ bytes: UnsafeRawBufferPointer) throws {
        if let elements, !bytes.isEmpty {
            // Only one of the two may hold them: they would be copied otherwise.
            self.elements = nil
            reader = try open(bytes, adding: elements)
        }
        try reader?.feed(bytes)
    }

    func finish() throws -> OSMElements {
        guard let reader else { throw AtlasProblem("\(name): the file is empty.") }
        return try reader.finish()
    }

    private func open(_ bytes: UnsafeRawBufferPointer, adding elements: consuming OSMElements) throws -> any ExtractReader {
        if PBFReader.isPBF(bytes) { return PBFReader(name: name, limit: limit, adding: elements) }
        if let problem = ForeignFormat.problem(name, beginning: bytes) { throw problem }
        // It says what is wrong with the beginning.
        if name.lowercased().hasSuffix(".pbf") { return PBFReader(name: name, limit: limit, adding: elements) }
        return OSMReader(name: name, adding: elements)
    }
}

import Domain

/// What may stand in an address in place of a `:name`.
package protocol PathPart: Sendable {
    /// Percent-encoded.
    var pathText: String { get }
}

extension String: PathPart {
    package var pathText: String { percentEncoded(self) }
}

extension Int: PathPart {
    package var pathText: String { String(self) }
}

extension ID: PathPart {
    package var pathText: String { description }
}

extension PlaceID: PathPart {
    package var pathText: String { description }
}

extension MapStyle: PathPart {
    package var pathText: String { rawValue }
}

extension PhotoSize: PathPart {
    package var pathText: String { rawValue }
}

/// The name of one of the program's own files, with its folders.
package struct FileName: PathPart {
    package let pathText: String
    init(_ name: String) { pathText = name }
}

/// Why map data could not be read; the text is for people.
package struct AtlasProblem: Error, Equatable, CustomStringConvertible, Sendable {
    package let text: String
    package init(_ text: String) { self.text = text }
    package var description: String { text }
}

/// The import was stopped by whoever started it; the old atlas stays.
package struct ImportCancelled: Error, Sendable {
    package init() {}
}

import CLibPQ

/// Where a database of PostgreSQL is, as libpq takes it. Its text may hold a password: it goes to libpq and into no message.
package struct PostgresAddress: Sendable, CustomStringConvertible {
    private struct Part: Sendable {
        let name: String
        let value: String
        let isSecret: Bool
    }
    package let text: String
    private let parts: [Part]

    /// Whether a text is meant as one.
    package static func begins(_ text: String) -> Bool { text.hasPrefix("postgresql://") || text.hasPrefix("postgres://") }

    /// Fails without a reason: libpq's own repeats the text.
    package init?(_ text: String) {
        guard let list = PQconninfoParse(text, nil) else { return nil }
        defer { PQconninfoFree(list) }
        var (parts, next): ([Part], _) = ([], list)
        while let name = next.pointee.keyword {
            if let value = next.pointee.val {
                // A star is libpq's own mark of what nobody should see.
                parts.append(
                    Part(
                        name: String(cString: name), value: String(cString: value),
                        isSecret: next.pointee.dispchar.map { String(cString: $0) } == "*"))
            }
            next += 1
        }
        (self.text, self.parts) = (text, parts)
        // A password with a bare / or @ in it is cut there, and its rest would be taken for a port, a host or a name and be told as such.
        guard (self["port"] ?? "").allSatisfy({ $0.isASCII && $0.isNumber || $0 == "," }), !(self["host"] ?? "").dropFirst().contains("@"),
            !(self["dbname"] ?? "").contains("@")
        else { return nil }
    }

    package subscript(name: String) -> String? { parts.first { $0.name == name }?.value }

    /// What may be shown, and what a program is given in its arguments.
    package var withoutSecrets: String { PostgresAddress.text(parts.filter { !$0.isSecret }.map { ($0.name, $0.value) }) }

    /// The same database with another schema in front.
    package func inSchema(_ schema: String) -> String {
        let options = [self["options"], "-c search_path=\(schema)"].compactMap(\.self).joined(separator: " ")
        return PostgresAddress.text(parts.filter { $0.name != "options" }.map { ($0.name, $0.value) } + [("options", options)])
    }

    private static func text(_ parts: [(name: String, value: String)]) -> String {
        parts.map { name, value in
            "\(name)='\(value.replacing("\\", with: "\\\\").replacing("'", with: "\\'"))'"
        }.joined(separator: " ")
    }

    package var description: String {
        if let service = self["service"] { return "the database of the service “\(service)”" }
        return (self["dbname"].map { "the database “\($0)”" } ?? "the database") + (self["host"].map { " on \($0)" } ?? "")
    }
}

/// Scripts, styles and pictures as text in the program, each with a hash for its address.
package enum AssetWriter {
    /// - Parameter packed: base64 of a text in fewer bytes; "" where there is none.
    package static func code(for files: [(name: String, text: String)], packed: (_ name: String, _ text: String) -> String) -> String {
        let entries = files.map { name, text in
            "        Asset(name: \"\(name)\", hash: \"\(hash(text))\", content: ####\"\"\"\n\(text)\n\"\"\"####,\n"
                + "              packed: \"\(packed(name, text))\"),\n"
        }
        return "// Made by TemplateCompiler; edit Public.\n\npackage enum Assets {\n    package static let all: [Asset] = [\n"
            + entries.joined() + "    ]\n}\n"
    }

    /// FNV-1a, 64 bits: a name that changes with the content; nothing is secured by it.
    static func hash(_ text: String) -> String {
        let value = text.utf8.reduce(UInt64(0xcbf2_9ce4_8422_2325)) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
        return String(value, radix: 36)
    }
}

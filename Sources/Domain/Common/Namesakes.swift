/// Which names several people have: beside these stands what tells their people apart.
package struct Namesakes: Sendable {
    private let shared: Set<String>

    package init(_ names: some Sequence<String>) {
        var (seen, shared): (Set<String>, Set<String>) = ([], [])
        for name in names.lazy.map(folded) where !seen.insert(name).inserted { shared.insert(name) }
        self.shared = shared
    }

    package func has(_ name: String) -> Bool { !shared.isEmpty && shared.contains(folded(name)) }

    /// - Returns: "Room 104 · Bus 1" for a name that several have; nil for one that is enough, and where nothing more is known.
    package func mark(_ name: String, room: String, groups: [String]) -> String? {
        guard has(name) else { return nil }
        let mark = Namesakes.mark(room: room, groups: groups)
        return mark.isEmpty ? nil : mark
    }

    /// What a host knows of somebody besides the name.
    package static func mark(room: String, groups: [String]) -> String {
        ((room.isEmpty ? [] : [Texts.said("Room \(room)")]) + groups).joined(separator: " · ")
    }
}

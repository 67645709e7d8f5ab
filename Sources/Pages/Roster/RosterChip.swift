import Domain

/// One thing that the list is narrowed by, and the list without it. On a phone nothing else says so.
package struct RosterChip: Sendable {
    let label: String
    let without: Link

    /// Words in the search field are seen there.
    static func all(_ filter: RosterFilter, _ slug: String) -> [RosterChip] {
        let query = RosterPage.query(filter)
        let own = Dictionary(filter.chosen.map { ($0.column.key, OwnFilter.words($0)) }, uniquingKeysWith: { first, _ in first })
        return query.compactMap { key, value in
            let label: String? =
                switch key {
                case "status": Texts.said("Status: \(Texts.said(text: filter.status?.label ?? "Any status"))")
                case "group": Texts.said("Group: \(value)")
                case "tracker": filter.tracker.map { Texts.said("Last contact: \(Texts.said(text: $0.label))") }
                case "need": filter.need.map { Texts.said("Need: \(Texts.said(text: $0.label))") }
                case "room": Texts.said("Room \(value)")
                default: own[key]
                }
            return label.map { RosterChip(label: $0, without: Path.roster(slug).asking(query.filter { $0.0 != key })) }
        }
    }
}

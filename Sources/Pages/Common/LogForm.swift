import Domain

/// The fields that narrow a log down, and the ways to its other pages and its file.
package struct LogForm: Sendable {
    let kinds: [FormField.Choice]
    let people: [FormField.Choice]
    let authors: [FormField.Choice]
    let lists: [FormField.Choice]
    let hasLists: Bool
    let day: String
    let action: Link
    let csv: Link
    let older: Link?
    let newer: Link?
    let oldest: Link?

    package struct Input: Sendable {
        package var filter: LogFilter
        package var kinds: [(String, String)] = []
        package var people: [(id: ID, name: String)] = []
        package var authors: [String] = []
        package var lists: [(id: ID, name: String)] = []
        package var list: ID?
        package init(_ filter: LogFilter) { self.filter = filter }

        var query: [(String, String)] {
            [
                ("kind", filter.kind), ("about", filter.about?.description ?? ""), ("by", filter.by),
                ("day", filter.day?.description ?? ""),
                ("list", list?.description ?? ""),
            ].filter { !$0.1.isEmpty }
        }
    }

    /// - Parameters:
    ///   - link: to the log itself, or to its file, with a query.
    ///   - places: where the older page, the newer page and the beginning are; nil where there is none.
    init(
        _ input: Input, action: Link, link: ([(String, String)]) -> Link, csv: ([(String, String)]) -> Link,
        places: (older: [(String, String)]?, newer: [(String, String)]?, oldest: [(String, String)]?)
    ) {
        let filter = input.filter
        func choices(_ first: String, _ rest: [(String, String)], _ chosen: String) -> [FormField.Choice] {
            ([("", Texts.said(text: first))] + rest).map { .init(value: $0.0, label: $0.1, isSelected: $0.0 == chosen) }
        }
        kinds = choices("Everything", input.kinds, filter.kind)
        people = choices("Anybody", input.people.map { ($0.id.description, $0.name) }, filter.about?.description ?? "")
        authors = choices("Anybody", input.authors.map { ($0, $0) }, filter.by)
        lists = choices("Any list", input.lists.map { ($0.id.description, $0.name) }, input.list?.description ?? "")
        hasLists = !input.lists.isEmpty
        day = filter.day?.description ?? ""
        self.action = action
        self.csv = csv(input.query)
        older = places.older.map { link(input.query + $0) }
        newer = places.newer.map { link(input.query + $0) }
        oldest = places.oldest.map { link(input.query + $0) }
    }
}

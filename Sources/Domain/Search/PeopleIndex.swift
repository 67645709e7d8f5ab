/// The people of a trip, and what each is searched by.
package struct PeopleIndex<Person: Sendable>: Sendable {
    private let people: [Person]
    private let index: SearchIndex<Int>
    /// Every room of the roster, searched by its name.
    package private(set) var rooms = SearchIndex<FoundSet>([])
    /// Who has neither cancelled nor left, by the folded name of their group.
    private var inGroups: [String: Int] = [:]

    private init(_ people: [Person], _ name: (Int, Person) -> SearchIndex<Int>.Name) {
        self.people = people
        index = SearchIndex(people.enumerated().map { name($0.offset, $0.element) })
    }

    package func inGroup(_ name: String) -> Int { inGroups[folded(name)] ?? 0 }

    /// - Returns: the best, at most so many, how many there are, and the rank of the first.
    package func find(_ query: SearchQuery, limit: Int) -> (people: [Person], total: Int, best: Int?) {
        let hits = index.hits(query)
        return (hits.prefix(limit).map { people[$0.key] }, hits.count, hits.first?.rank)
    }
}

extension PeopleIndex where Person == RosterRow {
    /// By name, phone, room, groups and addresses. Who has cancelled or left comes after those who are there.
    package static func ofStaff(_ rows: [RosterRow]) -> PeopleIndex {
        var found = PeopleIndex(rows) { place, row in
            let details = [row[.room].isEmpty ? "" : "room " + row[.room], row[.groups], row[.email], row[.telegram]]
            return .init(place, row.fullName, details: details.joined(separator: "\n"), phone: row[.phone], weight: row.isGone ? 1 : 0)
        }
        let there = rows.filter { !$0.isGone }
        let rooms = Dictionary(grouping: there.map { $0[.room] }.filter { !$0.isEmpty }) { folded($0) }
        let sets = rooms.sortedNaturally(by: \.key).map { FoundSet(name: $1[0], count: $1.count) }
        found.rooms = SearchIndex(sets.map { .init($0, $0.name, details: "room") })
        for row in there { for name in row.groupNames { found.inGroups[folded(name), default: 0] += 1 } }
        return found
    }

    /// By name and phone; who has cancelled or left is not on a medic's list.
    package static func ofMedics(_ rows: [RosterRow]) -> PeopleIndex {
        PeopleIndex(rows.filter { !$0.isGone }) { .init($0, $1.fullName, phone: $1[.phone]) }
    }
}

extension PeopleIndex where Person == Friend {
    /// By name alone.
    package static func ofFriends(_ friends: [Friend]) -> PeopleIndex { PeopleIndex(friends) { .init($0, $1.name) } }
}

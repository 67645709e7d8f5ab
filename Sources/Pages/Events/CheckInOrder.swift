import Domain

/// The orders of a check-in page: missing members of the list's own group first, by name, or by the time of the tick that counts.
extension CheckInPage.Filter {
    /// Sorted, each with their place: a script puts back by it who comes from another part of the page.
    func placed(_ people: [CheckInPage.Person]) -> [CheckInPage.Person] {
        sorted(people).enumerated().map { place, person in
            var person = person
            person.place = place
            return person
        }
    }

    private func sorted(_ people: [CheckInPage.Person]) -> [CheckInPage.Person] {
        let rank = ["awaited": 0, "out": 1, "elsewhere": 2, "present": 3]
        switch order {
        // Missing members are on top: they are the ones to look for. Of whoever belongs on another bus nobody stands between ours.
        case .missing:
            return CheckInPage.Filter.stable(people, isReversed: isReversed) {
                (rank[$0.state] ?? 0) + ($0.isOurs == "yes" ? 0 : rank.count)
            }
        case .name: return CheckInPage.Filter.stable(people, isReversed: isReversed) { $0.search }
        case .time:
            // Members without a tick have no time: they come last, in both directions.
            let ticked = people.filter { $0.at != nil }
            return CheckInPage.Filter.stable(ticked, isReversed: isReversed) { $0.at?.microseconds ?? 0 } + people.filter { $0.at == nil }
        }
    }

    /// Equal ones keep the order of the roster.
    private static func stable<Key: Comparable>(
        _ people: [CheckInPage.Person], isReversed: Bool, by key: (CheckInPage.Person) -> Key
    ) -> [CheckInPage.Person] {
        let keyed: [(key: Key, place: Int)] = people.enumerated().map { (key($0.element), $0.offset) }
        let order = keyed.sorted { (a, b) -> Bool in
            if a.key == b.key { return a.place < b.place }
            return isReversed ? b.key < a.key : a.key < b.key
        }
        return order.map { people[$0.place] }
    }
}

extension CheckInPage {
    /// Every order and direction, as the form names them.
    static func orders(_ filter: Filter) -> [Order] {
        let all: [(String, Filter.Sort, Bool)] = [
            ("Missing first", .missing, false), ("Name A–Z", .name, false), ("Name Z–A", .name, true), ("Earliest tick", .time, false),
            ("Latest tick", .time, true),
        ]
        return all.map { label, sort, isReversed in
            Order(
                value: sort.rawValue + (isReversed ? "-desc" : ""), label: Texts.said(text: label),
                isSelected: filter.order == sort && filter.isReversed == isReversed)
        }
    }
}

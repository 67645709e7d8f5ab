/// What hosts noted about two people: that one wants to be with the other, or that they are never to be together.
package enum WishKind: String, Sendable, CaseIterable { case together, apart }

/// A note for hosts alone: no member sees it, nor a moderator or a medic.
package struct Wish: Sendable, Equatable {
    package static let noteLimit = 200
    package let id: ID
    /// Who wants it; of two who are to be apart, one of them.
    package let member: ID
    package let other: ID
    package let kind: WishKind
    /// Where it holds; nil for everywhere.
    package let set: LaneSetKey?
    package let note: String
    package init(id: ID, member: ID, other: ID, kind: WishKind, set: LaneSetKey?, note: String) {
        self.id = id
        self.member = member
        self.other = other
        self.kind = kind
        self.set = set
        self.note = note
    }

    /// Both of them.
    package func isAbout(_ member: ID) -> Bool { self.member == member || other == member }
}

/// A wish that a card must tell of: it is broken, or one of the two has no lane yet.
package struct WishRemark: Sendable, Equatable {
    package let kind: WishKind
    package let name: String
    /// The lane of the other one; nil where there is none, or it is the same.
    package let lane: String?
    package let isBroken: Bool
    package let note: String
}

/// How many wishes a set of lanes does not fulfil.
package struct WishCount: Sendable, Equatable {
    package var together: Int
    package var apart: Int

    package init(together: Int = 0, apart: Int = 0) {
        (self.together, self.apart) = (together, apart)
    }
}

/// Wishes held against who is where.
struct WishCheck {
    private let set: LaneSet
    private let wishes: [ID: [Wish]]
    private let names: [ID: String]
    private let inside: [ID: [Int]]
    private(set) var count = WishCount()

    /// - Parameters:
    ///   - rows: of everybody who comes: whoever does not is wanted by nobody.
    ///   - inside: the positions of the set's lanes that each is in.
    init(_ wishes: [Wish], set: LaneSet, rows: [RosterRow], inside: [ID: [Int]]) {
        (self.set, self.inside) = (set, inside)
        let about = wishes.filter { ($0.set ?? set.key) == set.key && inside[$0.member] != nil && inside[$0.other] != nil }
        let known = Set(about.flatMap { [$0.member, $0.other] })
        names = Dictionary(firstOf: rows.filter { known.contains($0.id) }.map { ($0.id, $0.fullName) })
        self.wishes = Dictionary(grouping: about.flatMap { wish in [wish.member, wish.other].map { ($0, wish) } }, by: \.0)
            .mapValues { $0.map(\.1) }
        for wish in about where isBroken(wish) {
            if wish.kind == .together { count.together += 1 } else { count.apart += 1 }
        }
    }

    private func lanes(_ member: ID) -> [Int] { inside[member] ?? [] }
    private func areTogether(_ wish: Wish) -> Bool { !Set(lanes(wish.member)).isDisjoint(with: lanes(wish.other)) }

    private func isBroken(_ wish: Wish) -> Bool {
        switch wish.kind {
        case .together: !areTogether(wish) && !lanes(wish.member).isEmpty && !lanes(wish.other).isEmpty
        case .apart: areTogether(wish)
        }
    }

    /// - Parameter lane: that the card stands in; nil for none.
    func remarks(of member: ID, in lane: Int?) -> [WishRemark] {
        (wishes[member] ?? []).compactMap { wish in
            let other = wish.member == member ? wish.other : wish.member
            let isSaid =
                switch wish.kind {
                // It is the wish of one of them.
                case .together: wish.member == member && !areTogether(wish)
                case .apart: lane.map { lanes(other).contains($0) } ?? true
                }
            guard isSaid, let name = names[other] else { return nil }
            let place = lanes(other).first { $0 != lane }.map { set.lanes[$0].name }
            return WishRemark(kind: wish.kind, name: name, lane: place, isBroken: isBroken(wish), note: wish.note)
        }
    }
}

/// Everybody by a name that is theirs alone, as a form offers it and takes it back.
package struct NamesOfPeople: Sendable {
    package let labels: [(id: ID, label: String)]
    private let rows: [RosterRow]

    /// - Parameter rows: in order of name. Of two who have one name, each has the room, the phone or the number beside it.
    package init(_ rows: [RosterRow]) {
        self.rows = rows
        let counts = Dictionary(grouping: rows, by: { folded($0.fullName) }).mapValues(\.count)
        var seen: Set<String> = []
        labels = rows.map { row in
            var label = row.fullName
            if counts[folded(label), default: 0] > 1 {
                let more = [row[.room], row[.phone], row[.email]].first { !$0.isEmpty } ?? ""
                label += more.isEmpty ? "" : " (\(more))"
                if seen.contains(folded(label)) { label += " \(row.id.description.suffix(4))" }
            }
            seen.insert(folded(label))
            return (row.id, label)
        }
    }

    package func label(_ member: ID) -> String? { labels.first { $0.id == member }?.label }

    /// Who is meant by what was typed: the one of that name, else the only one whose name has all its words.
    /// - Throws: what is wrong with the field, where it is nobody or several.
    package func find(_ typed: String, field: String) throws(Refusal) -> ID {
        let typed = tidyLine(typed)
        guard !typed.isEmpty else { throw .invalid([FieldError(field, "Type a name.")]) }
        if let exact = labels.first(where: { folded($0.label) == folded(typed) }) { return exact.id }
        let found = rows.filter { hasWords(searchable($0.fullName), typed) }
        guard let first = found.first else { throw .invalid([FieldError(field, "Nobody found for “\(typed)”.")]) }
        guard found.count == 1 else {
            let names = labels.filter { label in found.contains { $0.id == label.id } }.prefix(3).map(\.label)
            throw .invalid([FieldError(field, "Several people match: \(names.joined(separator: ", ")). Choose one of them.")])
        }
        return first.id
    }
}

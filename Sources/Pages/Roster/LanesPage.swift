import Domain

/// Groups or rooms side by side with their people, who are moved from one to the other.
package struct LanesPage: Page {
    package struct Remark: Sendable {
        let text: String
        let note: String?
        let icon: Link
        let style: String
    }
    package struct Card: Sendable {
        let value: String
        let name: String
        let face: Face
        let link: Link
        let attention: String?
        let remarks: [Remark]
        let isPicked: Bool
        /// It breaks a wish.
        let isBroken: Bool
        /// Without scripts: the page with this card ticked.
        let pick: Link
    }
    package struct Filling: Sendable {
        let taken: Int
        let capacity: Int
        let style: String
        /// "Full", "2 over"
        let word: String?
        let wordStyle: String
    }
    package struct Column: Sendable {
        let name: String
        let value: String
        let count: String
        let style: String
        let filling: Filling?
        /// "Wish not met", also while its people are folded away.
        let broken: String?
        let leader: String?
        let edit: Link?
        let cards: [Card]
    }
    package struct Chip: Sendable {
        let text: String
        let style: String
    }
    let layout: Layout
    let tabs: [LaneTab]
    let setValue: String
    let style: String
    let summary: [Chip]
    let columns: [Column]
    let options: [FormField.Choice]
    /// What to do where there are no groups or rooms yet.
    let empty: Nothing?
    let mayEdit: Bool
    let addLabel: String
    let add: Link
    let move: Link
    let print: Link
    let csv: Link

    /// - Parameter picked: the member whose card is ticked, as the address says it.
    package init(layout tripLayout: TripLayout, lanes: SortedLanes, picked: String) {
        let (slug, key, mayEdit) = (tripLayout.slug, lanes.current.key, tripLayout.isOpenHost)
        let query = [("set", key.rawValue)]
        layout = tripLayout.layout
        tabs = LaneTab.all(tripLayout, lanes.sets, current: .set(key))
        setValue = key.rawValue
        style = key == .rooms ? "is-rooms" : "is-groups"
        summary = LanesPage.summary(lanes)
        columns = lanes.columns.map { LanesPage.column($0, key, slug, (mayEdit, picked)) }
        options =
            [FormField.Choice(value: "", label: Texts.said("Move to…"), isSelected: true)]
            + lanes.columns.dropFirst().map {
                FormField.Choice(value: LaneMove.value($0.lane?.name ?? ""), label: LaneWords.choice($0), isSelected: false)
            } + [FormField.Choice(value: LaneMove.value(""), label: LaneWords.unassigned(key.kind), isSelected: false)]
        let none =
            key == .rooms
            ? Nothing("No rooms yet.", "Add one, or import a list with a column for the room.")
            : Nothing("No groups yet.", "Add the first one.")
        empty = lanes.columns.count > 1 ? nil : none
        self.mayEdit = mayEdit
        addLabel = Texts.said(key == .rooms ? "New room" : "New group")
        add = Path.groupLane(slug).asking(query)
        move = Path.moveToLane(slug)
        print = Path.groupsPrint(slug).asking(query)
        csv = Path.groupsCSV(slug).asking("set", key.rawValue)
    }
    package func render(into out: inout HTMLBuffer) { Template.rosterLanes(self, &out) }

    private static func summary(_ lanes: SortedLanes) -> [Chip] {
        let (kind, lanesOnly, wishes) = (lanes.current.key.kind, lanes.columns.dropFirst(), lanes.wishes)
        var chips: [Chip] = []
        if !lanesOnly.isEmpty, lanesOnly.allSatisfy({ $0.free != nil }) {
            let free = lanesOnly.reduce(0) { $0 + ($1.free ?? 0) }
            chips.append(Chip(text: LaneWords.free(free, kind), style: ""))
        }
        let over = lanesOnly.count { if case .over = $0.filling { true } else { false } }
        let (one, many) = kind == .room ? ("room too full", "rooms too full") : ("group too full", "groups too full")
        if over > 0 { chips.append(Chip(text: counted(over, one, many), style: "bad")) }
        if wishes.together > 0 { chips.append(Chip(text: counted(wishes.together, "wish not met", "wishes not met"), style: "bad")) }
        if wishes.apart > 0 {
            let (pair, pairs) =
                kind == .room
                ? ("pair shares a room but should not", "pairs share a room but should not")
                : ("pair shares a group but should not", "pairs share a group but should not")
            chips.append(Chip(text: counted(wishes.apart, pair, pairs), style: "bad"))
        }
        return chips
    }

    private static func column(
        _ column: LaneColumn, _ key: LaneSetKey, _ slug: String, _ reader: (mayEdit: Bool, picked: String)
    ) -> Column {
        let name = column.lane?.name ?? ""
        return Column(
            name: LaneWords.title(column, key.kind), value: LaneMove.value(name), count: LaneWords.count(column),
            style: column.lane == nil ? "is-unassigned" : column.broken > 0 ? "is-broken" : "", filling: filling(column),
            broken: LaneWords.broken(column.broken),
            leader: LaneWords.leader(column.lane),
            edit: column.lane.flatMap { lane in
                reader.mayEdit ? Path.groupLane(slug).asking([("set", key.rawValue), ("name", lane.name)]) : nil
            },
            cards: column.cards.map { card($0, name, key, slug, reader.picked) })
    }

    private static func filling(_ column: LaneColumn) -> Filling? {
        column.lane?.capacity.map { capacity in
            let style =
                switch column.filling {
                case .open: ""
                case .full: "full"
                case .over: "bad"
                }
            let count = column.cards.count
            return Filling(
                taken: min(count, capacity), capacity: capacity, style: style, word: LaneWords.full(count, of: capacity), wordStyle: style)
        }
    }

    private static func card(_ card: LaneCard, _ lane: String, _ key: LaneSetKey, _ slug: String, _ picked: String) -> Card {
        let (row, id) = (card.row, card.row.id.description)
        let elsewhere = card.elsewhere.map {
            Remark(text: Texts.said("also in \($0)"), note: nil, icon: Path.icon(.alert), style: "warn")
        }
        return Card(
            value: LaneMove.Card(member: row.id, from: lane).text, name: row.fullName, face: Face(row.fullName, slug, row.photo),
            link: Path.member(slug, row.id), attention: row[.attention].isEmpty ? nil : row[.attention],
            remarks: elsewhere + card.remarks.map(remark), isPicked: id == picked,
            isBroken: card.remarks.contains(where: \.isBroken),
            pick: Path.groups(slug).asking([("set", key.rawValue), ("pick", id)]))
    }

    private static func remark(_ remark: WishRemark) -> Remark {
        Remark(
            text: LaneWords.remark(remark), note: remark.note.isEmpty ? nil : remark.note,
            icon: Path.icon(remark.isBroken ? .alert : remark.kind == .together ? .heart : .x), style: remark.isBroken ? "bad" : "")
    }
}

import Domain

/// One group or room: name, leader, places or beds, and its end.
package struct LaneFormPage: Page {
    package struct Removal: Sendable {
        let label: String
        let sentence: String
        let action: Link
    }
    let layout: Layout
    let heading: String
    let problem: String?
    let fields: [FormField]
    let action: Link
    let setValue: String
    let old: String
    /// What the lane says while the form is opened, each value beside its name, to be told from what somebody else makes of it.
    let seen: [RosterPage.Hidden]
    let submit: String
    let back: Link
    /// Where the form leads when it is not to the lane's own set.
    let backTo: String?
    let removal: Removal?

    /// What was typed and what is wrong with it; of a form that opens, what is there.
    package struct Filled: Sendable {
        let name: String
        let capacity: String
        let category: String
        /// A member's number.
        let leader: String
        let complaint: Complaint
        /// What the form showed when it was opened; nil for what the lane says now.
        let seen: SeenLane?
        package init(
            name: String, capacity: String, category: String, leader: String, complaint: Complaint, seen: SeenLane? = nil
        ) {
            self.seen = seen
            self.leader = leader
            self.name = name
            self.capacity = capacity
            self.category = category
            self.complaint = complaint
        }
        /// - Parameter lane: nil for a new one.
        package init(_ lane: Lane?, in set: LaneSet) {
            self.init(
                name: lane?.name ?? set.nextName ?? "", capacity: lane?.capacity.map(String.init) ?? "",
                category: lane?.category ?? "", leader: lane?.leader?.id.description ?? "", complaint: Complaint())
        }
    }

    /// - Parameters:
    ///   - column: the lane that there is, with its people; nil for a new one.
    ///   - place: where the form was opened; empty on the page of the lane's set.
    package init(layout tripLayout: TripLayout, set: LaneSet, column: LaneColumn?, filled: Filled, place: String) {
        let (slug, kind, errors) = (tripLayout.slug, set.key.kind, filled.complaint.errors)
        layout = tripLayout.layout
        heading = column?.lane?.name ?? Texts.said(kind == .room ? "New room" : "New group")
        problem = filled.complaint.problem
        fields = LaneFormPage.fields(filled, errors, kind, column)
        action = Path.groupLane(slug)
        setValue = set.key.rawValue
        old = column?.lane?.name ?? ""
        seen = (filled.seen ?? column?.lane.map(SeenLane.init)).map(LaneFormPage.hidden) ?? []
        submit = Texts.said(column == nil ? "Add" : "Save")
        backTo = place == GroupsPage.place ? place : nil
        back = Path.groups(slug).asking("set", backTo ?? setValue)
        removal = column?.lane.map {
            Removal(
                label: Texts.said("Delete \($0.name)"), sentence: LaneFormPage.sentence(kind, column?.cards.count ?? 0),
                action: Path.removeLane(slug))
        }
    }
    package func render(into out: inout HTMLBuffer) { Template.rosterLaneForm(self, &out) }

    private static func hidden(_ seen: SeenLane) -> [RosterPage.Hidden] {
        [("was_capacity", seen.capacity), ("was_category", seen.category), ("was_leader", seen.leader)].map(RosterPage.Hidden.init)
    }

    private static func fields(_ filled: Filled, _ errors: [FieldError], _ kind: LaneKind, _ column: LaneColumn?) -> [FormField] {
        let now = filled.complaint.problem == nil ? nil : column?.lane
        let fields = [
            FormField("name", "Name", filled.name, errors: errors, isRequired: true),
            FormField(
                "capacity", kind == .room ? "Beds" : "Places", filled.capacity, kind: .number,
                hint: instead(now?.capacity.map(String.init), of: filled.capacity, now)
                    ?? (kind == .room ? nil : "How many people there is room for."), errors: errors),
        ]
        let last =
            kind == .room
            ? FormField("for_all", "Use this for every room that has no number of beds yet", "", kind: .tick)
            : FormField(
                "category", "Kind", filled.category,
                hint: instead(now?.category, of: filled.category, now)
                    ?? "Groups of one kind are shown side by side. Left empty, the first word of the name decides, as in Bus 1 and Bus 2.",
                errors: errors)
        let all = fields + leader(filled, errors, kind, column) + [last]
        return all.map { $0.among(all) }
    }

    /// What somebody else has made of a value, under the field that has what was typed.
    /// - Parameter lane: nil while nobody else has changed it.
    private static func instead(_ value: String?, of typed: String, _ lane: Lane?) -> String? {
        let value = value ?? ""
        guard lane != nil, value != typed else { return nil }
        return value.isEmpty ? "It is empty now." : "It says now: \(value)"
    }

    /// One of those who are in the group, or whoever leads it though they are no longer in it.
    private static func leader(_ filled: Filled, _ errors: [FieldError], _ kind: LaneKind, _ column: LaneColumn?) -> [FormField] {
        guard kind == .group, let column else { return [] }
        var people = column.cards.map { ($0.row.id.description, $0.row.fullName) }
        if let leader = column.lane?.leader, !column.cards.contains(where: { $0.row.id == leader.id }) {
            let name = leader.name.isEmpty ? Texts.said("Somebody in the bin") : Texts.said("\(leader.name) (no longer in it)")
            people.append((leader.id.description, name))
        }
        guard !people.isEmpty else { return [] }
        let nobody = ("", Texts.said("No leader"))
        let now = filled.complaint.problem == nil ? nil : column.lane
        func name(_ id: String?) -> String { people.first { $0.0 == id ?? "" }?.1 ?? nobody.1 }
        let other = instead(name(now?.leader?.id.description), of: name(filled.leader), now)
        return [
            FormField("leader", "Leader", filled.leader, kind: .choice, hint: other, errors: errors)
                .offering([nobody] + people)
        ]
    }

    private static func sentence(_ kind: LaneKind, _ count: Int) -> String {
        switch (kind, count) {
        case (_, 0): Texts.said("Nobody is in it.")
        case (.room, _): Texts.said("\(counted(count, "person is", "people are")) without a room then. Undo brings all of it back.")
        case (.group, _):
            Texts.said(
                "\(counted(count, "member stays", "members stay")) on the trip. For 30 days you can restore the group from the bin.")
        }
    }
}

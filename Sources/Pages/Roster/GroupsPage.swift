import Domain

/// Every group with its leader, some faces and its chat.
package struct GroupsPage: Page {
    package struct Row: Sendable {
        let name: String
        /// "14 of 16 places taken" where somebody has said how many there are.
        let count: String
        /// "Full", "2 over"
        let word: String?
        let wordStyle: String
        let leader: String?
        let faces: [Face]
        /// "+18"
        let more: String?
        /// Nil for those who only look.
        let edit: Link?
        let chat: Link
        let members: Link
        let print: Link
        let tracks: [TrackLink]
    }
    /// How many faces a row shows.
    private static let faceLimit = 5
    /// What a form names that leads back to this list.
    package static let place = "all"

    let layout: Layout
    let tabs: [LaneTab]
    let rows: [Row]
    let mayEdit: Bool
    let add: Link
    let fields: [FormField]
    let printAll: Link
    let problem: String?
    let bin: Link?

    package init(
        layout tripLayout: TripLayout, groups: [Group], sets: [LaneSet], members: [RosterRow],
        complaint: (errors: [FieldError], typed: String)
    ) {
        layout = tripLayout.layout
        tabs = LaneTab.all(tripLayout, sets, current: .all)
        let (errors, typed) = complaint
        let (slug, mayEdit) = (tripLayout.slug, tripLayout.isOpenHost)
        let inside = Dictionary(
            grouping: members.filter { !$0.isGone }.flatMap { member in member.groupNames.map { (group: $0, member: member) } }, by: \.group
        )
        rows = groups.map { group in
            let set = mayEdit ? sets.first { $0.key.kind == .group && $0.lane(group.name) != nil } : nil
            return GroupsPage.row(group, inside[group.name, default: []].map(\.member), set?.key, slug)
        }
        self.mayEdit = mayEdit
        add = Path.groups(slug)
        fields = [FormField("name", "New group", typed, hint: "A bus, a ski class, a table.", errors: errors)]
        printAll = Path.rosterPrint(slug).asking("by_group", "on")
        bin = tripLayout.isHost ? Path.rosterBin(slug) : nil
        problem = errors.isEmpty ? nil : errors.said
    }
    package func render(into out: inout HTMLBuffer) { Template.rosterGroups(self, &out) }

    /// - Parameter key: of its set, where the reader may change it.
    private static func row(_ group: Group, _ members: [RosterRow], _ key: LaneSetKey?, _ slug: String) -> Row {
        let (count, places) = (group.memberCount, group.places)
        return Row(
            name: group.name, count: places.map { Texts.said("\(count) of \(counted($0, "place")) taken") } ?? counted(count, "member"),
            word: places.flatMap { LaneWords.full(count, of: $0) }, wordStyle: places.map { count > $0 ? "bad" : "full" } ?? "",
            leader: group.leaderName.isEmpty ? nil : group.leaderName,
            faces: members.prefix(faceLimit).map { Face($0.fullName, slug, $0.photo) },
            more: members.count > faceLimit ? "+\(members.count - faceLimit)" : nil,
            edit: key.map { Path.groupLane(slug).asking([("set", $0.rawValue), ("name", group.name), ("back", place)]) },
            chat: Path.chatWithGroup(slug, group.id), members: Path.roster(slug).asking("group", group.name),
            print: Path.rosterPrint(slug).asking("group", group.name), tracks: TrackLink.group(group.name, slug))
    }

    /// What is said right after one was deleted.
    package static func deleted(_ group: BinnedGroup, _ slug: String) -> Flash {
        Flash(Texts.said("\(group.thing.name) moved to the bin for 30 days"), undo: Path.restoreGroup(slug, group.thing.id))
    }
}

import Domain

/// Every group with its leader and its chat.
package struct GroupsPage: Page {
    package struct Row: Sendable {
        let name: String
        let count: String
        let leaders: [FormField.Choice]
        let save: Link
        let remove: Link
        let chat: Link
        let members: Link
        let print: Link
        let tracks: [TrackLink]
        let leader: String
    }
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
        let trip = tripLayout.trip
        let slug = trip.fields.slug
        let inside = Dictionary(grouping: members.flatMap { member in member.groupNames.map { (group: $0, member: member) } }, by: \.group)
        rows = groups.map { group in
            Row(
                name: group.name, count: counted(group.memberCount, "member"),
                leaders: [FormField.Choice(value: "", label: Texts.said("No leader"), isSelected: group.leaderID == nil)]
                    + inside[group.name, default: []].map {
                        .init(value: $0.member.id.description, label: $0.member.fullName, isSelected: $0.member.id == group.leaderID)
                    },
                save: Path.changeGroup(slug, group.id), remove: Path.removeGroup(slug, group.id),
                chat: Path.chatWithGroup(slug, group.id),
                members: Path.roster(slug).asking("group", group.name),
                print: Path.rosterPrint(slug).asking("group", group.name),
                tracks: TrackLink.group(group.name, slug), leader: group.leaderName)
        }
        mayEdit = tripLayout.isOpenHost
        add = Path.groups(slug)
        fields = [FormField("name", "New group", typed, hint: "A bus, a ski class, a dive team.", errors: errors)]
        printAll = Path.rosterPrint(slug).asking("by_group", "on")
        bin = tripLayout.isHost ? Path.rosterBin(slug) : nil
        problem = errors.isEmpty ? nil : errors.said
    }
    package func render(into out: inout HTMLBuffer) { Template.rosterGroups(self, &out) }

    /// What is said right after one was deleted.
    package static func deleted(_ group: BinnedGroup, _ slug: String) -> Flash {
        Flash(Texts.said("\(group.thing.name) moved to the bin for 30 days"), undo: Path.restoreGroup(slug, group.thing.id))
    }
}

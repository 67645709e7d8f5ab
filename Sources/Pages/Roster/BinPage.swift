import Domain

/// Who was deleted from the roster within the last thirty days.
package struct BinPage: Page {
    package struct Row: Sendable {
        let name: String
        let detail: String
        let action: Link
    }
    let layout: Layout
    let back: Link
    let rows: [Row]
    let mayEdit: Bool

    package init(layout tripLayout: TripLayout, members: [BinnedMember]) {
        layout = tripLayout.layout
        let (slug, zone) = (tripLayout.slug, tripLayout.trip.zone)
        back = Path.roster(slug)
        mayEdit = tripLayout.isOpenHost
        rows = members.map { member in
            let (deleted, end) = (zone.local(member.deletedAt).day.short, zone.local(member.endsAt).day.short)
            return Row(
                name: member.name, detail: Texts.said("Deleted on \(deleted) by \(member.deletedBy), for good on \(end)"),
                action: Path.member(slug, member.id, "/bring-back"))
        }
    }
    package func render(into out: inout HTMLBuffer) { Template.rosterBin(self, &out) }
}

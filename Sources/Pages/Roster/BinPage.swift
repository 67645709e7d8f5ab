import Domain

/// What was deleted from a trip within the last thirty days: people, events, groups.
package struct BinPage: Page {
    package struct Row: Sendable {
        let name: String
        /// What it was, and who deleted it when.
        let detail: String
        let left: String
        /// A chip's style: louder on the last days.
        let style: String
        let restore: Link
        let erase: Link
    }
    package struct Section: Sendable {
        let title: String
        let id: String
        let rows: [Row]
    }
    let layout: Layout
    /// The way up, where the layout shows none.
    let crumb: String?
    let heading: String
    let intro: String
    /// Where there is nothing: what would be, and the way back.
    let empty: String
    let backLabel: String
    let back: Link
    let sections: [Section]
    /// The trip still changes.
    let isOpen: Bool
    var isEmpty: Bool { sections.isEmpty }

    package init(layout tripLayout: TripLayout, members: [BinnedMember], events: [BinnedEvent], groups: [BinnedGroup]) {
        layout = tripLayout.layout
        let (slug, zone, now) = (tripLayout.slug, tripLayout.trip.zone, tripLayout.now)
        (crumb, heading) = (nil, Texts.said("Bin"))
        intro = Texts.said(
            "What you delete stays here for 30 days. Nobody else sees it, and people in it cannot open the trip. Then it is erased, with "
                + "everything about it.")
        empty = Texts.said("People, events and groups that you delete stay here for 30 days, and come back with one tap on Restore.")
        (back, backLabel) = (Path.roster(slug), Texts.said("Back to the roster"))
        isOpen = tripLayout.isOpenHost
        let text = BinText(zone: zone, now: now)
        let people = members.map { member in
            text.row(
                member.name, "", text.deleted(member.deletedAt, by: member.deletedBy), days: member.daysLeft(at: now),
                (Path.restoreMember(slug, member.id), Path.deleteMemberNow(slug, member.id)))
        }
        let plans = events.map { event in
            text.row(
                event.thing, BinPage.what(event, zone),
                (Path.restoreEvent(slug, event.thing.id), Path.deleteEventNow(slug, event.thing.id)))
        }
        let buses = groups.map { group in
            text.row(
                group.thing, counted(group.memberCount, "person", "people"),
                (Path.restoreGroup(slug, group.thing.id), Path.deleteGroupNow(slug, group.thing.id)))
        }
        sections = [
            Section(title: Texts.said("People"), id: "people", rows: people),
            Section(title: Texts.said("Events"), id: "events", rows: plans),
            Section(title: Texts.said("Groups"), id: "groups", rows: buses),
        ].filter { !$0.rows.isEmpty }
    }
    /// Trips of the whole server.
    package init(layout: Layout, trips: [BinnedTrip], now: Instant) {
        self.layout = layout
        (crumb, heading) = (Texts.said("Trips"), Texts.said("Deleted trips"))
        intro = Texts.said(
            "A deleted trip stays here for 30 days. Nobody finds it, and no phone sends positions to it. Then it is erased, with "
                + "everything about it.")
        empty = Texts.said("Trips that you delete stay here for 30 days, and come back with one tap on Restore.")
        (back, backLabel, isOpen) = (Path.trips(), Texts.said("Back to the trips"), true)
        let text = BinText(zone: layout.zone, now: now)
        let rows = trips.map { trip in
            text.row(
                trip.thing, trip.startDay.span(to: trip.endDay) + " · " + counted(trip.memberCount, "member"),
                (Path.restoreTrip(trip.thing.id), Path.deleteTripNow(trip.thing.id)))
        }
        sections = rows.isEmpty ? [] : [Section(title: Texts.said("Trips"), id: "trips", rows: rows)]
    }
    package func render(into out: inout HTMLBuffer) { Template.rosterBin(self, &out) }

    /// "Fri 4 Dec, 20:00, 23 people were going"
    private static func what(_ event: BinnedEvent, _ zone: TripZone) -> String {
        let start = zone.local(event.startsAt)
        let kind = event.state == .draft ? [Texts.said("Draft")] : event.state == .cancelled ? [Texts.said("Cancelled")] : []
        let going = event.going == 0 ? [] : [counted(event.going, "person was going", "people were going")]
        return (kind + ["\(start.day.short), \(start.clock)"] + going).joined(separator: " · ")
    }
}

/// How rows of a bin say when something was deleted, by whom, and how long it is kept.
struct BinText {
    let zone: TripZone
    let now: Instant
    private static let lastDays = 3

    func deleted(_ moment: Instant, by name: String) -> String {
        let local = zone.local(moment)
        return Texts.said("Deleted \(local.day.short), \(local.clock) by \(name)")
    }

    func row(_ thing: BinnedThing, _ what: String, _ links: (restore: Link, erase: Link)) -> BinPage.Row {
        row(thing.name, what, deleted(thing.deletedAt, by: thing.deletedBy), days: thing.daysLeft(at: now), links)
    }

    func row(_ name: String, _ what: String, _ deleted: String, days: Int, _ links: (restore: Link, erase: Link)) -> BinPage.Row {
        BinPage.Row(
            name: name, detail: what.isEmpty ? deleted : what + " · " + deleted,
            left: days == 0 ? Texts.said("Last day") : counted(days, "day left", "days left"),
            style: days < BinText.lastDays ? "warn" : "", restore: links.restore, erase: links.erase)
    }
}

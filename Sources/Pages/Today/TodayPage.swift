import Domain

package struct TodayPage: Page {
    package struct Count: Sendable {
        let label: String
        let count: Int
        let link: Link
        let mark: String
        let style: String
    }
    package struct Task: Sendable {
        let text: String
        let detail: String
        let link: Link
    }
    let layout: Layout
    let heading: String
    let dates: String
    let clock: TimeText
    let stamp: String
    let people: [Count]
    let contact: [Count]
    let tasks: [Task]
    let events: [EventsPage.Row]
    let eventsLink: Link
    let changes: [RosterChangeLine]
    let changesSince: TimeText?
    let moreChanges: Link?
    let meeting: String?
    let emergency: String?
    let isEmpty: Bool
    let help: Link
    let importLink: Link
    let mayEdit: Bool

    package init(layout tripLayout: TripLayout, today: TripToday) {
        layout = tripLayout.layout
        let (trip, now) = (tripLayout.trip, tripLayout.now)
        let (slug, isHost, rows, changes) = (trip.fields.slug, tripLayout.isHost, today.rows, today.changes)
        heading = trip.fields.name
        dates = TodayPage.dates(trip, now: now)
        clock = TimeText(now, zone: trip.zone, now: now)
        stamp = versionStamp(trip, now: now)
        people = TodayPage.peopleCounts(rows, slug)
        contact = TodayPage.contactCounts(rows, today.lastFix, trip, now)
        tasks = TodayPage.eventTasks(trip, today.events, now) + TodayPage.tasks(trip, rows, isHost: isHost, now: now)
        let text = EventText(zone: trip.zone, now: now)
        events = today.events.filter { TodayPage.isNext($0.event, now) }.prefix(6).map { EventsPage.row($0, slug, text, now) }
        eventsLink = Path.events(slug)
        self.changes = changes.prefix(12).map { RosterChangeLine($0, slug, trip.zone, now) }
        changesSince = today.lastVisit.map { TimeText($0.baselineAt, zone: trip.zone, now: now) }
        moreChanges =
            changes.count > 12 ? Path.rosterFile(slug, "/changes", [("since", String(today.lastVisit?.baselineVersion ?? 0))]) : nil
        meeting = trip.fields.meetingInformation.isEmpty ? nil : trip.fields.meetingInformation
        emergency = trip.fields.emergencyNumbers.isEmpty ? nil : trip.fields.emergencyNumbers
        isEmpty = rows.allSatisfy(\.role.isStaff)
        help = Path.help(slug)
        importLink = Path.rosterFile(slug, "/import")
        mayEdit = isHost
    }
    package func render(into out: inout HTMLBuffer) { Template.tripsToday(self, &out) }

    static func dates(_ trip: Trip, now: Instant) -> String {
        let (start, end) = (trip.fields.startDay, trip.fields.endDay)
        let today = trip.zone.today(at: now)
        let span = start.short + " – " + end.long
        if today < start { return span + ", starts in \(counted(start.number - today.number, "day"))" }
        if today > end { return span + ", over" }
        return span + ", day \(today.number - start.number + 1) of \(end.number - start.number + 1)"
    }

    /// What happens now and until tomorrow evening.
    private static func isNext(_ event: Event, _ now: Instant) -> Bool {
        event.state == .published && !event.isOver(at: now) && event.fields.startsAt < now + .hours(36)
    }

    /// Whom to ask before it is too late.
    private static func eventTasks(_ trip: Trip, _ events: [EventSummary], _ now: Instant) -> [Task] {
        let text = EventText(zone: trip.zone, now: now)
        return events.compactMap { summary in
            let (event, limit) = (summary.event, summary.event.fields.answerBy ?? summary.event.fields.startsAt)
            guard event.state == .published, summary.counts.pending > 0, limit > now, limit < now + .hours(24) else { return nil }
            let people = counted(summary.counts.pending, "person has", "people have")
            return Task(
                text: "\(people) not answered \(event.fields.title)", detail: "Answers until \(text.moment(limit)).",
                link: Path.event(trip.fields.slug, event.id, "#pending"))
        }
    }

    private static func peopleCounts(_ rows: [RosterRow], _ slug: String) -> [Count] {
        let counts = Dictionary(grouping: rows, by: \.status).mapValues(\.count)
        func count(_ label: String, _ status: MemberStatus, _ style: String) -> Count {
            Count(
                label: label, count: counts[status] ?? 0, link: Path.roster(slug, [("status", status.rawValue)]), mark: "",
                style: style)
        }
        return [
            count("Arrived", .arrived, "ok"), count("Expected", .confirmed, ""), count("Invited", .invited, ""),
            count("Left", .left, ""), count("Cancelled", .cancelled, ""),
        ]
    }

    private static func contactCounts(_ rows: [RosterRow], _ lastFix: [ID: Instant], _ trip: Trip, _ now: Instant) -> [Count] {
        let present = rows.filter { $0.status != .cancelled && $0.status != .left }
        let counts = Dictionary(grouping: present) { row in
            Freshness(lastFix: lastFix[row.id], isPaused: row.isPaused, now: now, trip: trip.fields)
        }.mapValues(\.count)
        return Freshness.allCases.filter { $0 != .paused || counts[$0] != nil }.map { freshness in
            Count(
                label: freshness.label, count: counts[freshness] ?? 0,
                link: Path.roster(trip.fields.slug, [("tracker", freshness.rawValue)]), mark: freshness.mark,
                style: freshness.rawValue)
        }
    }

    private static func tasks(_ trip: Trip, _ rows: [RosterRow], isHost: Bool, now: Instant) -> [Task] {
        let slug = trip.fields.slug
        let today = trip.zone.today(at: now)
        let present = rows.filter { $0.status != .cancelled && $0.status != .left }
        var tasks: [Task] = []
        func add(_ rows: [RosterRow], _ one: String, _ many: String, _ link: Link) {
            guard !rows.isEmpty else { return }
            let names = rows.prefix(3).map(\.fullName).joined(separator: ", ")
            let more = rows.count > 3 ? " and \(rows.count - 3) more" : ""
            tasks.append(Task(text: counted(rows.count, one, many), detail: names + more, link: link))
        }
        if today >= trip.fields.startDay, today <= trip.fields.endDay {
            add(
                present.filter { $0.status.isExpected && !$0.role.isStaff }, "traveller has not arrived",
                "travellers have not arrived", Path.roster(slug, [("status", "confirmed")]))
        }
        for (need, one, many) in [
            (RosterNeed.attention, "member needs attention", "members need attention"),
            (.emergencyPhone, "traveller has no emergency phone", "travellers have no emergency phone"),
            (.tracker, "traveller has no tracker", "travellers have no tracker"),
        ] { add(present.filter(need.holds), one, many, Path.roster(slug, [("need", need.rawValue)])) }
        if isHost, trip.fields.emergencyNumbers.isEmpty {
            tasks.append(Task(text: "No emergency numbers", detail: "They belong on every sheet.", link: Path.trip(slug, "/settings")))
        }
        if isHost, trip.base == nil {
            tasks.append(Task(text: "No base on the map", detail: "Where is home for this trip?", link: Path.trip(slug, "/settings")))
        }
        return tasks
    }
}

import Domain

/// The log of an event from its newest line to its beginning.
package struct EventLogPage: Page {
    package static let size = 100

    package struct Row: Sendable {
        let text: String
        let detail: String?
        let by: String
        let at: TimeText
    }
    let layout: Layout
    let event: String
    let rows: [Row]
    let range: String
    let form: LogForm
    let back: Link

    /// What of the log is asked for.
    package struct Query: Sendable {
        let filter: LogFilter
        let list: ID?
        let before: Int?
        /// - Parameter before: the place where the page ends, counted from the beginning.
        package init(filter: LogFilter, list: ID?, before: Int?) {
            self.filter = filter
            self.list = list
            self.before = before
        }
    }

    package init(layout tripLayout: TripLayout, event: Event, history: EventHistory, query: Query) {
        layout = tripLayout.layout
        let (trip, now) = (tripLayout.trip, tripLayout.now)
        self.event = event.fields.title
        let (filter, list) = (query.filter, query.list)
        let (slug, text) = (trip.fields.slug, EventText(zone: trip.zone, now: now))
        let found = history.filtered(filter, list: list, zone: trip.zone)
        let (slice, start, end) = EventHistory.slice(found, before: query.before, limit: EventLogPage.size)
        rows = slice.entries.map { EventLogPage.row($0, text) }
        range =
            found.isEmpty
            ? ""
            : Texts.said("Lines \(start + 1) to \(end) of \(found.count), the newest first.") + " "
                + TimeText.zoneSaid(trip.zone, now: now)
        var input = LogForm.Input(filter)
        input.kinds = EventHistoryEntry.Kind.allCases.map { ($0.rawValue, Texts.said(text: $0.label)) }
        let people = Dictionary(
            history.entries.compactMap { entry in entry.memberID.map { ($0, entry.memberName) } }, uniquingKeysWith: { first, _ in first })
        input.people = people.filter { !$0.value.isEmpty }.map { (id: $0.key, name: $0.value) }
            .sorted { (folded($0.name), $0.id) < (folded($1.name), $1.id) }
        input.authors = Set(history.entries.map(\.author)).filter { !$0.isEmpty }.sorted()
        (input.lists, input.list) = (history.lists.map { ($0.id, $0.name) }, list)
        form = LogForm(
            input, action: Path.eventLog(slug, event.id), link: { Path.eventLog(slug, event.id).asking($0) },
            csv: { Path.eventLogCSV(slug, event.id).asking($0) },
            places: (
                older: slice.hasOlder ? [("before", String(start))] : nil,
                newer: slice.hasNewer ? [("before", String(min(end + EventLogPage.size, found.count)))] : nil,
                oldest: slice.hasOlder ? [("before", String(min(EventLogPage.size, found.count)))] : nil
            ))
        back = Path.event(slug, event.id)
    }
    package func render(into out: inout HTMLBuffer) { Template.eventsEventLog(self, &out) }

    private static func row(_ entry: EventHistoryEntry, _ text: EventText) -> Row {
        // How somebody was ticked is a word of ours, a note on an answer is not.
        let note = entry.kind == .ticks ? Texts.said(text: entry.note) : entry.note
        let isLate = entry.scannedAt.map { entry.at - $0 >= .minutes(1) } ?? false
        let details = [entry.list?.name ?? "", isLate ? Texts.said("ticked \(entry.scannedAt.map(text.moment) ?? "")") : "", note]
        let detail = details.filter { !$0.isEmpty }.joined(separator: " · ")
        return Row(
            text: (entry.memberName.isEmpty ? "" : entry.memberName + ": ") + Texts.said(text: entry.what),
            detail: detail.isEmpty ? nil : detail,
            by: entry.author, at: TimeText(entry.at, zone: text.zone, now: text.now, zoneIsSaid: true))
    }

    /// RFC 4180, cells guarded against formulas; oldest first.
    package static func csvText(_ entries: [EventHistoryEntry], zone: TripZone) -> String {
        let head = ["Time", "Trip time", "Kind", "Person", "What", "List", "Ticked at", "By", "Note"]
        let rows = entries.map { entry in
            let local = zone.local(entry.at)
            return [
                entry.at.iso8601, "\(local.day) \(local.clock)", entry.kind.rawValue, entry.memberName, entry.what, entry.list?.name ?? "",
                entry.scannedAt?.iso8601 ?? "", entry.author, entry.note,
            ]
        }
        return "\u{FEFF}" + ([head] + rows).map(CSV.line).joined()
    }
}

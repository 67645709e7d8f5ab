import Domain

/// Everything that moderators did, newest first.
package struct ModerationLogPage: Page {
    package struct Row: Sendable {
        /// Of the first line of a day.
        var day: String?
        let action: String
        let text: String
        /// How the message begins that it is about.
        let quote: String?
        let detail: String?
        let at: TimeText
        let link: Link?
        let undo: Link?
        let isUndone: Bool
        /// A mute whose time is over, which nobody has to take back.
        let hasEnded: Bool
    }
    let layout: Layout
    let rows: [Row]
    let empty: Nothing?
    /// Whose clock the lines are by.
    let times: String
    let form: LogForm

    /// - Parameter beginning: the number of the line before which the oldest page ends.
    package init(
        layout tripLayout: TripLayout, slice: LogSlice<LogEntry>, filter: LogFilter, beginning: Int?,
        people: (about: [(id: ID, name: String)], by: [String])
    ) {
        layout = tripLayout.layout
        let (trip, now) = (tripLayout.trip, tripLayout.now)
        let slug = trip.fields.slug
        rows = ModerationLogPage.rows(slice.entries, trip, now)
        times = rows.isEmpty ? "" : TimeText.zoneSaid(trip.zone, now: now)
        let none =
            filter == LogFilter()
            ? Nothing("Nothing has been done yet.", "What moderators do appears here.")
            : Nothing("Nothing of that kind has been done.", "Choose something else above.")
        empty = rows.isEmpty ? none : nil
        var input = LogForm.Input(filter)
        input.kinds = ModerationAction.allCases.map { ($0.rawValue, Texts.said(text: $0.done)) }
        (input.people, input.authors) = (people.about, people.by)
        func place(_ name: String, _ entry: LogEntry?, _ isThere: Bool) -> [(String, String)]? {
            entry.flatMap { isThere ? [(name, String($0.number))] : nil }
        }
        form = LogForm(
            input, action: Path.moderationLog(slug), link: { Path.moderationLog(slug).asking($0) },
            csv: { Path.moderationLogCSV(slug).asking($0) },
            places: (
                older: place("before", slice.entries.last, slice.hasOlder), newer: place("after", slice.entries.first, slice.hasNewer),
                oldest: beginning.map { [("before", String($0))] }
            ))
    }
    package func render(into out: inout HTMLBuffer) { Template.moderationLog(self, &out) }

    private static func rows(_ entries: [LogEntry], _ trip: Trip, _ now: Instant) -> [Row] {
        let text = EventText(zone: trip.zone, now: now)
        var last: Day?
        return entries.map { entry in
            var row = row(entry, trip, now, zoneIsSaid: true)
            let day = text.day(entry.at)
            if day != last { row.day = text.dayName(day) }
            last = day
            return row
        }
    }

    /// - Parameter quotes: false where the message stands beside it.
    static func row(_ entry: LogEntry, _ trip: Trip, _ now: Instant, zoneIsSaid: Bool = false, quotes: Bool = true) -> Row {
        let slug = trip.fields.slug
        let until = entry.endsAt.map { Texts.said("Until \(EventText(zone: trip.zone, now: now).moment($0))") }
        // What the sentence of the entry has already is not said once more.
        let words = [.undo, .handOver].contains(entry.action) ? "" : entry.sentence
        let reason = entry.action == .undo ? entry.reason : CaseText.reason(entry.reason)
        return Row(
            action: Texts.said(text: entry.done), text: LogText.sentence(entry),
            quote: quotes ? entry.words.flatMap(ModerationLogPage.beginning) : nil,
            detail: ModerationLogPage.joined([until, reason, words]),
            at: TimeText(entry.at, zone: trip.zone, now: now, zoneIsSaid: zoneIsSaid),
            link: entry.caseID.map { Path.moderationCase(slug, $0) },
            undo: entry.mayBeUndone(at: now) ? Path.undoModeration(slug, entry.number) : nil,
            isUndone: entry.isUndone, hasEnded: !entry.isUndone && entry.action.isUndoable && entry.hasEnded(at: now))
    }

    /// About eighty characters, to the end of a word where there is one; nil for photos alone.
    private static func beginning(of message: String) -> String? {
        let (line, most) = (tidyLine(message), 80)
        guard line.unicodeScalars.count > most else { return line.isEmpty ? nil : line }
        let head = line.unicodeScalars.prefix(most + 1)
        let words = head.lastIndex(of: " ").map { head[..<$0] } ?? head.dropLast()
        return String(String.UnicodeScalarView(words.count > most / 2 ? words : head.dropLast())) + "…"
    }

    private static func joined(_ parts: [String?]) -> String? {
        let text = parts.compactMap(\.self).filter { !$0.isEmpty }.joined(separator: " · ")
        return text.isEmpty ? nil : text
    }

    /// RFC 4180, cells guarded against formulas.
    package static func csvText(_ entries: [LogEntry]) -> String {
        let head = ["number", "time", "who", "action", "member", "case", "messages", "until", "reason", "text", "undoes", "undone"]
        let rows = entries.map { entry in
            [
                String(entry.number), entry.at.iso8601, entry.actorName, entry.action.rawValue, entry.memberName,
                entry.caseID?.description ?? "",
                entry.messages.map { String($0.number) }.joined(separator: " "), entry.endsAt?.iso8601 ?? "", entry.reason, entry.sentence,
                entry.undoes.map { String($0) } ?? "", entry.isUndone ? "yes" : "",
            ]
        }
        return "\u{FEFF}" + ([head] + rows).map(CSV.line).joined()
    }
}

import Domain

/// A row of a check-in page.
extension CheckInPage {
    /// Where those of the group are that a list is named after: "26 of 36 of Bus 2 here, 4 not arrived, 6 elsewhere". It adds up: nobody
    /// looks for those who sit on another bus.
    package struct Ours: Sendable {
        let group: String
        /// What is said of those whom nobody has ticked, as below it: "not arrived".
        let absent: String
        let text: String

        /// Nil where nobody of it is expected.
        init?(_ group: String, _ guests: [EventGuest], _ attendance: Attendance, absent: String) {
            let expected = guests.filter { $0.invitation.rsvp == .going && $0.row.groupNames.contains(group) }
            guard !expected.isEmpty else { return nil }
            var (present, awaited, out, elsewhere) = (0, 0, 0, 0)
            for guest in expected {
                switch attendance[guest.row.id] {
                case .present: present += 1
                case .awaited: awaited += 1
                case .out: out += 1
                case .elsewhere: elsewhere += 1
                }
            }
            let all = expected.count
            let others = [
                awaited > 0 ? "\(awaited) \(absent)" : nil, out > 0 ? Texts.said("\(out) out") : nil,
                elsewhere > 0 ? Texts.said("\(elsewhere) elsewhere") : nil,
            ]
            (self.group, self.absent) = (group, absent)
            text = ([Texts.said("\(present) of \(all) of \(group) here")] + others.compactMap(\.self)).joined(separator: ", ")
        }
    }

    /// "Bus 2" of a list "Bus 2 out"; of several the longest.
    static func group(of list: String, _ guests: [EventGuest]) -> String? {
        Set(guests.map { $0.row[.groups] }).flatMap(GroupNames.split).filter { isNamed(list, after: $0) }.max { $0.count < $1.count }
    }

    private static func isNamed(_ list: String, after group: String) -> Bool { folded(list + " ").hasPrefix(folded(group) + " ") }

    /// - Parameter list: "Bus 2 out": that they are of Bus 2 needs no word on each of its rows.
    private static func about(_ row: RosterRow, _ invitation: Invitation?, list: String) -> String {
        let groups = row.groupNames.filter { !isNamed(list, after: $0) }
        let room = row[.room].isEmpty ? [] : [Texts.said("Room \(row[.room])")]
        // The end of the line is cut on a phone: the room is where one knocks for somebody who is missing.
        return (room + (invitation.map { ["#\($0.number)"] } ?? []) + groups).joined(separator: " · ")
    }

    /// "16:18 · Hanna": the log has the whole name.
    private static func ticked(_ scan: Scan, _ text: EventText) -> String {
        "\(text.clock(scan.scannedAt)) · \(scan.author.prefix { $0 != " " })"
    }

    static func person(
        _ row: RosterRow, _ invitation: Invitation?, _ status: Attendance.Status, _ lists: [ID: String], _ text: EventText,
        absent: String, in place: (slug: String, list: String, group: String?)
    ) -> Person {
        let (isExpected, isOurs) = (invitation?.rsvp == .going, place.group.map { row.groupNames.contains($0) } ?? false)
        let idle = isExpected ? absent : Texts.said(text: invitation?.rsvp.label ?? "Not invited")
        let (state, label): (String, String) =
            switch status {
            case .awaited: ("awaited", idle)
            case .present(let scan): ("present", Texts.said(isExpected ? "In \(ticked(scan, text))" : "Walk-in \(ticked(scan, text))"))
            case .out(let scan): ("out", Texts.said("Out \(ticked(scan, text))"))
            case .elsewhere(let scan): ("elsewhere", lists[scan.listID].map { Texts.said("On \($0)") } ?? Texts.said("On another list"))
            }
        return Person(
            id: row.id.description, name: row.fullName, face: Face(row.fullName, place.slug, row.photo),
            search: TypedWords.text(
                name: row.fullName, groups: row[.groups], room: row[.room],
                others: invitation.map { ["#\($0.number) \($0.code)"] } ?? []),
            about: about(row, invitation, list: place.list), groupLines: row.groupNames.joined(separator: "\n"),
            attention: row[.attention].isEmpty ? nil : row[.attention],
            belongs: isOurs ? place.group.map { Texts.said("Belongs on \($0)") } : nil, isOurs: isOurs ? "yes" : "no",
            code: invitation?.code ?? "",
            expected: isExpected ? "yes" : "no", idle: idle, state: state, label: label, at: status.scan?.scannedAt,
            isPresent: state == "present",
            phone: row[.phone].isEmpty ? nil : Path.telephone(row[.phone]))
    }
}

extension CheckInPage.Person {
    /// On another list, and not because of a mistake that shows.
    var isAway: Bool { state == "elsewhere" && isOurs == "no" }
}

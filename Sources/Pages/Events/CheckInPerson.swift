import Domain

/// A row of a check-in page.
extension CheckInPage {
    /// Who is expected besides the group that the list is named after: below it, under a heading of their own.
    package struct Rest: Sendable {
        let label: String
        /// Before whom the heading stands.
        let place: Int
        let people: [Person]

        /// - Parameter group: nil where nobody stands apart.
        static func apart(_ people: [Person], from group: String?) -> (ours: [Person], rest: Rest?) {
            let others = people.filter { $0.isOurs == "no" }
            guard let group, let first = others.first, others.count < people.count else { return (people, nil) }
            return (
                people.filter { $0.isOurs == "yes" }, Rest(label: Texts.said("Not in \(group)"), place: first.place, people: others)
            )
        }
    }

    /// What a tick does to those on the lists of which each person is on one.
    static func takes(_ list: CheckInList, from lists: [CheckInTally]) -> String {
        let others = lists.map(\.list).filter(list.excludes).map(\.name).joined(separator: ", ")
        return Texts.said("Ticking somebody here takes them off \(others).")
    }

    /// "Bus 2" of a list "Bus 2 out"; of several the longest.
    static func group(of list: String, _ guests: [EventGuest]) -> String? {
        Set(guests.map { $0.row[.groups] }).flatMap(GroupNames.split).filter { isNamed(list, after: $0) }.max { $0.count < $1.count }
    }

    private static func isNamed(_ list: String, after group: String) -> Bool { folded(list + " ").hasPrefix(folded(group) + " ") }

    /// - Parameter list: "Bus 2 out": that they are of Bus 2 needs no word on each of its rows.
    private static func about(_ row: RosterRow, _ invitation: Invitation?, list: String, shared: Set<String>) -> String {
        let groups = row.groupNames.filter { !isNamed(list, after: $0) && !shared.contains($0) }
        let room = row[.room].isEmpty ? [] : [Texts.said("Room \(row[.room])")]
        // The end of the line is cut on a phone; to the room one goes for whoever is missing.
        return (room + groups + (invitation.map { ["#\($0.number)"] } ?? [])).joined(separator: " · ")
    }

    /// The groups that all who are going are in.
    static func shared(_ guests: [EventGuest]) -> Set<String> {
        let groups = guests.filter { $0.invitation.rsvp == .going }.map { Set($0.row.groupNames) }
        return groups.count < 2 ? [] : groups.dropFirst().reduce(groups[0]) { $0.intersection($1) }
    }

    /// "16:18 · Hanna": the log has the whole name.
    private static func ticked(_ scan: Scan, _ text: EventText) -> String {
        "\(text.clock(scan.scannedAt)) · \(scan.author.prefix { $0 != " " })"
    }

    static func person(
        _ row: RosterRow, _ invitation: Invitation?, _ status: Attendance.Status, _ lists: [ID: String], _ text: EventText,
        words: Words, in place: (slug: String, list: String, group: String?, shared: Set<String>, undo: (ID) -> Link)
    ) -> Person {
        let (isExpected, isOurs) = (invitation?.rsvp == .going, place.group.map { row.groupNames.contains($0) } ?? false)
        let idle = isExpected ? words.absent : Texts.said(text: invitation?.rsvp.label ?? "Not invited")
        let (state, label): (String, String) =
            switch status {
            case .awaited: ("awaited", idle)
            case .present(let scan): ("present", words.present(ticked(scan, text), isExpected: isExpected))
            case .out(let scan): ("out", Texts.said("Out \(ticked(scan, text))"))
            case .elsewhere(let scan): ("elsewhere", lists[scan.listID].map { Texts.said("On \($0)") } ?? Texts.said("On another list"))
            }
        return Person(
            id: row.id.description, name: row.fullName, face: Face(row.fullName, place.slug, row.photo),
            search: TypedWords.text(
                name: row.fullName, groups: row[.groups], room: row[.room],
                others: invitation.map { ["#\($0.number) \($0.code)"] } ?? []),
            about: about(row, invitation, list: place.list, shared: place.shared), groupLines: row.groupNames.joined(separator: "\n"),
            attention: row[.attention].isEmpty ? nil : row[.attention],
            belongs: isOurs ? place.group.map { Texts.said("Belongs on \($0)") } : nil, isOurs: isOurs ? "yes" : "no",
            code: invitation?.code ?? "",
            expected: isExpected ? "yes" : "no", idle: idle, state: state, label: label, at: status.scan?.scannedAt,
            takeBack: { if case .present(let scan) = status { place.undo(scan.id) } else { nil } }(),
            phone: row[.phone].isEmpty ? nil : Path.telephone(row[.phone]))
    }
}

extension CheckInPage.Person {
    /// On another list, and not because of a mistake that shows.
    var isAway: Bool { state == "elsewhere" && isOurs == "no" }
}

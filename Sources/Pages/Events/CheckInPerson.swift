import Domain

/// A row of a check-in page.
extension CheckInPage {
    /// - Parameter list: "Bus 2 out": that they are of Bus 2 needs no word on each of its rows.
    private static func about(_ row: RosterRow, _ invitation: Invitation?, list: String) -> String {
        let groups = row.groupNames.filter { !folded(list + " ").hasPrefix(folded($0) + " ") }
        let room = row[.room].isEmpty ? [] : [Texts.said("Room \(row[.room])")]
        return ((invitation.map { ["#\($0.number)"] } ?? []) + groups + room).joined(separator: " · ")
    }

    /// "16:18 · Hanna": the log has the whole name.
    private static func ticked(_ scan: Scan, _ text: EventText) -> String {
        "\(text.clock(scan.scannedAt)) · \(scan.author.prefix { $0 != " " })"
    }

    static func person(
        _ row: RosterRow, _ invitation: Invitation?, _ status: Attendance.Status, _ lists: [ID: String], _ text: EventText,
        absent: String, in place: (slug: String, list: String)
    ) -> Person {
        let isExpected = invitation?.rsvp == .going
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
            code: invitation?.code ?? "",
            expected: isExpected ? "yes" : "no", idle: idle, state: state, label: label, at: status.scan?.scannedAt,
            isPresent: state == "present",
            phone: row[.phone].isEmpty ? nil : Path.telephone(row[.phone]))
    }
}

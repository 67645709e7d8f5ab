import Domain

/// The sheets of an event's paper, and who stands on which.
extension EventPrintPage {
    typealias ListTicks = (list: CheckInList, attendance: Attendance)

    /// Who is going, and who came along unasked.
    static func sheets(_ roll: EventRoll, _ chosen: Attendance?, _ options: PrintOptions, at now: Instant) -> [Sheet] {
        let (guests, lists, group) = (wanted(roll), roll.lists, roll.group?.name)
        let back = lists.map(\.list).returning(from: roll.event, at: now)?.id
        func isShown(_ line: EventGuest, _ attendance: Attendance?) -> Bool {
            options.everybody || line.invitation.rsvp == .going || attendance?.present.contains(line.row.id) == true
        }
        func sheet(
            _ title: String?, _ lines: [EventGuest], _ attendance: Attendance?, isRecorded: Bool = false, named: String? = nil
        ) -> Sheet {
            let lines = isRecorded ? lines : lines.filter { isShown($0, attendance) }
            let isReturn = back != nil && attendance?.list.id == back
            return EventPrintPage.sheet(title, lines, lists, attendance, options, of: named ?? group, isReturn: isReturn)
        }
        switch options.split {
        case .none: return [sheet(nil, guests, chosen)]
        case .group:
            var byName: [String: [EventGuest]] = [:]
            for line in guests where isShown(line, chosen) {
                let names = line.row.groupNames
                for name in names.isEmpty ? [Texts.said("Without a group")] : names { byName[name, default: []].append(line) }
            }
            return byName.keys.sorted { (folded($0), $0) < (folded($1), $1) }.map { sheet($0, byName[$0] ?? [], chosen, named: $0) }
        case .bus:
            return aboard(roll.buses, guests).map { name, lines in sheet(name, lines, chosen, named: name) }
        case .list:
            guard !lists.isEmpty else { return [sheet(nil, guests, nil)] }
            let recorded = zip(lists, members(of: lists, guests)).map { $0.attendance.recorded.union($1) }
            let onNone = guests.filter { guest in !recorded.contains { $0.contains(guest.row.id) } }
            let sheets =
                zip(lists, recorded).map { list, members in
                    sheet(list.list.name, guests.filter { members.contains($0.row.id) }, list.attendance, isRecorded: true)
                } + [sheet(Texts.said("On none of these lists"), onNone, nil)]
            // Before anybody is ticked, a list that is named after nobody would be an empty sheet.
            let filled = lists.allSatisfy(\.attendance.recorded.isEmpty) ? sheets.filter { !$0.rows.isEmpty } : []
            return filled.isEmpty ? sheets : filled
        }
    }

    /// Who rides in each bus, and who in none; no sheet for nobody.
    private static func aboard(_ buses: [String], _ guests: [EventGuest]) -> [(name: String, lines: [EventGuest])] {
        let going = guests.filter { $0.invitation.rsvp == .going }
        let sheets = buses.map { bus in (bus, going.filter { $0.row.groupNames.contains { folded($0) == folded(bus) } }) }
        let aboard = Set(sheets.flatMap { $0.1.map(\.row.id) })
        let rest = (Texts.said("In none of the buses"), going.filter { !aboard.contains($0.row.id) })
        let filled = (sheets + [rest]).filter { !$0.1.isEmpty }
        return filled.isEmpty ? [rest] : filled
    }

    /// Who is going and of the group that a list is named after, unless a tick has put them on another that excludes it. So it is before
    /// anybody is ticked, too, where no list excludes another; one that is named after no group then has everybody.
    private static func members(of lists: [ListTicks], _ guests: [EventGuest]) -> [Set<ID>] {
        let isPlanned = lists.allSatisfy { $0.list.exclusiveSet.isEmpty && $0.attendance.recorded.isEmpty }
        return lists.map { list, attendance in
            let group = CheckInPage.group(of: list.name, guests)
            guard isPlanned || !list.exclusiveSet.isEmpty && group != nil else { return [] }
            let ours = guests.filter { guest in
                guest.invitation.rsvp == .going && attendance[guest.row.id] == .awaited
                    && group.map { guest.row.groupNames.contains($0) } ?? true
            }
            return Set(ours.map(\.row.id))
        }
    }

    private static func sheet(
        _ title: String?, _ lines: [EventGuest], _ lists: [ListTicks], _ attendance: Attendance?, _ options: PrintOptions,
        of group: String?, isReturn: Bool
    ) -> Sheet {
        let away = Dictionary(grouping: lines) { line -> ID? in
            if case .elsewhere(let scan) = attendance?[line.row.id] { scan.listID } else { nil }
        }
        let here = away[nil] ?? []
        let elsewhere = lists.compactMap { list, _ in away[list.id].map { (list: list.name, lines: $0) } }
        let present = attendance?.present ?? []
        let people = counted(here.count, "person", "people")
        return Sheet(
            title: title,
            count: tally(
                here, attendance, elsewhere.map { ($0.list, $0.lines.count) }, isReturn,
                isWhole: options.split == .none && options.group == nil) ?? people,
            rows: here.map { row($0, isIn: present.contains($0.row.id), options, of: group) },
            isReturn: isReturn, width: (isReturn ? 3 : 4) + heads(options).count,
            elsewhere: elsewhere.map { list, lines in
                Elsewhere(
                    list: Texts.said("On \(list):"),
                    names: lines.map { "\($0.row.fullName) (\($0.invitation.number))" }.joined(separator: ", "))
            }, foot: people)
    }

    /// What the ticks say in numbers: "19 aboard, 3 not arrived, 15 on Bus 2", "19 back, 3 not back". Nothing before the first tick.
    /// - Parameter isWhole: whether all who are invited are on the paper. Whoever came along besides counts too, and is no row of it.
    private static func tally(
        _ lines: [EventGuest], _ attendance: Attendance?, _ elsewhere: [(list: String, count: Int)], _ isReturn: Bool, isWhole: Bool
    ) -> String? {
        guard let attendance else { return nil }
        let listed = lines.count { attendance.present.contains($0.row.id) }
        let out = lines.count { attendance.recorded.contains($0.row.id) } - listed
        let present = isWhole ? attendance.present.count : listed
        guard present + out > 0 || !elsewhere.isEmpty else { return nil }
        let missing = lines.count { $0.invitation.rsvp == .going && !attendance.recorded.contains($0.row.id) }
        let isBoarding = !attendance.list.exclusiveSet.isEmpty
        var parts = [
            isBoarding ? BoardingWords.aboard(present) : Texts.said(isReturn ? "\(present) back" : "\(present) arrived"),
            isReturn ? Texts.said("\(missing) not back") : BoardingWords.absent(missing),
        ]
        if out > 0 { parts.append(Texts.said("\(out) out again")) }
        if present > listed { parts.append(Texts.said("\(present - listed) not on this paper")) }
        return (parts + elsewhere.map { Texts.said("\($0.count) on \($0.list)") }).joined(separator: ", ")
    }

    private static func row(_ line: EventGuest, isIn: Bool, _ options: PrintOptions, of group: String?) -> Row {
        let answer =
            options.showsAnswer || options.everybody
            ? [RosterPrintPage.Cell(text: Texts.said(text: line.invitation.rsvp.label), isTight: true)] : []
        return Row(
            number: line.invitation.number, name: line.row.fullName, attention: line.row[.attention].isEmpty ? nil : line.row[.attention],
            cells: answer
                + options.columns.map { $0 == .groups ? .init(text: otherGroups(line.row, group), isTight: false) : .init(line.row, $0) },
            isIn: isIn, isWalkIn: isIn && line.invitation.rsvp != .going)
    }
}

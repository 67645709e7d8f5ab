/// One count of an event: "bus out", "summit", "bus back".
package struct CheckInList: Sendable, Equatable {
    package let id: ID
    package let eventID: ID
    package let name: String
    /// Lists of the same set exclude each other: who is ticked in on one is out of the others. Empty for none.
    package let exclusiveSet: String
    /// Put away: its ticks stay and count, but nobody is asked to tick on it any more.
    package let archivedAt: Instant?
    package var isArchived: Bool { archivedAt != nil }
    package init(id: ID, eventID: ID, name: String, exclusiveSet: String, archivedAt: Instant? = nil) {
        self.id = id
        self.eventID = eventID
        self.name = name
        self.exclusiveSet = exclusiveSet
        self.archivedAt = archivedAt
    }

    /// Whether somebody who is in on one list is therefore out on the other.
    package func excludes(_ other: CheckInList) -> Bool { id != other.id && !exclusiveSet.isEmpty && exclusiveSet == other.exclusiveSet }
}

/// How somebody was ticked. The raw value is stored.
package enum ScanMethod: String, Sendable, CaseIterable {
    case tick, qr, code, paper, group
}

/// Somebody went in or out, as somebody saw it.
package struct Scan: Sendable, Equatable {
    package let id: ID
    package let listID: ID
    package let memberID: ID
    package let isIn: Bool
    package let scannedAt: Instant
    package let receivedAt: Instant
    package let method: ScanMethod
    package let author: String
    package var undoneAt: Instant?
    package var undoneBy: String
    package init(
        id: ID, listID: ID, memberID: ID, isIn: Bool, scannedAt: Instant, receivedAt: Instant, method: ScanMethod, author: String,
        undoneAt: Instant? = nil, undoneBy: String = ""
    ) {
        self.id = id
        self.listID = listID
        self.memberID = memberID
        self.isIn = isIn
        self.scannedAt = scannedAt
        self.receivedAt = receivedAt
        self.method = method
        self.author = author
        self.undoneAt = undoneAt
        self.undoneBy = undoneBy
    }

    /// The same at a later time, with the same age when it was received.
    package func shifted(by shift: Duration) -> Scan {
        Scan(
            id: id, listID: listID, memberID: memberID, isIn: isIn, scannedAt: scannedAt + shift, receivedAt: receivedAt + shift,
            method: method, author: author, undoneAt: undoneAt, undoneBy: undoneBy)
    }

    /// The later one counts. Equal times are decided the same way everywhere.
    package func isLater(than other: Scan) -> Bool { (scannedAt, receivedAt, id) > (other.scannedAt, other.receivedAt, other.id) }
}

/// What became of scans that came together.
package struct RecordedScans: Sendable {
    /// Stored now: what came before is not among them.
    package let new: [Scan]
    /// How many were of nobody on the trip, and are left out.
    package let unknown: Int
    package init(new: [Scan], unknown: Int) { (self.new, self.unknown) = (new, unknown) }
}

/// Where everybody is by one list: their latest scan that was not undone, on this list or on one that excludes it.
package struct Attendance: Sendable {
    /// Where one person is by the ticks, with the one that says so.
    package enum Status: Sendable, Equatable {
        /// Nobody has ticked them.
        case awaited
        case present(Scan)
        case out(Scan)
        /// Ticked in on a list that excludes this one.
        case elsewhere(Scan)

        package var scan: Scan? {
            switch self {
            case .awaited: nil
            case .present(let scan), .out(let scan), .elsewhere(let scan): scan
            }
        }
    }

    package let list: CheckInList
    /// Whether people come back by this list. Whoever is not in on it is missed then, ticked out or not.
    package let isReturn: Bool
    private let latest: [ID: Scan]

    package init(list: CheckInList, lists: [CheckInList], scans: [Scan], isReturn: Bool = false) {
        (self.list, self.isReturn) = (list, isReturn)
        let counted = Set([list.id] + lists.filter(list.excludes).map(\.id))
        var latest: [ID: Scan] = [:]
        for scan in scans where scan.undoneAt == nil && counted.contains(scan.listID) {
            if let old = latest[scan.memberID], !scan.isLater(than: old) { continue }
            latest[scan.memberID] = scan
        }
        self.latest = latest
    }

    package subscript(member: ID) -> Status {
        guard let scan = latest[member] else { return .awaited }
        if scan.listID != list.id { return scan.isIn ? .elsewhere(scan) : .awaited }
        return scan.isIn ? .present(scan) : isReturn ? .awaited : .out(scan)
    }

    /// One for every member who was ticked: the one that counts.
    package var counting: [Scan] { latest.values.sorted { $0.id < $1.id } }

    /// What goes with a tick that is taken back: of one that ticks somebody in and counts, all others that tick them in here since they
    /// were last out or elsewhere. Whoever was ticked by mistake is missed then, however many ticked them.
    /// - Parameter scans: of the event's lists, the undone ones too.
    package func takenBack(_ id: ID, among scans: [Scan], lists: [CheckInList]) -> [ID] {
        guard let tick = latest.values.first(where: { $0.id == id }), tick.isIn, tick.listID == list.id else { return [id] }
        let counted = Set([list.id] + lists.filter(list.excludes).map(\.id))
        return scans.filter { $0.undoneAt == nil && $0.memberID == tick.memberID && counted.contains($0.listID) }
            .sorted { $0.isLater(than: $1) }.prefix { $0.isIn && $0.listID == list.id }.map(\.id)
    }

    /// One or two words about a member for lists and files; nil if they are neither expected nor ticked.
    /// - Parameter isOver: whether the event is over, so that nobody comes any more.
    package func remark(_ member: ID, isExpected: Bool, isOver: Bool) -> String? {
        switch self[member] {
        case .present: !isExpected ? "walk-in" : isReturn ? "back" : "in"
        case .out: "out"
        case .elsewhere: "elsewhere"
        case .awaited: !isExpected ? nil : isReturn ? "not back" : isOver ? "no-show" : "not arrived"
        }
    }

    /// Who is ticked in on this list, or was ticked out of it again and is not missed therefore.
    package var recorded: Set<ID> {
        Set(latest.values.filter { $0.listID == list.id && ($0.isIn || !isReturn) }.map(\.memberID))
    }

    package var present: Set<ID> { Set(latest.values.filter { $0.isIn && $0.listID == list.id }.map(\.memberID)) }

    /// - Parameter expected: who is going.
    package func totals(expected: Set<ID>) -> AttendanceTotals {
        let present = present
        return AttendanceTotals(
            present: present.count, expected: expected.count, missing: expected.count { self[$0] == .awaited },
            elsewhere: expected.count { if case .elsewhere = self[$0] { true } else { false } },
            unplanned: present.subtracting(expected).count)
    }
}

/// The numbers above a check-in list, in people and not in ticks.
package struct AttendanceTotals: Sendable, Equatable {
    package let present: Int
    package let expected: Int
    /// Expected and not ticked anywhere; on a list of the way back: expected and not ticked in.
    package let missing: Int
    /// Expected, and in on a list that excludes this one: they are no rows of its paper.
    package let elsewhere: Int
    /// Present without being expected: walk-ins.
    package let unplanned: Int
    /// Expected, and in: with those who are missing, elsewhere and out again they are all who are expected.
    package var arrived: Int { present - unplanned }
    /// Expected, and ticked out again.
    package var out: Int { expected - arrived - missing - elsewhere }
}

/// Row numbers as a host copies them from paper: "1-14, 16 20".
package struct RowNumbers: Sendable, Equatable {
    package private(set) var numbers: [Int] = []
    /// What could not be read, as it was typed.
    package private(set) var unreadable: [String] = []
    /// No list has more rows. The ranges in one text are limited in total, too: a megabyte of "1-9999" would take minutes.
    private static let highest = 100_000

    package init(_ text: String) {
        var (seen, spanned) = (Set<Int>(), 0)
        let tidy = text.replacing("–", with: "-").replacing("−", with: "-")
        for part in tidy.split(whereSeparator: { $0 == "," || $0 == ";" || $0.isWhitespace }) {
            let ends = part.split(separator: "-", omittingEmptySubsequences: false).map { $0.whole(in: 1...RowNumbers.highest) }
            if ends.count == 1, let number = ends[0] {
                if seen.insert(number).inserted { numbers.append(number) }
            } else if ends.count == 2, let first = ends[0], let last = ends[1], last >= first, last - first < 10_000,
                spanned < 10 * RowNumbers.highest
            {
                spanned += last - first
                for number in first...last where seen.insert(number).inserted { numbers.append(number) }
            } else {
                unreadable.append(String(part))
            }
        }
    }
}

import Domain

extension CheckInPage {
    static func returnsFrom(_ sheet: CheckInSheet, _ lists: [CheckInTally]) -> String? {
        let start = sheet.event.fields.startsAt
        let becomesReturn = lists.map(\.list).returning(from: sheet.event, at: start)?.id == sheet.list.id
        return becomesReturn && !sheet.attendance.isReturn ? "\(start.milliseconds)" : nil
    }

    /// One word for one thing: people arrive, and on the way back they are back.
    struct Words: Sendable {
        let isReturn: Bool
        /// Nobody comes any more.
        let isOver: Bool
        /// Each person is on one of several lists.
        var isBoarding: Bool = false

        var presentLabel: String { Texts.said(isReturn ? "Back" : isBoarding ? "Aboard" : "Arrived") }
        var missingLabel: String { Texts.said(isReturn ? "Not back" : isOver ? "No-shows" : "Not arrived") }
        var missingOnly: String { Texts.said(isReturn ? "Not back only" : isOver ? "No-shows only" : "Not arrived only") }
        /// On the row of somebody whom nobody has ticked.
        var absent: String { Texts.said(isReturn ? "Not back" : isOver ? "No-show" : "Not arrived") }

        /// On the row of somebody who was ticked.
        func present(_ by: String, isExpected: Bool) -> String {
            Texts.said(!isExpected ? "Walk-in \(by)" : isReturn ? "Back \(by)" : "Arrived \(by)")
        }

        /// In the log.
        func ticked(isIn: Bool) -> String {
            if isReturn { return Texts.said(isIn ? "back" : "not back") }
            return Texts.said(isIn ? "arrived" : "out again")
        }
    }

    static func log(_ sheet: CheckInSheet, _ text: EventText, _ words: Words, undo: (ID) -> Link) -> [Line] {
        let people = Dictionary(firstOf: (sheet.guests.map(\.row) + sheet.others).map { ($0.id, $0.fullName) })
        return sheet.scans.sorted { $0.receivedAt > $1.receivedAt }.prefix(60).map { scan in
            let (what, how) = (words.ticked(isIn: scan.isIn), Texts.said(text: scan.method.rawValue))
            let isIn = sheet.attendance[scan.memberID] == .present(scan)
            return Line(
                text: "\(people[scan.memberID] ?? ""): \(what) · \(how) · \(scan.author)"
                    + (scan.undoneAt == nil ? "" : " · " + Texts.said("undone by \(scan.undoneBy)")),
                at: TimeText(scan.scannedAt, zone: text.zone, now: text.now),
                undo: scan.undoneAt == nil ? undo(scan.id) : nil,
                leaves: isIn && !words.isReturn ? scan.memberID.description : nil)
        }
    }
}

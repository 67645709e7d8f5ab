import Domain

/// Groups or rooms on paper, one after the other, with places to tick.
package struct LanesPrintPage: Page {
    package struct Row: Sendable {
        let number: Int
        let name: String
        let attention: String?
        let phone: String
        let other: String
    }
    package struct Sheet: Sendable {
        let title: String
        let count: String
        let leader: String?
        let rows: [Row]
        /// Beds or places that are free: a line each, up to a few, for who comes at the last moment.
        let free: String?
        /// A few in no lane: below the last one's list rather than on a page of their own.
        var isRest: Bool = false
        /// It begins a page and is counted.
        var hasHead: Bool = true
    }
    let head: PaperHead
    let heading: String
    let dates: String
    let stamp: String
    let printed: TimeText
    let emergency: String?
    let otherHead: String
    let sheets: [Sheet]
    let isTogether: Bool
    /// Every list fits on a sheet with rows for a pencil.
    var isRoomy: Bool { !isTogether && sheets.allSatisfy { $0.rows.count <= 24 } }
    let back: Link
    let action: Link
    let setValue: String

    /// - Parameter isTogether: one lane follows the other on a page, where each has a page otherwise.
    package init(trip: Trip, lanes: SortedLanes, isTogether: Bool, now: Instant) {
        let (slug, key) = (trip.fields.slug, lanes.current.key)
        let label = LaneWords.label(lanes.current)
        head = PaperHead(title: "\(trip.fields.name), \(label) v\(trip.rosterVersion)")
        heading = trip.fields.name
        dates = trip.fields.startDay.span(to: trip.fields.endDay)
        stamp = versionStamp(trip, now: now)
        printed = TimeText(onPaper: now, zone: trip.zone)
        emergency = EmergencyLine.paper(trip.fields.emergencyNumbers)
        let other: MemberField = key == .rooms ? .groups : .room
        otherHead = Texts.said(text: other.label)
        // Who is in none comes last.
        let columns = lanes.columns.filter { $0.lane != nil } + lanes.columns.filter { $0.lane == nil && !$0.cards.isEmpty }
        sheets = columns.enumerated().map { index, column in
            var sheet = LanesPrintPage.sheet(column, key.kind, other)
            sheet.isRest = !isTogether && index > 0 && column.lane == nil && column.cards.count <= LanesPrintPage.fewRows
            sheet.hasHead = !isTogether && !sheet.isRest
            return sheet
        }
        self.isTogether = isTogether
        setValue = key.rawValue
        back = Path.groups(slug).asking("set", setValue)
        action = Path.groupsPrint(slug)
    }
    package func render(into out: inout HTMLBuffer) { Template.rosterLanesPrint(self, &out) }

    private static let fewRows = 6

    private static func sheet(_ column: LaneColumn, _ kind: LaneKind, _ other: MemberField) -> Sheet {
        Sheet(
            title: LaneWords.title(column, kind), count: counted(column.cards.count, "person", "people"),
            leader: LaneWords.leader(column.lane),
            rows: column.cards.enumerated().map { index, card in
                Row(
                    number: index + 1, name: card.row.fullName, attention: card.row[.attention].isEmpty ? nil : card.row[.attention],
                    phone: card.row[.phone],
                    other: other == .groups ? card.row.groupNames.joined(separator: ", ") : card.row[other])
            }, free: column.free.map { LaneWords.free($0, kind) })
    }
}

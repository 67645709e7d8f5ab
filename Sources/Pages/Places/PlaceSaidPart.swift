import Domain

/// What people report of a place and what hosts note of it, on its page: above what the map says.
package struct PlaceSaidPart: Sendable {
    package struct Line: Sendable {
        let text: String
        let style: String
        let by: String
        let age: AgeText
        let withdraw: Link?
        let withdrawLabel: String
        let call: Link?
        let number: String
    }
    let lines: [Line]
    let hasLines: Bool
    let note: String?
    let noteBy: String?
    let isRecommended: Bool
    let hiddenReason: String?
    let editNote: Link?
    let editNoteLabel: String
    /// Where the reader reports something; nil for who cannot.
    let report: Link?
    let other: Link
    let otherLabel: String
    let editPlace: Link?
    let deletePlace: Link?
    var hasNote: Bool { note != nil || isRecommended || hiddenReason != nil }

    package init(_ said: PlaceSaid, of place: KnownPlace, reader: ID?, _ layout: TripLayout) {
        let (slug, id) = (layout.slug, place.id)
        let isOpen = layout.trip.archivedAt == nil
        let kitchen = place.mayHaveKitchen ? said.reports.kitchen : nil
        let reports = [said.reports.state, kitchen, said.reports.phone(onMap: place.phone)].compactMap(\.self)
        lines = reports.map { report in
            let isOwn = report.memberID == reader
            let (text, style) = PlaceSaidPart.text(report)
            let isCalled = report.kind == .phone && !report.phone.isEmpty
            return Line(
                text: text, style: style, by: report.name, age: .ago(report.madeAt, now: layout.now),
                withdraw: isOpen && (isOwn || layout.isHost) ? Path.withdrawPlaceReport(slug, id, report.id) : nil,
                withdrawLabel: Texts.said(isOwn ? "Take back" : "Withdraw"), call: isCalled ? Path.telephone(report.phone) : nil,
                number: report.phone)
        }
        hasLines = !lines.isEmpty
        note = said.note.flatMap { $0.text.isEmpty ? nil : $0.text }
        noteBy = said.note.map { Texts.said("\($0.author), \(dayWord($0.madeAt, zone: layout.trip.zone, now: layout.now))") }
        (isRecommended, hiddenReason) = (said.isRecommended, said.note?.hiddenReason)
        editNote = layout.isOpenHost ? Path.placeNote(slug, id) : nil
        editNoteLabel = Texts.said(said.note == nil ? "Note, recommend or hide" : "Edit the note")
        report = isOpen && reader != nil ? Path.reportPlace(slug, id) : nil
        other = Path.reportPlace(slug, id)
        otherLabel = Texts.said(place.mayHaveKitchen ? "Kitchen or phone…" : "Wrong phone number…")
        let isOwnPlace = layout.isOpenHost && id.element == nil
        editPlace = isOwnPlace ? Path.editPlace(slug, id) : nil
        deletePlace = isOwnPlace ? Path.deletePlace(slug, id) : nil
    }

    static func text(_ report: PlaceReport) -> (String, String) {
        switch report.kind {
        case .open: (Texts.said("Seen open today"), "ok")
        case .closed: (Texts.said("Closed today"), "bad")
        case .kitchen: (Texts.said("Kitchen closes at \(report.clock ?? "")"), "warn")
        case .phone where report.phone.isEmpty: (Texts.said("The phone number is wrong"), "warn")
        case .phone: (Texts.said("Other phone number"), "warn")
        }
    }
}

/// What people say of a place, in the few words that a card has room for.
package struct SaidChips: Sendable {
    /// "Seen open today 12:10 by Ada"; nil where nobody said so.
    let state: String?
    /// The same, where it stands beside what the map says.
    let seen: String?
    let stateStyle: String
    let kitchen: String?
    let isRecommended: Bool
    let note: String?
    let hiddenReason: String?
    /// "number by Ada Example"; nil where the map says it.
    let phoneBy: String?
    var hasAny: Bool { hiddenReason != nil || isRecommended || seen != nil || kitchen != nil || note != nil }

    init(_ place: ListedPlace, zone: TripZone) {
        let said = place.said
        let clock = { (report: PlaceReport) in zone.local(report.madeAt).clock }
        // The first name is enough on a list.
        let name = { (report: PlaceReport) in String(report.name.prefix { $0 != " " }) }
        state = said.reports.state.map { report in
            report.kind == .open
                ? Texts.said("Seen open today \(clock(report)) by \(name(report))")
                : Texts.said("Closed today, says \(name(report)) at \(clock(report))")
        }
        seen = place.isStateReported ? nil : state
        stateStyle = said.reports.state?.kind == .open ? "ok" : "bad"
        kitchen = place.kind.group != .eating ? nil : said.reports.kitchen.map { Texts.said("Kitchen closes at \($0.clock ?? "")") }
        isRecommended = said.isRecommended
        note = said.note.flatMap { $0.text.isEmpty ? nil : cut($0.text, 120) }
        hiddenReason = said.note?.hiddenReason
        phoneBy = place.phoneBy.map { Texts.said("number by \($0)") }
    }
}

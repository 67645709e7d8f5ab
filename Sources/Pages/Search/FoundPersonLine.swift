import Domain

/// Somebody who was found: whom to call, when their phone was heard last, where they are.
package struct FoundPersonLine: Sendable {
    package struct Call: Sendable {
        let number: String
        let link: Link
        let name: String
    }
    package struct Way: Sendable {
        let link: Link
        let name: String
    }
    let name: String
    let face: Face
    /// Of whoever needs help the case, where everything else is a tap away.
    let link: Link
    /// Nil for whoever is here.
    let status: String?
    /// Of the chip: who has cancelled or left is marked.
    let statusStyle: String
    let detail: String?
    let contact: String?
    let style: String
    let mark: String
    let help: NeedsHelp?
    let phone: Call?
    let map: Way?
    /// Keeps the place of the button, so that the rows are even.
    let lacksMap: Bool
    var hasDetails: Bool { detail != nil || contact != nil }

    init(_ found: FoundPerson, _ tripLayout: TripLayout) {
        let slug = tripLayout.slug
        name = found.name
        face = Face(found.name, slug, found.photo)
        let seesPositions = tripLayout.role.seesPositions
        let help = tripLayout.calls.of(found.id, slug, tripLayout.now)
        self.help = help
        link = help?.open ?? (seesPositions ? Path.person(slug, found.id, tripLayout.role) : Path.friend(slug, found.id))
        // What is usual is not said.
        status = found.row.flatMap { $0.status == .arrived ? nil : Texts.said(text: $0.status.label) }
        statusStyle = found.row?.isGone == true ? "bad" : ""
        let parts = found.row.map { [FoundPersonLine.room($0[.room]), $0.groupNames.joined(separator: ", ")].filter { !$0.isEmpty } } ?? []
        detail = parts.isEmpty ? nil : parts.joined(separator: " · ")
        contact = found.freshness.map { FoundPersonLine.contact($0, found.lastFix, tripLayout.now) }
        (style, mark) = (found.freshness?.rawValue ?? "", found.freshness?.mark ?? "")
        phone = found.phone.isEmpty ? nil : Call(number: found.phone, link: Path.telephone(found.phone), name: found.name)
        let isOnMap = seesPositions && found.lastFix != nil && found.freshness?.absence == nil
        map = isOnMap ? Way(link: Path.map(slug).asking("member", found.id.description), name: found.name) : nil
        lacksMap = seesPositions && map == nil
    }

    private static func room(_ room: String) -> String { room.isEmpty ? "" : Texts.said("Room \(room)") }

    /// "Last contact 4 min ago".
    private static func contact(_ freshness: Freshness, _ last: Instant?, _ now: Instant) -> String {
        if let absence = freshness.absence { return Texts.said(text: absence) }
        guard let last else { return Texts.said("No position") }
        let age = now - last
        return age < .seconds(60) ? Texts.said("Last contact just now") : Texts.said("Last contact \(TimeText.age(age)) ago")
    }
}

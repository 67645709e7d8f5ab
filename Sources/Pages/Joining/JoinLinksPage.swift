import Domain
import QRCodes

/// Fresh links, shown once: a list to send them from, and cards to print and cut out.
package struct JoinLinksPage: Page {
    package struct Card: Sendable {
        let id: String
        let name: String
        let url: String
        let path: String
        let viewBox: String
        let anchor: Link
        let card: String
        /// For a messenger, with the name of the trip.
        let text: String
        let mail: Link?
        let whatsApp: Link?
    }
    let layout: Layout
    let heading: String
    let intro: String
    let tripName: String
    let cards: [Card]
    var isOne: Bool { cards.count == 1 }
    /// One line a person.
    let all: String
    let allRows: Int
    let back: Link
    /// Asked before the page goes: nobody sees these links again.
    let question: String
    /// Where their states are read again.
    let states: Link
    let state: String

    package init(layout tripLayout: TripLayout, links: [(row: RosterRow, token: String)], origin: String, until end: Instant) {
        layout = tripLayout.layout
        let trip = tripLayout.trip
        tripName = trip.fields.name
        let count = links.count
        heading = Texts.said("Links for \(links.count == 1 ? links[0].row.fullName : counted(count, "person", "people"))")
        let last = trip.zone.local(end).day.short
        intro = Texts.said(
            count == 1
                ? "It signs them in once, until \(last). It is not shown again: send it now, or print the card."
                : "Each signs one person in, once, until \(last). They are not shown again: send them now, or print the cards.")
        question = Texts.said(
            count == 1
                ? "The link of \(links[0].row.fullName) is not shown again. Have you sent, copied or printed it?"
                : "The links of \(counted(count, "person", "people")) are not shown again. Have you sent, copied or printed them?")
        cards = links.map { JoinLinksPage.card($0.row, origin + Path.join($0.token).text, trip.fields.name) }
        all = cards.map { $0.name + "\t" + $0.url }.joined(separator: "\n")
        allRows = min(12, max(2, count))
        back = Path.joining(trip.fields.slug)
        states = Path.joining(trip.fields.slug)
        state = JoinStateText(.invited(until: end), trip.zone, tripLayout.now).text
    }
    package func render(into out: inout HTMLBuffer) { Template.accountsJoinLinks(self, &out) }

    private static func card(_ row: RosterRow, _ url: String, _ trip: String) -> Card {
        let code = QRCode(url)
        let text = Texts.said("Hello \(row[.firstName].isEmpty ? row.fullName : row[.firstName]), join \(trip) here: \(url)")
        return Card(
            id: row.id.description, name: row.fullName, url: url, path: code?.path ?? "",
            viewBox: "0 0 \(code?.size ?? 1) \(code?.size ?? 1)", anchor: Path.anchor("card-\(row.id)"), card: "card-\(row.id)", text: text,
            mail: row[.email].isEmpty ? nil : Path.mail(row[.email], subject: trip, body: text),
            whatsApp: Path.whatsApp(row[.phone], text: text))
    }
}

import Domain

/// A request that was not served: what happened, what one can do next, and one link that leads on.
package struct ErrorPage: Page {
    let layout: Layout
    let status: Int
    let heading: String
    let message: String
    let requestID: String?
    let home: Link?
    let homeLabel: String
    /// For whoever looks for what is not there.
    let search: Link?
    let trips: Link?
    let signIn: Link?
    /// What one can do next; nil where the message says it.
    package var next: String?
    /// The page whose form was not taken.
    package var back: Link?
    /// What was typed into a form that nobody could take.
    package var typed: Typed?

    package struct Typed: Sendable {
        struct Field: Sendable {
            let name: String
            let value: String
        }
        let page: Link
        let fields: [Field]

        package init(page: Link, fields: [(name: String, value: String)]) {
            self.page = page
            self.fields = fields.map { Field(name: $0.name, value: $0.value) }
        }
    }
    /// The page itself, where a second try may work.
    package var again: Link?

    package init(layout: Layout, status: Int, heading: Texts.Sentence, message: Texts.Sentence, requestID: String?) {
        self.layout = layout
        self.status = status
        self.heading = Texts.said(heading)
        self.message = Texts.said(message)
        self.requestID = requestID
        home = layout.person.map { _ in Path.home() }
        homeLabel = Texts.said(
            layout.navigation == nil ? "Back to the start page" : layout.isTraveller ? "Back to Home" : "Back to Today")
        search = status == 404 ? layout.search : nil
        trips = layout.person.map { _ in Path.trips() }
        signIn = layout.person == nil ? Path.signIn() : nil
        next = ErrorPage.next(status, layout).map(Texts.said)
    }
    package func render(into out: inout HTMLBuffer) { Template.commonError(self, &out) }

    /// The main one is the first that there is of the button and these four links.
    var isAgainMain: Bool { back == nil && typed == nil }
    var isHomeMain: Bool { isAgainMain && again == nil }

    private static func next(_ status: Int, _ layout: Layout) -> Texts.Sentence? {
        let isKnown = layout.person != nil
        return switch status {
        case 403 where isKnown: "If you need this, ask a host of your trip or an admin."
        case 404 where layout.search != nil: "Check the address, or search for what you were looking for."
        case 404 where isKnown: "Check the address, or go back to the start page."
        case 403, 404: "If it belongs to your trip, sign in to see it."
        case 413: "Go back and choose something smaller. What you typed may still be there."
        case 500, 503: "If it happens again, tell a host or an admin."
        default: nil
        }
    }

    /// "You can try again in 5 minutes.", unless the message has a number, which is how long.
    package static func wait(_ seconds: Int, after message: Texts.Sentence) -> String {
        if message.english.contains(where: \.isNumber) { return Texts.said("Trying sooner does not help.") }
        let time = seconds < 90 ? counted(max(seconds, 1), "second") : counted((seconds + 59) / 60, "minute")
        return Texts.said("You can try again in \(time). Trying sooner does not help.")
    }
}

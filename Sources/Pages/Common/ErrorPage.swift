import Domain

package struct ErrorPage: Page {
    let layout: Layout
    let status: Int
    let heading: String
    let message: String
    let requestID: String?
    /// What helps: the start and the trips, or the door for somebody who is not signed in.
    let home: Link?
    let homeLabel: String
    /// For whoever looks for what is not there.
    let search: Link?
    let trips: Link?
    let signIn: Link?
    /// The page whose form was not taken.
    package var back: Link?
    /// What was typed into a form that nobody could take.
    package var again: Again?

    package struct Again: Sendable {
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

    package init(layout: Layout, status: Int, heading: Texts.Sentence, message: Texts.Sentence, requestID: String?) {
        self.layout = layout
        self.status = status
        self.heading = Texts.said(heading)
        self.message = Texts.said(message)
        self.requestID = requestID
        home = layout.person.map { _ in Path.home() }
        homeLabel = Texts.said(layout.isTraveller ? "Back to Home" : "Back to Today")
        search = status == 404 ? layout.search : nil
        trips = layout.person.map { _ in Path.trips() }
        signIn = layout.person == nil ? Path.signIn() : nil
    }
    package func render(into out: inout HTMLBuffer) { Template.commonError(self, &out) }
}

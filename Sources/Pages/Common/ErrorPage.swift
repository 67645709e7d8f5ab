import Domain

package struct ErrorPage: Page {
    let layout: Layout
    let status: Int
    let heading: String
    let message: String
    let requestID: String?
    let home: Link

    package init(layout: Layout, status: Int, heading: String, message: String, requestID: String?) {
        self.layout = layout
        self.status = status
        self.heading = Texts.said(heading)
        self.message = Texts.said(message)
        self.requestID = requestID
        home = Path.home
    }
    package func render(into out: inout HTMLBuffer) { Template.commonError(self, &out) }
}

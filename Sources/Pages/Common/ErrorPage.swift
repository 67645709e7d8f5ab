import Domain

package struct ErrorPage: Page {
    let frame: Frame
    let status: Int
    let heading: String
    let message: String
    let requestID: String?
    let home: Link

    package init(frame: Frame, status: Int, heading: String, message: String, requestID: String?) {
        self.frame = frame
        self.status = status
        self.heading = Texts.said(heading)
        self.message = Texts.said(message)
        self.requestID = requestID
        home = Path.home
    }
    package func render(into out: inout HTMLBuffer) { Template.commonError(self, &out) }
}

import Domain

/// A page with one link to another site.
package struct LeavePage: Page {
    let layout: Layout
    let heading: String
    let text: String
    let label: String
    let link: Link
    package init(layout: Layout, heading: String, text: String, label: String, link: Link) {
        self.layout = layout
        self.heading = heading
        self.text = text
        self.label = label
        self.link = link
    }
    package func render(into out: inout HTMLBuffer) { Template.accountsLeave(self, &out) }
}

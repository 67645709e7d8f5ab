import Domain

/// What was found anywhere on a trip, kind by kind. By itself the same results fill the dialog that is open on another page.
package struct SearchPage: Page {
    package struct Section: Sendable {
        let title: String
        var people: [FoundPersonLine] = []
        var lines: [Line] = []
        var messages: [MessageLine] = []
        var more: More?
    }
    package struct Line: Sendable {
        let icon: Link
        let label: String
        let detail: String?
        let link: Link
        var print: Link?
    }
    package struct MessageLine: Sendable {
        let author: String
        let place: String?
        let time: String
        let parts: [ChatSearchPage.Part]
        let link: Link
    }
    package struct More: Sendable {
        let label: String
        let link: Link
    }
    let layout: Layout
    let searched: String
    let action: Link
    let sections: [Section]
    let empty: Nothing?
    /// Said when the results change under somebody who does not see them.
    let status: String

    package init(layout tripLayout: TripLayout, results: SearchResults) {
        layout = tripLayout.layout
        searched = results.query
        action = Path.search(tripLayout.slug)
        let lines = SearchLines(tripLayout, results)
        sections = results.order.map { lines.section($0) }.filter { !$0.people.isEmpty || !$0.lines.isEmpty || !$0.messages.isEmpty }
        let count = sections.reduce(0) { $0 + $1.people.count + $1.lines.count + $1.messages.count }
        empty = count > 0 ? nil : Nothing.nothing(for: results.query)
        status = count > 0 ? counted(count, "result") : Texts.said("Nothing found")
    }
    package func render(into out: inout HTMLBuffer) { Template.searchEverywhere(self, &out) }
}

/// The results without a page around them.
package struct SearchPart: Page {
    private let page: SearchPage
    package init(_ page: SearchPage) { self.page = page }
    package func render(into out: inout HTMLBuffer) { Template.searchFound(page, &out) }
}

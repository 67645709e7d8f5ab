import Domain

/// What pages are made of, for whoever builds them: tokens, type, controls, states and icons. Only `serve --development` has it.
package struct StyleguidePage: Page {
    package struct IconRow: Sendable {
        let name: String
        let link: Link
    }
    let layout: Layout
    let fields: [FormField]
    let icons: [IconRow]

    package init(layout: Layout) {
        self.layout = layout
        let wrong = FieldError("phone", "A phone number has digits.")
        let fields = [
            FormField("name", "Name", "Ada Example", hint: "As in the passport.", isRequired: true), FormField("room", "Room"),
            FormField("phone", "Phone", "none", errors: [wrong]),
            FormField("status", "Status", "arrived", kind: .choice).offering([("arrived", "Arrived"), ("left", "Left")]),
            FormField("news", "Send me news", "on", kind: .tick), FormField("notes", "Notes", kind: .text),
        ]
        // Nothing takes the focus on a page that shows everything.
        self.fields = fields
        icons = Icon.allCases.map { IconRow(name: $0.rawValue, link: Path.icon($0)) }
    }
    package func render(into out: inout HTMLBuffer) { Template.styleguideStyleguide(self, &out) }
}

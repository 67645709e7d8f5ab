import Domain

/// What pages are made of, for whoever builds them: tokens, type, controls, states and icons. Only `serve --development` has it.
package struct StyleguidePage: Page {
    package struct Token: Sendable {
        let name: String
        let use: String
    }
    package struct IconRow: Sendable {
        let name: String
        let link: Link
    }
    let layout: Layout
    let colours: [Token]
    let spaces: [Token]
    let fields: [FormField]
    let icons: [IconRow]

    package init(layout: Layout) {
        self.layout = layout
        colours = StyleguidePage.tokens([
            ("bg", "Page"), ("surface", "Panel"), ("soft", "Hover, chip"), ("line", "Border"), ("ink", "Text"), ("muted", "Lesser text"),
            ("accent", "What to press"), ("ok", "Fine"), ("warn", "Look"), ("bad", "Wrong"), ("alarm", "A call for help"),
            ("toast", "What was just done"),
        ])
        spaces = StyleguidePage.tokens([
            ("s1", "4 px"), ("s2", "8 px"), ("s3", "12 px"), ("s4", "16 px"), ("s5", "24 px"), ("s6", "40 px"),
        ])
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

    private static func tokens(_ rows: [(String, String)]) -> [Token] { rows.map { Token(name: $0.0, use: Texts.said($0.1)) } }
}

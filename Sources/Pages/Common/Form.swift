import Domain

/// One field of a form, filled with what was typed, its message beside it.
package struct FormField: Sendable {
    package enum Kind: Sendable, Equatable {
        case line, text, choice, choices, tick, password, email, number, date, time, file, pin(PinMap)
    }
    /// A map that fills in the fields `<fields>_latitude` and `<fields>_longitude`. It opens on the place that they name, else
    /// on the one given here.
    package struct PinMap: Sendable, Equatable {
        let label: String
        let fields: String
        /// Of the tiles.
        let version: String
        let style: String
        let latitude: String
        let longitude: String
        let zoom: String

        package init(_ label: String, fields: String, version: String, style: MapStyle, centre: Coordinates) {
            self.label = label
            self.fields = fields
            self.version = version
            self.style = style.rawValue
            latitude = decimal(centre.latitude, 6)
            longitude = decimal(centre.longitude, 6)
            zoom = "15"
        }
    }
    package struct Choice: Sendable {
        let value: String
        let label: String
        let isSelected: Bool
    }

    let name: String
    let label: String
    let value: String
    let hint: String?
    let error: String?
    let type: String
    let isText: Bool
    let isChoice: Bool
    let isMultiple: Bool
    let isTick: Bool
    let isTicked: Bool
    let isInput: Bool
    let isHalf: Bool
    let isRequired: Bool
    let autocomplete: String
    let described: String
    let isInvalid: Bool
    let choices: [Choice]
    let pin: PinMap?

    package init(
        _ name: String, _ label: String, _ value: String = "", kind: Kind = .line, hint: String? = nil,
        errors: [FieldError] = [], isRequired: Bool = false, autocomplete: String = "off",
        choices: [(String, String)] = []
    ) {
        self.name = name
        self.label = label
        // A password is typed anew.
        self.value = kind == .password ? "" : value
        self.hint = hint
        let found = errors.filter { $0.field == name }.map(\.message).joined(separator: " ")
        error = found.isEmpty ? nil : found
        isInvalid = !found.isEmpty
        isText = kind == .text
        isChoice = kind == .choice || kind == .choices
        isMultiple = kind == .choices
        isTick = kind == .tick
        isTicked = kind == .tick && value == "on"
        if case .pin(let map) = kind { pin = map } else { pin = nil }
        isInput = !isText && !isChoice && !isTick && pin == nil
        type = FormField.type(kind)
        isHalf = kind == .date || kind == .time || name.hasSuffix("latitude") || name.hasSuffix("longitude")
        self.isRequired = isRequired
        self.autocomplete = autocomplete
        described = [hint.map { _ in "\(name)-hint" }, error.map { _ in "\(name)-error" }].compactMap(\.self)
            .joined(separator: " ")
        // Several chosen values come a line each.
        let chosen = Set(kind == .choices ? value.split(separator: "\n").map(String.init) : [value])
        self.choices = choices.map { Choice(value: $0.0, label: $0.1, isSelected: chosen.contains($0.0)) }
    }

    private static func type(_ kind: Kind) -> String {
        switch kind {
        case .password: "password"
        case .email: "email"
        case .number: "number"
        case .date: "date"
        case .time: "time"
        case .file: "file"
        default: "text"
        }
    }
}

/// A page that is one form.
package struct FormPage: Page {
    package struct Hidden: Sendable {
        let name: String
        let value: String
    }
    package struct OtherLink: Sendable {
        let label: String
        let link: Link
    }
    /// For a form that waits in the browser where there is no line: `kind` is "new" where one does not replace another.
    package struct Kept: Sendable {
        let kind: String
        let label: String
        package init(_ kind: String, _ label: String) {
            self.kind = kind
            self.label = label
        }
    }
    let frame: Frame
    let heading: String
    private(set) var intro: String?
    let action: Link
    let fields: [FormField]
    private(set) var hidden: [Hidden] = []
    let submit: String
    private(set) var submitStyle: String = "primary"
    private(set) var others: [OtherLink] = []
    private(set) var problem: String?
    private(set) var isNarrow: Bool = false
    private(set) var kept: Kept?

    package init(frame: Frame, heading: String, action: Link, fields: [FormField], submit: String) {
        self.frame = frame
        self.heading = heading
        self.action = action
        self.fields = fields
        self.submit = submit
        let count = fields.count { $0.isInvalid }
        problem = count == 0 ? nil : count == 1 ? "One field needs another look." : "\(count) fields need another look."
    }

    package func render(into out: inout HTMLBuffer) { Template.commonForm(self, &out) }

    // MARK: what some forms have besides

    private func changed(_ change: (inout FormPage) -> Void) -> FormPage {
        var page = self
        change(&page)
        return page
    }

    /// What stands above the fields.
    package func with(intro: String?) -> FormPage { changed { $0.intro = intro } }

    /// Values that are sent along and not shown, by name.
    package func with(hidden: [(String, String)]) -> FormPage {
        changed { $0.hidden = hidden.map { Hidden(name: $0.0, value: $0.1) } }
    }

    /// A way out besides the button, behind those that there are.
    package func with(other: (String, Link)?) -> FormPage {
        changed { page in other.map { page.others.append(OtherLink(label: $0.0, link: $0.1)) } }
    }

    /// What is wrong with the whole; nil leaves what is said of the fields.
    package func with(problem: String?) -> FormPage { changed { $0.problem = problem ?? $0.problem } }

    package func with(kept: Kept) -> FormPage { changed { $0.kept = kept } }

    /// For few and short fields.
    package var narrow: FormPage { changed { $0.isNarrow = true } }

    /// Its button as that of what cannot simply be done again.
    package var asDanger: FormPage { changed { $0.submitStyle = "danger" } }
}

import Domain

/// One field of a form, filled with what was typed, its message beside it.
package struct FormField: Sendable {
    package enum Kind: Sendable, Equatable {
        case line, text, choice, choices, radios, people, picks, tick, password, email, number, date, time, file, pin(PinMap)
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

        package init(
            _ label: String, fields: String, version: String, style: MapStyle, centre: Coordinates, isFar: Bool = false
        ) {
            self.label = Texts.said(text: label)
            self.fields = fields
            self.version = version
            self.style = style.rawValue
            latitude = decimal(centre.latitude, 6)
            longitude = decimal(centre.longitude, 6)
            zoom = isFar ? "11" : "15"
        }
    }
    package struct Choice: Sendable {
        let value: String
        let label: String
        let isSelected: Bool
        /// What has to be done before it can be chosen; nil for one that can be.
        private(set) var first: Link?

        /// In grey, with words that lead there.
        func withheld(_ label: String, until first: Link) -> Choice {
            var choice = Choice(value: value, label: label, isSelected: false)
            choice.first = first
            return choice
        }
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
    /// One of few, all in sight. Where people to tick follow, they are seen while the choice is "selected".
    let isRadios: Bool
    /// Boxes to tick, with a search above them.
    let isPeople: Bool
    /// Names to tick, and a line for those that are not among them: all of them are sent by the field's name.
    let isPicks: Bool
    /// The names that are not offered, as they were typed.
    private(set) var others: String = ""
    let isTick: Bool
    let isTicked: Bool
    let isInput: Bool
    var isPassword: Bool { type == "password" }
    /// Chosen by hand: no browser fills it in.
    var isFile: Bool { type == "file" }
    /// Two of them stand side by side.
    private(set) var isHalf: Bool
    let isRequired: Bool
    private(set) var autocomplete: String = "off"
    /// Says so beside its label: for forms in which others are required.
    private(set) var isOptional: Bool = false
    /// The first one that is wrong has the focus when the form comes back.
    private(set) var hasFocus: Bool = false
    /// The ids of its hint and of its message; nil where there is neither.
    private(set) var described: String?
    /// What a number counts, beside its field.
    private(set) var unit: String?
    /// The list of names that the browser offers for it, by its id.
    private(set) var list: String?
    /// The most characters that the browser lets somebody type.
    private(set) var limit: String?
    let isInvalid: Bool
    private(set) var choices: [Choice] = []
    let pin: PinMap?

    package init(
        _ name: String, _ label: String, _ value: String = "", kind: Kind = .line, hint: String? = nil,
        errors: [FieldError] = [], isRequired: Bool = false
    ) {
        self.name = name
        self.label = Texts.said(text: label)
        // A password is typed anew.
        self.value = kind == .password ? "" : value
        self.hint = hint.map(Texts.said(text:))
        let found = errors.filter { $0.field == name }.said
        error = found.isEmpty ? nil : found
        isInvalid = !found.isEmpty
        isText = kind == .text
        isChoice = kind == .choice || kind == .choices
        (isMultiple, isRadios) = (kind == .choices, kind == .radios)
        (isPeople, isPicks) = (kind == .people, kind == .picks)
        isTick = kind == .tick
        isTicked = kind == .tick && value == "on"
        if case .pin(let map) = kind { pin = map } else { pin = nil }
        isInput = !isText && !isChoice && !isRadios && !isPeople && !isPicks && !isTick && pin == nil
        type = FormField.type(kind)
        isHalf = kind == .date || kind == .time || name.hasSuffix("latitude") || name.hasSuffix("longitude")
        self.isRequired = isRequired
        let parts = [hint.map { _ in "\(name)-hint" }, error.map { _ in "\(name)-error" }].compactMap(\.self)
        described = parts.isEmpty ? nil : parts.joined(separator: " ")
    }

    /// By which the browser fills it in, in the words of HTML.
    package func filled(by autocomplete: String) -> FormField {
        var field = self
        field.autocomplete = autocomplete
        return field
    }

    func atMost(_ limit: Int) -> FormField {
        var field = self
        field.limit = String(limit)
        return field
    }

    func listed(in list: String) -> FormField {
        var field = self
        field.list = list
        return field
    }

    package func `in`(_ unit: String) -> FormField {
        var field = self
        field.unit = Texts.said(text: unit)
        field.described = (["\(name)-unit"] + [described].compactMap(\.self)).joined(separator: " ")
        return field
    }

    /// As it stands in a form of those fields.
    func among(_ fields: [FormField]) -> FormField {
        var field = self
        field.isOptional = (isInput || isText) && !isRequired && fields.contains(where: \.isRequired)
        return field.focused(among: fields)
    }

    /// The first of them that is wrong has the focus of the page.
    func focused(among fields: [FormField]) -> FormField {
        var field = self
        field.hasFocus = isInvalid && fields.first(where: \.isInvalid)?.name == name
        return field
    }

    /// Each with its label. Several chosen values come a line each.
    package func offering(_ choices: [(String, String)]) -> FormField {
        let chosen = Set(isMultiple || isPeople ? value.split(separator: "\n").map(String.init) : [value])
        var field = self
        field.choices = choices.map { Choice(value: $0.0, label: $0.1, isSelected: chosen.contains($0.0)) }
        return field
    }

    /// - Parameter choice: its value, why it cannot be chosen now, and where that is changed.
    func withheld(_ choice: (value: String, label: String, first: Link)?) -> FormField {
        guard let choice else { return self }
        var field = self
        field.choices = choices.map { $0.value == choice.value ? $0.withheld(choice.label, until: choice.first) : $0 }
        return field
    }

    /// Those of the value are ticked; what it names besides stands in the line.
    package func picking(_ names: [String]) -> FormField {
        let chosen = GroupNames.split(value)
        let (known, ticked) = (Set(names.map(folded)), Set(chosen.map(folded)))
        var field = self
        field.choices = names.map { Choice(value: $0, label: $0, isSelected: ticked.contains(folded($0))) }
        field.others = GroupNames.join(chosen.filter { !known.contains(folded($0)) })
        return field
    }

    package var half: FormField {
        var field = self
        field.isHalf = true
        return field
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

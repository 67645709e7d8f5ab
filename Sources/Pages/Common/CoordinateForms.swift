import Domain

/// A place in the three forms that rescuers ask for; each can be selected, and copied where there are scripts.
package struct CoordinateForms: Sendable {
    package struct Form: Sendable {
        let name: String
        let text: String
    }
    let forms: [Form]
    /// The one that is said where there is room for one.
    var first: Form? { forms.first }
    var others: [Form] { Array(forms.dropFirst()) }

    package init(_ place: Coordinates) {
        forms =
            [
                Form(name: Texts.said("Decimal"), text: place.decimalText), Form(name: Texts.said("Degrees"), text: place.sexagesimalText),
            ]
            + (place.utmText.map { [Form(name: "UTM", text: $0)] } ?? [])
    }
}

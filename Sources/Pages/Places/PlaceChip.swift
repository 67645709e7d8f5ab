import Domain

/// One tap narrows the list, and one more widens it: what people look for most, and whatever else narrows it now.
package struct PlaceChip: Sendable {
    package struct Field: Sendable {
        let name: String
        let value: String
    }
    let label: String
    let isOn: Bool
    /// The list after the tap: it is remembered as any other choice.
    let fields: [Field]

    /// - Parameter time: what the list's time is called.
    static func all(_ filter: PlaceFilter, time: String?, hasStars: Bool) -> [PlaceChip] {
        var chips: [PlaceChip] = []
        func offer(_ label: String, isOn: Bool, _ change: (inout PlaceFilter) -> Void) {
            var other = filter
            change(&other)
            other.limit = PlaceFilter.step
            chips.append(PlaceChip(label: label, isOn: isOn, fields: other.pairs.map { Field(name: $0.0, value: $0.1) }))
        }
        let isAnyTime = filter.time == .any
        let open = isAnyTime || filter.time == .now ? Texts.said("Open now") : time ?? Texts.said("Open at…")
        offer(open, isOn: !isAnyTime) { $0.time = isAnyTime ? .now : .any }
        let diets = PlaceDiet.allCases.filter { $0 == .vegetarian || filter.diets.contains($0) }
        for diet in diets {
            offer(Texts.said(text: diet.label), isOn: filter.diets.contains(diet)) { $0.diets.formSymmetricDifference([diet]) }
        }
        if hasStars {
            let label = filter.stars == 0 || filter.stars == 4 ? Texts.said("4★+") : Texts.said(PlacesForm.stars(filter.stars))
            offer(label, isOn: filter.stars > 0) { $0.stars = filter.stars > 0 ? 0 : 4 }
        }
        if filter.isForWheelchairs { offer(Texts.said(text: WheelchairAccess.yes.label), isOn: true) { $0.isForWheelchairs = false } }
        if !filter.cuisine.isEmpty { offer(PlaceText.cuisine(filter.cuisine), isOn: true) { $0.cuisine = "" } }
        if filter.radius < PlaceFilter.usualRadius {
            offer(Texts.said("Within \(walkingDistance(Double(filter.radius)))"), isOn: true) { $0.radius = PlaceFilter.usualRadius }
        }
        let isOfTab = filter.kinds.isEmpty || PlaceGroup.allCases.contains { Set($0.kinds) == filter.kinds }
        if !isOfTab { offer(counted(filter.kinds.count, "kind"), isOn: true) { $0.kinds = Set(PlaceGroup.eating.kinds) } }
        return chips
    }
}

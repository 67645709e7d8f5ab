import Domain

extension PlaceIndex {
    /// What a list shows of a place, without its state and without where it is seen from.
    package func listed(_ number: Int) -> ListedPlace {
        let (entry, feature) = (entries[number], feature(number))
        var place = ListedPlace(
            id: PlaceIndex.id(of: feature), name: atlas.name(of: feature), kind: kind(of: number), coordinates: entry.point.coordinates)
        if entry.cuisine != 0 { place.cuisine = PlaceIndexBuilder.cuisines(atlas.text(entry.cuisine)) }
        place.diets = entry.diets
        place.wheelchair = entry.wheelchair == 0 ? nil : WheelchairAccess.allCases[Int(entry.wheelchair) - 1]
        place.phone = attribute(.phone, feature)
        return place
    }

    /// What the page of a place shows, without its hours.
    package func detail(_ number: Int) -> PlaceDetail {
        let feature = feature(number)
        var detail = PlaceDetail(place: listed(number))
        detail.hoursText = attribute(.openingHours, feature)
        detail.website = attribute(.website, feature)
        detail.address = address(feature)
        detail.height = atlas.elevation.measured(at: detail.place.coordinates) ?? attribute(.elevation, feature).decimal(in: -500...9000)
        (detail.importedAt, detail.checkedOn) = (atlas.facts.createdAt, Day(attribute(.checked, feature)))
        detail.editedOn = Day(attribute(.edited, feature))
        detail.seating = attribute(.outdoorSeating, feature)
        (detail.capacity, detail.level) = (attribute(.capacity, feature), attribute(.level, feature))
        (detail.operatorName, detail.hasCashMachine) = (attribute(.operatorName, feature), attribute(.cashMachine, feature) == "yes")
        return detail
    }

    package func id(of number: Int) -> PlaceID { PlaceIndex.id(of: feature(number)) }
    /// Whether the map has a number of it, which costs less than to read it.
    package func hasPhone(_ number: Int) -> Bool { atlas.attributeText(.phone, of: feature(number)) != nil }

    private func feature(_ number: Int) -> FeatureRecord { atlas.feature(Int(entries[number].feature)) }
    private func attribute(_ wanted: FeatureAttribute, _ feature: FeatureRecord) -> String { atlas.attribute(wanted, of: feature) ?? "" }

    /// "Via Rosa 3, 7999 Valrosa".
    private func address(_ feature: FeatureRecord) -> String {
        func line(_ parts: FeatureAttribute...) -> String {
            parts.map { attribute($0, feature) }.filter { !$0.isEmpty }.joined(separator: " ")
        }
        return [line(.street, .houseNumber), line(.postcode, .city)].filter { !$0.isEmpty }.joined(separator: ", ")
    }

    static func id(of feature: FeatureRecord) -> PlaceID {
        .element(PlaceID.Element.allCases[Int(feature.element & 3) % PlaceID.Element.allCases.count], feature.element >> 2)
    }
}

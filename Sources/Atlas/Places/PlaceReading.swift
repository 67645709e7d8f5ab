import Domain

extension PlaceIndex {
    /// What a list shows of a place, without its state and without where it is seen from.
    package func listed(_ number: Int) -> ListedPlace {
        let (entry, feature) = (entries[number], feature(number))
        var place = ListedPlace(
            id: id(of: feature), name: atlas.name(of: feature), kind: kind(of: number), coordinates: entry.point.coordinates)
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
        detail.importedAt = atlas.facts.createdAt
        return detail
    }

    private func feature(_ number: Int) -> FeatureRecord { atlas.feature(Int(entries[number].feature)) }
    private func attribute(_ wanted: FeatureAttribute, _ feature: FeatureRecord) -> String { atlas.attribute(wanted, of: feature) ?? "" }

    private func address(_ feature: FeatureRecord) -> String {
        [attribute(.street, feature), attribute(.houseNumber, feature)].filter { !$0.isEmpty }.joined(separator: " ")
    }

    private func id(of feature: FeatureRecord) -> PlaceID {
        let number = feature.element >> 2
        return switch feature.element & 3 {
        case 0: .element(.node, number)
        case 1: .element(.way, number)
        default: .element(.relation, number)
        }
    }
}

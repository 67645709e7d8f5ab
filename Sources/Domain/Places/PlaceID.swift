/// Which place: an element of OpenStreetMap, or one that a host added to a trip.
package enum PlaceID: Hashable, Sendable {
    /// What kind of element, by its letter in addresses.
    package enum Element: String, CaseIterable, Sendable {
        case node = "n"
        case way = "w"
        case relation = "r"
    }
    case element(Element, Int64)
    case added(ID)

    /// Reads "n123", "w123", "r123", and "h" with a UUID; anything else is nil.
    package init?(_ text: String) {
        guard let first = text.first else { return nil }
        let rest = text.dropFirst()
        if first == "h" {
            guard let id = ID(rest) else { return nil }
            self = .added(id)
        } else if let element = Element(rawValue: String(first)), let number = rest.whole(in: 1...1 << 60), rest.first?.isNumber == true {
            self = .element(element, Int64(number))
        } else {
            return nil
        }
    }
}

extension PlaceID: CustomStringConvertible {
    /// As it stands in addresses and in the database.
    package var description: String {
        switch self {
        case .element(let element, let number): element.rawValue + String(number)
        case .added(let id): "h" + id.description
        }
    }

    /// Of the map; nil for what a host added.
    package var element: (kind: Element, number: Int64)? {
        if case .element(let kind, let number) = self { (kind, number) } else { nil }
    }
}

extension PlaceID: Comparable {
    /// An order for lists that are otherwise equal.
    package static func < (a: PlaceID, b: PlaceID) -> Bool {
        switch (a, b) {
        case (.element(let one, let first), .element(let other, let second)): (one.rawValue, first) < (other.rawValue, second)
        case (.added(let first), .added(let second)): first < second
        case (.element, .added): true
        case (.added, .element): false
        }
    }
}

import Domain

/// What of OpenStreetMap a feature was made of: it names a place across imports.
package struct MapElement: Hashable, Sendable {
    package enum Kind: UInt8, CaseIterable, Sendable {
        case node, way, relation
    }
    package let kind: Kind
    package let id: Int64

    package init(_ kind: Kind, _ id: Int64) {
        self.kind = kind
        self.id = id
    }
}

extension FeatureRecord {
    /// Nil for what the import made up itself: the sea, and names along lines.
    package var mapElement: MapElement? { MapElement.Kind(rawValue: UInt8(element & 3)).map { MapElement($0, element >> 2) } }

    /// What a place offers; huts count as places.
    package var pointOfInterest: PointOfInterest? {
        switch kind {
        case .pointOfInterest: PointOfInterest(rawValue: detail)
        case .hut: detail == 0 ? .alpineHut : .wildernessHut
        default: nil
        }
    }
}

extension AtlasFile {
    /// Where a feature of one place is; the first point of any other.
    package func place(of feature: FeatureRecord) -> WorldPoint { points.array(of: WorldPoint.self)[Int(feature.pointStart)] }

    /// All features of one place that offer something, huts among them, in the order of the file.
    package func visitPlaces(_ body: (FeatureRecord, PointOfInterest) -> Void) {
        for feature in features.array(of: FeatureRecord.self) {
            if let kind = feature.pointOfInterest { body(feature, kind) }
        }
    }

    /// All that is known of a feature besides its name, as the source has it.
    package func attributes(of feature: FeatureRecord) -> [(attribute: FeatureAttribute, text: String)] {
        let records = attributes.array(of: AttributeRecord.self)
        return (0..<Int(feature.attributeCount)).compactMap { index in
            let record = records[Int(feature.attributeStart) + index]
            return FeatureAttribute(rawValue: UInt8(truncatingIfNeeded: record.attribute)).map { ($0, text(record.textStart)) }
        }
    }
}

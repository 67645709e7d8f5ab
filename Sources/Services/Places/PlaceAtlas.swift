import Atlas
import Domain
import Store

/// Places that something can be written about: those of the map that is served, and those that hosts of the trip added.
struct PlaceAtlas: Sendable {
    let currentAtlas: CurrentAtlas
    let own: OwnPlaceStore

    /// Nil while no map has been imported.
    var version: String? { currentAtlas.loaded()?.atlas.version }

    /// Of the map alone.
    func mapped(_ id: PlaceID) -> KnownPlace? {
        guard let index = currentAtlas.loaded()?.places else { return nil }
        return index.find(id).map { KnownPlace(index.listed($0)) }
    }

    func find(_ id: PlaceID, trip: ID) throws -> KnownPlace? {
        guard case .added(let id) = id else { return mapped(id) }
        return try own.find(id, trip: trip).flatMap { $0.isDeleted ? nil : $0.known }
    }

    /// Of the map, nearest first.
    /// - Parameter words: that stand in the name; "" for any.
    func near(_ centre: Coordinates, within metres: Double, words: String = "", limit: Int) -> [KnownPlace] {
        guard let index = currentAtlas.loaded()?.places else { return [] }
        var query = PlaceQuery(centre: centre, radius: metres)
        query.name = words
        return index.nearest(query, limit: limit).map { KnownPlace(index.listed($0.entry)) }
    }
}

extension KnownPlace {
    init(_ place: ListedPlace) {
        self.init(id: place.id, name: place.name, coordinates: place.coordinates, phone: place.phone, kind: place.kind)
    }
}

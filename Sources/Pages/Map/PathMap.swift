import Domain

/// Maps, their tiles and data, and where people are.
extension Path {
    package static let mapData = FixedAddress("/map-data")
    package static let mapImport = FixedAddress("/map-data/import")
    package static let confirmMapImport = FixedAddress("/map-data/import/confirm")
    package static let stopMapImport = FixedAddress("/map-data/import/stop")
    package static let setRasterServer = FixedAddress("/map-data/raster-servers")
    package static let tile = Address<MapStyle, String, Int, Int, String>("/tiles/:style/:version/:z/:x/:y")
    package static let live = Address<String>("/trips/:slug/live")
    package static let map = Address<String>("/trips/:slug/map")
    package static let mapAt = Address<String>("/trips/:slug/map/at.json")
    package static let mapHelp = Address<String>("/trips/:slug/map/help.json")
    package static let mapPrint = Address<String>("/trips/:slug/map/print")
    package static let mapSearch = Address<String>("/trips/:slug/map/search")
    package static let setMapStyle = Address<String>("/trips/:slug/map/style")
    package static let mapTrails = Address<String>("/trips/:slug/map/trails.json")
    package static let positions = Address<String>("/trips/:slug/positions.json")
    package static let memberCard = Address<String, ID>("/trips/:slug/members/:id/card")
    package static let memberTrail = Address<String, ID>("/trips/:slug/members/:id/trail.json")
    package static let way = Address<String, ID>("/trips/:slug/members/:id/way")
    package static let myMap = Address<String>("/trips/:slug/my/map")
    package static let friendOnMap = Address<String, ID>("/trips/:slug/my/map/friends/:id")
    package static let setMyMapStyle = Address<String>("/trips/:slug/my/map/style")
    package static let sendMyPositions = Address<String>("/trips/:slug/my/positions")
    package static let friendPositions = Address<String>("/trips/:slug/my/positions.json")
    package static let setRadius = Address<String>("/trips/:slug/my/radius")
    package static let setSharing = Address<String>("/trips/:slug/my/sharing")

    /// The way of a member as a file.
    package static func memberTrack(_ format: TrackFormat) -> Address<String, ID> {
        Address("/trips/:slug/members/:id/track.\(format.rawValue)")
    }
    /// The ways of a group's members as a file; `group` is its name.
    package static func groupTrack(_ format: TrackFormat) -> Address<String> { Address("/trips/:slug/track.\(format.rawValue)") }
    /// The map where somebody called for help: with its mark there, and them chosen. Nil where no place is known.
    package static func map(_ slug: String, of call: HelpCase) -> Link? {
        call.place.map {
            map(slug).around($0.coordinates, zoom: 16)
                .asking([("member", call.memberID.description), ("alert", call.id.description)])
        }
    }
    /// The traveller's map at a meeting point, which has its mark there.
    package static func myMap(_ slug: String, at place: Coordinates, of event: ID) -> Link {
        myMap(slug).around(place, zoom: 16).asking("event", event.description)
    }
}

extension Link {
    /// Of a map: around a place, which has a mark there.
    func around(_ place: Coordinates, zoom: Int) -> Link {
        asking([("lat", decimal(place.latitude, 6)), ("lon", decimal(place.longitude, 6)), ("z", String(zoom))])
    }
}

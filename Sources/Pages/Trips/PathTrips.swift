import Domain

/// Trips, their settings and the bin that they go to.
extension Path {
    package static let home = FixedAddress("/")
    package static let trips = FixedAddress("/trips")
    package static let newTrip = FixedAddress("/trips/new")
    package static let trip = Address<String>("/trips/:slug")
    package static let tripSettings = Address<String>("/trips/:slug/settings")
    package static let setStartHidden = Address<String>("/trips/:slug/start")
    package static let archiveTrip = Address<String>("/trips/:slug/archive")
    package static let reopenTrip = Address<String>("/trips/:slug/reopen")
    package static let deleteTrip = Address<String>("/trips/:slug/delete")
    package static let deletedTrips = FixedAddress("/deleted-trips")
    package static let restoreTrip = Address<ID>("/deleted-trips/:id/restore")
    package static let deleteTripNow = Address<ID>("/deleted-trips/:id/delete-now")
    package static let my = Address<String>("/trips/:slug/my")
    package static let noLine = Address<String>("/trips/:slug/my/offline")
}

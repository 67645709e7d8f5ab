import Domain

/// Stations of hired bikes and the feeds that they come from.
extension Path {
    package static let bikes = Address<String>("/trips/:slug/bikes")
    package static let bikeStation = Address<String, Int>("/trips/:slug/bikes/:id")
    package static let setFavouriteStation = Address<String, Int>("/trips/:slug/bikes/:id/favourite")
    package static let chooseBikes = Address<String>("/trips/:slug/bikes/choices")
    package static let bikeGroup = Address<String>("/trips/:slug/bikes/group")
    package static let bikeFeeds = Address<String>("/trips/:slug/bikes/feeds")
    package static let newBikeFeed = Address<String>("/trips/:slug/bikes/feeds/new")
    package static let editBikeFeed = Address<String, ID>("/trips/:slug/bikes/feeds/:id/edit")
    package static let bikeFeedFaults = Address<String, ID>("/trips/:slug/bikes/feeds/:id/faults.csv")
    package static let removeBikeFeed = Address<String, ID>("/trips/:slug/bikes/feeds/:id/remove")
    package static let restoreBikeFeed = Address<String, ID>("/trips/:slug/bikes/feeds/:id/restore")
}

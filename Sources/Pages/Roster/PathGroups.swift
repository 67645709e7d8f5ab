import Domain

/// Groups and the lanes of their board.
extension Path {
    package static let groups = Address<String>("/trips/:slug/groups")
    package static let groupsCSV = Address<String>("/trips/:slug/groups.csv")
    package static let groupLane = Address<String>("/trips/:slug/groups/lane")
    package static let removeLane = Address<String>("/trips/:slug/groups/lane/remove")
    package static let moveToLane = Address<String>("/trips/:slug/groups/move")
    package static let groupsPrint = Address<String>("/trips/:slug/groups/print")
    package static let wishes = Address<String>("/trips/:slug/groups/wishes")
    package static let removeWish = Address<String, ID>("/trips/:slug/groups/wishes/:id/remove")
    package static let deleteGroupNow = Address<String, ID>("/trips/:slug/groups/:id/delete-now")
    package static let restoreGroup = Address<String, ID>("/trips/:slug/groups/:id/restore")
}

import Domain

/// Phones that send where they are.
extension Path {
    package static let trackerSetUp = Address<String>("/t/:token")
    package static let overlandBatches = Address<String>("/t/:token/api/v1/overland/batches")
    package static let addTracker = Address<String, ID>("/trips/:slug/members/:id/trackers")
    package static let tracker = Address<String, ID>("/trips/:slug/trackers/:id")
    package static let replaceTracker = Address<String, ID>("/trips/:slug/trackers/:id/replace")
    package static let revokeTracker = Address<String, ID>("/trips/:slug/trackers/:id/revoke")
}

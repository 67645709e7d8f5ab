import Domain

/// Check-in at events, by staff and by helpers.
extension Path {
    package static let addCheckInLists = Address<String, ID>("/trips/:slug/events/:id/check-in")
    package static let checkIn = Address<String, ID, ID>("/trips/:slug/events/:id/check-in/:list")
    package static let archiveCheckInList = Address<String, ID, ID>("/trips/:slug/events/:id/check-in/:list/archive")
    package static let addHelper = Address<String, ID, ID>("/trips/:slug/events/:id/check-in/:list/helpers")
    package static let revokeHelper = Address<String, ID, ID, ID>("/trips/:slug/events/:id/check-in/:list/helpers/:helper/revoke")
    package static let paperTicks = Address<String, ID, ID>("/trips/:slug/events/:id/check-in/:list/paper")
    package static let removeCheckInList = Address<String, ID, ID>("/trips/:slug/events/:id/check-in/:list/remove")
    package static let renameCheckInList = Address<String, ID, ID>("/trips/:slug/events/:id/check-in/:list/rename")
    package static let restoreCheckInList = Address<String, ID, ID>("/trips/:slug/events/:id/check-in/:list/restore")
    package static let tick = Address<String, ID, ID>("/trips/:slug/events/:id/check-in/:list/scans")
    package static let checkInState = Address<String, ID, ID>("/trips/:slug/events/:id/check-in/:list/state.json")
    package static let undoTick = Address<String, ID, ID, ID>("/trips/:slug/events/:id/check-in/:list/undo/:scan")
    package static let helper = Address<String>("/helper/:token")
    package static let tickAsHelper = Address<String>("/helper/:token/tick")
    package static let offlineWorker = FixedAddress("/offline-worker.js")
}

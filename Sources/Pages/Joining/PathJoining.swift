import Domain

/// Links and requests to join a trip, and the first steps on it.
extension Path {
    package static let join = Address<String>("/join/:token")
    package static let markJoinLinkOpened = Address<String>("/join/:token/opened")
    package static let joinTrip = Address<String>("/join-trip/:token")
    package static let joinRequest = Address<String>("/join-request/:token")
    package static let joining = Address<String>("/trips/:slug/joining")
    package static let setJoinLinks = Address<String>("/trips/:slug/joining/links")
    package static let setTripLink = Address<String>("/trips/:slug/joining/trip-link")
    package static let acceptRequest = Address<String, ID>("/trips/:slug/joining/requests/:id/accept")
    package static let declineRequest = Address<String, ID>("/trips/:slug/joining/requests/:id/decline")
    package static let undoRequest = Address<String, ID>("/trips/:slug/joining/requests/:id/undo")
    package static let welcome = Address<String>("/trips/:slug/my/welcome")
    package static let setWelcomeDetails = Address<String>("/trips/:slug/my/welcome/details")
    package static let addWelcomePhone = Address<String>("/trips/:slug/my/welcome/phone")
    package static let setWelcomeSharing = Address<String>("/trips/:slug/my/welcome/sharing")
}

import Domain

/// Asking somebody whether all is well.
extension Path {
    package static let nudges = Address<String>("/trips/:slug/nudges")
    package static let newNudges = Address<String>("/trips/:slug/nudges/new")
    package static let nudge = Address<String, ID>("/trips/:slug/members/:id/nudge")
    /// Where whoever was asked answers, without signing in.
    package static let well = Address<String>("/well/:token")
    package static let sendWellPlace = Address<String>("/well/:token/place")
}

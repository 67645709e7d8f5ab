/// Pistes and lifts.
extension Path {
    package static let ski = Address<String>("/trips/:slug/ski")
    package static let skiPlace = Address<String, String>("/trips/:slug/ski/:id")
}

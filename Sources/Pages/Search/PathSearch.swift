/// Everything that a trip has.
extension Path {
    package static let search = Address<String>("/trips/:slug/search")
}

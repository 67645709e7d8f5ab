import Domain

/// Who stands in for a host.
extension Path {
    package static let nameCoHost = Address<String>("/trips/:slug/co-hosts")
    package static let endCoHost = Address<String, ID>("/trips/:slug/co-hosts/:id/end")
}

import Domain

/// The travellers' list and what is one's own.
extension Path {
    package static let friends = Address<String>("/trips/:slug/friends")
    package static let friend = Address<String, ID>("/trips/:slug/friends/:id")
    package static let friendCard = Address<String, ID>("/trips/:slug/friends/:id/card")
    package static let profile = Address<String>("/trips/:slug/my/profile")
    package static let myData = Address<String>("/trips/:slug/my/data.zip")
    package static let deleteMyself = Address<String>("/trips/:slug/my/delete")
    package static let stay = Address<String>("/trips/:slug/my/stay")
    package static let phones = Address<String>("/trips/:slug/my/phones")
    package static let revokePhone = Address<String, ID>("/trips/:slug/my/phones/:id/revoke")
    package static let silencePhones = Address<String>("/trips/:slug/my/phones/silence")
}

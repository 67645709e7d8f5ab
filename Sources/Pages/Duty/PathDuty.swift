import Domain

/// Who is on duty when.
extension Path {
    package static let duty = Address<String>("/trips/:slug/duty")
    package static let newDuty = Address<String>("/trips/:slug/duty/new")
    package static let dutyPrint = Address<String>("/trips/:slug/duty/print")
    package static let acceptDuty = Address<String, ID>("/trips/:slug/duty/:id/accept")
    package static let declineDuty = Address<String, ID>("/trips/:slug/duty/:id/decline")
    package static let offerDuty = Address<String, ID>("/trips/:slug/duty/:id/offer")
    package static let restoreDuty = Address<String, ID>("/trips/:slug/duty/:id/restore")
    package static let removeDuty = Address<String, ID>("/trips/:slug/duty/:id/remove")
}

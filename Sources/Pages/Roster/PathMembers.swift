import Domain

/// One member.
extension Path {
    package static let newMember = Address<String>("/trips/:slug/members/new")
    package static let member = Address<String, ID>("/trips/:slug/members/:id")
    package static let setMemberAddress = Address<String, ID>("/trips/:slug/members/:id/address")
    package static let deleteMember = Address<String, ID>("/trips/:slug/members/:id/delete")
    package static let deleteMemberNow = Address<String, ID>("/trips/:slug/members/:id/delete-now")
    package static let editMember = Address<String, ID>("/trips/:slug/members/:id/edit")
    package static let eraseMember = Address<String, ID>("/trips/:slug/members/:id/erase")
    package static let setMemberField = Address<String, ID>("/trips/:slug/members/:id/field")
    package static let keepMember = Address<String, ID>("/trips/:slug/members/:id/keep")
    package static let openMedicalNotes = Address<String, ID>("/trips/:slug/members/:id/medical")
    package static let saveMedicalNotes = Address<String, ID>("/trips/:slug/members/:id/medical/save")
    package static let pauseMember = Address<String, ID>("/trips/:slug/members/:id/pause")
    package static let restoreMember = Address<String, ID>("/trips/:slug/members/:id/restore")
    package static let resumeMember = Address<String, ID>("/trips/:slug/members/:id/resume")
}

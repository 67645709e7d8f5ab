import Domain

/// What hosts announced on a trip.
extension Path {
    package static let announcements = Address<String>("/trips/:slug/announcements")
    package static let newAnnouncement = Address<String>("/trips/:slug/announcements/new")
    package static let announcementAudience = Address<String>("/trips/:slug/announcements/audience.json")
    package static let announcement = Address<String, ID>("/trips/:slug/announcements/:id")
    package static let answerAnnouncement = Address<String, ID>("/trips/:slug/announcements/:id/answer")
    package static let correctAnnouncement = Address<String, ID>("/trips/:slug/announcements/:id/correct")
    package static let deleteAnnouncement = Address<String, ID>("/trips/:slug/announcements/:id/delete")
    package static let editAnnouncement = Address<String, ID>("/trips/:slug/announcements/:id/edit")
    package static let announcementPrint = Address<String, ID>("/trips/:slug/announcements/:id/print")
    package static let toldOfAnnouncement = Address<String, ID>("/trips/:slug/announcements/:id/told")
    package static let recallAnnouncement = Address<String, ID>("/trips/:slug/announcements/:id/recall")
    package static let announcementReceipts = Address<String, ID>("/trips/:slug/announcements/:id/receipts.csv")
    package static let remindOfAnnouncement = Address<String, ID>("/trips/:slug/announcements/:id/remind")
    package static let unscheduleAnnouncement = Address<String, ID>("/trips/:slug/announcements/:id/unschedule")
}

import Domain

/// Calls for help, and what medics see.
extension Path {
    package static let banners = FixedAddress("/banners")
    package static let alerts = Address<String>("/trips/:slug/alerts")
    package static let acknowledgeAlert = Address<String, ID>("/trips/:slug/alerts/:id/acknowledge")
    package static let help = Address<String>("/trips/:slug/help")
    package static let helpCase = Address<String, ID>("/trips/:slug/help/:id")
    package static let handOverHelp = Address<String, ID>("/trips/:slug/help/:id/hand-over")
    package static let openHelpNotes = Address<String, ID>("/trips/:slug/help/:id/medical")
    package static let addHelpNote = Address<String, ID>("/trips/:slug/help/:id/note")
    package static let markHelpPhoned = Address<String, ID>("/trips/:slug/help/:id/phoned")
    package static let reopenHelp = Address<String, ID>("/trips/:slug/help/:id/reopen")
    package static let resolveHelp = Address<String, ID>("/trips/:slug/help/:id/resolve")
    package static let takeHelp = Address<String, ID>("/trips/:slug/help/:id/take")
    package static let medic = Address<String>("/trips/:slug/medic")
    package static let medicPerson = Address<String, ID>("/trips/:slug/medic/:id")
    package static let openMedicNotes = Address<String, ID>("/trips/:slug/medic/:id/notes")
    package static let sos = Address<String>("/trips/:slug/my/sos")
    package static let sayOK = Address<String>("/trips/:slug/my/sos/ok")

    /// Somebody's page, as one with this role may see it.
    package static func person(_ slug: String, _ id: ID, _ role: Role) -> Link { (role.isStaff ? member : medicPerson)(slug, id) }
}

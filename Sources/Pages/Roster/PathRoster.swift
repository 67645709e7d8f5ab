import Domain

/// The list of members as a whole.
extension Path {
    package static let roster = Address<String>("/trips/:slug/roster")
    package static let rosterCSV = Address<String>("/trips/:slug/roster.csv")
    package static let rosterVCard = Address<String>("/trips/:slug/roster.vcf")
    package static let rosterBin = Address<String>("/trips/:slug/roster/bin")
    package static let restoreFromBin = Address<String, Int>("/trips/:slug/roster/bin/:version/restore")
    package static let changeTicked = Address<String>("/trips/:slug/roster/bulk")
    package static let rosterChanges = Address<String>("/trips/:slug/roster/changes")
    package static let undoRosterChange = Address<String, Int>("/trips/:slug/roster/changes/:version/undo")
    package static let chooseColumns = Address<String>("/trips/:slug/roster/columns")
    package static let importRoster = Address<String>("/trips/:slug/roster/import")
    package static let rosterImport = Address<String, ID>("/trips/:slug/roster/import/:id")
    package static let refusedRows = Address<String, ID>("/trips/:slug/roster/import/:id/refused.csv")
    package static let importedRoster = Address<String, Int>("/trips/:slug/roster/imported/:version")
    package static let messageTicked = Address<String>("/trips/:slug/roster/message")
    package static let rosterPrint = Address<String>("/trips/:slug/roster/print")
    package static let addRosterView = Address<String>("/trips/:slug/roster/views")
    package static let removeRosterView = Address<String, ID>("/trips/:slug/roster/views/:id/remove")
    package static let ownColumns = Address<String>("/trips/:slug/roster/own-columns")
    package static let ownColumn = Address<String, ID>("/trips/:slug/roster/own-columns/:id")
    package static let deleteOwnColumn = Address<String, ID>("/trips/:slug/roster/own-columns/:id/delete")
    package static let moveOwnColumn = Address<String, ID>("/trips/:slug/roster/own-columns/:id/move")
    package static let restoreOwnColumn = Address<String, ID>("/trips/:slug/roster/own-columns/:id/restore")
}

import Domain

/// Cases, appeals and reports.
extension Path {
    package static let moderation = Address<String>("/trips/:slug/moderation")
    package static let decideAppeal = Address<String, Int>("/trips/:slug/moderation/appeals/:number")
    package static let decideCases = Address<String>("/trips/:slug/moderation/bulk")
    package static let moderationFigures = Address<String>("/trips/:slug/moderation/figures")
    package static let moderationLog = Address<String>("/trips/:slug/moderation/log")
    package static let moderationLogCSV = Address<String>("/trips/:slug/moderation/log.csv")
    package static let undoModeration = Address<String, Int>("/trips/:slug/moderation/log/:number/undo")
    package static let moderationCase = Address<String, ID>("/trips/:slug/moderation/cases/:id")
    package static let decideCase = Address<String, ID>("/trips/:slug/moderation/cases/:id/act")
    package static let claimCase = Address<String, ID>("/trips/:slug/moderation/cases/:id/claim")
    package static let falseAlarm = Address<String, ID>("/trips/:slug/moderation/cases/:id/false-alarm")
    package static let holdMessage = Address<String, ID>("/trips/:slug/moderation/cases/:id/hold")
    package static let addCaseNote = Address<String, ID>("/trips/:slug/moderation/cases/:id/note")
    package static let releaseCase = Address<String, ID>("/trips/:slug/moderation/cases/:id/release")
    package static let takeOverCase = Address<String, ID>("/trips/:slug/moderation/cases/:id/take-over")
    package static let report = Address<String>("/trips/:slug/report")
}

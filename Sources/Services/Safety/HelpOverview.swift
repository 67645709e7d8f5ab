import Domain
import Live

/// A case of help out of several services: the case, the person, where they are, and how it ends.
extension AppServices {
    private static let fixesShown = 5

    package func helpCase(_ id: ID, _ access: some StaffOrMedicProof) async throws -> HelpDetail {
        let help = try safety.find(id, access)
        let (trip, now) = (access.trip, system.now())
        let row = try roster.rows(trip: trip.id).first { $0.id == help.memberID }
        let place = HelpCase.Location.ofCall(help.place, board: hub.board(trip.id).entry(help.memberID), at: now)
        let fixes = row == nil ? [] : try await map.trail(of: help.memberID, access).suffix(AppServices.fixesShown).reversed()
        var detail = HelpDetail(
            help: help, entries: try safety.entries(of: help), person: row.map { HelpPerson($0, isForStaff: access.role.isStaff) },
            place: place, fixes: Array(fixes), colleagues: try moderation.colleagues(access), reader: access.actor.account.id,
            isOwn: help.memberID == access.actor.members[trip.id], opensNotes: access.role.opensMedicalNotes,
            ground: map.ground(at: place?.coordinates, trip).map { found in
                // Where there are pistes, rescuers ask for the nearest one.
                (found.version, ski.everySign(access).isEmpty ? found.style : .mountain)
            })
        detail.inWords = place.flatMap { map.words(for: $0.coordinates) }
        return detail
    }

    /// The page on which one calls, with the words for the place that the call came from.
    package func calling(_ access: MemberAccess) throws -> CallingHelp {
        var calling = try safety.calling(access)
        calling.inWords = calling.own?.help.place.flatMap { map.words(for: $0.coordinates) }
        return calling
    }

    /// The notes of whoever needs help, after the opening is in the audit trail.
    package func openNotes(ofHelp id: ID, _ access: some HostOrMedicProof) async throws -> String {
        try await roster.openMedicalNotes(of: safety.find(id, access).memberID, access)
    }

    /// Says how it ended. Only a person does, and never of themselves.
    /// - Parameter text: of the form.
    package func resolveHelp(_ id: ID, as outcome: String, words text: String, _ access: some StaffOrMedicProof) async throws {
        let (help, words) = (try safety.find(id, access), tidyText(text))
        try safety.requireOthers(help, access)
        var check = Validation()
        let outcome = HelpCase.Outcome(rawValue: outcome)
        check.require(outcome != nil, "outcome", "Choose how it ended.")
        check.require(outcome != .other || !isBlank(words), "words", "Say in a few words how it ended.")
        check.require(words.count <= HelpCase.noteLimit, "words", "At most 1,000 characters.")
        try check.check()
        guard let outcome else { return }
        try safety.requireStored(id)
        try await moderation.resolve(help, as: outcome, words: words, access)
    }
}

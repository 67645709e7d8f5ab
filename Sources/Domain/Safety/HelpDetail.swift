/// Somebody who needs help, as those see them who help: whom to reach, and where they sleep. Medics see neither groups nor room.
package struct HelpPerson: Sendable {
    package let photo: ID?
    package let phone: String
    package let emergencyName: String
    package let emergencyPhone: String
    package let groups: [String]
    package let room: String
    package let hasNotes: Bool
    package let isPaused: Bool

    package init(_ row: RosterRow, isForStaff: Bool) {
        photo = row.photo
        (phone, emergencyName, emergencyPhone) = (row[.phone], row[.emergencyName], row[.emergencyPhone])
        (groups, room) = isForStaff ? (row.groupNames, row[.room]) : ([], "")
        (hasNotes, isPaused) = (row.hasMedicalNotes, row.isPaused)
    }
}

/// One case of help with all that a helper needs.
package struct HelpDetail: Sendable {
    package let help: HelpCase
    /// Oldest first.
    package let entries: [HelpEntry]
    /// Nil once they are off the list.
    package let person: HelpPerson?
    /// Where they are, or called from: what is newer.
    package let place: HelpCase.Location?
    /// The newest positions, newest first, as far as the reader may look back.
    package let fixes: [Fix]
    /// To whom it can be handed over.
    package let colleagues: [(account: ID, name: String)]
    /// The account that looks at it.
    package let reader: ID
    /// Whether it is the reader's own.
    package let isOwn: Bool
    /// Whether the reader may open medical notes.
    package let opensNotes: Bool
    /// For a small map: the tiles' version and style; nil while there is no map.
    package let ground: (version: String, style: MapStyle)?
    /// The place in words that can be read out on the phone; nil where the map knows none.
    package var inWords: String?
    package init(
        help: HelpCase, entries: [HelpEntry], person: HelpPerson?, place: HelpCase.Location?, fixes: [Fix],
        colleagues: [(account: ID, name: String)], reader: ID, isOwn: Bool, opensNotes: Bool,
        ground: (version: String, style: MapStyle)?
    ) {
        self.help = help
        self.entries = entries
        self.person = person
        self.place = place
        self.fixes = fixes
        self.colleagues = colleagues
        self.reader = reader
        self.isOwn = isOwn
        self.opensNotes = opensNotes
        self.ground = ground
    }
}

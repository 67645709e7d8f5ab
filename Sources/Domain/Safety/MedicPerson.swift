/// Somebody as a medic knows them: whom to reach, and that there are medical notes. The notes themselves are opened one by one.
package struct MedicPerson: Sendable {
    package let id: ID
    package let name: String
    package let photo: ID?
    package let phone: String
    package let emergencyName: String
    package let emergencyPhone: String
    package let hasNotes: Bool
    package let isPaused: Bool

    package init(_ row: RosterRow) {
        id = row.id
        name = row.fullName
        photo = row.photo
        (phone, emergencyName, emergencyPhone) = (row[.phone], row[.emergencyName], row[.emergencyPhone])
        hasNotes = row.hasMedicalNotes
        isPaused = row.isPaused
    }

    /// Every word occurs somewhere in the name.
    package func matches(_ search: String) -> Bool { hasWords(searchable(name), search) }
}

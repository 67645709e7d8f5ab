import Domain

/// Who is silent, out of several services: who they are, and where they were last.
extension AppServices {
    /// Whoever has been silent longest first.
    package func silentPeople(_ access: OpenHostAccess) throws -> [SilentPerson] {
        let people = try nudges.silent(access).sorted { ($0.lastFix?.microseconds ?? .min) < ($1.lastFix?.microseconds ?? .min) }
        return people.map(withPlace)
    }

    /// Whom hosts selected in the roster, in its order.
    package func selectedPeople(_ members: [ID], _ access: OpenHostAccess) throws -> [SilentPerson] {
        try nudges.selected(members, access).map(withPlace)
    }

    private func withPlace(_ entry: RosterEntry) -> SilentPerson {
        SilentPerson(entry: entry, inWords: entry.newest.flatMap { map.words(for: $0.fix.coordinates) })
    }
}

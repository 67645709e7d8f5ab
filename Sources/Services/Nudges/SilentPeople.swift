import Domain

/// Who is silent, out of several services: who they are, and where they were last.
extension AppServices {
    /// Whoever has been silent longest first.
    package func silentPeople(_ access: OpenHostAccess) throws -> [SilentPerson] {
        let people = try nudges.silent(access).sorted { ($0.lastFix?.microseconds ?? .min) < ($1.lastFix?.microseconds ?? .min) }
        return try known(people, access)
    }

    /// Whom hosts selected in the roster, in its order.
    package func selectedPeople(_ members: [ID], _ access: OpenHostAccess) throws -> [SilentPerson] {
        try known(nudges.selected(members, access), access)
    }

    private func known(_ people: [RosterEntry], _ access: OpenHostAccess) throws -> [SilentPerson] {
        let asked = try nudges.askedLately(access)
        // In one line of a list, where nobody reads a height to the rescue service.
        return people.map { entry in
            SilentPerson(
                entry: entry, inWords: entry.newest.flatMap { map.words(for: $0.fix.coordinates, isHeightSaid: false) },
                askedAt: asked[entry.row.id])
        }
    }
}

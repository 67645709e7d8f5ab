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
        return people.map { entry in
            SilentPerson(
                entry: entry, inWords: entry.newest.flatMap { map.words(for: $0.fix.coordinates) }, askedAt: asked[entry.row.id])
        }
    }
}

/// One person on the map of everybody.
package struct LocatedMember: Sendable {
    package let person: MapPerson
    /// Nil while nothing is known, or sharing is paused.
    package let entry: BoardEntry?
    package let freshness: Freshness
    /// Metres above the sea at the position; nil where the atlas does not know.
    package let ground: Double?
    package init(person: MapPerson, entry: BoardEntry?, freshness: Freshness, ground: Double?) {
        self.person = person
        self.entry = entry
        self.freshness = freshness
        self.ground = ground
    }

    /// For medics, who get no groups.
    package var withoutGroups: LocatedMember {
        LocatedMember(person: person.withoutGroups, entry: entry, freshness: freshness, ground: ground)
    }
}

import Domain

/// What is searched of a trip by whom, made at the first search after a commit that may have changed it.
package struct SearchCaches: Sendable {
    package let staff: ReadCache<ID, PeopleIndex<RosterRow>>
    package let medics: ReadCache<ID, PeopleIndex<RosterRow>>
    package let friends: ReadCache<ID, PeopleIndex<Friend>>
}

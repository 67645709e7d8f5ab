import Domain
import Testing

@Suite struct GroupNamesTests {
    /// Lists of everybody take apart what was joined without tidying it again.
    @Test(arguments: [[], ["Bus 1"], ["Bus 1", "Class  A", "é;"], ["a", "b", "c"]]) func whatIsJoinedIsTakenApart(_ names: [String]) {
        let tidy = GroupNames.split(GroupNames.join(names))
        #expect(GroupNames.parts(GroupNames.join(tidy)) == tidy)
    }

    @Test func theOrderOfNamesKnowsNumbers() {
        let rooms = ["Room 10", "Room 9", "Attic", "Room 9b", "7"]
        #expect(rooms.sortedNaturally { $0 } == ["7", "Attic", "Room 9", "Room 9b", "Room 10"])
    }
}

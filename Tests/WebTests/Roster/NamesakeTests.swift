import Domain
import Services
import Testing

/// Where people of one name stand in one list, each row says which is which.
@Suite struct NamesakeTests {
    private let app: TestApp

    init() async throws {
        app = try await TestApp.withTrips()
        for (room, groups) in [("301", "Bus 1"), ("302", "Bus 2")] {
            var fields = MemberFields()
            (fields[.firstName], fields[.lastName], fields[.room]) = ("Olga", "Doppel", room)
            (fields[.groups], fields[.status]) = (groups, "confirmed")
            _ = try await app.services.roster.add(fields, app.host())
        }
    }

    private func page(_ path: String) async throws -> HTMLPage { try await app.send(.get, "/trips/alpha/" + path, as: .host).page }

    @Test func theBoardSaysRoomAndGroupsOfThemAlone() async throws {
        let board = try await page("groups")
        let said = board.texts(".lane-remark")
        #expect(said.contains("Room 301 · Bus 1") && said.contains("Room 302 · Bus 2"))
        #expect(said.filter { $0.hasPrefix("Room ") }.count == 2, "nobody else needs it")
    }

    /// An @ tells everybody of the name: one line that says so, and no choice that there is not.
    @Test func anAtSuggestsTheirNameOnce() async throws {
        let names = try await page("chat/\(app.id("trip alpha"))").find("#text").first?["data-names"] ?? ""
        #expect(names.split(separator: "\n").filter { $0.hasPrefix("Olga") } == ["Olga Doppel\t2"])
    }
}

import Domain
import Testing

/// The preview of an import says which groups and rooms it makes.
@Suite struct ImportNewLaneTests {
    private func preview(_ list: String) async throws -> HTMLPage {
        let app = try await TestApp.withTrips()
        let start = try await app.send(.post, "/trips/alpha/roster/import", as: .host, form: [("text", list)])
        return try await app.send(.get, start.location, as: .host).page
    }

    @Test func newGroupsAndRoomsAreNamed() async throws {
        let list = "name,group,room\nBo Sample,Skiers,301\nCy Sample,Night bus,\nDi Sample,\"Nightbus, late\",\nEd Sample,Nightbus,\n"
        let page = try await preview(list)
        #expect(
            page.text(".import .notice.new-lanes")
                == "4 new groups: Night bus, Nightbus, “Nightbus, late”, Skiers. 1 new room: 301. “Nightbus” is much like “Night bus”.")
        #expect(page.has(".new-lanes.too-full .icon"))
    }

    @Test func aListThatMakesNoneSaysNothing() async throws {
        #expect(try await !preview("name,phone\nBo Sample,+41 00 000 00 01\n").has(".new-lanes"))
    }
}

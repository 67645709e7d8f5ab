import Domain
import Services
import Testing

/// Who is searched in letters of another keyboard is found by everybody who searches.
@Suite struct NameSearchTests {
    @Test func lettersOfTheirOwnAreTypedEitherWay() async throws {
        let app = try await TestApp.withTrips()
        let host = try app.host()
        var fields = MemberFields()
        (fields[.firstName], fields[.lastName], fields[.status]) = ("Đorđe", "Ærøskjold", "arrived")
        _ = try await app.services.roster.add(fields, host)
        let checkIn = "/trips/alpha/events/\(app.id("event"))/check-in/\(app.id("list"))"
        let pages: [(path: String, user: TestUser, rows: String)] = [
            ("/trips/alpha/roster", .host, "#roster tbody tr"), (checkIn, .host, ".people-rows .person"),
            ("/trips/alpha/friends", .traveller, "ul.friends li"),
        ]
        for (path, user, rows) in pages {
            #expect(try await app.send(.get, path, as: user).page.count(rows) > 1, "\(path) shows more than one")
            for typed in ["dorde", "%C4%91or", "aeroskjold", "aerosk%20DORDE", "%C3%86R%C3%98"] {
                // The tick page has the others as well, and hides them.
                let found = try await app.send(.get, path + "?q=" + typed, as: user).page.find(rows)
                    .filter { $0["hidden"] == nil }.map(\.text)
                #expect(found.count == 1 && found.allSatisfy { $0.contains("Ærøskjold") }, "\(path)?q=\(typed)")
            }
        }
    }
}

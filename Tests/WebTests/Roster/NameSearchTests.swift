import Domain
import Services
import Testing

/// Who is searched in letters of another keyboard is found by everybody who searches.
@Suite struct NameSearchTests {
    @Test func lettersOfTheirOwnAreTypedEitherWay() async throws {
        let house = try await House.furnished()
        let host = try house.host()
        var fields = MemberFields()
        (fields[.firstName], fields[.lastName], fields[.status]) = ("Đorđe", "Ærøskjold", "arrived")
        _ = try await house.services.roster.add(fields, host)
        let checkIn = "/trips/alpha/events/\(house.id("event"))/check-in/\(house.id("list"))"
        let pages: [(path: String, asker: Asker, rows: String)] = [
            ("/trips/alpha/roster", .host, "#roster tbody tr"), (checkIn, .host, ".people-rows .person"),
            ("/trips/alpha/friends", .traveller, "ul.friends li"),
        ]
        for (path, asker, rows) in pages {
            #expect(try await house.send(.get, path, as: asker).page.count(rows) > 1, "\(path) shows more than one")
            for typed in ["dorde", "%C4%91or", "aeroskjold", "skjold%20DORDE", "%C3%86R%C3%98"] {
                let found = try await house.send(.get, path + "?q=" + typed, as: asker).page.texts(rows)
                #expect(found.count == 1 && found.allSatisfy { $0.contains("Ærøskjold") }, "\(path)?q=\(typed)")
            }
        }
    }
}

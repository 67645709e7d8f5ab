import Domain
import Services
import Testing

/// The roster's list: who is on it, in which order, and what is changed in it in place.
@Suite struct RosterListTests {
    private func names(_ app: TestApp, _ query: String) async throws -> [String] {
        try await app.send(.get, "/trips/alpha/roster" + query, as: .host).page.texts("#roster tbody th a")
    }

    private func add(_ app: TestApp, _ name: String, _ status: MemberStatus, room: String = "") async throws -> ID {
        var fields = MemberFields()
        (fields[.firstName], fields[.status], fields[.room]) = (name, status.rawValue, room)
        return try await app.services.roster.add(fields, app.host())
    }

    @Test func whoHasCancelledOrLeftIsNeitherShownNorCounted() async throws {
        let app = try await TestApp.withTrips()
        _ = try await add(app, "Cancelled", .cancelled)
        _ = try await add(app, "Leftalready", .left)
        let page = try await app.send(.get, "/trips/alpha/roster", as: .host)
        #expect(page.page.texts("#count") == ["4 members"] && page.body.contains(">2 cancelled or left<"))
        #expect(try await !names(app, "").contains("Cancelled"))
        #expect(try await names(app, "?status=cancelled") == ["Cancelled"])
        #expect(try await names(app, "?status=all").count == 6)
        // Paper and files hold what the list shows.
        for path in ["roster/print", "roster.csv", "roster.vcf"] {
            let plain = try await app.send(.get, "/trips/alpha/" + path, as: .host).body
            #expect(plain.contains("Ada") && !plain.contains("Leftalready"), "\(path)")
            let all = try await app.send(.get, "/trips/alpha/\(path)?status=all", as: .host).body
            #expect(all.contains("Leftalready"), "\(path)")
        }
    }

    @Test func headsSortBothWays() async throws {
        let app = try await TestApp.withTrips()
        _ = try await add(app, "Roomten", .arrived, room: "10")
        _ = try await add(app, "Roomnine", .arrived, room: "9")
        #expect(try await Array(names(app, "?sort=room").prefix(3)) == ["Roomnine", "Roomten", "Ada Example"])
        // Who has no room comes last either way.
        #expect(try await Array(names(app, "?sort=room&down=1").prefix(3)) == ["Ada Example", "Roomten", "Roomnine"])
        let page = try await app.send(.get, "/trips/alpha/roster?sort=room", as: .host).body
        #expect(page.contains("data-field=\"room\" aria-sort=\"ascending\"") && page.contains("sort=room&amp;down=1"))
        #expect(try await names(app, "?sort=nonsense") == names(app, ""))
    }

    @Test func aCellIsChangedInPlaceAndTakenBack() async throws {
        let app = try await TestApp.withTrips()
        let path = "/trips/alpha/members/\(app.id("member"))/field"
        func fields() throws -> MemberFields { try app.services.roster.member(app.id("member"), app.host()).fields }
        let sent = try await app.send(.post, path, as: .host, form: [("field", "room"), ("value", " 12 a "), ("sort", "room")])
        #expect(sent.status == 303 && sent.location.contains("sort=room"))
        #expect(try fields()[.room] == "12 a" && fields()[.phone] == "+00 000 001")
        let page = try await app.send(.get, sent.location, as: .host).page
        #expect(page.texts(".toast .notice") == ["Room of Ada Example changed"])
        let undo = "/trips/alpha/roster/changes/\(try app.host().trip.rosterVersion)/undo"
        #expect(try await app.send(.get, sent.location, as: .host).body.contains(undo))
        // Nobody else is told so, and later changes end the offer.
        #expect(try await app.send(.get, sent.location, as: .moderator).page.texts(".toast .notice") == [])
        #expect(try await app.send(.post, undo, as: .host).status == 303)
        #expect(try fields()[.room] == "x")
        #expect(try await app.send(.get, sent.location, as: .host).page.texts(".toast .notice") == [])
        for (field, value, status) in [
            ("phone", "no number", 422), ("status", "gone", 422), ("room", String(repeating: "x", count: 101), 422),
            ("host_notes", "x", 422),
            ("nothing", "x", 422), ("groups", "Bus 2; Class", 303), ("status", "left", 303),
        ] { #expect(try await app.send(.post, path, as: .host, form: [("field", field), ("value", value)]).status == status, "\(field)") }
        #expect(try fields()[.groups] == "Bus 2; Class" && fields().status == .left)
    }

    @Test func paperAndFilesOfTheTicked() async throws {
        let app = try await TestApp.withTrips()
        let form = [("member", app.id("member").description)]
        let print = try await app.send(.post, "/trips/alpha/roster/bulk", as: .host, form: form + [("do", "print")])
        #expect(print.status == 200 && print.body.contains("Ada Example") && !print.body.contains("host Person</th>"))
        #expect(!print.body.contains("name=\"column\""))
        let csv = try await app.send(.post, "/trips/alpha/roster/bulk", as: .host, form: form + [("do", "csv")])
        #expect(csv.headers[.contentDisposition]?.hasPrefix("attachment") == true && csv.body.contains("ada@x.example"))
        #expect(!csv.body.contains("traveller,Person"))
        let invited = try await app.send(.post, "/trips/alpha/joining/links", as: .host, form: form + [("do", "make")])
        #expect(invited.status == 200 && invited.body.contains("Ada"))
    }
}

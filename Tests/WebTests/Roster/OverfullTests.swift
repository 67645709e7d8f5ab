import Domain
import Services
import Testing

/// A group or a room may hold more people than it has places for: wherever somebody is put into it, that is said.
@Suite struct OverfullTests {
    private let app: TestApp
    private let roster = "/trips/alpha/roster"

    init() async throws {
        app = try await TestApp.withTrips()
        for (name, set) in [("Attic", "rooms"), ("Bus 1", "bus")] {
            let old = set == "rooms" ? nil : name
            let sets = try app.services.lanes.sets(app.host())
            let key = try #require(sets.first { old == nil ? $0.key == .rooms : $0.lane(name) != nil }?.key)
            _ = try await app.services.lanes.save(
                LaneService.Typed(name: name, capacity: "1", category: "", isForAll: false), was: old, in: key, app.host())
        }
    }

    private func toast(_ address: String, _ form: [(String, String)]) async throws -> String? {
        let done = try await app.send(.post, address, as: .host, form: form)
        #expect(done.status == 303)
        return try await app.send(.get, done.location, as: .host).page.text(".toast .notice")
    }

    private func field(_ member: String, _ value: String, _ field: String = "room") async throws -> String? {
        try await toast("/trips/alpha/members/\(app.id(member))/field", [("field", field), ("value", value)])
    }

    @Test func aCellSaysIt() async throws {
        #expect(try await field("member traveller", "Attic") == "Room of traveller Person changed")
        #expect(try await field("member", "attic") == "Room of Ada Example changed. Attic is now 2 of 1.")
        #expect(try await field("member", "") == "Room of Ada Example changed")
        #expect(try await field("member traveller", "Bus 1", "groups") == "Groups of traveller Person changed. Bus 1 is now 2 of 1.")
    }

    @Test func severalAtOnceSayIt() async throws {
        let ticked = ["member", "member traveller"].map { ("member", app.id($0).description) }
        let form = [("do", "room"), ("room_to", "Attic"), ("confirm", "yes")] + ticked
        #expect(try await toast(roster + "/bulk", form) == "The people you ticked are updated. Attic is now 2 of 1.")
    }

    @Test func theBoardSaysIt() async throws {
        _ = try await field("member traveller", "Attic")
        let card = LaneMove.Card(member: app.id("member"), from: "x").text
        let form = [("set", "rooms"), ("to", LaneMove.value("Attic")), ("member", card)]
        let told = try await toast("/trips/alpha/groups/move", form)
        #expect(told?.hasSuffix(". Attic is now 2 of 1.") == true, "\(told ?? "")")
    }

    @Test func anImportSaysItBefore() async throws {
        let list = "name,room,group\nBo Sample,Attic,Bus 1\nCy Sample,Attic,\n"
        let start = try await app.send(.post, roster + "/import", as: .host, form: [("text", list)])
        let preview = try await app.send(.get, start.location, as: .host).page
        // Allowed, and no success.
        #expect(preview.count(".import .notice") == 1 && preview.has(".import .notice.too-full .icon"))
        let notice = preview.text(".import .notice")
        #expect(notice == "Bus 1 would have 2 people for 1 place. Attic would have 2 people for 1 bed.")
        let fits = try await app.send(.post, roster + "/import", as: .host, form: [("text", "name,room\nBo Sample,Attic\n")])
        #expect(try await !app.send(.get, fits.location, as: .host).page.has(".import .notice"))
    }
}

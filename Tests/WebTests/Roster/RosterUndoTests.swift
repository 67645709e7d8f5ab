import Domain
import Foundation
import Services
import Store
import Testing

/// What was done to many at once is taken back at once, as far as it still stands.
@Suite struct RosterUndoTests {
    private let app: TestApp
    private let roster = "/trips/alpha/roster"

    init() async throws { app = try await TestApp.withTrips() }

    private func version() throws -> Int { try app.host().trip.rosterVersion }
    private func fields(_ name: String) throws -> MemberFields {
        try app.services.roster.member(app.id(name), app.host()).fields
    }
    private func undo(_ version: Int, as user: TestUser = .host) async throws -> TestApp.TestResponse {
        try await app.send(.post, roster + "/changes/\(version)/undo", as: user)
    }
    private func rooms(_ room: String) async throws {
        let members = ["member", "member traveller", "member moderator"].map { ("member", app.id($0).description) }
        let response = try await app.send(
            .post, roster + "/bulk", as: .host, form: members + [("do", "room"), ("room_to", room), ("confirm", "yes")])
        #expect(response.status == 303)
    }

    @Test func aBulkActionIsTakenBack() async throws {
        let before = try fields("member")
        try await rooms("Attic")
        #expect(try fields("member")[.room] == "Attic")
        let page = try await app.send(.get, roster, as: .host).body
        #expect(page.contains("You changed 3 members at once."))
        #expect(try await !app.send(.get, roster, as: .moderator).body.contains("members at once"))
        #expect(try await undo(version(), as: .moderator).status == 403)
        let undone = try await undo(version())
        #expect(undone.status == 303 && undone.location.contains("done=undone"))
        #expect(try fields("member") == before)
        // The undoing can be undone.
        #expect(try await undo(version()).status == 303)
        #expect(try fields("member traveller")[.room] == "Attic")
    }

    @Test func whatWasChangedSinceStays() async throws {
        try await rooms("Attic")
        let made = try version()
        var own = try fields("member")
        own[.room] = "Cellar"
        try await app.services.roster.update(
            app.id("member"), to: own, version: app.services.roster.member(app.id("member"), app.host()).version,
            app.host())
        let response = try await undo(made)
        #expect(response.status == 200 && response.body.contains("Undone for 2.") && response.body.contains("Ada Example"))
        #expect(try fields("member")[.room] == "Cellar" && fields("member traveller")[.room].isEmpty)
        let again = try await undo(made)
        #expect(again.status == 409 && again.body.contains("Nothing of v\(made) can be undone"))
        #expect(try await undo(999).status == 409)
    }

    /// One cell that is changed afterwards does not take the way back away; it goes once the import is undone, or a day old.
    @Test func anImportIsOfferedForADay() async throws {
        func imported() async throws -> Int {
            let list = "First name,Last name\nNew,Somebody\nOther,Somebody\n"
            let id = try await app.services.roster.beginImport(Array(list.utf8), app.host())
            return try await app.services.roster.confirmImport(
                id, ImportReading(columns: nil, rule: ImportRule(clearsEmpty: false)), rosterVersion: version(), app.host()
            ).version
        }
        func strip() async throws -> [String] { try await app.send(.get, roster, as: .host).page.texts("#last span") }
        let made = try await imported()
        try await app.services.roster.set(.room, to: "9", of: app.id("member"), app.host())
        let page = try await app.send(.get, roster, as: .host).page
        #expect(page.texts("#last span") == ["You imported 2 people."])
        #expect(page.find("#last").first?["action"] == "/trips/alpha/roster/changes/\(made)/undo")
        #expect(try await !app.send(.get, roster, as: .moderator).page.has("#last"))
        #expect(try await undo(made).status == 303)
        #expect(try await !strip().contains("You imported 2 people."))
        _ = try await imported()
        try await app.services.roster.set(.room, to: "8", of: app.id("member"), app.host())
        app.clock.pass(.hours(23))
        try await app.signInAgain()
        #expect(try await strip() == ["You imported 2 people."])
        app.clock.pass(.hours(2))
        try await app.signInAgain()
        #expect(try await strip().isEmpty)
    }

    @Test func anImportIsTakenBack() async throws {
        let before = try app.services.roster.entries(RosterFilter(), app.host()).map(\.row.fullName)
        let id = try await app.services.roster.beginImport(
            Array("First name,Last name,Room\nAda,Example,77\nNew,Somebody,78\nOther,Somebody,79\n".utf8), app.host())
        _ = try await app.services.roster.confirmImport(
            id, ImportReading(columns: nil, rule: ImportRule(clearsEmpty: false)), rosterVersion: version(), app.host())
        let made = try version()
        #expect(try await app.send(.get, roster, as: .host).page.text("#last span") == "You imported 3 people.")
        let added = try app.services.roster.entries(RosterFilter(), app.host()).map(\.row)
        #expect(added.count == before.count + 2)
        // One of the new ones is invited meanwhile: whoever is held by something is cancelled instead.
        let held = try #require(added.first { $0.fullName == "Other Somebody" })
        try await app.services.events.invite(
            [held.id], to: app.services.events.find(app.id("event"), app.host()), app.host())
        let response = try await undo(made)
        let told = response.page.texts(".problem").first ?? ""
        #expect(response.status == 200 && told.hasPrefix("Undone for 2. Set to Cancelled, because a link, an invitation or a tracker"))
        #expect(told.hasSuffix("exists: Other Somebody.") && !told.contains("kept as they are"))
        let after = try app.services.roster.entries(RosterFilter(), app.host()).map(\.row)
        #expect(after.map(\.fullName).sorted() == (before + ["Other Somebody"]).sorted())
        #expect(after.first { $0.id == held.id }?.status == .cancelled)
        #expect(try fields("member")[.room] == "x")
        #expect(try await app.send(.get, roster + "/changes", as: .host).body.contains("New Somebody taken back"))
    }

    /// Where nobody could be deleted there is nothing that was undone.
    @Test func whoIsHeldIsToldApart() async throws {
        let id = try await app.services.roster.beginImport(
            Array("First name,Last name\nNew,Somebody\nOther,Somebody\n".utf8), app.host())
        _ = try await app.services.roster.confirmImport(
            id, ImportReading(columns: nil, rule: ImportRule(clearsEmpty: false)), rosterVersion: version(), app.host())
        let made = try version()
        let people = try app.services.roster.entries(RosterFilter(), app.host()).map(\.row).filter { $0.fullName.hasSuffix("Somebody") }
            .map(\.id)
        #expect(people.count == 2)
        try await app.services.events.invite(people, to: app.services.events.find(app.id("event"), app.host()), app.host())
        let told = try await undo(made).page.texts(".problem").first ?? ""
        #expect(told.hasPrefix("2 set to Cancelled, because links, invitations or trackers exist: "))
        #expect(told.contains("New Somebody") && told.contains("Other Somebody") && !told.contains("Undone for"))
    }
}

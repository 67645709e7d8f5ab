import Domain
import Foundation
import Services
import Store
import Testing

/// What was done to many at once is taken back at once, as far as it still stands.
@Suite struct RosterUndoTests {
    private let house: House
    private let roster = "/trips/alpha/roster"

    init() async throws { house = try await House.furnished() }

    private func version() throws -> Int { try house.host().trip.rosterVersion }
    private func fields(_ name: String) throws -> MemberFields {
        try house.services.roster.member(house.id(name), house.host()).fields
    }
    private func undo(_ version: Int, as asker: Asker = .host) async throws -> House.TestResponse {
        try await house.send(.post, roster + "/changes/\(version)/undo", as: asker)
    }
    private func rooms(_ room: String) async throws {
        let members = ["member", "member traveller", "member moderator"].map { ("member", house.id($0).description) }
        let response = try await house.send(
            .post, roster + "/bulk", as: .host, form: members + [("do", "room"), ("room_to", room), ("confirm", "yes")])
        #expect(response.status == 303)
    }

    @Test func aBulkActionIsTakenBack() async throws {
        let before = try fields("member")
        try await rooms("Attic")
        #expect(try fields("member")[.room] == "Attic")
        let page = try await house.send(.get, roster, as: .host).body
        #expect(page.contains("You changed 3 members at once (v\(try version()))."))
        #expect(try await !house.send(.get, roster, as: .moderator).body.contains("members at once"))
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
        try await house.services.roster.update(
            house.id("member"), to: own, version: house.services.roster.member(house.id("member"), house.host()).version,
            house.host())
        let response = try await undo(made)
        #expect(response.status == 200 && response.body.contains("Taken back for 2.") && response.body.contains("Ada Example"))
        #expect(try fields("member")[.room] == "Cellar" && fields("member traveller")[.room].isEmpty)
        let again = try await undo(made)
        #expect(again.status == 409 && again.body.contains("Nothing of v\(made) is left to take back"))
        #expect(try await undo(999).status == 409)
    }

    @Test func anImportIsTakenBack() async throws {
        let before = try house.services.roster.entries(RosterFilter(), house.host()).map(\.row.fullName)
        let id = try await house.services.roster.beginImport(
            Array("First name,Last name,Room\nAda,Example,77\nNew,Somebody,78\nOther,Somebody,79\n".utf8), house.host())
        _ = try await house.services.roster.confirmImport(
            id, ImportReading(columns: nil, clearsEmpty: false), rosterVersion: version(), house.host())
        let made = try version()
        let added = try house.services.roster.entries(RosterFilter(), house.host()).map(\.row)
        #expect(added.count == before.count + 2)
        // One of the new ones is invited meanwhile: whoever is held by something is cancelled instead.
        let held = try #require(added.first { $0.fullName == "Other Somebody" })
        try await house.services.events.invite(
            [held.id], to: house.services.events.find(house.id("event"), house.host()), house.host())
        let response = try await undo(made)
        #expect(response.status == 200 && response.body.contains("Other Somebody"))
        let after = try house.services.roster.entries(RosterFilter(), house.host()).map(\.row)
        #expect(after.map(\.fullName).sorted() == (before + ["Other Somebody"]).sorted())
        #expect(after.first { $0.id == held.id }?.status == .cancelled)
        #expect(try fields("member")[.room] == "x")
        #expect(try await house.send(.get, roster + "/changes", as: .host).body.contains("New Somebody taken back"))
    }
}

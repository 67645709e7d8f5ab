import Database
import Domain
import Foundation
import Services
import Store
import Testing

/// A backup that is put back undoes nothing that people ended since it was made.
@Suite struct RestoreTests {
    /// What the app has now, taken over into the backup of before.
    private func restored(_ app: TestApp, _ path: String) async throws -> (AppDatabase, [String]) {
        let withdrawals = try Withdrawals(path: app.folder.appending(path: "test.sqlite").path)
        let database = try AppDatabase(path: path)
        return (database, try await withdrawals.apply(to: database, at: app.clock.now))
    }

    private func backup(_ app: TestApp) throws -> String {
        let path = app.folder.appending(path: "backup.sqlite").path
        try app.database.backup(to: path)
        app.clock.pass(.hours(1))
        return path
    }

    @Test func nothingIsTakenOverWhereNothingWasEnded() async throws {
        let app = try await TestApp.withTrips()
        let (database, lines) = try await restored(app, try backup(app))
        defer { try? database.close() }
        #expect(lines.isEmpty)
    }

    @Test func whoNarrowedTheirSharingKeepsItNarrow() async throws {
        let app = try await TestApp.withTrips()
        let (trip, member, other) = (app.id("trip alpha"), app.id("member"), app.id("member traveller"))
        let path = try backup(app)
        let sharing = app.store.sharing
        let end = app.clock.now + .hours(2)
        try await sharing.set(.hosts, until: end, member: member, trip: trip, by: .commandLine, at: app.clock.now)
        try await sharing.set(.off, until: nil, member: other, trip: trip, by: .commandLine, at: app.clock.now)
        let (database, lines) = try await restored(app, path)
        defer { try? database.close() }
        let time = app.clock.now.iso8601
        #expect(lines == ["1 member's sharing stays off, the last since \(time)", "1 member shares with hosts only"])
        let found = try #require(try Stores(database).sharing.find(member))
        #expect(found.level == .hosts && found.endsAt == end)
        let off = try #require(try Stores(database).sharing.find(other))
        #expect(off.level == .off && off.isOffBySelf && off.offSince == app.clock.now)
    }

    @Test func whoIsGoneOrGoesStaysSo() async throws {
        let app = try await TestApp.withTrips()
        let (trip, member, other) = (app.id("trip alpha"), app.id("member"), app.id("member traveller"))
        let path = try backup(app)
        try await app.store.deletion.erase(member, trip: trip, at: app.clock.now)
        let erasure = Erasure(due: app.clock.now + .days(7), askedBy: "", hostName: "")
        _ = try await app.store.deletion.request(
            other, name: "Somebody", trip: trip, erasure, by: .commandLine, at: app.clock.now)
        let (database, lines) = try await restored(app, path)
        defer { try? database.close() }
        #expect(lines.contains("1 member is erased again"), "\(lines)")
        #expect(lines.contains { $0.hasPrefix("1 member will be erased, as asked") }, "\(lines)")
        let store = Stores(database)
        #expect(try store.roster.member(member, trip: trip)?.fields.fullName == "Former traveller")
        #expect(try store.deletion.find(other)?.due == erasure.due)
        let open = try store.trackers.openTokens()
        #expect(!open.contains { $0.entry.memberID == member || $0.entry.memberID == other })
    }

    @Test func everybodySignsInAgain() async throws {
        let app = try await TestApp.withTrips()
        let database = try AppDatabase(path: try backup(app))
        defer { try? database.close() }
        #expect(try await RestoreStore(database).endAccess(at: app.clock.now) >= 6)
        #expect(try await RestoreStore(database).endAccess(at: app.clock.now) == 0)
        let now = app.clock.now.microseconds
        let open = try database.read { connection in
            try connection.one("SELECT count(*) FROM staff_invite WHERE used_at IS NULL AND expires_at > ?", [.integer(now)]) { $0.int(0) }
        }
        #expect(open == 0)
    }

    /// The backup knows a link to a new password that was used or replaced since.
    @Test func linksToANewPasswordStayDead() async throws {
        let app = try await TestApp.withTrips()
        let (made, used) = (app.clock.now, [UInt8](repeating: 7, count: 32))
        let account = try #require(try app.store.accounts.credentials(id: app.id("account traveller"))).account
        try await app.store.letters.addPasswordLink(for: account, tokenHash: used, by: .commandLine, at: made)
        let path = try backup(app)
        try await app.store.letters.setPassword("$new", tokenHash: used, at: made)
        let database = try AppDatabase(path: path)
        defer { try? database.close() }
        let letters = Stores(database).letters
        #expect(try letters.owner(tokenHash: used, .password, at: made)?.account.id == account.id)
        _ = try await RestoreStore(database).endAccess(at: app.clock.now)
        #expect(try letters.owner(tokenHash: used, .password, at: made) == nil)
        await #expect(throws: Refusal.self) { try await letters.setPassword("$other", tokenHash: used, at: made) }
    }
}

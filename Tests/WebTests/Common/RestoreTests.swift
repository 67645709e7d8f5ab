import Database
import Domain
import Foundation
import Services
import Store
import Testing

/// A backup that is put back undoes nothing that people ended since it was made.
@Suite struct RestoreTests {
    /// What the house has now, taken over into the backup of before.
    private func restored(_ house: House, _ path: String) async throws -> (AppDatabase, [String]) {
        let withdrawals = try Withdrawals(path: house.folder.appending(path: "test.sqlite").path)
        let database = try AppDatabase(path: path)
        return (database, try await withdrawals.apply(to: database, at: house.fixed.now))
    }

    private func backup(_ house: House) throws -> String {
        let path = house.folder.appending(path: "backup.sqlite").path
        try house.database.backup(to: path)
        house.fixed.pass(.hours(1))
        return path
    }

    @Test func nothingIsTakenOverWhereNothingWasEnded() async throws {
        let house = try await House.furnished()
        let (database, lines) = try await restored(house, try backup(house))
        defer { try? database.close() }
        #expect(lines.isEmpty)
    }

    @Test func whoNarrowedTheirSharingKeepsItNarrow() async throws {
        let house = try await House.furnished()
        let (trip, member, other) = (house.id("trip alpha"), house.id("member"), house.id("member traveller"))
        let path = try backup(house)
        let sharing = house.store.sharing
        let end = house.fixed.now + .hours(2)
        try await sharing.set(.hosts, until: end, member: member, trip: trip, isBySelf: true, by: .commandLine, at: house.fixed.now)
        try await sharing.set(.off, until: nil, member: other, trip: trip, isBySelf: true, by: .commandLine, at: house.fixed.now)
        let (database, lines) = try await restored(house, path)
        defer { try? database.close() }
        let time = house.fixed.now.iso8601
        #expect(lines == ["1 member's sharing stays off, the last since \(time)", "1 member shares with hosts only"])
        let found = try #require(try Stores(database).sharing.find(member))
        #expect(found.level == .hosts && found.endsAt == end)
        let off = try #require(try Stores(database).sharing.find(other))
        #expect(off.level == .off && off.isOffBySelf && off.offSince == house.fixed.now)
    }

    @Test func whoIsGoneOrGoesStaysSo() async throws {
        let house = try await House.furnished()
        let (trip, member, other) = (house.id("trip alpha"), house.id("member"), house.id("member traveller"))
        let path = try backup(house)
        try await house.store.deletion.erase(member, trip: trip, at: house.fixed.now)
        let erasure = Erasure(due: house.fixed.now + .days(7), askedBy: "", hostName: "")
        _ = try await house.store.deletion.request(
            other, name: "Somebody", trip: trip, erasure, by: .commandLine, at: house.fixed.now)
        let (database, lines) = try await restored(house, path)
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
        let house = try await House.furnished()
        let database = try AppDatabase(path: try backup(house))
        defer { try? database.close() }
        #expect(try await RestoreStore(database).endAccess(at: house.fixed.now) >= 6)
        #expect(try await RestoreStore(database).endAccess(at: house.fixed.now) == 0)
        let now = house.fixed.now.microseconds
        let open = try database.read { connection in
            try connection.one("SELECT count(*) FROM staff_invite WHERE used_at IS NULL AND expires_at > ?", [.integer(now)]) { $0.int(0) }
        }
        #expect(open == 0)
    }
}

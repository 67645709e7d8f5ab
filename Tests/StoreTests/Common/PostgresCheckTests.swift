import Database
import Testing
import TestDatabases

/// What `sotravel check` finds in a server's database.
@Suite(.enabled(if: TestDatabase.isOnServer)) struct PostgresCheckTests {
    /// Complaints after statements that no page would make.
    private func complaints(after statements: [String]) async throws -> [String] {
        let file = try TestDatabase()
        let database = try file.open()
        defer { file.close(database) }
        for statement in statements { try await database.write { _ = try $0.run(statement) } }
        return try AppDatabase.complaints(postgresql: file.address)
    }

    @Test func whatTheProgramMadeIsSound() async throws { #expect(try await complaints(after: []) == []) }

    @Test func anEmptyDatabaseIsNone() async throws {
        #expect(try await complaints(after: ["DROP TABLE schema_migration"]) == ["this is no Sotravel database"])
    }

    @Test func whatTheServerDoesNotHoldIsFound() async throws {
        let found = try await complaints(after: [
            "ALTER TABLE trip_visit DROP CONSTRAINT trip_visit_trip_id_fkey",
            """
            INSERT INTO account (id, email, name, password_hash, is_admin, created_at)
            VALUES ('0123456789012345', 'a@x.example', 'A', '', 0, 0)
            """,
            """
            INSERT INTO trip_visit (account_id, trip_id, baseline_version, baseline_at, seen_version, seen_at, columns)
            VALUES ('0123456789012345', '0123456789012345', 0, 0, 0, 0, '')
            """,
            "ALTER TABLE trip_visit ADD FOREIGN KEY (trip_id) REFERENCES trip (id) NOT VALID",
            "ALTER TABLE audit DISABLE TRIGGER audit_no_delete",
        ])
        #expect(found.contains("broken reference in trip_visit to trip, rows: 1"), "\(found)")
        #expect(found.contains("triggers of audit are switched off"), "\(found)")
        #expect(found.contains { $0.hasPrefix("a condition of trip_visit was never checked") }, "\(found)")
    }

    @Test func anotherSchemaIsFound() async throws {
        let found = try await complaints(after: [
            "ALTER TABLE job_report ADD COLUMN extra TEXT NOT NULL DEFAULT ''", "DROP INDEX session_account",
            "DROP TRIGGER audit_no_update ON audit",
            "CREATE INDEX of_an_administrator ON session (user_agent)", "CREATE TABLE note_of_an_administrator (note TEXT)",
        ])
        #expect(found.count == 3, "\(found)")
        #expect(found.contains { $0.hasPrefix("missing: CREATE INDEX session_account") }, "\(found)")
        #expect(found.contains { $0.hasPrefix("missing: audit: CREATE TRIGGER audit_no_update") }, "\(found)")
        #expect(found.contains { $0.hasPrefix("not of this program: job_report: extra text") }, "\(found)")
    }
}

/// Nodes and a backup that is put back keep out of one another's way.
@Suite(.enabled(if: TestDatabase.isOnServer)) struct SoleAccessTests {
    @Test func nobodyPutsABackupBackBesideANode() throws {
        let file = try TestDatabase()
        let nodes = [try file.open(), try file.open()]
        file.close(nodes[0])
        #expect { _ = try SoleAccess(to: file.address) } throws: { ($0 as? DatabaseFailure)?.isBusy == true }
        file.close(nodes[1])
        let access = try SoleAccess(to: file.address)
        #expect { _ = try file.open() } throws: { ($0 as? DatabaseFailure)?.isBusy == true }
        // Who puts it back opens it.
        try AppDatabase(postgresql: file.address, isNode: false).close()
        try access.run(["CREATE SCHEMA aside", "DROP SCHEMA aside"])
        #expect(throws: DatabaseFailure.self) { try access.run(["CREATE SCHEMA aside", "DROP SCHEMA missing"]) }
        #expect(
            try AppDatabase.look(postgresql: file.address) { try $0.one("SELECT to_regnamespace('aside') IS NULL") { $0.boolean(0) } }
                == true)
    }
}

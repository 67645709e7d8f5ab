import Foundation
import Testing

/// One text of SQL for two engines: what the stores write is understood by SQLite 3.40 and by PostgreSQL 15. The rules that no pattern sees
/// surely are in docs/architecture.md.
@Suite struct SQLWallTests {
    private static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    /// Asks the full-text table, which is SQLite's own.
    private static let exempt = ["MessageSearch.swift"]

    /// A word in large letters, or the one word that stands in a line without any: patterns take their time.
    private static func mayBeSQL(_ line: String) -> Bool {
        let capitals = UInt8(ascii: "A")...UInt8(ascii: "Z")
        return zip(line.utf8, line.utf8.dropFirst()).contains { capitals.contains($0) && capitals.contains($1) }
            || line.contains("coalesce(")
    }

    /// Lines with a form that SQLite alone understands.
    static func finds(_ text: String) -> [String] {
        text.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }.filter { line in
            guard !line.hasPrefix("//"), mayBeSQL(line) else { return false }
            // NULL is compared with IS DISTINCT FROM; IS alone takes NULL, TRUE and FALSE.
            return line.contains(/\bIS (?:NOT )?[?(a-z]/)
                // Characters, bytes and rows without a name, and a limit below 0, are SQLite's; INTEGER has 32 bits elsewhere.
                || line.contains(/\bchar ?\(|rowid|\b[xX]'[0-9A-Fa-f]*'|\bLIMIT -|\bAS INTEGER\)/)
                // 0 and 1 are numbers and no conditions.
                || line.contains(/\bCASE WHEN \?\d* (?:THEN|AND|OR)\b|\bNOT \?|\bOR \?\d*\s*\)|\(\?\d* (?:AND|OR)\b/)
                // Conditions are no numbers.
                || line.contains(/\bIS (?:NOT )?NULL\) (?:=|<>)|\b(?:sum|max|min)\(EXISTS\b/)
                || line.contains(/\b(?:sum|coalesce)\([^()]* (?:=|<>|<=|>=|<|>|IS|IN)[ ]/)
                // In an upsert a column is of two rows; a value that is first asked for NULL has no type yet.
                || line.contains(/\b(?:max|min)\(\w+, excluded\.|\?\d* IS (?:NOT )?NULL OR\b/)
        }
    }

    @Test func theStoresWriteWhatBothEnginesUnderstand() throws {
        let walk = FileManager.default.enumerator(at: SQLWallTests.root.appending(path: "Sources/Store"), includingPropertiesForKeys: nil)
        var count = 0
        for case let file as URL in walk ?? .init() where file.pathExtension == "swift" {
            count += 1
            let finds = try SQLWallTests.finds(String(contentsOf: file, encoding: .utf8))
            guard !SQLWallTests.exempt.contains(file.lastPathComponent) else {
                #expect(!finds.isEmpty, "\(file.lastPathComponent) needs no exemption any more")
                continue
            }
            #expect(finds.isEmpty, "\(file.lastPathComponent): \(finds)")
        }
        #expect(count > 100, "nothing was looked at")
    }

    @Test(arguments: [
        "WHERE i.trip_id IS ? AND i.used_at IS NULL", "AND member_id IS ?2", "AND id IS NOT ?", "AND (reason, text) IS NOT (?, ?)",
        "AND n.device_id IS s.device_id", "SELECT title || char(10) || text FROM notice", "ORDER BY n.made_at, n.rowid",
        "AND coalesce(member_id, x'') = ?", "ORDER BY id DESC LIMIT -1 OFFSET ?", "closed_at = CASE WHEN ? THEN coalesce(closed_at, ?) END",
        "status = CASE WHEN ? AND status = 'left' THEN", "(k.snapshot = ? AND NOT ?)", "AND (ended_at IS NULL OR ?)",
        "AND (?3 OR EXISTS (SELECT 1", "AND ((? AND c.kind <> 'direct')", "AND (archived_at IS NULL) = ?", "sum(i.rsvp = 'going') AS going",
        "max(EXISTS (SELECT 1 FROM delivery d", "coalesce(v.state = 'cancelled', 0)", "DO UPDATE SET number = max(number, excluded.number)",
        "AND (?2 IS NULL OR n.member_id = ?2)", "SELECT CAST(address AS INTEGER) FROM delivery_address",
    ]) func theWallSees(_ line: String) { #expect(!SQLWallTests.finds(line).isEmpty, "\(line)") }

    @Test(arguments: [
        "WHERE i.trip_id IS NOT DISTINCT FROM ? AND i.used_at IS NULL", "AND (reason, text) IS DISTINCT FROM (?, ?)",
        "(p.closes_at <= ?) IS TRUE", "ORDER BY t.archived_at IS NOT NULL, t.name", "WHERE o.number BETWEEN ? AND ? AND m.state = 'held'",
        "status = CASE WHEN ? = 1 AND status = 'left' THEN", "SET reason = CASE reason WHEN ? THEN ? ELSE ? END",
        "count(*) FILTER (WHERE i.rsvp = 'going') AS going", "max(read_position.number, excluded.number)",
        "AND (n.member_id = ?2 OR ?2 IS NULL)", "SELECT CAST(address AS BIGINT) FROM delivery_address",
        "sum(stars), count(*)", "coalesce(a.target_id, p.id)", "VALUES (?, ?, ?)",
        "let latest = max(subject.startsAt, now + .hours(1))", "/// `rowid` and `IS ?` in a comment",
    ]) func theWallLetsPass(_ line: String) { #expect(SQLWallTests.finds(line).isEmpty, "\(line)") }
}

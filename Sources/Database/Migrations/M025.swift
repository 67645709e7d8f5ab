extension Migration {
    /// A host who erases a member at their request says who asked, and is named: both go with the request.
    static let m025 = Migration(
        number: 25, name: "erasure by hosts",
        sql: """
            ALTER TABLE deletion_request ADD COLUMN asked_by TEXT NOT NULL DEFAULT '';

            ALTER TABLE deletion_request ADD COLUMN host_name TEXT NOT NULL DEFAULT '';

            """)
}

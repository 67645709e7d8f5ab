extension Migration {
    /// A moment instead of a yes: who switched sharing off before it was told that nobody looks back.
    static let m014 = Migration(
        number: 14, name: "tracks of hidden members",
        sql: """
            ALTER TABLE trip ADD COLUMN hidden_tracks_shown_since INTEGER;
            """)
}

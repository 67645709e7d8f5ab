extension Migration {
    /// How often somebody reports is counted in the log, where changed reports stand too.
    static let m011 = Migration(
        number: 11, name: "reports by person",
        sql: """
            CREATE INDEX moderation_log_report ON moderation_log (actor_id, at) WHERE action = 'report';
            """)
}

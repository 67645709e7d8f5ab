import Domain

extension Path {
    /// What hosts announced on a trip.
    package static func announcements(_ slug: String, _ rest: String = "", query: [(String, String)] = []) -> Link {
        trip(slug, "/announcements" + rest + queryText(query))
    }
    package static func announcement(_ slug: String, _ id: ID, _ rest: String = "", query: [(String, String)] = []) -> Link {
        announcements(slug, "/\(id)" + rest, query: query)
    }
}

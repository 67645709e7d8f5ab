/// Addresses of bike stations.
extension Path {
    package static func bikes(_ slug: String, _ rest: String = "", query: [(String, String)] = []) -> Link {
        trip(slug, "/bikes" + rest + queryText(query))
    }
}

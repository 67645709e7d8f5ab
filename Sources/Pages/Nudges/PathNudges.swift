import Domain

/// Addresses of questions whether all is well.
extension Path {
    package static func nudges(_ slug: String, _ rest: String = "", _ query: [(String, String)] = []) -> Link {
        trip(slug, "/nudges" + rest + queryText(query))
    }
    /// Where whoever was asked answers, without signing in.
    package static func well(_ token: String, _ rest: String = "") -> Link { home.below("well/" + percentEncoded(token) + rest) }
}

/// Scripts of a page.
extension Path {
    /// What a page runs: one file, and the frame's where the page has a script besides. Without a session other files stand for both.
    static func scripts(_ name: String?, isSignedIn: Bool) -> (script: Link, imported: Link?) {
        func found(_ name: String) -> Link? { assetNames.contains(name) ? asset(name) : nil }
        guard isSignedIn else { return (name.flatMap { found("js/alone/\($0).js") } ?? asset("js/alone/reveal.js"), nil) }
        let frame = asset("js/frame.js")
        guard let own = name.flatMap({ found("js/\($0).js") }) else { return (frame, nil) }
        return (own, frame)
    }

    /// Of a page: what its template needs (`Public/bundles.txt`).
    static func sheets(_ names: [String]) -> [Link] { names.map { asset("css/\($0).css") } }

    private static let assetNames = Set(Assets.all.map(\.name))
}

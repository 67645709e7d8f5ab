/// Scripts, styles and pictures of the program itself.
extension Path {
    package static func asset(_ name: String) -> Link { Link("/assets/\(assetVersion)/\(name)") }

    /// One for all files together: each relative import of a module then has one address, which changes with the imported file.
    package static let assetVersion: String = {
        let hash = Assets.all.flatMap(\.hash.utf8).reduce(UInt64(0xcbf2_9ce4_8422_2325)) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
        return String(hash, radix: 36)
    }()

    /// What a page runs: one file, and the frame's where the page has a script besides. Without a session other files stand for both.
    static func scripts(_ name: String?, isSignedIn: Bool) -> (script: Link, imported: Link?) {
        func found(_ name: String) -> Link? { assetNames.contains(name) ? asset(name) : nil }
        guard isSignedIn else { return (name.flatMap { found("js/alone/\($0).js") } ?? asset("js/alone/reveal.js"), nil) }
        let frame = asset("js/frame.js")
        guard let own = name.flatMap({ found("js/\($0).js") }) else { return (frame, nil) }
        return (own, frame)
    }
    private static let assetNames = Set(Assets.all.map(\.name))
}

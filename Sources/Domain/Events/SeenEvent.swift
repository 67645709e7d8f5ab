/// An event as a page showed it. Later changes are still news to the person who saw the page.
package struct SeenEvent: Sendable {
    package let version: Int
    package let at: Instant

    private init(version: Int, at: Instant) {
        self.version = version
        self.at = at
    }

    /// From "12.1767621802000": the event's version, and when the page was made in milliseconds. Nil for anything else.
    package init?(_ text: String) {
        let parts = text.split(separator: ".")
        guard parts.count == 2, let version = String(parts[0]).whole(in: 1...1_000_000_000),
            let at = String(parts[1]).instantInMilliseconds()
        else { return nil }
        self.init(version: version, at: at)
    }

    /// Treats a page that claims to come from the future as made now.
    package func atLatest(_ now: Instant) -> SeenEvent { SeenEvent(version: version, at: min(at, now)) }
}

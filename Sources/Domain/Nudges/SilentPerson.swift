/// Somebody who may be asked whether all is well, mostly because they are silent, and where they were last.
package struct SilentPerson: Sendable {
    package let entry: RosterEntry
    /// The last position in words; nil where the map knows nothing of it.
    package let inWords: String?
    /// When they were asked, where that was within `Nudge.recent`.
    package let askedAt: Instant?
    package init(entry: RosterEntry, inWords: String?, askedAt: Instant?) {
        (self.entry, self.inWords, self.askedAt) = (entry, inWords, askedAt)
    }
}

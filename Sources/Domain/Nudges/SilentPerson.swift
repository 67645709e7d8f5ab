/// Somebody who may be asked whether all is well, mostly because they are silent, and where they were last.
package struct SilentPerson: Sendable {
    package let entry: RosterEntry
    /// The last position in words; nil where the map knows nothing of it.
    package let inWords: String?
    package init(entry: RosterEntry, inWords: String?) { (self.entry, self.inWords) = (entry, inWords) }
}

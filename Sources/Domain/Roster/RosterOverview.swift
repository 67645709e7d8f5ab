/// The roster as its page shows it.
package struct RosterOverview: Sendable {
    package struct Last: Sendable {
        package let version: Int
        package let count: Int
        package let isImport: Bool
        package init(version: Int, count: Int, isImport: Bool) { (self.version, self.count, self.isImport) = (version, count, isImport) }
    }
    /// Those that the filter lets through.
    package let entries: [RosterEntry]
    /// Everybody, without those who are hidden.
    package let total: Int
    /// Who has cancelled or left, where the filter hides them.
    package let hiddenCount: Int
    package let groups: [Group]
    package let views: [RosterView]
    /// That the reader chose, or the usual ones.
    package let columns: [ListColumn]
    /// The trip's own columns.
    package let own: [OwnColumn]
    /// What the reader just did to several, and can take back.
    package let last: Last?
    /// Members who are co-hosts now.
    package let coHosts: Set<ID>
    package init(
        entries: [RosterEntry], total: Int, hiddenCount: Int, groups: [Group], views: [RosterView], columns: [ListColumn],
        own: [OwnColumn], last: Last?, coHosts: Set<ID>
    ) {
        self.entries = entries
        self.total = total
        self.hiddenCount = hiddenCount
        self.groups = groups
        self.views = views
        self.columns = columns
        self.own = own
        self.last = last
        self.coHosts = coHosts
    }
}

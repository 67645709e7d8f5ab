/// Which cases a moderator wants to see.
package struct CaseFilter: Sendable {
    /// Tabs of the queue; the raw value stands in the address.
    package enum View: String, Sendable, CaseIterable {
        case open = ""
        case unclaimed, mine, closed
    }
    package var view = View.open
    /// Empty for any.
    package var reason = ""
    /// Opened at least that long ago.
    package var hours = 0
    /// All trips of the reader's together.
    package var spansTrips = false
    package init() {}
}

/// Cases that wait, most urgent first, with how many there are of each kind.
package struct CaseQueue: Sendable {
    package let cases: [ModerationCase]
    /// The account that looks at them.
    package let reader: ID
    package let open: Int
    package let urgent: Int
    package let unclaimed: Int
    package let mine: Int
    /// What the reader did last, while it can be taken back.
    package let last: LogEntry?
    package init(cases: [ModerationCase], reader: ID, open: Int, urgent: Int, unclaimed: Int, mine: Int, last: LogEntry?) {
        self.cases = cases
        self.reader = reader
        self.open = open
        self.urgent = urgent
        self.unclaimed = unclaimed
        self.mine = mine
        self.last = last
    }
}

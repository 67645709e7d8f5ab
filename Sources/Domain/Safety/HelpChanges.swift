extension HelpCase {
    /// What open pages hear of it: those of staff, and those of whoever called.
    package var changes: [TripChange] { [TripChange(.alerts, trip: tripID), .told([memberID], tripID, told)] }

    /// What the pages of whoever called show: that somebody is on it.
    package var told: JSON {
        let title = state == .taken ? Texts.said("\(holder?.name ?? "") is on it.") : ""
        return .object { out in
            out.add("why", "call")
            out.add("title", title)
        }
    }
}

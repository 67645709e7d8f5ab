import Domain

/// Figures of a trip. Each is counted by the filter of the list that it opens, so that they cannot differ.
struct TodayFigures {
    let trip: Trip
    let rows: [RosterRow]
    let board: [ID: BoardEntry]
    let now: Instant

    /// Who passes a filter of the roster.
    func listed(_ change: (inout RosterFilter) -> Void) -> [RosterEntry] {
        var filter = RosterFilter()
        // As the roster does, unless they are asked for by their status.
        filter.gone = .hidden
        change(&filter)
        return filter.apply(to: rows, trip: trip.fields, now: now) { board[$0] }
    }

    private func figure(
        _ label: String, hint: String = "", mark: String = "", style: String, _ query: (String, String),
        _ change: (inout RosterFilter) -> Void
    ) -> TodayPage.Count {
        TodayPage.Count(
            label: label, hint: hint, count: listed(change).count, link: Path.roster(trip.fields.slug).asking([query]), mark: mark,
            style: style)
    }

    var people: [TodayPage.Count] {
        let styles: [(MemberStatus, String)] = [(.arrived, "ok"), (.confirmed, ""), (.invited, ""), (.left, ""), (.cancelled, "")]
        let all = styles.map { status, style in
            figure(Texts.said(text: status.label), style: style, ("status", status.rawValue)) { $0.status = status }
        }
        // Nobody has left, or cancelled: nothing to say.
        return zip(styles, all).filter { ![.left, .cancelled].contains($0.0) || $1.count > 0 }.map(\.1)
    }

    /// Not of those who have cancelled or left.
    var contact: [TodayPage.Count] {
        let all = Freshness.allCases.map { freshness in
            figure(
                Texts.said(text: freshness.label), hint: hint(freshness), mark: freshness.mark, style: freshness.rawValue,
                ("tracker", freshness.rawValue)
            ) { $0.tracker = freshness }
        }
        return zip(Freshness.allCases, all).filter { $0 != .paused || $1.count > 0 }.map(\.1)
    }

    private func hint(_ freshness: Freshness) -> String {
        switch freshness {
        case .fresh: Texts.said("< \(trip.fields.freshMinutes) min")
        case .stale: Texts.said("\(trip.fields.freshMinutes)–\(trip.fields.staleMinutes) min")
        case .lost: Texts.said("> \(trip.fields.staleMinutes) min")
        case .never: Texts.said("none yet")
        case .paused: Texts.said("sharing is off")
        }
    }
}

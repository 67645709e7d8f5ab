import Domain

/// The open cases, most urgent first.
package struct QueuePage: Page {
    package struct Row: Sendable {
        let id: String
        let value: String
        let subject: String
        /// Where several trips stand together.
        let trip: String?
        let link: Link
        let reason: String
        let snapshot: String
        let isUrgent: Bool
        let isEscalated: Bool
        let reports: String
        let opened: TimeText
        let claim: String?
        let isMine: Bool
        let outcome: String?
        let claimAction: Link?
        /// Whose author calls for help.
        let help: Link?
    }
    package struct Tab: Sendable {
        let label: String
        let link: Link
        let isCurrent: Bool
    }
    /// What the reader did last, while it can be taken back.
    package struct Last: Sendable {
        let text: String
        let action: Link
    }
    private let slug: String
    let layout: Layout
    let rows: [Row]
    let tabs: [Tab]
    let reasons: [FormField.Choice]
    /// This trip or all of the reader's; none for whoever has one.
    let trips: [FormField.Choice]
    let showsAll: Bool
    var hasTrips: Bool { !trips.isEmpty }
    let ages: [FormField.Choice]
    var action: Link { Path.moderation(slug) }
    let bulk: Link
    var rules: Link { Path.rules(slug) }
    var log: Link { Path.moderationLog(slug) }
    var figures: Link { Path.moderationFigures(slug) }
    let last: Last?
    let empty: Nothing?
    let isOpen: Bool
    let view: String
    let problems: [String]
    let bulkActions: [FormField.Choice]

    /// - Parameter trips: all that the reader moderates.
    package init(layout tripLayout: TripLayout, queue: CaseQueue, filter: CaseFilter, trips: [Trip], problems: [String]) {
        layout = tripLayout.layout
        let (trip, now) = (tripLayout.trip, tripLayout.now)
        let (slug, showsAll) = (trip.fields.slug, filter.spansTrips)
        (self.slug, self.showsAll) = (slug, showsAll)
        isOpen = filter.view != .closed
        view = filter.view.rawValue
        let byID = Dictionary(trips.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
        rows = queue.cases.map { QueuePage.row($0, byID[$0.tripID] ?? trip, queue.reader, now, namesTrip: showsAll) }
        let own = ("", Texts.said("This trip")), all = ("all", Texts.said("All my trips"))
        self.trips =
            trips.count < 2 ? [] : [own, all].map { .init(value: $0.0, label: $0.1, isSelected: ($0.0 == "all") == showsAll) }
        let tab = { (label: Texts.Sentence, view: CaseFilter.View) in QueuePage.tab(Texts.said(label), view, filter, slug) }
        tabs = [
            tab("Open \(queue.open)", .open), tab("Unassigned \(queue.unclaimed)", .unclaimed), tab("Mine \(queue.mine)", .mine),
            tab("Closed", .closed),
        ]
        let names =
            [("", Texts.said("Any reason"))] + ReportReason.allCases.map { ($0.rawValue, Texts.said(text: $0.label)) } + [
                ("rule", Texts.said("A chat rule"))
            ]
        reasons = names.map { .init(value: $0.0, label: $0.1, isSelected: $0.0 == filter.reason) }
        ages = [
            (0, Texts.said("Any age")), (1, Texts.said("Older than an hour")), (6, Texts.said("Older than 6 hours")),
            (24, Texts.said("Older than a day")),
        ].map { .init(value: String($0.0), label: $0.1, isSelected: $0.0 == filter.hours) }
        bulk = Path.decideCases(slug).asking("trip", showsAll ? "all" : "")
        // Right after it the toast says so, and undoes it as well.
        last = (layout.flash?.undo == nil ? queue.last : nil).map {
            Last(
                text: Texts.said("\(LogText.sentence($0, by: Texts.said("You")))."),
                action: Path.undoModeration(slug, $0.number))
        }
        empty = rows.isEmpty ? QueuePage.empty(filter, open: queue.open) : nil
        self.problems = problems
        bulkActions = [ModerationAction.dismiss, .remove, .warn, .mute].map {
            .init(value: $0.rawValue, label: Texts.said(text: $0.label), isSelected: false)
        }
    }
    package func render(into out: inout HTMLBuffer) { Template.moderationQueue(self, &out) }

    private static func empty(_ filter: CaseFilter, open: Int) -> Nothing {
        guard filter.reason.isEmpty, filter.hours == 0 else { return Nothing("No cases match these filters.", "Choose others above.") }
        return switch filter.view {
        case .closed: .settled("No case has been closed yet.")
        case .mine where open > 0: Nothing("No case is assigned to you.", "Choose one under Open.")
        case .unclaimed where open > 0: .settled("Every open case is assigned.")
        case .open, .mine, .unclaimed: .settled("Nothing is waiting.")
        }
    }

    /// The same filter over other cases.
    private static func tab(_ label: String, _ view: CaseFilter.View, _ filter: CaseFilter, _ slug: String) -> Tab {
        let query = [
            ("view", view.rawValue), ("reason", filter.reason), ("hours", filter.hours == 0 ? "" : String(filter.hours)),
            ("trip", filter.spansTrips ? "all" : ""),
        ]
        return Tab(label: label, link: Path.moderation(slug).asking(query), isCurrent: view == filter.view)
    }

    private static func row(_ found: ModerationCase, _ trip: Trip, _ account: ID, _ now: Instant, namesTrip: Bool) -> Row {
        let (slug, claim) = (trip.fields.slug, found.claim(at: now))
        let isMine = claim?.account == account
        // Whoever needs help is helped first, and on a page of its own.
        let help = found.isUrgent && found.help?.isOpen == true ? found.help : nil
        return Row(
            id: found.id.description, value: "\(found.id) \(found.version) \(slug)", subject: CaseText.subject(found),
            trip: namesTrip ? trip.fields.name : nil,
            link: help.map { Path.helpCase(slug, $0.id) } ?? Path.moderationCase(slug, found.id),
            reason: CaseText.reason(found),
            snapshot: String(CaseText.snapshot(found).prefix(240)), isUrgent: found.isUrgent && found.closedAt == nil,
            isEscalated: found.isEscalated && found.closedAt == nil,
            reports: counted(found.reportCount, "report"),
            opened: TimeText(found.openedAt, zone: trip.zone, now: now),
            claim: help.map { CallPart.status($0) }
                ?? claim.map { CaseText.assigned(to: isMine ? nil : $0.name, now - $0.at) },
            isMine: isMine && help == nil,
            outcome: found.closedAt == nil ? nil : CaseText.outcome(found),
            claimAction: found.closedAt == nil && claim == nil && help == nil ? Path.claimCase(slug, found.id) : nil,
            help: help.map { Path.helpCase(slug, $0.id) })
    }
}

/// What a bulk action would do to each case, before it does.
package struct BulkPreviewPage: Page {
    package struct Row: Sendable {
        let value: String
        let subject: String
        let effects: [String]
    }
    let layout: Layout
    let rows: [Row]
    let action: Link
    let back: Link
    let chosen: String
    let label: String
    let minutes: Int
    let reason: String
    let problem: String?

    /// - Parameter decision: one action for all of them.
    package init(
        layout tripLayout: TripLayout, rows: [(value: String, subject: ModerationCase, effects: [String])], decision: CaseDecision,
        showsAll: Bool,
        problem: String?
    ) {
        layout = tripLayout.layout
        let trip = tripLayout.trip
        self.rows = rows.map { Row(value: $0.value, subject: CaseText.subject($0.subject), effects: $0.effects) }
        let query = [("trip", showsAll ? "all" : "")]
        action = Path.decideCases(trip.fields.slug).asking(query)
        back = Path.moderation(trip.fields.slug).asking(query)
        let planned = decision.actions.first
        chosen = planned?.action.rawValue ?? ""
        label = Texts.said(text: planned?.action.label ?? "")
        minutes = planned?.minutes ?? 0
        reason = decision.reason
        self.problem = problem
    }
    package func render(into out: inout HTMLBuffer) { Template.moderationBulkPreview(self, &out) }
}

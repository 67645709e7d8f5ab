import Domain

/// One case: what was reported, what stands around it, who wrote it, and what can be done.
package struct CasePage: Page {
    package struct Around: Sendable {
        let row: MessageRow?
        /// The beginning of what was reported, instead of it.
        let subject: String?
    }
    package struct Report: Sendable {
        let by: String
        /// Nil where no person did.
        let person: Link?
        let reason: String
        let text: String?
        let at: TimeText
        let record: String?
    }
    package struct Edit: Sendable {
        let text: String
        let until: TimeText
    }
    package struct Other: Sendable {
        let text: String
        let link: Link
        let outcome: String
        let at: TimeText
    }
    package struct Compare: Sendable {
        let yours: [String]
        let theirs: [ModerationLogPage.Row]
    }
    private let slug: String
    private let id: ID
    let layout: Layout
    let subject: String
    let reason: String
    let isUrgent: Bool
    let isEscalated: Bool
    let isClosed: Bool
    let outcome: String
    let opened: TimeText
    let claim: String?
    let isMine: Bool
    let isOthers: Bool
    /// What stands over the words in question.
    let reported: String
    let removesWhat: String
    let snapshot: String
    let review: ReviewedPart?
    let photos: [MessageRow.Picture]
    let poll: PollPart?
    let conversation: Link?
    let author: Link
    let authorName: String
    let around: [Around]
    /// More than a phone shows above the decision: what was reported, with one message before it and one after.
    var isLong: Bool { around.count > 3 && around.contains { $0.subject != nil } }
    let reports: [Report]
    let edits: [Edit]
    let log: [ModerationLogPage.Row]
    let appeals: [AppealPart]
    let others: [Other]
    let authorLog: [ModerationLogPage.Row]
    private let times: String
    /// Said once for the times of a list; nil where it has none.
    var historyTimes: String? { others.isEmpty && authorLog.isEmpty ? nil : times }
    var logTimes: String? { log.isEmpty ? nil : times }
    let safety: CallPart?
    let calledOff: CalledOff?
    let isOwn: Bool
    let mayAct: Bool
    /// Whoever needs help is helped first: until then what can be done about their words is folded.
    var decides: Bool { mayAct && safety == nil }
    var decidesLater: Bool { mayAct && safety != nil }
    var isDeciding: Bool { hasPreview || reasonError != nil || problem != nil || compare != nil }
    let version: Int
    let weights: [Weight]
    let choices: [Choice]
    var hasMore: Bool { choices.contains(where: \.isTicked) }
    var mayRemove: Bool { weights.contains { $0.value == ModerationAction.remove.rawValue } }
    let removesToo: Bool
    var hasSentence: Bool { !sentence.isEmpty }
    let minutes: [FormField.Choice]
    let colleagues: [FormField.Choice]
    let since: String
    let readOnlyMinutes: Int
    let reasonText: String
    let sentence: String
    let problem: String?
    let reasonError: String?
    var mistakes: Mistakes {
        Mistakes([Mistakes.line("reason", Texts.said("Reason"), reasonError)].compactMap(\.self), problem: problem)
    }
    let preview: [String]
    let hasPreview: Bool
    /// What the second button does.
    let applyLabel: String
    let compare: Compare?
    let isHeld: Bool
    var act: Link { at(Path.decideCase) }
    var claimAction: Link { at(Path.claimCase) }
    var takeOver: Link { at(Path.takeOverCase) }
    var release: Link { at(Path.releaseCase) }
    var note: Link { at(Path.addCaseNote) }
    var hold: Link { at(Path.holdMessage) }

    /// What became of the choice.
    package struct Tried: Sendable {
        let preview: [String]
        let problem: String?
        /// Somebody else was faster: theirs stands beside yours.
        let isConflict: Bool
        /// Stands below its field.
        let reasonError: String?
        package init(preview: [String] = [], problem: String? = nil, reasonError: String? = nil, isConflict: Bool = false) {
            self.preview = preview
            self.problem = problem
            self.reasonError = reasonError
            self.isConflict = isConflict
        }
    }

    /// - Parameter typed: nil for a page that is opened.
    package init(layout tripLayout: TripLayout, opened content: OpenedCase, typed: Typed?, tried: Tried) {
        let typed = typed ?? Typed(reason: CasePage.usualReason(content.found))
        layout = tripLayout.layout
        let (trip, now) = (tripLayout.trip, tripLayout.now)
        let (slug, found, account) = (trip.fields.slug, content.found, content.reader)
        (self.slug, id) = (slug, found.id)
        let time = { (at: Instant) in TimeText(at, zone: trip.zone, now: now) }
        (subject, reason) = (CaseText.subject(found), CaseText.reason(found))
        poll = content.poll.map { PollPart($0, vote: nil, about: nil, zone: trip.zone, now: now) }
        snapshot = poll == nil ? CaseText.snapshot(found) : Poll.question(in: CaseText.snapshot(found))
        (review, photos) = (content.review.map { ReviewedPart($0, slug) }, content.photos.map { CasePage.picture($0, slug) })
        (reported, removesWhat) = CasePage.names(found.subject)
        (isUrgent, isEscalated, isClosed, outcome) = (found.isUrgent, found.isEscalated, found.closedAt != nil, CaseText.outcome(found))
        (opened, calledOff, times) = (time(found.openedAt), CalledOff(content.log, slug), TimeText.zoneSaid(trip.zone, now: now))
        let holder = found.claim(at: now)
        let (hasIt, isHeldBySomebody) = (holder?.account == account, holder != nil)
        (isMine, isOthers) = (hasIt, isHeldBySomebody && !hasIt)
        claim = holder.map { CasePage.claimed(by: $0.name, now - $0.at, isMine: hasIt) }
        conversation = CasePage.conversation(found, slug)
        (author, authorName) = (Path.member(slug, found.memberID), found.memberName)
        around = CasePage.around(content, slug, trip.zone, opens: conversation != nil, now)
        reports = content.reports.map { CasePage.report($0, slug, at: time($0.madeAt)) }
        log = content.log.reversed().map { ModerationLogPage.row($0, trip, now, zoneIsSaid: true, quotes: false) }
        let edited = content.edits.map { Edit(text: $0.text, until: time($0.until)) }
        (edits, appeals) = (edited, content.appeals.map { AppealPart($0, slug, time) })
        others = content.others.map { CasePage.other($0, trip, now) }
        authorLog = content.authorLog.map { ModerationLogPage.row($0, trip, now, zoneIsSaid: true) }
        safety = CallPart(found, lessons: (isHeldBySomebody && !hasIt) || content.isOwn ? nil : content.lessons, slug)
        (isOwn, isHeld, version) = (content.isOwn, found.isHeld, found.version)
        (mayAct, weights) = (!content.isOwn && found.closedAt == nil && !isOthers, CasePage.weights(found, typed))
        choices = CasePage.choices(found, typed)
        (removesToo, minutes) = (typed.actions.contains(.remove), CasePage.minutes(chosen: typed.minutes))
        colleagues = CasePage.colleagues(content, chosen: typed.handOver)
        since = typed.since.isEmpty ? CasePage.yesterday(trip.zone, now) : typed.since
        (readOnlyMinutes, reasonText, sentence) = (typed.readOnlyMinutes, typed.reason, typed.sentence)
        (problem, reasonError) = (tried.problem, tried.reasonError)
        (preview, hasPreview) = (tried.preview, !tried.preview.isEmpty && !tried.isConflict)
        applyLabel = Texts.said(text: CasePage.applyLabel(typed.actions, isOfReview: found.subject == .review))
        compare = tried.isConflict ? Compare(yours: preview, theirs: Array(log.prefix(5))) : nil
    }
    package func render(into out: inout HTMLBuffer) { Template.moderationCase(self, &out) }

    private static func applyLabel(_ actions: Set<ModerationAction>, isOfReview: Bool) -> String {
        guard actions.count == 1, let action = actions.first else { return "Apply" }
        guard action == .remove else { return action.label }
        return isOfReview ? "Remove review" : "Remove message"
    }

    private static func claimed(by name: String, _ age: Duration, isMine: Bool) -> String {
        isMine ? Texts.said("You") : Texts.said("\(name), last seen \(TimeText.ago(age))")
    }

    private static func names(_ subject: ModerationCase.Subject) -> (reported: String, removes: String) {
        subject == .review
            ? (Texts.said("Reported review"), Texts.said("Also remove the review"))
            : (Texts.said("Reported message"), Texts.said("Also remove the message"))
    }

    private func at(_ address: Address<String, ID>) -> Link { address(slug, id) }

    private static func picture(_ photo: ID, _ slug: String) -> MessageRow.Picture {
        .init(small: Path.photo(slug, photo, .small), large: Path.photo(slug, photo, .large), width: 160, height: 160)
    }

    /// Nil for what two people write to each other: nobody else opens it.
    private static func conversation(_ found: ModerationCase, _ slug: String) -> Link? {
        guard let id = found.conversationID, !found.isDirect else { return nil }
        return Path.conversation(slug, id).asking("around", found.messageNumber.map { String($0) } ?? "")
    }

    private static func report(_ report: CaseReport, _ slug: String, at time: TimeText) -> Report {
        let judged = report.upheld + report.refused
        if report.isFromElsewhere {
            return Report(
                by: Texts.said("Somebody on another trip"), person: nil, reason: CaseText.reason(report.reason),
                text: report.text.isEmpty ? nil : report.text, at: time, record: nil)
        }
        let record = judged == 0 ? Texts.said("first report") : Texts.said("\(report.upheld) of \(judged) upheld")
        if let reporter = report.reporterID {
            return Report(
                by: report.reporterName, person: Path.member(slug, reporter), reason: CaseText.reason(report.reason),
                text: report.text.isEmpty ? nil : report.text, at: time, record: record)
        }
        let isSeen = report.reason == "seen"
        let found = isSeen ? nil : RuleText(report.text)
        return Report(
            by: isSeen ? Texts.said("A moderator") : found?.rule ?? report.reporterName,
            person: nil, reason: found?.sentence ?? CaseText.reason(report.reason), text: nil, at: time, record: nil)
    }

    private static func other(_ other: ModerationCase, _ trip: Trip, _ now: Instant) -> Other {
        Other(
            text: CaseText.reason(other) + ": " + String(CaseText.snapshot(other).prefix(80)),
            link: Path.moderationCase(trip.fields.slug, other.id),
            outcome: other.closedAt == nil ? Texts.said("open") : CaseText.outcome(other),
            at: TimeText(other.openedAt, zone: trip.zone, now: now, zoneIsSaid: true))
    }

    /// Three messages before the one in question, and two after it. It stands above in its own words, so here its place is enough.
    private static func around(_ content: OpenedCase, _ slug: String, _ zone: TripZone, opens: Bool, _ now: Instant) -> [Around] {
        let view = MessageView.along(slug, zone: zone, opensConversation: opens, now: now)
        guard let number = content.found.messageNumber, !content.around.isEmpty else { return [] }
        // Whoever wrote it may have deleted it since: then where it stood.
        let place = content.around.firstIndex { $0.number >= number } ?? content.around.count - 1
        // The one right before it says who wrote it, for a phone folds those before.
        let before = place > 0 ? content.around[place - 1].number : nil
        var previous: ChatMessage?
        return content.around[max(0, place - 3)...min(content.around.count - 1, place + 2)].map { message in
            defer { previous = message }
            return message.number == number
                ? Around(row: nil, subject: String(CaseText.snapshot(content.found).prefix(80)))
                : Around(row: MessageRow(message, view, after: message.number == before ? nil : previous), subject: nil)
        }
    }
}

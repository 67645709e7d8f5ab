import Domain

/// One case: what was reported, what stands around it, who wrote it, and what can be done.
package struct CasePage: Page {
    package struct Around: Sendable {
        let row: MessageRow
        let isSubject: Bool
    }
    package struct Report: Sendable {
        let by: String
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
    package struct Choice: Sendable {
        let value: String
        let label: String
        let key: String?
        let isTicked: Bool
        let isMute: Bool
        let isReadOnly: Bool
        let isRemoveAll: Bool
        let isHandOver: Bool
    }
    package struct Compare: Sendable {
        let yours: [String]
        let theirs: [ModerationLogPage.Row]
    }
    let frame: Frame
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
    let snapshot: String
    let photos: [MessageRow.Picture]
    let conversation: Link?
    let author: Link
    let authorName: String
    let around: [Around]
    let reports: [Report]
    let edits: [Edit]
    let log: [ModerationLogPage.Row]
    let appeals: [AppealPart]
    let others: [Other]
    let authorLog: [ModerationLogPage.Row]
    let safety: CallPart?
    let calledOff: CalledOff?
    let isOwn: Bool
    let mayAct: Bool
    let version: Int
    let choices: [Choice]
    let minutes: [FormField.Choice]
    let colleagues: [FormField.Choice]
    let since: String
    let readOnlyMinutes: Int
    let reasonText: String
    let sentence: String
    let problem: String?
    let preview: [String]
    let hasPreview: Bool
    let compare: Compare?
    let isHeld: Bool
    let act: Link
    let claimAction: Link
    let takeOver: Link
    let release: Link
    let note: Link
    let hold: Link
    let back: Link

    /// What a moderator chose, as it comes back.
    package struct Typed: Sendable {
        package var actions: Set<ModerationAction> = []
        package var minutes = 60
        package var readOnlyMinutes = 60
        package var since = ""
        package var handOver = ""
        package var reason = ""
        package var sentence = ""
        package init() {}
    }

    /// What became of the choice.
    package struct Tried: Sendable {
        let preview: [String]
        let problem: String?
        /// Somebody else was faster: theirs stands beside yours.
        let isConflict: Bool
        package init(preview: [String] = [], problem: String? = nil, isConflict: Bool = false) {
            self.preview = preview
            self.problem = problem
            self.isConflict = isConflict
        }
    }

    package init(frame tripFrame: TripFrame, opened content: OpenedCase, typed: Typed, tried: Tried) {
        frame = tripFrame.frame
        let (trip, now) = (tripFrame.trip, tripFrame.now)
        let (slug, found, account) = (trip.fields.slug, content.found, content.reader)
        let path = { (rest: String) in Path.moderation(slug, "/cases/\(found.id)" + rest) }
        let time = { (at: Instant) in TimeText(at, zone: trip.zone, now: now) }
        subject = CaseText.subject(found)
        reason = CaseText.reason(found.reason)
        (isUrgent, isEscalated, isClosed, outcome) = (found.isUrgent, found.isEscalated, found.closedAt != nil, CaseText.outcome(found))
        opened = time(found.openedAt)
        let holder = found.claim(at: now)
        let hasIt = holder?.account == account
        isMine = hasIt
        isOthers = holder != nil && !hasIt
        claim = holder.map { hasIt ? "You have this case." : "\($0.name) has this case, last seen \(TimeText.age(now - $0.at)) ago." }
        snapshot = CaseText.snapshot(found)
        photos = content.photos.map { .init(small: Path.photo(slug, $0, .small), large: Path.photo(slug, $0, .large)) }
        conversation = found.conversationID.flatMap { id in
            found.isDirect
                ? nil : Path.conversation(slug, id, query: [("around", found.messageNumber.map { String($0) } ?? "")])
        }
        author = Path.member(slug, found.memberID)
        authorName = found.memberName
        around = CasePage.around(content, slug, trip.zone, opens: conversation != nil, now)
        reports = content.reports.map { report in
            Report(
                by: report.reporterName, reason: CaseText.reason(report.reason), text: report.text.isEmpty ? nil : report.text,
                at: time(report.madeAt),
                record: report.reporterID == nil
                    ? nil
                    : report.upheld + report.refused == 0 ? "first report" : "\(report.upheld) of \(report.upheld + report.refused) upheld")
        }
        edits = content.edits.map { Edit(text: $0.text, until: time($0.until)) }
        log = content.log.reversed().map { ModerationLogPage.row($0, trip, now) }
        appeals = content.appeals.map { AppealPart($0, slug, time) }
        others = content.others.map { other in
            Other(
                text: CaseText.reason(other.reason) + ": " + String(CaseText.snapshot(other).prefix(80)),
                link: Path.moderation(slug, "/cases/\(other.id)"),
                outcome: other.closedAt == nil ? "open" : CaseText.outcome(other), at: time(other.openedAt))
        }
        authorLog = content.authorLog.map { ModerationLogPage.row($0, trip, now) }
        let lessons = (holder != nil && !hasIt) || content.isOwn ? nil : content.lessons
        let reader = UrgentMessage.Reader(account: account, isOwn: content.isOwn, isHost: content.lessons != nil)
        safety = content.contact.map { CallPart($0, found, lessons: lessons, reader, trip, now) }
        calledOff = CalledOff(content.log, slug)
        isOwn = content.isOwn
        mayAct = !content.isOwn && found.closedAt == nil && !isOthers
        version = found.version
        choices = ModerationAction.offered.filter { CasePage.applies($0, to: found) }.map { CasePage.choice($0, typed) }
        minutes = PlannedAction.muteMinutes.map {
            .init(value: String($0), label: CasePage.span($0), isSelected: $0 == typed.minutes)
        }
        colleagues = content.colleagues.map {
            .init(value: $0.account.description, label: $0.name, isSelected: $0.account.description == typed.handOver)
        }
        let start = trip.zone.local(now - .days(1))
        since = typed.since.isEmpty ? start.day.description + "T" + start.clock : typed.since
        readOnlyMinutes = typed.readOnlyMinutes
        (reasonText, sentence) = (typed.reason, typed.sentence)
        (problem, preview) = (tried.problem, tried.preview)
        hasPreview = !preview.isEmpty && !tried.isConflict
        compare = tried.isConflict ? Compare(yours: preview, theirs: Array(log.prefix(5))) : nil
        isHeld = found.isHeld
        (act, claimAction, takeOver) = (path("/act"), path("/claim"), path("/take-over"))
        (release, note, hold) = (path("/release"), path("/note"), path("/hold"))
        back = Path.moderation(slug)
    }
    package func render(into out: inout HTMLBuffer) { Template.moderationCase(self, &out) }

    private static func around(_ content: OpenedCase, _ slug: String, _ zone: TripZone, opens: Bool, _ now: Instant) -> [Around] {
        let view = MessageView.along(slug, zone: zone, opensConversation: opens, now: now)
        var previous: ChatMessage?
        return content.around.map { message in
            defer { previous = message }
            return Around(
                row: MessageRow(message, view, after: previous),
                isSubject: message.number == content.found.messageNumber)
        }
    }

    private static func applies(_ action: ModerationAction, to found: ModerationCase) -> Bool {
        switch action {
        case .remove: found.messageNumber != nil
        case .removeAll, .readOnly: found.conversationID != nil && !found.isDirect
        default: true
        }
    }

    private static func choice(_ action: ModerationAction, _ typed: Typed) -> Choice {
        let keys: [ModerationAction: String] = [.remove: "r", .mute: "m", .warn: "w", .dismiss: "d"]
        return Choice(
            value: action.rawValue, label: action.label, key: keys[action], isTicked: typed.actions.contains(action),
            isMute: action == .mute,
            isReadOnly: action == .readOnly, isRemoveAll: action == .removeAll, isHandOver: action == .handOver)
    }

    static func span(_ minutes: Int) -> String {
        switch minutes {
        case ..<60: counted(minutes, "minute")
        case ..<1440: counted(minutes / 60, "hour")
        default: counted(minutes / 1440, "day")
        }
    }
}

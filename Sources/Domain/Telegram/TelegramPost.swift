/// A text with buttons, as it stands in a chat.
package struct TelegramPost: Sendable, Equatable {
    package let text: String
    package let buttons: [[TelegramButton]]
    package init(_ text: String, _ buttons: [[TelegramButton]] = []) { (self.text, self.buttons) = (text, buttons) }

    /// - Parameter link: the https address of a page, if the server has one.
    fileprivate init(_ paragraphs: [String], _ buttons: [[TelegramButton]], link: String?) {
        let rows = buttons + (link.map { [[TelegramButton(Texts.said("Open in Sotravel"), .open($0))]] } ?? [])
        self.init(paragraphs.filter { !$0.isEmpty }.joined(separator: "\n\n"), rows)
    }

    /// The two buttons that answer an invitation.
    package static func answers(to event: ID, title: String? = nil) -> [TelegramButton] {
        let going = title.map { Texts.said("Going: \($0)") } ?? Texts.said("Going")
        return [TelegramButton(going, .act(.going(event))), TelegramButton(Texts.said("Can’t"), .act(.declining(event)))]
    }

    // MARK: in the group of a trip

    /// What everybody on the trip may know of an event, with how many gave which answer, and no name.
    package static func event(_ event: Event, _ counts: AnswerCounts, in trip: Trip, link: String?, at now: Instant) -> TelegramPost {
        if event.state == .cancelled {
            return TelegramPost([Texts.said("Cancelled: \(event.fields.title)"), event.cancelReason], [], link: link)
        }
        let buttons = event.takesAnswers(at: now) ? [answers(to: event.id)] : []
        return TelegramPost(
            [event.fields.title, event.whereAndWhen(in: trip), said(counts, of: event, in: trip, at: now)], buttons, link: link)
    }

    /// An event that hosts have deleted.
    package static func deleted(_ title: String) -> TelegramPost { TelegramPost(Texts.said("Does not take place: \(title)")) }

    private static func said(_ counts: AnswerCounts, of event: Event, in trip: Trip, at now: Instant) -> String {
        var parts = [Texts.said("\(counts.going) going")]
        if counts.waitlisted + counts.offered > 0 { parts.append(Texts.said("\(counts.waitlisted + counts.offered) waiting")) }
        if let capacity = event.fields.capacity {
            let free = max(0, capacity - event.taken)
            parts.append(free == 0 ? Texts.said("full") : Texts.said("\(counted(free, "place")) free"))
        }
        let line = parts.joined(separator: " · ")
        guard let limit = event.fields.answerBy, event.takesAnswers(at: now) else { return line }
        return line + "\n" + Texts.said("Answer by \(TelegramPost.time(limit, in: trip))")
    }

    /// Once in the group, for everybody who got it.
    package static func announcement(_ announcement: Announcement, in trip: Trip, link: String?, at now: Instant) -> TelegramPost {
        let content = announcement.content
        if announcement.state == .recalled { return TelegramPost(Texts.said("Recalled: \(content.title)")) }
        if announcement.correctedBy != nil {
            return TelegramPost(Texts.said("Corrected: \(content.title)") + "\n\n" + Texts.said("A newer announcement replaces it."))
        }
        let seen = announcement.isOver(at: now) ? [] : [[TelegramButton(Texts.said("Seen"), .act(.seen(announcement.id)))]]
        return TelegramPost(
            [content.noticeTitle(isReminder: false), content.text, content.place?.name ?? "", "— " + content.signedBy], seen, link: link)
    }

    // MARK: private

    /// A notice to one person.
    /// - Parameter answers: those of the announcement that it is about, while it takes some.
    package static func notice(
        _ notice: Notice, showsText: Bool, answers: [AnnouncementAnswer], trip: String?, link: String?
    ) -> TelegramPost {
        let screen = LockScreen(notice, showsText: showsText)
        return TelegramPost(
            [screen.title, screen.text, trip.map { "— " + $0 } ?? ""], showsText ? buttons(notice, answers) : [], link: link)
    }

    private static func buttons(_ notice: Notice, _ answers: [AnnouncementAnswer]) -> [[TelegramButton]] {
        guard let subject = notice.subject else { return [] }
        switch notice.kind {
        case .announcement where answers.isEmpty: return [[TelegramButton(Texts.said("Seen"), .act(.seen(subject)))]]
        case .announcement:
            return answers.prefix(4).enumerated().map { [TelegramButton($1.label, .act(.answer(subject, position: $0)))] }
        case .eventPublished, .eventChanged, .answerDue, .placeOffered: return [TelegramPost.answers(to: subject)]
        default: return []
        }
    }

    /// "Sat 10 Jan 2026 18:00".
    package static func time(_ instant: Instant, in trip: Trip) -> String {
        let local = trip.zone.local(instant)
        return local.day.long + " " + local.clock
    }
}

extension Event {
    /// Whether people may still answer, as far as the clock decides.
    package func takesAnswers(at now: Instant) -> Bool {
        state == .published && now <= fields.startsAt && (fields.answerBy.map { now <= $0 } ?? true)
    }

    /// Two or three lines.
    fileprivate func whereAndWhen(in trip: Trip) -> String {
        let zone = trip.zone.abbreviation(at: fields.startsAt)
        let lines = [
            TelegramPost.time(fields.startsAt, in: trip) + " " + zone, fields.place,
            fields.meetingPoint.isEmpty ? "" : Texts.said("Meet: \(fields.meetingPoint)"),
        ]
        return lines.filter { !$0.isEmpty }.joined(separator: "\n")
    }
}

extension TrackerReport {
    /// One position of a live location. It is measured when it is sent: Telegram has no other time of it.
    package init(_ location: TelegramLocation, at time: Instant?, isFirst: Bool) {
        self.init(format: .telegram)
        var fix = RawFix()
        (fix.time, fix.latitude, fix.longitude) = (time, location.latitude, location.longitude)
        (fix.accuracy, fix.heading) = (location.accuracy, location.heading)
        fixes = [fix]
        if isFirst { notes.append("a live location began") }
        if location.livePeriod == nil { notes.append("the live location ended") }
    }
}

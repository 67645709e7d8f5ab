import Domain

/// What somebody has to do next: first for whoever may need help, then before a deadline, after it, and on the roster.
struct TodayTasks {
    let trip: Trip
    let figures: TodayFigures
    let isHost: Bool
    let mayRemind: Bool
    /// By event.
    let unreached: [ID: UnreachedGuests]
    /// Open, as far as the reader hears of them; those that nobody is on first.
    let calls: [HelpCase]
    private var slug: String { trip.fields.slug }

    func all(_ today: TripToday) -> [TodayPage.Task] {
        help() + today.returns.compactMap { missing($0, today.events) } + silent() + duty(today.duty) + asked(today.nudges)
            + joining(today.joinRequests) + failed(today.failed)
            + today.events.compactMap(unanswered) + roster() + (isHost ? settings() : [])
    }

    private var isOn: Bool {
        let today = trip.zone.today(at: figures.now)
        return today >= trip.fields.startDay && today <= trip.fields.endDay
    }

    private func names(_ names: [String]) -> String {
        let few = names.prefix(3).joined(separator: ", ")
        return names.count > 3 ? Texts.said("\(few) and \(names.count - 3) more") : few
    }

    private func help() -> [TodayPage.Task] {
        // A test is on the bar: nobody has to come for it.
        let calls = calls.filter { !$0.isTest }
        guard let first = calls.first else { return [] }
        let isWaiting = first.state == .open
        let waiting = calls.filter { $0.state == .open }.map(\.memberName)
        return [
            TodayPage.Task(
                text: counted(calls.count, "open call for help", "open calls for help"),
                detail: isWaiting
                    ? Texts.said("Nobody has responded yet: \(names(waiting))")
                    : Texts.said("Somebody is on it: \(names(calls.map(\.memberName)))"),
                link: Path.help(slug), style: isWaiting ? "urgent" : nil)
        ]
    }

    /// That nobody is woken first: now, or before the next morning.
    private func duty(_ roster: DutyRoster?) -> [TodayPage.Task] {
        guard isOn, let roster, let gap = roster.gaps.first else { return [] }
        let text = EventText(zone: trip.zone, now: figures.now)
        let morning = trip.zone.instant(day: Day(number: trip.zone.today(at: figures.now).number + 1), secondsOfDay: Duty.morning)
        guard gap.startsAt < morning else { return [] }
        return [
            TodayPage.Task(
                text: roster.gapNow != nil
                    ? Texts.said("Nobody is on duty now") : Texts.said("Nobody is on duty from \(text.clock(gap.startsAt))"),
                detail: DutyPage.span(gap.startsAt, gap.endsAt, text), link: DutyPage.Gap(gap, slug, text).fill)
        ]
    }

    /// They stand before the door until a host opens it.
    private func joining(_ requests: [JoinRequest]) -> [TodayPage.Task] {
        guard !requests.isEmpty else { return [] }
        return [
            TodayPage.Task(
                text: counted(requests.count, "person waits to be let in", "people wait to be let in"),
                detail: names(requests.map(\.name)), link: Path.joining(slug))
        ]
    }

    /// What reached nobody in the last day: exactly what its page shows.
    private func failed(_ lines: [DeliveryReport.Line]) -> [TodayPage.Task] {
        guard !lines.isEmpty else { return [] }
        var seen: Set<String> = []
        return [
            TodayPage.Task(
                text: counted(lines.count, "delivery failed and was not read", "deliveries failed and were not read"),
                detail: names(lines.map(\.name).filter { seen.insert($0).inserted }), link: DeliveryDoctorPage.onlyFailed(slug))
        ]
    }

    /// Who is not back although the time has passed: exactly those whom the list shows as missing.
    private func missing(_ back: EventReturn, _ events: [EventSummary]) -> TodayPage.Task? {
        guard back.missing > 0, let event = events.first(where: { $0.event.id == back.event })?.event, let end = event.fields.endsAt,
            end < figures.now
        else { return nil }
        let people = counted(back.missing, "person is", "people are")
        let until = EventText(zone: trip.zone, now: figures.now).clock(end)
        return TodayPage.Task(
            text: Texts.said("\(people) not back (back by \(until))"), detail: event.fields.title,
            link: Path.checkIn(slug, event.id, back.list).asking("missing", "on"), style: "urgent")
    }

    /// What came of the questions of the last day.
    private func asked(_ nudges: [NudgeLine]) -> [TodayPage.Task] {
        let waiting = nudges.filter { $0.nudge.answer == nil }.map(\.name)
        let help = nudges.count { $0.nudge.answer == .help }
        // Where all are fine nothing is to be done.
        guard !waiting.isEmpty || help > 0 else { return [] }
        let answered = Texts.said("\(nudges.count - waiting.count) of \(nudges.count) answered")
        let summary = help == 0 ? answered : Texts.said("\(counted(help, "needs", "need")) help") + ", " + answered
        return [
            TodayPage.Task(
                text: Texts.said("All well? \(summary)"),
                detail: waiting.isEmpty ? Texts.said("Everybody has answered.") : Texts.said("No answer yet: \(names(waiting))"),
                link: Path.nudges(slug))
        ]
    }

    /// Whom a host may ask whether all is well.
    private func silent() -> [TodayPage.Task] {
        let found = figures.listed { $0.tracker = .lost }.map(\.row.fullName)
        guard isOn, mayRemind, !found.isEmpty else { return [] }
        let count = counted(found.count, "phone is", "phones are")
        return [
            TodayPage.Task(
                text: Texts.said("\(count) silent: ask if all is well"), detail: names(found), link: Path.newNudges(slug),
                style: "urgent")
        ]
    }

    /// Whom to ask before it is too late, and for whom to answer when it is.
    private func unanswered(_ summary: EventSummary) -> TodayPage.Task? {
        let (event, now) = (summary.event, figures.now)
        let text = EventText(zone: trip.zone, now: now)
        let limit = event.fields.answerBy ?? event.fields.startsAt
        let count = summary.counts.pending
        guard event.state == .published, count > 0, event.isAskedSoon(at: now) || limit <= now, !event.isOver(at: now) else { return nil }
        let link = Path.event(slug, event.id).asking("tab", EventTab.pending.rawValue)
        if limit <= now {
            return TodayPage.Task(
                text: Texts.said("\(event.fields.title): answers closed, \(count) never answered"),
                detail: Texts.said("Closed \(text.near(limit))."), link: link)
        }
        let people = counted(count, "person has", "people have")
        let until = Texts.said("Answers until \(text.near(limit)).")
        let quiet = unreached[event.id] ?? UnreachedGuests()
        let lost = quiet.cards.count
        let strangers = lost == 0 ? [] : [Texts.said("\(counted(lost, "person has", "people have")) no account.")]
        var task = TodayPage.Task(
            text: Texts.said("\(people) not answered \(event.fields.title)"), detail: ([until] + strangers).joined(separator: " "),
            link: link)
        guard mayRemind else { return task }
        let reached = count - quiet.count - quiet.reminded
        if reached > 0 {
            task.remind = TodayPage.Act(label: Texts.said("Remind \(reached)"), link: Path.remindInvited(slug, event.id))
        } else if lost > 0 {
            task.cards = TodayPage.Act(label: EventHead.print(lost), link: Path.invitationLinks(slug, event.id))
        }
        return task
    }

    private func roster() -> [TodayPage.Task] {
        let needs: [(RosterNeed, String, String)] = [
            (.arrival, "person has not arrived", "people have not arrived"),
            (.attention, "person needs attention", "people need attention"),
            (.emergencyPhone, "person has no emergency phone", "people have no emergency phone"),
            (.tracker, "person has no tracker", "people have no tracker"),
            (.reach, "person cannot be reached, not even by phone", "people cannot be reached, not even by phone"),
        ]
        return needs.filter { isOn || $0.0 != .arrival }.compactMap { need, one, many in
            let rows = figures.listed { $0.need = need }.map(\.row)
            guard !rows.isEmpty else { return nil }
            return TodayPage.Task(
                text: counted(rows.count, one, many), detail: names(rows.map(\.fullName)),
                link: Path.roster(slug).asking("need", need.rawValue))
        }
    }

    private func settings() -> [TodayPage.Task] {
        func task(_ text: String, _ detail: String) -> TodayPage.Task {
            TodayPage.Task(text: Texts.said(text: text), detail: Texts.said(text: detail), link: Path.tripSettings(slug))
        }
        return (trip.fields.emergencyNumbers.isEmpty ? [task("No emergency numbers", "They belong on every sheet.")] : [])
            + (trip.base == nil ? [task("No base on the map", "Where is home for this trip?")] : [])
    }
}

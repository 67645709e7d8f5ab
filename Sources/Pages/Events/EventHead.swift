import Domain

/// How an event stands, and what its host does next.
package struct EventHead: Sendable {
    /// A button that does it at once.
    package struct Remind: Sendable {
        let label: String
        let action: Link
    }
    package struct Step: Sendable {
        let label: String
        let link: Link
        /// It leads to the list that is ticked now, whichever that becomes.
        var isCheckIn: Bool = false
    }
    /// "Answers are closed, and 12 people never answered."
    let situation: String?
    let isUrgent: Bool
    let remind: Remind?
    /// "Reminded today 17:22", where another reminder would go to nobody.
    let reminded: String?
    let step: Step?
    /// Of those without an answer, whom no reminder reaches: they have not joined, and have not opened their own link.
    let cards: Step?
    /// People are boarding, or will in hours: the way into check-in comes first of all.
    let boarding: EventBoarding?
    /// At other times it stands beside the title.
    let checkIn: EventBoarding?
    /// Nothing else is as near.
    var isFirst: Bool { boarding == nil }
    var hasNews: Bool { situation != nil || step != nil }

    init(_ detail: EventDetail, mayEdit: Bool, _ slug: String, _ text: EventText) {
        let (event, pending, now) = (detail.event, detail.counts.pending, text.now)
        let isOpen = event.state == .published && now <= event.fields.answerBy ?? event.fields.startsAt
        let isClosed = !isOpen && event.state == .published && !event.isOver(at: now)
        let mayRemind = mayEdit && isOpen && pending > 0 && event.fields.startsAt > now
        let quiet = detail.unreached
        let (reached, onPaper) = mayRemind ? (pending - quiet.count - quiet.reminded, quiet.cards.count) : (0, 0)
        remind = reached > 0 ? Remind(label: Texts.said("Remind \(reached)"), action: Path.remindInvited(slug, event.id)) : nil
        reminded = mayRemind && reached <= 0 ? quiet.remindedAt.map { Texts.said("Reminded \(text.near($0))") } : nil
        let back = detail.notBack(at: now)
        let isMissed = back > 0
        let ticking = EventBoarding(detail.lists, of: event, slug, at: now)
        let isSoon = !event.isOver(at: now) && event.fields.startsAt < now + .hours(3)
        (boarding, checkIn) = isSoon ? (ticking, nil) : (nil, ticking)
        situation =
            event.state == .draft
            ? EventHead.draft(mayEdit: mayEdit)
            : isMissed
                ? EventHead.missed(back, event, text)
                : EventHead.situation(event, pending, isClosed: isClosed, isBoarding: boarding != nil, text)
        isUrgent = isMissed || isClosed && pending > 0
        let missing = isMissed ? detail.lists.returning(from: event, at: now)?.list : nil
        let next = EventHead.next(event, slug, mayEdit: mayEdit, missing: missing, boarding, unanswered: isClosed ? pending : 0)
        // A reminder would reach nobody: paper does.
        let isForPaper = onPaper > 0 && reached <= 0 && next == nil
        let cardsLink = PersonalLinksPage.unreached(slug, event.id)
        step = isForPaper ? Step(label: EventHead.print(onPaper), link: cardsLink) : next
        let people = counted(onPaper, "person has", "people have")
        cards =
            onPaper > 0 && !isForPaper ? Step(label: Texts.said("\(people) no account: print personal cards"), link: cardsLink) : nil
    }

    private static func next(
        _ event: Event, _ slug: String, mayEdit: Bool, missing: CheckInList?, _ boarding: EventBoarding?, unanswered: Int
    ) -> Step? {
        if mayEdit, event.state == .draft {
            return Step(label: Texts.said("Invite and publish…"), link: Path.publishEvent(slug, event.id))
        }
        if let missing {
            return Step(label: Texts.said("Who is missing"), link: Path.checkIn(slug, event.id, missing.id).asking("missing", "on"))
        }
        if let boarding { return Step(label: Texts.said("Check in"), link: boarding.link, isCheckIn: true) }
        guard mayEdit, unanswered > 0 else { return nil }
        let link = Path.event(slug, event.id).asking("tab", EventTab.pending.rawValue)
        return Step(label: Texts.said("Answer for \(unanswered)"), link: link)
    }

    /// What reaches those whom no reminder does.
    static func print(_ cards: Int) -> String { Texts.said("Print \(counted(cards, "card"))") }

    private static func draft(mayEdit: Bool) -> String {
        Texts.said(mayEdit ? "This is a draft: only hosts see it. Next, choose whom to invite." : "This is a draft: only hosts see it.")
    }

    /// It says what is known, which is ticks: whoever came back unticked is not missing.
    private static func missed(_ back: Int, _ event: Event, _ text: EventText) -> String {
        let people = counted(back, "person is", "people are")
        guard let end = event.fields.endsAt else { return Texts.said("\(people) not ticked as back.") }
        return Texts.said("Due back \(text.near(end)): \(people) not ticked as back.")
    }

    /// Once people board, that all have answered is no news.
    private static func situation(
        _ event: Event, _ pending: Int, isClosed: Bool, isBoarding: Bool, _ text: EventText
    ) -> String? {
        guard event.state == .published, !event.isOver(at: text.now) else { return nil }
        if isClosed {
            let never = counted(pending, "person", "people")
            return pending == 0 ? nil : Texts.said("Answers are closed, and \(never) never answered.")
        }
        guard pending > 0 else { return isBoarding ? nil : Texts.said("Everybody has answered.") }
        let people = counted(pending, "person has", "people have")
        guard let limit = event.fields.answerBy else { return Texts.said("\(people) not answered.") }
        return Texts.said("\(people) not answered. Answers until \(text.near(limit)).")
    }
}

/// Lists on paper, one click each.
package struct EventPapers: Sendable {
    package struct Paper: Sendable {
        let name: String
        let count: String
        let link: Link
    }
    let everyone: Paper
    let groups: [Paper]
    let lists: [Paper]
    let more: Link
    var hasGroups: Bool { !groups.isEmpty }
    var hasLists: Bool { !lists.isEmpty }

    init(_ opened: OpenedEvent, _ slug: String) {
        let detail = opened.detail
        let going = detail.guests.filter { $0.invitation.rsvp == .going }
        let sizes = Dictionary(grouping: going.flatMap { $0.row.groupNames.map { folded($0) } }) { $0 }.mapValues(\.count)
        func paper(_ name: String, _ count: Int, _ query: [(String, String)]) -> Paper {
            Paper(
                name: name, count: counted(count, "person", "people"), link: Path.eventPrint(slug, detail.event.id).asking(query))
        }
        everyone = paper(Texts.said("Everyone going"), going.count, [])
        groups = opened.groups.compactMap { group in
            sizes[folded(group.name)].map { paper(group.name, $0, [("group", group.id.description)]) }
        }
        lists = detail.lists.filter { !$0.list.isArchived }.map { tally in
            let totals = tally.totals
            let all = paper(
                tally.list.name, totals.expected - totals.elsewhere + totals.unplanned, [("list", tally.list.id.description)])
            // As the paper itself says it, once anybody sits anywhere.
            let isBoarding = !tally.list.exclusiveSet.isEmpty && totals.present + totals.elsewhere > 0
            let said = [BoardingWords.aboard(totals.present), BoardingWords.absent(totals.missing)].joined(separator: ", ")
            return isBoarding ? Paper(name: all.name, count: said, link: all.link) : all
        }
        more = Path.eventPrint(slug, detail.event.id).asking("set", "")
    }
}

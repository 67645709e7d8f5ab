import Domain

/// Each kind of results as its section shows it, for a reader.
struct SearchLines {
    private let tripLayout: TripLayout
    private let results: SearchResults
    private var slug: String { tripLayout.slug }
    private var isStaff: Bool { tripLayout.role.isStaff }

    init(_ tripLayout: TripLayout, _ results: SearchResults) { (self.tripLayout, self.results) = (tripLayout, results) }

    func section(_ kind: SearchResults.Kind) -> SearchPage.Section {
        switch kind {
        case .people: people
        case .acts: section("Do", acts.map(line) + results.commands.filter(\.isAct).map(line))
        case .groups: section(results.query.isEmpty ? "Print" : "Groups", results.groups.map { line($0, [("group", $0.name)]) })
        case .rooms: section("Rooms", results.rooms.map { line($0, [("room", $0.name)]) })
        case .events: section("Events", results.events.map(line))
        case .commands: section("Go to", results.commands.filter { !$0.isAct }.map(line))
        case .conversations: section("Chats", results.conversations.map(line))
        case .places: section("Places", results.places.map(line))
        case .messages: messages
        }
    }

    /// Whoever stands among the people opens their case there.
    private var acts: [SearchAct] {
        let named = Set(results.people.map(\.id)).intersection(tripLayout.calls.members)
        return results.acts.filter { act in
            if case .help(let help) = act { !named.contains(help.memberID) } else { true }
        }
    }

    private func section(_ title: String, _ lines: [SearchPage.Line]) -> SearchPage.Section {
        SearchPage.Section(title: Texts.said(text: title), lines: lines)
    }

    private var people: SearchPage.Section {
        var section = SearchPage.Section(title: Texts.said("People"), people: results.people.map { FoundPersonLine($0, tripLayout) })
        if results.morePeople > 0, isStaff {
            section.more = .init(label: Texts.said("Search the roster"), link: Path.roster(slug).asking("q", results.query))
        }
        return section
    }

    /// Whoever types "print" means the paper; so do the suggestions before anything is typed.
    private var meansPaper: Bool { results.query.isEmpty || folded(results.query).hasPrefix("print") }

    private func line(_ set: FoundSet, _ filter: [(String, String)]) -> SearchPage.Line {
        let isRoom = filter.first?.0 == "room"
        let (name, paper) = (isRoom ? Texts.said("Room \(set.name)") : set.name, Path.rosterPrint(slug).asking(filter))
        return SearchPage.Line(
            icon: Path.icon(meansPaper ? .print : isRoom ? .bed : .group), label: meansPaper ? Texts.said("Print \(name)") : name,
            detail: counted(set.count, "person", "people"), link: meansPaper ? paper : Path.roster(slug).asking(filter),
            print: meansPaper ? nil : paper)
    }

    private func line(_ found: EventSummary) -> SearchPage.Line {
        let (event, text) = (found.event, EventText(zone: tripLayout.trip.zone, now: tripLayout.now))
        let state = event.state == .published ? "" : Texts.said(event.state == .draft ? "Draft" : "Cancelled")
        let detail = [text.start(event.fields), event.fields.place, state].filter { !$0.isEmpty }
        return SearchPage.Line(
            icon: Path.icon(.calendar), label: event.fields.title, detail: detail.joined(separator: " · "),
            link: isStaff ? Path.event(slug, event.id) : Path.myEvent(slug, event.id), print: nil)
    }

    private func line(_ act: SearchAct) -> SearchPage.Line {
        switch act {
        case .help(let help):
            let name = help.memberName
            return SearchPage.Line(
                icon: Path.icon(.alert), label: help.state == .open ? Texts.said("I’m on it: \(name)") : name,
                detail: Texts.said(help.isCall ? "Call for help" : "May need help"), link: Path.helpCase(slug, help.id))
        case .checkIn(let event, let list):
            return SearchPage.Line(
                icon: Path.icon(.check), label: Texts.said("Check in: \(list.name)"), detail: event.fields.title,
                link: Path.checkIn(slug, event.id, list.id))
        case .remind(let event, let waiting):
            return SearchPage.Line(
                icon: Path.icon(.bell), label: Texts.said("Remind about \(event.fields.title)"),
                detail: counted(waiting, "person has not answered", "people have not answered"),
                link: Path.event(slug, event.id).asking("tab", "pending"))
        }
    }

    private func line(_ command: SearchCommand) -> SearchPage.Line {
        SearchPage.Line(icon: Path.icon(command.icon), label: Texts.said(text: command.label), detail: nil, link: command.link(slug))
    }

    private func line(_ found: ConversationLine) -> SearchPage.Line {
        SearchPage.Line(
            icon: Path.icon(.chat), label: ConversationsPage.title(found, tripLayout.trip), detail: nil,
            link: Path.conversation(slug, found.conversation.id))
    }

    private func line(_ place: PlaceHit) -> SearchPage.Line {
        // The map does not name what hosts added. Who sees positions looks at the map first, which tells more of a place.
        let id = PlaceID(place.place)
        let opens = id != nil && (id?.element == nil || place.hasPage && !tripLayout.role.seesPositions)
        if let id, opens {
            return SearchPage.Line(
                icon: Path.icon(.pin), label: place.name, detail: Texts.said(text: place.kind), link: Path.place(slug, id))
        }
        if !place.line.isEmpty, !tripLayout.role.seesPositions {
            return SearchPage.Line(
                icon: Path.icon(.route), label: place.name, detail: Texts.said(text: place.kind), link: Path.skiPlace(slug, place.line))
        }
        let view = [("lat", decimal(place.latitude, 6)), ("lon", decimal(place.longitude, 6)), ("z", "\(place.zoom)")]
        return SearchPage.Line(
            icon: Path.icon(.pin), label: place.name, detail: Texts.said(text: place.kind),
            link: (tripLayout.role.seesPositions ? Path.map : Path.myMap)(slug).asking(view + [("q", place.name)]))
    }

    private var messages: SearchPage.Section {
        let words = results.query.split { !$0.isLetter && !$0.isNumber }.map { folded(String($0)) }
        let (zone, now) = (tripLayout.trip.zone, tripLayout.now)
        let found = results.messages.map { message in
            SearchPage.MessageLine(
                author: message.authorName, place: results.place(of: message) ?? tripLayout.trip.fields.name,
                time: TimeText(message.sentAt, zone: zone, now: now).text,
                parts: ChatSearchPage.marked(String(tidyLine(message.text).prefix(160)), words),
                link: Path.conversation(slug, message.conversationID).asking("around", String(message.number)))
        }
        let more = SearchPage.More(
            label: Texts.said("Search all messages"), link: Path.chatSearch(slug).asking("q", results.query))
        return SearchPage.Section(title: Texts.said("Messages"), messages: found, more: more)
    }
}

extension SearchCommand {
    var icon: Icon {
        switch self {
        case .addPerson, .newEvent, .createEvent, .newAnnouncement: .plus
        case .announcements: .horn
        case .importList: .upload
        case .printRoster, .printMap: .print
        case .invite, .joining: .link
        case .today: .today
        case .roster, .friends: .users
        case .events, .week, .calendars, .myEvents: .calendar
        case .map, .myMap: .map
        case .chat: .chat
        case .moderation: .shield
        case .groups: .group
        case .staff: .lock
        case .settings: .settings
        case .changes, .log: .list
        case .pistes: .route
        case .places: .pin
        case .bikes: .bike
        case .calls, .sos: .sos
        case .rules: .filter
        case .home: .home
        case .profile, .account: .user
        case .phones: .phone
        case .sharing: .eye
        case .medic: .heart
        case .trips: .down
        }
    }

    func link(_ slug: String) -> Link {
        switch self {
        case .week: Path.events(slug).asking("view", "week")
        case .sharing: Path.my(slug).at("who-sees")
        case .account: Path.account()
        default: address.map { $0(slug) } ?? Path.trips()
        }
    }

    /// Nil for what is of no trip.
    private var address: Address<String>? {
        switch self {
        case .addPerson: Path.newMember
        case .newEvent: Path.newEvent
        case .newAnnouncement: Path.newAnnouncement
        case .announcements: Path.announcements
        case .importList: Path.importRoster
        case .printRoster: Path.rosterPrint
        case .printMap: Path.mapPrint
        case .invite, .joining: Path.joining
        case .today: Path.trip
        case .roster: Path.roster
        case .events, .week: Path.events
        case .map: Path.map
        case .chat: Path.chat
        case .moderation: Path.moderation
        case .groups: Path.groups
        case .staff: Path.staff
        case .settings: Path.tripSettings
        case .changes: Path.rosterChanges
        case .pistes: Path.ski
        case .places: Path.places
        case .bikes: Path.bikes
        case .calls: Path.help
        case .calendars: Path.calendars
        case .rules: Path.rules
        case .log: Path.moderationLog
        case .home, .sharing: Path.my
        case .myEvents: Path.myEvents
        case .myMap: Path.myMap
        case .friends: Path.friends
        case .profile: Path.profile
        case .phones: Path.phones
        case .sos: Path.sos
        case .createEvent: Path.newMyEvent
        case .medic: Path.medic
        case .account, .trips: nil
        }
    }
}

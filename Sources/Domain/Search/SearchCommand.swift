/// A page to go to or something to begin, found by what it is called.
package enum SearchCommand: String, Sendable, CaseIterable {
    case addPerson, newEvent, newAnnouncement, importList, printRoster, printMap, invite
    // What is first of these is offered before anybody has typed.
    case home, myEvents, myMap
    case today, roster, events, week, map, chat, announcements, places, bikes
    case moderation, groups, joining, staff, settings, changes, pistes, calls, calendars, rules, log
    case friends, profile, phones, sharing, sos, createEvent, medic
    case account, trips

    /// Who is offered what.
    package struct Reader: Sendable {
        let role: Role
        /// On the trip's list themselves.
        let isMember: Bool
        let isArchived: Bool
        /// Travellers make events of their own on this trip.
        let createsEvents: Bool
        let hasBikes: Bool
        let hasPistes: Bool
        package init(role: Role, isMember: Bool, isArchived: Bool, createsEvents: Bool, hasBikes: Bool, hasPistes: Bool) {
            (self.role, self.isMember, self.isArchived) = (role, isMember, isArchived)
            (self.createsEvents, self.hasBikes, self.hasPistes) = (createsEvents, hasBikes, hasPistes)
        }
    }

    /// Begins something, instead of leading to a page.
    package var isAct: Bool {
        [.addPerson, .newEvent, .newAnnouncement, .createEvent, .importList, .printRoster, .printMap, .invite].contains(self)
    }

    package func isFor(_ reader: Reader) -> Bool {
        let (role, isTraveller) = (reader.role, !reader.role.isStaff)
        return switch self {
        case .addPerson, .newEvent, .newAnnouncement, .importList: role == .host && !reader.isArchived
        case .invite, .joining, .staff, .settings, .calendars: role == .host
        case .printMap, .map, .calls: role.seesPositions
        case .pistes: role.seesPositions || reader.hasPistes
        case .today, .roster, .events, .week, .moderation, .groups, .changes, .rules, .log, .printRoster: role.isStaff
        case .home, .myEvents, .friends, .profile, .phones, .sharing: isTraveller && reader.isMember
        case .myMap: isTraveller && reader.isMember && role != .medic
        case .createEvent: isTraveller && reader.isMember && !reader.isArchived && reader.createsEvents
        case .sos: reader.isMember && !reader.isArchived
        case .medic: role == .medic
        case .bikes: reader.hasBikes
        case .announcements: role.isStaff || reader.isMember
        case .chat, .places, .account, .trips: true
        }
    }

    package var label: String {
        switch self {
        case .addPerson: "Add a person"
        case .newEvent, .createEvent: "New event"
        case .newAnnouncement: "New announcement"
        case .importList: "Import a list"
        case .printRoster: "Print the roster"
        case .printMap: "Print the map"
        case .invite: "Invite people"
        case .today, .roster, .events, .map, .chat, .moderation, .groups, .joining, .staff, .settings, .home, .friends, .medic,
            .places, .bikes, .announcements:
            rawValue.prefix(1).uppercased() + rawValue.dropFirst()
        case .week: "Week view"
        case .changes: "Roster changes"
        case .pistes: "Pistes and lifts"
        case .calls: "Calls for help"
        case .calendars: "Calendars"
        case .rules: "Chat rules"
        case .log: "Moderation log"
        case .myEvents: "Your events"
        case .myMap: "Map"
        case .profile: "Your profile"
        case .phones: "Your phones"
        case .sharing: "Who sees you"
        case .sos: "SOS"
        case .account: "Your account"
        case .trips: "All trips"
        }
    }

    /// Other words by which people look for it.
    var synonyms: String {
        switch self {
        case .addPerson: "new member create traveller"
        case .newEvent, .createEvent: "create add plan"
        case .newAnnouncement: "write send tell everybody alert broadcast"
        case .announcements: "news alerts broadcast receipts"
        case .importList: "csv sheet spreadsheet upload people"
        case .printRoster: "paper list members"
        case .printMap: "paper"
        case .invite, .joining: "join links cards qr code"
        case .today: "dashboard start home"
        case .roster: "people members list"
        case .events: "calendar programme schedule no answer check in list who is missing"
        case .week: "calendar programme schedule"
        case .map, .myMap: "where position"
        case .chat: "messages write"
        case .moderation: "reports cases queue"
        case .groups: "buses classes teams"
        case .staff: "hosts moderators roles rights"
        case .settings: "trip name dates limits options base"
        case .changes: "history undo log"
        case .pistes: "ski slopes runs"
        case .places: "restaurants eat food pharmacy doctor shops open hours"
        case .bikes: "city bike stations docks cycle rent"
        case .calls: "emergency sos alerts"
        case .calendars: "ics feed"
        case .rules: "words slow mode lists"
        case .log: "history decisions"
        case .home: "today start"
        case .myEvents: "answers invitations"
        case .friends: "people"
        case .profile: "me photo medical emergency diet data delete"
        case .phones: "tracker app owntracks"
        case .sharing: "position privacy location"
        case .sos: "emergency help"
        case .medic: "medical notes people"
        case .account: "password email sign in telegram sessions"
        case .trips: "switch"
        }
    }

    /// All that the reader is offered, to be found by name.
    package static func index(for reader: Reader) -> SearchIndex<SearchCommand> {
        SearchIndex(allCases.filter { $0.isFor(reader) }.map { SearchIndex.Name($0, $0.label, details: $0.synonyms) })
    }
}

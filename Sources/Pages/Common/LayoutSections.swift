import Domain

/// Where the pages of a trip lead, and what they hear.
extension Layout {
    static func head(_ trip: Trip, role: Role, me: String, script: String?, lastEventID: String) -> TripHead {
        let slug = trip.fields.slug
        // What stations have is said often: only to who looks at them.
        let topics = topics(role) + (script.map { ["bikes", "places"].contains($0) ? "," + $0 : "" } ?? "")
        return TripHead(live: Path.live(slug).asking("topics", topics), lastEventID: lastEventID, me: me)
    }

    /// The page, its section and its trip, each named once.
    static func title(_ page: String, section: String?, trip: String?) -> String {
        let said = Texts.said(text: page)
        guard let trip else { return said + " · Sotravel" }
        let parts = page == trip ? [page] : [said] + (section == said ? [] : [section].compactMap(\.self)) + [trip]
        return parts.joined(separator: " · ")
    }

    /// The way to a page, above its heading: the trip, the section, and what the page belongs to in it, which its template adds. The
    /// first page of a section has none: the sections beside it say where it is.
    static func crumbs(_ page: String, _ reader: LayoutReader, _ navigation: Navigation?) -> [Crumb] {
        let section = navigation?.currentItem
        if reader.actor != nil, ofAccount.contains(page) { return [Crumb(label: Texts.said("Your account"), link: Path.account())] }
        guard let trip = reader.trip, let role = reader.role, Texts.said(text: page) != section?.label else { return [] }
        let start = Crumb(
            label: trip.fields.name, link: role.isStaff ? Path.trip(trip.fields.slug) : Path.my(trip.fields.slug))
        return [start] + (section.map { [Crumb(label: $0.label, link: $0.link)] } ?? [])
    }

    /// Pages of one's own account, which lead back to it.
    private static let ofAccount: Set = ["Add a password", "Change your address", "Link Telegram", "Second factor"]

    /// One section of a trip: its name, the end of its address, its address and its icon.
    typealias Section = (label: String, rest: String, link: Link, icon: Icon)

    /// The sections of a trip, for somebody of that role, with the names of their groups; the first has none.
    static func sectionGroups(_ slug: String, _ role: Role, hasBikes: Bool, hasPistes: Bool) -> [(label: String?, sections: [Section])] {
        if role.isStaff { return shown(staffSections(role, around: around(hasBikes)), slug) }
        let groups: [(String?, [Place])] = [
            (nil, travellerSections(role)), ("Around", around(hasBikes, hasPistes: hasPistes)),
            ("You", [("Announcements", Path.announcements, .horn), ("Me", Path.profile, .user)]),
        ]
        return shown(groups, slug)
    }

    /// Those that every trip has.
    static func sections(_ slug: String, _ role: Role) -> [Section] {
        sectionGroups(slug, role, hasBikes: false, hasPistes: false).flatMap(\.sections)
    }

    /// What is of no trip, for admins. The end of an address is all of it.
    static let installation: [Section] = [
        ("Accounts", Path.accounts.pattern, Path.accounts(), .user), ("All trips", Path.trips.pattern, Path.trips(), .list),
        ("Map data", Path.mapData.pattern, Path.mapData(), .layers), ("Health", Path.health.pattern, Path.health(), .info),
    ]

    private typealias Place = (label: String, address: Address<String>, icon: Icon)

    private static func shown(_ groups: [(String?, [Place])], _ slug: String) -> [(label: String?, sections: [Section])] {
        groups.map { label, places in
            (
                label,
                places.map { ($0.label, String($0.address.pattern.dropFirst(Path.trip.pattern.count)), $0.address(slug), $0.icon) }
            )
        }
    }

    /// What is around the trip; bikes and pistes where it has any. Hosts find pistes at their map.
    private static func around(_ hasBikes: Bool, hasPistes: Bool = false) -> [Place] {
        [("Places", Path.places, .pin)] + (hasBikes ? [("Bikes", Path.bikes, .bike)] : [])
            + (hasPistes ? [("Pistes and lifts", Path.ski, .route)] : [])
    }

    private static func staffSections(_ role: Role, around: [Place]) -> [(String?, [Place])] {
        let manage: [Place] =
            role == .host
            ? [("Joining", Path.joining, .link), ("Staff", Path.staff, .lock), ("Settings", Path.tripSettings, .settings)] : []
        return [
            (nil, [("Today", Path.trip, .today), ("Roster", Path.roster, .users), ("Map", Path.map, .map), ("Chat", Path.chat, .chat)]),
            (
                "Plan",
                [("Announcements", Path.announcements, .horn), ("Events", Path.events, .calendar), ("Groups", Path.groups, .group)] + around
            ),
            (
                "Manage",
                [("Calls for help", Path.help, .alert), ("On duty", Path.duty, .clock), ("Moderation", Path.moderation, .shield)] + manage
            ),
        ]
    }

    /// What a page of theirs hears.
    private static func topics(_ role: Role) -> String {
        switch role.watchRight {
        case .staff: "positions,roster,events,alerts,chat,own"
        case .medic: "positions,friends,alerts,chat,own"
        case .member: "friends,chat,own"
        }
    }

    /// Medics find everybody on their map, and the people whom they look after.
    private static func travellerSections(_ role: Role) -> [Place] {
        let maps: [Place] = role == .medic ? [("Map", Path.map, .map), ("Medic", Path.medic, .heart)] : [("Map", Path.myMap, .map)]
        return [("Home", Path.my, .home), ("Events", Path.myEvents, .calendar)] + maps + [
            ("Chat", Path.chat, .chat), ("Friends", Path.friends, .users),
        ]
    }
}

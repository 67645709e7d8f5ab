import Domain

/// Where the pages of a trip lead, and what they hear.
extension Layout {
    static func head(_ trip: Trip, role: Role, me: String, script: String?, lastEventID: String) -> TripHead {
        let slug = trip.fields.slug
        // What stations have is said often: only to who looks at them.
        let topics = topics(role) + (script.map { ["bikes", "places"].contains($0) ? "," + $0 : "" } ?? "")
        return TripHead(live: Path.live(slug, topics: topics), lastEventID: lastEventID, me: me)
    }

    /// The page, its section and its trip, each named once.
    static func title(_ page: String, section: String?, trip: String?) -> String {
        let said = Texts.said(text: page)
        guard let trip else { return said + " · Sotravel" }
        let parts = page == trip ? [page] : [said] + (section == said ? [] : [section].compactMap(\.self)) + [trip]
        return parts.joined(separator: " · ")
    }

    /// The trip and the section, above each of its pages but its own.
    static func crumbs(_ page: String, _ trip: Trip?, _ navigation: Navigation?) -> [Crumb] {
        guard let trip, let section = navigation?.currentItem, Texts.said(text: page) != section.label else { return [] }
        let home = Crumb(label: trip.fields.name, link: Path.trip(trip.fields.slug))
        return [home, Crumb(label: section.label, link: section.link)]
    }

    /// One section of a trip: its name, the end of its address, its address and its icon.
    typealias Section = (label: String, rest: String, link: Link, icon: Icon)

    /// The sections of a trip, for somebody of that role, with the names of their groups; the first has none.
    static func sectionGroups(_ slug: String, _ role: Role, hasBikes: Bool) -> [(label: String?, sections: [Section])] {
        if role.isStaff { return staffSections(slug, role, around: around(hasBikes)) }
        let more: [Section] = around(hasBikes).map { ($0.0, $0.1, Path.trip(slug, $0.1), $0.2) }
        return [
            (nil, travellerSections(slug, role)), ("Around", more),
            (
                "You",
                [
                    ("Announcements", "/announcements", Path.trip(slug, "/announcements"), .horn),
                    ("Me", "/my/profile", Path.my(slug, "/profile"), .user),
                ]
            ),
        ]
    }

    /// Those that every trip has.
    static func sections(_ slug: String, _ role: Role) -> [Section] {
        sectionGroups(slug, role, hasBikes: false).flatMap(\.sections)
    }

    /// What is around the trip; bikes where it has any.
    private static func around(_ hasBikes: Bool) -> [(String, String, Icon)] {
        [("Places", "/places", .pin)] + (hasBikes ? [("Bikes", "/bikes", .bike)] : [])
    }

    private static func staffSections(
        _ slug: String, _ role: Role, around: [(String, String, Icon)]
    ) -> [(label: String?, sections: [Section])] {
        let manage: [(String, String, Icon)] =
            role == .host ? [("Joining", "/joining", .link), ("Staff", "/staff", .lock), ("Settings", "/settings", .settings)] : []
        let groups: [(String?, [(String, String, Icon)])] = [
            (nil, [("Today", "", .today), ("Roster", "/roster", .users), ("Map", "/map", .map), ("Chat", "/chat", .chat)]),
            (
                "Plan",
                [("Announcements", "/announcements", .horn), ("Events", "/events", .calendar), ("Groups", "/groups", .group)] + around
            ),
            (
                "Manage",
                [("Calls for help", "/help", .alert), ("On duty", "/duty", .clock), ("Moderation", "/moderation", .shield)] + manage
            ),
        ]
        return groups.map { label, sections in (label, sections.map { ($0.0, $0.1, Path.trip(slug, $0.1), $0.2) }) }
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
    private static func travellerSections(_ slug: String, _ role: Role) -> [Section] {
        let maps: [Section] =
            role == .medic
            ? [("Map", "/map", Path.map(slug), .map), ("Medic", "/medic", Path.medic(slug), .heart)]
            : [("Map", "/my/map", Path.my(slug, "/map"), .map)]
        return [("Home", "/my", Path.my(slug), .home), ("Events", "/my/events", Path.my(slug, "/events"), .calendar)] + maps + [
            ("Chat", "/chat", Path.chat(slug), .chat), ("Friends", "/friends", Path.friends(slug), .users),
        ]
    }
}

import Domain

/// Where the pages of a trip lead, and what they hear.
extension Layout {
    static func head(_ trip: Trip, role: Role, section: String?, me: String, forMe: [String: Int], lastEventID: String) -> TripHead {
        let slug = trip.fields.slug
        let items = sections(slug, role).map { label, rest, link in
            NavItem(
                label: Texts.said(label), link: link, isCurrent: section == rest,
                badge: forMe[rest].flatMap { $0 == 0 ? nil : $0 > 99 ? "99+" : String($0) })
        }
        return TripHead(items: items, live: Path.live(slug, topics: topics(role)), lastEventID: lastEventID, me: me)
    }

    typealias Section = (label: String, rest: String, link: Link)

    /// The bar of a trip, for somebody of that role; `rest` is the end of the address.
    static func sections(_ slug: String, _ role: Role) -> [Section] {
        role.isStaff ? staffSections(slug, role) : travellerSections(slug, role)
    }

    private static func staffSections(_ slug: String, _ role: Role) -> [Section] {
        var sections = [
            ("Today", ""), ("Roster", "/roster"), ("Events", "/events"), ("Map", "/map"), ("Chat", "/chat"), ("Moderation", "/moderation"),
            ("Groups", "/groups"),
        ]
        if role == .host { sections += [("Joining", "/joining"), ("Staff", "/staff"), ("Settings", "/settings")] }
        return sections.map { ($0.0, $0.1, Path.trip(slug, $0.1)) }
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
        let maps =
            role == .medic
            ? [("Map", "/map", Path.map(slug)), ("Medic", "/medic", Path.medic(slug))] : [("Map", "/my/map", Path.my(slug, "/map"))]
        return [("Home", "/my", Path.my(slug)), ("Events", "/my/events", Path.my(slug, "/events"))] + maps + [
            ("Chat", "/chat", Path.chat(slug)), ("Friends", "/friends", Path.friends(slug)),
            ("Me", "/my/profile", Path.my(slug, "/profile")),
        ]
    }
}

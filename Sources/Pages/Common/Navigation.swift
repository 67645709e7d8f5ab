import Domain

/// The sections of a trip. On a phone the first few are a bar at the bottom and the rest opens from it; elsewhere all stand in a column.
package struct Navigation: Sendable {
    package struct Item: Sendable {
        let label: String
        /// The same, with a place to break a long word where the column is narrow.
        var shown: String { label.replacing("Announcements", with: "Announce\u{AD}ments") }
        let link: Link
        let icon: Link
        let isCurrent: Bool
        /// How many unread messages, or events, wait for the reader.
        var badge: String?
        /// Something is unread there that is not for the reader alone.
        var hasNews: Bool = false
        /// How many of something are open there, for all who are staff.
        var open: OpenCount?
    }
    package struct OpenCount: Sendable {
        let number: String
        let said: String
        /// "calls-open waiting" while nobody is on one of them.
        let style: String
        /// Somebody waits for one of the few who answer: "More" says so too.
        var isAsked = false
    }
    package struct Group: Sendable {
        let label: String
        let items: [Item]
    }
    let isTraveller: Bool
    /// Behind "More" too: where the head has no room for it.
    let search: Link
    let items: [Item]
    /// Behind "More" on a phone.
    private(set) var groups: [Group]
    var hasMore: Bool { !groups.isEmpty }
    var isMoreCurrent: Bool { groups.contains { $0.items.contains(where: \.isCurrent) } }
    /// Something waits for the reader behind it.
    var hasMoreNews: Bool { groups.contains { $0.items.contains { $0.badge != nil || $0.open?.isAsked == true } } }
    var moreIcon: Link { Path.icon(.more) }
    /// The name of the section that is open.
    var current: String? { currentItem?.label }
    var currentItem: Item? { (items + groups.flatMap(\.items)).first(where: \.isCurrent) }

    init?(_ reader: LayoutReader, section: String?) {
        guard let slug = reader.trip?.fields.slug ?? reader.frame?.slug else { return nil }
        let role = reader.trip == nil ? reader.frameRole ?? .traveller : reader.role ?? .traveller
        // Nobody has to come for a test.
        let calls = reader.help.filter { $0.trip.fields.slug == slug && !$0.help.isTest }.map(\.help)
        var open = [
            "/help": Navigation.calls(calls.count, waiting: calls.count { $0.state == .open }),
            "/moderation": Navigation.open(reader.openCases, counted(reader.openCases, "open case"), style: ""),
            "/joining": Navigation.open(
                reader.joinRequests, counted(reader.joinRequests, "person waits to be let in", "people wait to be let in"), style: ""),
        ]
        open["/joining"]??.isAsked = true
        let forMe = ["/chat": reader.forMe, "/my/events": reader.eventsForMe, "/announcements": reader.announcementsForMe]
        func item(_ section: Layout.Section, _ current: String?) -> Item {
            Item(
                label: Texts.said(text: section.label), link: section.link, icon: Path.icon(section.icon),
                isCurrent: current == section.rest,
                badge: forMe[section.rest].flatMap { $0 == 0 ? nil : $0 > 99 ? "99+" : String($0) },
                hasNews: reader.hasNews && section.rest == "/chat",
                open: open[section.rest] ?? nil)
        }
        let groups = Layout.sectionGroups(slug, role, hasBikes: reader.hasBikes, hasPistes: reader.hasPistes)
        (isTraveller, search) = (!role.isStaff, Path.search(slug))
        items = groups.first?.sections.map { item($0, section) } ?? []
        self.groups = groups.dropFirst().map { group in
            Group(label: Texts.said(text: group.label ?? ""), items: group.sections.map { item($0, section) })
        }
        if reader.actor?.account.isAdmin == true {
            self.groups.append(Group(label: Texts.said("Installation"), items: Layout.installation.map { item($0, section) }))
        }
    }

    /// In red those that nobody is on, while there are any.
    private static func calls(_ count: Int, waiting: Int) -> OpenCount? {
        guard waiting > 0 else { return open(count, counted(count, "open call for help", "open calls for help"), style: "calls-open") }
        let said = counted(waiting, "open call for help that nobody is on", "open calls for help that nobody is on")
        return open(waiting, said, style: "calls-open waiting")
    }

    private static func open(_ count: Int, _ said: String, style: String) -> OpenCount? {
        count == 0 ? nil : OpenCount(number: count > 99 ? "99+" : String(count), said: said, style: style)
    }
}

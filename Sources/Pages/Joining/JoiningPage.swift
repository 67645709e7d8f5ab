import Domain
import QRCodes

/// Who has joined and who has not, the trip's link, and who waits to be let in.
package struct JoiningPage: Page {
    package struct Row: Sendable {
        let id: String
        let name: String
        let link: Link
        let groups: String
        let state: String
        let style: String
        /// Until when they can come in.
        let until: String?
        /// What the button of the row makes; nil for who has joined, and where one press makes the links of many.
        let make: String?
    }
    package struct Request: Sendable {
        let name: String
        let detail: String
        let asked: TimeText
        let asker: Asker?
        let accept: Link
        let decline: Link
        /// Why it may be of somebody else.
        let doubt: String?
        /// Who is called as they are, and is on the trip already: a link of their own is what they need.
        let joined: Joined?
        let matches: [FormField.Choice]
        /// Nobody is chosen beforehand.
        var mustChoose: Bool { matches.first?.value.isEmpty == true }
    }
    package struct Joined: Sendable {
        let text: String
        let id: String
        let link: Link
        let label: String
    }
    /// The account that asks.
    package struct Asker: Sendable {
        let ways: String
        let isUnconfirmed: Bool
    }
    package struct Decided: Sendable {
        let name: String
        let what: String
        let at: TimeText
        let undo: Link
    }
    package struct Tab: Sendable {
        let label: String
        let count: Int
        let link: Link
        let isCurrent: Bool
    }
    let layout: Layout
    let rows: [Row]
    /// What unfolds a long list.
    let showAll: String?
    let tabs: [Tab]
    /// Nobody is in the part of the list that is chosen.
    let isNobodyHere: Bool
    let isEmpty: Bool
    let requests: [Request]
    let decided: [Decided]
    let hasDecided: Bool
    let summary: String
    /// Who could not come in now, and who has not; nil where there is nobody.
    let withoutLink: String?
    let unjoined: String?
    var hasMoreWays: Bool { withoutLink != nil || unjoined != nil }
    let tripName: String
    let tripURL: String?
    /// What came of the trip's link so far.
    let tripLinkUse: String?
    let qrPath: String
    let qrBox: String
    let action: Link
    let tripLinkAction: Link
    let importLink: Link
    let addLink: Link
    let mayEdit: Bool
    let problem: String?

    /// - Parameter chosen: the part of the list that is shown, as the address names it.
    package init(layout tripLayout: TripLayout, overview: JoinOverview, chosen: String, origin: String, problem: String?) {
        layout = tripLayout.layout
        let (trip, now) = (tripLayout.trip, tripLayout.now)
        let (slug, people) = (trip.fields.slug, overview.people)
        let part = JoinPart(rawValue: chosen) ?? .all
        let shown = people.filter { part.holds($0.state) }
        let without = people.count(where: \.state.needsLink)
        let isEach = without <= JoiningPage.few
        rows = shown.map { JoiningPage.row($0.row, $0.state, slug, trip.zone, now, makesFirst: isEach) }
        showAll = shown.count > JoiningPage.folded ? Texts.said("Show all \(shown.count)") : nil
        tabs = JoiningPage.tabs(people.map(\.state), part, slug)
        (isEmpty, isNobodyHere) = (people.isEmpty, shown.isEmpty && !people.isEmpty)
        requests = overview.requests.map { JoiningPage.request($0, overview.requests, people.map(\.row), trip, now) }
        decided = overview.decided.map { JoiningPage.decided($0, trip, now) }
        hasDecided = !decided.isEmpty
        let joined = people.count { $0.state == .joined }
        summary = Texts.said("\(joined) of \(counted(people.count, "traveller")) joined")
        let open = people.count - joined
        withoutLink = without == 0 ? nil : JoiningPage.invite(without)
        unjoined = open == 0 || open == without ? nil : Texts.said("New links for all \(open) who have not joined")
        tripName = trip.fields.name
        let url = overview.tripLink.map { origin + Path.joinTrip($0).text }
        tripURL = url
        tripLinkUse = overview.tripLinkUse.map { JoiningPage.told($0, trip.zone, now) }
        let code = url.flatMap { QRCode($0) }
        qrPath = code?.path ?? ""
        qrBox = "0 0 \(code?.size ?? 1) \(code?.size ?? 1)"
        (action, tripLinkAction) = (Path.setJoinLinks(slug), Path.setTripLink(slug))
        (importLink, addLink) = (Path.importRoster(slug), Path.newMember(slug))
        mayEdit = trip.archivedAt == nil
        self.problem = problem
    }
    package func render(into out: inout HTMLBuffer) { Template.accountsJoining(self, &out) }

    /// Up to so many each have a button of their own.
    private static let few = 5
    /// More than those that are shown at first, see `join-folds`.
    private static let folded = 15

    private static func invite(_ count: Int) -> String {
        Texts.said("Make \(counted(count, "link"))")
    }

    static func told(_ use: TripLinkUse, _ zone: TripZone, _ now: Instant) -> String {
        let made = Texts.said("Made \(dayWord(use.madeAt, zone: zone, now: now))")
        guard use.asked > 0 else { return Texts.said("\(made). Nobody has asked by it yet.") }
        let asked = counted(use.asked, "person has asked", "people have asked")
        let letIn = counted(use.letIn, "person has been let in", "people have been let in")
        return use.letIn == 0
            ? Texts.said("\(made). \(asked) by it, and nobody has been let in yet.") : Texts.said("\(made). \(asked) by it, and \(letIn).")
    }

    private static func tabs(_ states: [JoinState], _ current: JoinPart, _ slug: String) -> [Tab] {
        JoinPart.allCases.map { part in
            Tab(
                label: Texts.said(text: part.label), count: states.count(where: part.holds),
                link: Path.joining(slug).asking("show", part == .all ? "" : part.rawValue), isCurrent: part == current)
        }
    }

    private static func row(
        _ row: RosterRow, _ state: JoinState, _ slug: String, _ zone: TripZone, _ now: Instant, makesFirst: Bool
    ) -> Row {
        let text = JoinStateText(state, zone, now)
        let isMade = state != .joined && (makesFirst || !state.needsLink)
        return Row(
            id: row.id.description, name: row.fullName, link: Path.member(slug, row.id),
            groups: row.groupNames.joined(separator: ", "), state: text.text, style: text.style, until: text.until,
            make: isMade ? Texts.said(state == .noLink ? "Make a link" : "New link") : nil)
    }
}

/// A part of the list of joining.
enum JoinPart: String, CaseIterable {
    case all
    case missing = "none"
    case sent
    case opened
    case joined

    var label: String {
        switch self {
        case .all: "All"
        case .missing: "No link"
        case .sent: "Not opened"
        case .opened: "Opened"
        case .joined: "Joined"
        }
    }

    func holds(_ state: JoinState) -> Bool {
        switch (self, state) {
        case (.all, _), (.sent, .invited), (.opened, .opened), (.joined, .joined): true
        case (.missing, _): state.needsLink
        default: false
        }
    }
}

/// How far somebody is with joining, in words.
struct JoinStateText {
    let text: String
    let style: String
    private(set) var until: String?

    init(_ state: JoinState, _ zone: TripZone, _ now: Instant) {
        (text, style) =
            switch state {
            case .noLink: (Texts.said("No link yet"), "")
            case .invited: (Texts.said("Not opened"), "warn")
            case .opened(let at, _): (Texts.said("Opened \(dayWord(at, zone: zone, now: now))"), "open")
            case .expired: (Texts.said("Link expired"), "bad")
            case .joined: (Texts.said("Joined"), "ok")
            }
        switch state {
        case .invited(let end), .opened(_, let end): until = Texts.said("Link works until \(zone.local(end).day.short)")
        default: until = nil
        }
    }
}

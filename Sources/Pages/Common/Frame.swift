import Domain

/// What surrounds every page: head, trip switcher, navigation, notices. A class, for every page holds one: its thirty
/// fields are not copied with each.
package final class Frame: Sendable {
    package struct NavItem: Sendable {
        let label: String
        let link: Link
        let isCurrent: Bool
        /// How many unread messages are meant for the reader.
        var badge: String?
    }
    package struct TripHead: Sendable {
        let name: String
        let link: Link
        let items: [NavItem]
        let isArchived: Bool
        let live: Link
        /// Where the page's stream goes on: what is said after it is not in the page.
        let lastEventID: String
        /// The reader's member, for scripts.
        let me: String
    }
    package struct TripChoice: Sendable {
        let name: String
        let dates: String
        let link: Link
        let isCurrent: Bool
    }
    package struct Person: Sendable {
        let name: String
        let isAdmin: Bool
    }
    /// Says on every page of a traveller who sees where they are.
    package struct SharingBadge: Sendable {
        let label: String
        let style: String
        let link: Link
    }
    /// An open call for help, on every page of the staff.
    package struct AlertBanner: Sendable {
        let text: String
        let detail: String
        let isTest: Bool
        let raised: TimeText
        let phone: Link?
        let map: Link?
        let action: Link
    }

    package struct UrgentCases: Sendable {
        let text: String
        let link: Link
    }

    let title: String
    var isAdmin: Bool { person?.isAdmin ?? false }
    let trip: TripHead?
    let trips: [TripChoice]
    let person: Person?
    let notice: String?
    let isTraveller: Bool
    let sharing: SharingBadge?
    let sos: Link?
    /// For staff who are on the trip themselves.
    let mySide: Link?
    let alerts: [AlertBanner]
    /// Messages that may be calls for help wait for somebody.
    let urgent: UrgentCases?
    /// What happened to the reader's account elsewhere.
    let told: AccountNoticeBar?
    let staffScript: Link?
    let styles: Link
    let script: Link?
    let worker: Link
    let icon: Link
    let touchIcon: Link
    let manifest: Link
    let home: Link
    let account: Link
    let accounts: Link
    let mapData: Link
    let allTrips: Link
    let signOut: Link

    /// - Parameters:
    ///   - section: the last part of the current navigation address, "" for Today.
    ///   - script: the page's own module.
    package init(
        title: String, actor: Actor? = nil, trip: Trip? = nil, role: Role? = nil, section: String? = nil,
        trips: [TripSummary] = [], sharing: Sharing? = nil, alerts: [Alert] = [], urgentCases: Int = 0, forMe: Int = 0,
        notice: String? = nil,
        script: String? = nil, lastEventID: String = "",
        now: Instant? = nil
    ) {
        self.title = title
        self.notice = notice
        isTraveller = role == .traveller
        self.sharing = trip.flatMap { trip in sharing.map { Frame.badge($0, trip) } }
        sos = isTraveller && trip?.archivedAt == nil ? trip.map { Path.my($0.fields.slug, "/sos") } : nil
        mySide = trip.flatMap { trip in role == .traveller || actor?.members[trip.id] == nil ? nil : Path.my(trip.fields.slug) }
        self.alerts = trip.map { trip in alerts.map { Frame.banner($0, trip, now ?? $0.raisedAt) } } ?? []
        urgent =
            urgentCases == 0
            ? nil
            : trip.map { trip in
                UrgentCases(
                    text: urgentCases == 1
                        ? "Somebody may need help: an urgent message." : "Somebody may need help: \(urgentCases) urgent messages.",
                    link: Path.moderation(trip.fields.slug))
            }
        told = now.flatMap { now in actor.flatMap { AccountNoticeBar($0.unseen, now: now) } }
        staffScript = trip != nil && !isTraveller ? Path.asset("js/frame.js") : nil
        self.trip = trip.map { trip in
            Frame.head(
                trip, role: role ?? .traveller, section: section, me: actor?.members[trip.id]?.description ?? "", forMe: forMe,
                lastEventID: lastEventID)
        }
        self.trips = trips.filter { !$0.isArchived || $0.id == trip?.id }.map { summary in
            TripChoice(
                name: summary.name, dates: summary.startDay.short + " – " + summary.endDay.long,
                link: Frame.opening(summary, actor), isCurrent: summary.id == trip?.id)
        }
        person = actor.map { Person(name: $0.account.name, isAdmin: $0.account.isAdmin) }
        styles = Path.asset("css/sotravel.css")
        self.script = script.map { Path.asset("js/\($0).js") }
        worker = Path.asset("js/live-worker.js")
        icon = Path.asset("icon.svg")
        touchIcon = Path.asset("icon-192.png")
        manifest = Path.manifest
        home = Path.home
        account = Path.account
        accounts = Path.accounts
        mapData = Path.mapData
        allTrips = Path.trips
        signOut = Path.signOut
    }

    private static func head(_ trip: Trip, role: Role, section: String?, me: String, forMe: Int, lastEventID: String) -> TripHead {
        let (slug, isTraveller) = (trip.fields.slug, role == .traveller)
        let items = (isTraveller ? travellerSections(slug) : staffSections(slug, role)).map { label, rest, link in
            NavItem(
                label: label, link: link, isCurrent: section == rest,
                badge: rest == "/chat" && forMe > 0 ? (forMe > 99 ? "99+" : String(forMe)) : nil)
        }
        return TripHead(
            name: trip.fields.name, link: isTraveller ? Path.my(slug) : Path.trip(slug), items: items, isArchived: trip.archivedAt != nil,
            live: Path.live(slug, topics: isTraveller ? "friends,chat" : "positions,roster,events,alerts,chat"),
            lastEventID: lastEventID, me: me)
    }

    private static func staffSections(_ slug: String, _ role: Role) -> [(String, String, Link)] {
        var sections = [
            ("Today", ""), ("Roster", "/roster"), ("Events", "/events"), ("Map", "/map"), ("Chat", "/chat"), ("Moderation", "/moderation"),
            ("Groups", "/groups"),
        ]
        if role == .host { sections += [("Joining", "/joining"), ("Staff", "/staff"), ("Settings", "/settings")] }
        return sections.map { ($0.0, $0.1, Path.trip(slug, $0.1)) }
    }

    private static func travellerSections(_ slug: String) -> [(String, String, Link)] {
        [
            ("Home", "/my", Path.my(slug)), ("Events", "/my/events", Path.my(slug, "/events")), ("Map", "/my/map", Path.my(slug, "/map")),
            ("Chat", "/chat", Path.chat(slug)), ("Friends", "/friends", Path.friends(slug)),
            ("Me", "/my/profile", Path.my(slug, "/profile")),
        ]
    }

    /// Where a trip opens for the reader.
    package static func opening(_ trip: TripSummary, _ actor: Actor?) -> Link {
        actor?.role(on: trip.id) == .traveller ? Path.my(trip.slug) : Path.trip(trip.slug)
    }

    private static func badge(_ sharing: Sharing, _ trip: Trip) -> SharingBadge {
        let level = sharing.effective(trip.fields)
        let end = sharing.endsAt.map { " until " + trip.zone.local($0).clock } ?? ""
        let (label, style) =
            switch level {
            case .off: ("Not sharing", "off")
            case .hosts: ("Hosts see you" + end, "ok")
            case .everyone: ("Everyone sees you" + end, "warn")
            }
        return SharingBadge(label: label, style: style, link: Path.my(trip.fields.slug, "#sharing"))
    }

    private static func banner(_ alert: Alert, _ trip: Trip, _ now: Instant) -> AlertBanner {
        let known = alert.place.map { place in
            "position \(TimeText.old(alert.raisedAt - place.fixedAt))" + (place.accuracy.map { ", ± \(decimal($0, 0)) m" } ?? "")
        }
        return AlertBanner(
            text: (alert.isTest ? "Test: " : "SOS: ") + alert.memberName + (alert.text.isEmpty ? "" : " – “\(alert.text)”"),
            detail: [alert.source == .tracker ? "from the phone app" : nil, known ?? "no position known"].compactMap(\.self).joined(
                separator: ", "),
            isTest: alert.isTest, raised: TimeText(alert.raisedAt, zone: trip.zone, now: now),
            phone: alert.phone.isEmpty ? nil : Path.telephone(alert.phone),
            map: alert.place.map {
                Path.map(
                    trip.fields.slug,
                    [("lat", decimal($0.coordinates.latitude, 6)), ("lon", decimal($0.coordinates.longitude, 6)), ("z", "16")])
            }, action: Path.alerts(trip.fields.slug, "/\(alert.id)/acknowledge"))
    }
}

package struct ErrorPage: Page {
    let frame: Frame
    let status: Int
    let heading: String
    let message: String
    let requestID: String?
    let home: Link

    package init(frame: Frame, status: Int, heading: String, message: String, requestID: String?) {
        self.frame = frame
        self.status = status
        self.heading = heading
        self.message = message
        self.requestID = requestID
        home = Path.home
    }
    package func render(into out: inout HTMLBuffer) { Template.commonError(self, &out) }
}

/// A moment as pages show it: trip time with its zone, and the machine's form for the script that keeps ages.
package struct TimeText: Sendable {
    let iso: String
    let milliseconds: String
    let text: String

    package init(_ instant: Instant, zone: TripZone, now: Instant) {
        iso = instant.iso8601
        milliseconds = String(instant.milliseconds)
        let local = zone.local(instant)
        let isToday = local.day == zone.today(at: now)
        text = (isToday ? "" : local.day.short + ", ") + local.clock + " " + zone.abbreviation(at: instant)
    }

    package var sentence: String { text }

    /// "from just now", "4 min old".
    static func old(_ duration: Duration) -> String {
        let text = age(duration)
        return text == "just now" ? "from just now" : text + " old"
    }

    /// "just now", "4 min", "3 h", "2 days".
    static func age(_ duration: Duration) -> String {
        let seconds = Int(duration.components.seconds)
        switch seconds {
        case ..<60: return "just now"
        case ..<3600: return "\(seconds / 60) min"
        case ..<172_800: return "\(seconds / 3600) h"
        default: return "\(seconds / 86400) days"
        }
    }
}

package func versionStamp(_ trip: Trip, now: Instant) -> String {
    "roster v\(trip.rosterVersion), \(TimeText(trip.rosterChangedAt, zone: trip.zone, now: now).text)"
}

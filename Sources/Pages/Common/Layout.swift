import Domain

/// What surrounds every page: head, trip switcher, navigation, notices. A class, for every page holds one: its thirty
/// fields are not copied with each.
package final class Layout: Sendable {
    package struct TripHead: Sendable {
        let live: Link
        /// Where the page's stream goes on: the page does not have later events.
        let lastEventID: String
        /// The reader's member, for scripts.
        let me: String
    }
    package struct Crumb: Sendable {
        let label: String
        let link: Link
    }
    package struct Person: Sendable {
        /// Forms that wait in this browser are sent as the account that typed them, or not at all.
        let id: String
        let name: String
        let isAdmin: Bool
    }
    /// Tells travellers, on every page, who sees where they are.
    package struct SharingBadge: Sendable {
        let label: String
        /// Where there is little room.
        let short: String
        let style: String
        let isOff: Bool
        let link: Link
    }
    /// The stream of calls for help, on pages whose own stream does not carry them; on a page of no trip of one's notices too.
    package struct CallStream: Sendable {
        let live: Link
        let lastEventID: String
        package init(slug: String, topics: String, lastEventID: String) {
            live = Path.live(slug).asking("topics", topics)
            self.lastEventID = lastEventID
        }
    }

    /// What the browser's tab says: the page, its section and its trip.
    let title: String
    var isAdmin: Bool { person?.isAdmin ?? false }
    let trip: TripHead?
    /// Nil for a reader who is on no trip or is not signed in.
    let navigation: Navigation?
    /// Where a page of the trip's staff stands: the trip, and the section that it belongs to.
    let crumbs: [Crumb]
    var hasCrumbs: Bool { !crumbs.isEmpty }
    let switcher: TripSwitcher?
    /// Of the page's trip, or else of the frame's: for times that belong to no trip. UTC where there is none.
    let zone: TripZone
    /// By which scripts say times: of that trip, and where there is none the device's own.
    var clock: String? { search == nil ? nil : zone.identifier }
    let person: Person?
    let flash: Flash?
    let isTraveller: Bool
    let sharing: SharingBadge?
    /// Search of the trip, and the reader's own call for help: of the frame's trip on a page of none.
    let search: Link?
    let sos: Link?
    let bell: Bell?
    /// For staff who are on the trip themselves.
    let mySide: Link?
    let help: HelpBars
    /// Of the page's own trip.
    package let calls: OpenCalls
    let helpLine: HelpLine?
    var helpStyle: String { (help.isAside ? "aside " : "") + (helpLine == nil ? "" : "several") }
    /// Whether a bar is seen.
    var hasHelp: Bool { help.first != nil }
    /// A sentence for a reader who is a co-host here or will be.
    let term: String?
    /// What happened to the reader's account elsewhere.
    let told: AccountNoticeBar?
    let callStream: CallStream?
    /// Of whoever hears of no other call; nil for the others.
    let ownCall: OwnCallBar?
    /// The calls as they are now, without a page around them.
    let banners: Link
    /// The page's own with the frame's, or the frame's alone.
    let script: Link
    /// What the script imports, so that both are asked for at once.
    let frameScript: Link?
    var worker: Link { Path.asset("js/alone/live-worker.js") }
    var icon: Link { Path.asset("icon.svg") }
    var touchIcon: Link { Path.asset("icon-192.png") }
    var manifest: Link { Path.manifest() }
    var home: Link { Path.home() }
    var account: Link { Path.account() }
    var accounts: Link { Path.accounts() }
    var mapData: Link { Path.mapData() }
    var health: Link { Path.health() }
    var allTrips: Link { Path.trips() }
    var signOut: Link { Path.signOut() }

    /// - Parameters:
    ///   - section: the last part of the current navigation address, "" for Today.
    ///   - script: the page's own, as `Public/bundles.txt` names it.
    package init(
        title: String, reader: LayoutReader = LayoutReader(), section: String? = nil, flash: Flash? = nil, script: String? = nil,
        now: Instant? = nil
    ) {
        let (actor, trip, role) = (reader.actor, reader.trip, reader.role)
        self.flash = flash
        isTraveller = (role ?? reader.frameRole)?.isStaff == false
        navigation = Navigation(reader, section: section)
        self.title = Layout.title(title, section: navigation?.current, trip: trip?.fields.name)
        crumbs = Layout.crumbs(title, reader, navigation)
        sharing = reader.sharing.map { Layout.badge($0.of, $0.on) }
        (search, sos) = (reader.slug.map { Path.search($0) }, reader.mayCall ? reader.slug.map { Path.sos($0) } : nil)
        bell = actor.map { _ in Bell(unread: reader.unreadNotices) }
        mySide = trip.flatMap { trip in role?.isStaff == false || actor?.members[trip.id] == nil ? nil : Path.my(trip.fields.slug) }
        help = HelpBars(reader, now: now)
        calls = OpenCalls(reader.help.map(\.help).filter { $0.tripID == trip?.id })
        helpLine = HelpLine(help)
        callStream = reader.callStream
        banners = Layout.banners(reader)
        ownCall = OwnCallBar(reader, sos: sos)
        term = Layout.term(trip.flatMap { actor?.coHosting[$0.id] }, trip, now)
        told = now.flatMap { now in actor.flatMap { AccountNoticeBar($0.unseen, zone: reader.zone, now: now) } }
        self.trip = trip.map { trip in
            Layout.head(
                trip, role: role ?? .traveller, me: actor?.members[trip.id]?.description ?? "", script: script,
                lastEventID: reader.lastEventID)
        }
        (switcher, zone) = (TripSwitcher(reader, section: section), reader.zone)
        person = actor.map { Person(id: $0.account.id.description, name: $0.account.name, isAdmin: $0.account.isAdmin) }
        (self.script, frameScript) = Path.scripts(script, isSignedIn: actor != nil)
    }

    /// The breadcrumbs of a page that leads back to its section as the reader looked at it.
    func crumbs(backTo section: Link) -> [Crumb] {
        crumbs.dropLast() + crumbs.suffix(1).map { Crumb(label: $0.label, link: section) }
    }

    /// Where a trip opens for the reader.
    package static func opening(_ trip: TripSummary, _ actor: Actor?) -> Link {
        actor?.role(on: trip.id)?.isStaff == false ? Path.my(trip.slug) : Path.trip(trip.slug)
    }
}

/// The banners of a page by themselves, with which a page that is open replaces its own.
package struct BannersPart: Page {
    let layout: Layout
    package init(layout: Layout) { self.layout = layout }
    package func render(into out: inout HTMLBuffer) { Template.safetyBanners(layout, &out) }
}

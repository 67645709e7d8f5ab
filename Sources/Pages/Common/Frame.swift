import Domain

/// What surrounds every page: head, trip switcher, navigation, notices. A class, for every page holds one: its thirty
/// fields are not copied with each.
package final class Frame: Sendable {
    package struct NavItem: Sendable {
        let label: String
        let link: Link
        let isCurrent: Bool
        /// How many unread messages, or events, wait for the reader.
        var badge: String?
    }
    package struct TripHead: Sendable {
        let items: [NavItem]
        let live: Link
        /// Where the page's stream goes on: what is said after it is not in the page.
        let lastEventID: String
        /// The reader's member, for scripts.
        let me: String
    }
    package struct Person: Sendable {
        /// What waits in this browser is sent as the one who typed it, or not at all.
        let id: String
        let name: String
        let isAdmin: Bool
    }
    /// Says on every page of a traveller who sees where they are.
    package struct SharingBadge: Sendable {
        let label: String
        let style: String
        let link: Link
    }
    /// An open call for help, on every page of the staff of its trip.
    package struct AlertBanner: Sendable {
        /// A further call by the same person.
        package struct Again: Sendable {
            let text: String
            let at: TimeText
            let detail: String
        }
        let text: String
        /// Ends where the position's age begins.
        let detail: String
        let age: AgeText?
        let accuracy: String
        let isTest: Bool
        let raised: TimeText
        let again: [Again]
        /// The last call that came, for the script that tells hosts again.
        let newest: String
        /// Who calls: a host's own call makes no noise for themselves.
        let memberID: String
        let place: PlaceForms?
        let phone: Link?
        let map: Link?
        /// Takes it; nil for whoever called.
        let action: Link?
        var isOwn: Bool { action == nil }
    }
    /// Where calls for help are heard of on pages whose own stream does not tell them.
    package struct CallStream: Sendable {
        let live: Link
        let lastEventID: String
        package init(slug: String, lastEventID: String) {
            live = Path.live(slug, topics: "alerts")
            self.lastEventID = lastEventID
        }
    }

    /// Urgent messages that are not shown one by one.
    package struct UrgentRest: Sendable {
        let text: String
        let link: Link
    }

    let title: String
    var isAdmin: Bool { person?.isAdmin ?? false }
    let trip: TripHead?
    let switcher: TripSwitcher?
    let person: Person?
    let notice: String?
    let isTraveller: Bool
    let sharing: SharingBadge?
    let sos: Link?
    /// For staff who are on the trip themselves.
    let mySide: Link?
    let alerts: [AlertBanner]
    /// Messages that may be calls for help wait for somebody.
    let urgent: [UrgentMessage]
    let urgentRest: UrgentRest?
    /// Whether there is something that may sound.
    var hasCalls: Bool { !urgent.isEmpty || alerts.contains { !$0.isOwn } }
    /// That the reader is a co-host here, or will be.
    let term: String?
    /// What happened to the reader's account elsewhere.
    let told: AccountNoticeBar?
    /// What is said to the reader alone, on every page of the trip.
    let tripScript: Link?
    let callStream: CallStream?
    /// The calls as they are now, without a page around them.
    let banners: Link
    /// On every page of somebody who is signed in.
    let frameScript: Link?
    let styles: Link
    let script: Link?
    /// What the script imports, so that all of it is asked for at once.
    let modules: [Link]
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
        trips: [TripSummary] = [], sharing: Sharing? = nil, alerts: [OpenCall] = [], callStream: CallStream? = nil,
        urgent: (cases: [ModerationCase], count: Int, reach: [ID: CaseReach]) = ([], 0, [:]),
        forMe: Int = 0, eventsForMe: Int = 0,
        notice: String? = nil,
        script: String? = nil, lastEventID: String = "",
        now: Instant? = nil
    ) {
        self.title = title
        self.notice = notice
        isTraveller = role?.isStaff == false
        self.sharing = trip.flatMap { trip in sharing.map { Frame.badge($0, trip) } }
        let isMember = trip.map { actor?.members[$0.id] != nil } ?? false
        sos = isMember && trip?.archivedAt == nil ? trip.map { Path.my($0.fields.slug, "/sos") } : nil
        mySide = trip.flatMap { trip in role?.isStaff == false || actor?.members[trip.id] == nil ? nil : Path.my(trip.fields.slug) }
        self.alerts = alerts.map {
            let isOwn = actor?.members[$0.trip.id] == $0.alert.memberID
            return Frame.banner($0.alert, $0.trip, isOfOpenTrip: $0.trip.id == trip?.id, isOwn: isOwn, now ?? $0.alert.raisedAt)
        }
        self.callStream = callStream
        banners = Path.banners(trip?.fields.slug)
        self.urgent =
            trip.map { trip in
                urgent.cases.map {
                    let isOwn = actor?.members[trip.id] == $0.memberID
                    let reader = UrgentMessage.Reader(account: actor?.account.id, isOwn: isOwn, isHost: role == .host)
                    return UrgentMessage($0, trip, reach: urgent.reach[$0.id], reader, now: now ?? $0.openedAt)
                }
            } ?? []
        let rest = urgent.count - urgent.cases.count
        urgentRest = trip.flatMap { trip in
            rest > 0 ? UrgentRest(text: "And " + counted(rest, "more urgent message") + ".", link: Path.moderation(trip.fields.slug)) : nil
        }
        term = Frame.term(trip.flatMap { actor?.coHosting[$0.id] }, trip, now)
        told = now.flatMap { now in actor.flatMap { AccountNoticeBar($0.unseen, now: now) } }
        tripScript = trip == nil ? nil : Path.asset("js/told.js")
        frameScript = actor == nil ? nil : Path.asset("js/frame.js")
        self.trip = trip.map { trip in
            Frame.head(
                trip, role: role ?? .traveller, section: section, me: actor?.members[trip.id]?.description ?? "",
                forMe: ["/chat": forMe, "/my/events": eventsForMe],
                lastEventID: lastEventID)
        }
        switcher = TripSwitcher(trips, open: trip, section: section, actor)
        person = actor.map { Person(id: $0.account.id.description, name: $0.account.name, isAdmin: $0.account.isAdmin) }
        styles = Path.asset("css/sotravel.css")
        self.script = script.map { Path.asset("js/\($0).js") }
        modules = script.map { Path.imports(of: "js/\($0).js") } ?? []
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

    /// Where a trip opens for the reader.
    package static func opening(_ trip: TripSummary, _ actor: Actor?) -> Link {
        actor?.role(on: trip.id)?.isStaff == false ? Path.my(trip.slug) : Path.trip(trip.slug)
    }
}

/// The banners of a page by themselves: what a page that is open already takes over.
package struct BannersPart: Page {
    let frame: Frame
    package init(frame: Frame) { self.frame = frame }
    package func render(into out: inout HTMLBuffer) { Template.safetyBanners(frame, &out) }
}

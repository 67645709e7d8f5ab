import Atlas
import Domain
import Live
import Photos
import Store

/// Every service, wired once. A class: every request and every connection holds one, and as a struct that is kilobytes.
package final class Services: Sendable {
    package let accounts: AccountService
    package let staff: StaffService
    package let signUps: SignUpService
    package let addresses: AddressService
    package let trips: TripService
    package let roster: RosterService
    package let trackers: TrackerService
    package let fixes: FixService
    package let map: MapService
    package let ski: SkiService
    package let tiles: TileService
    package let mapData: MapDataService
    package let events: EventService
    package let answers: AnswerService
    package let checkIn: CheckInService
    package let calendars: CalendarService
    package let myEvents: MyEventService
    package let joining: JoinService
    package let telegram: TelegramService
    package let friends: FriendService
    package let photos: PhotoService
    package let chat: ChatService
    package let rules: RuleService
    package let moderation: ModerationService
    package let sharing: SharingService
    package let personalData: PersonalDataService
    package let ownData: OwnDataService
    package let safety: SafetyService
    package let medic: MedicService
    package let coHosts: CoHostService
    package let leaving: LeavingService
    package let shelf: AtlasShelf
    package let history: HistoryJob
    package let live: LiveService
    package let hub: Hub
    package let unsaved: UnsavedWork
    package let surroundings: Surroundings

    /// - Parameters:
    ///   - setupToken: of the one-time set-up link, while there is no account.
    ///   - drawMessage: with the partial that pages use.
    package init(
        store: StoreFront, hub: Hub, shelf: AtlasShelf, surroundings: Surroundings, hasher: PasswordHasher, setupToken: String?,
        drawMessage: @escaping DrawMessage,
        telegram: TelegramOptions = TelegramOptions(), photos: PhotoShrinker = PhotoShrinker(), isDryRun: Bool = false,
        limitsMessages: Bool = true
    ) {
        let directory = TrackerDirectory(store: store.trackers)
        let unsaved = UnsavedWork()
        self.unsaved = unsaved
        let work = HeavyWork()
        let sessions = SessionService(store: store.sessions, cache: store.sessionCache, unsaved: unsaved, surroundings: surroundings)
        sharing = SharingService(
            store: store.sharing, fixes: store.fixes, directory: directory, hub: hub, unsaved: unsaved, surroundings: surroundings)
        let roster = RosterService(
            store: store.roster, groups: store.groups, imports: store.imports, audit: store.audit, fixes: store.fixes,
            hub: hub, sharing: sharing, rowsCache: store.rowsCache, peopleCache: store.peopleCache, unsaved: unsaved,
            work: work, surroundings: surroundings)
        accounts = AccountService(
            accounts: store.accounts, notices: store.accountNotices, failures: store.signInFailures, sessions: sessions, hasher: hasher,
            unsaved: unsaved, surroundings: surroundings, setupToken: setupToken)
        staff = StaffService(store: store.staff, accounts: accounts)
        coHosts = CoHostService(store: store.coHosts, roster: roster, directory: directory, surroundings: surroundings)
        signUps = SignUpService(store: store.signUps, accounts: accounts)
        addresses = AddressService(store: store.addresses, accounts: accounts, roster: roster)
        leaving = LeavingService(store: store.staff, sharing: sharing, hub: hub, surroundings: surroundings)
        trips = TripService(
            store: store.trips, audit: store.audit, cache: store.tripCache, surroundings: surroundings)
        trackers = TrackerService(
            store: store.trackers, fixes: store.fixes, sharing: sharing, directory: directory, hub: hub, surroundings: surroundings)
        let tripByID: @Sendable (ID) throws -> Trip? = { id in
            try store.tripByIDCache.value(for: id) { try store.trips.find(id: id) }
        }
        let safety = SafetyService(
            store: store.alerts, friends: store.friends, coHosts: store.coHosts, hub: hub, unsaved: unsaved, trips: tripByID,
            surroundings: surroundings)
        self.safety = safety
        medic = MedicService(roster: roster, hub: hub)
        fixes = FixService(
            store: store.fixes, directory: directory, hub: hub, trips: tripByID,
            people: { try roster.peopleByID(trip: $0) }, alarm: { try await safety.raise(from: $0, fix: $1) }, surroundings: surroundings,
            isDryRun: isDryRun)
        map = MapService(
            roster: roster, fixes: store.fixes, choices: store.map, sharing: sharing, hub: hub, shelf: shelf, surroundings: surroundings)
        ski = SkiService(shelf: shelf)
        tiles = TileService(shelf: shelf)
        mapData = MapDataService(shelf: shelf, store: store.map, surroundings: surroundings)
        events = EventService(
            store: store.events, answers: store.answers, checkIn: store.checkIn, audit: store.audit, roster: roster, hub: hub,
            surroundings: surroundings)
        answers = AnswerService(store: store.answers, events: events, trips: tripByID)
        checkIn = CheckInService(store: store.checkIn, events: events)
        calendars = CalendarService(store: store.calendars, events: events, trips: tripByID)
        self.telegram = TelegramService(
            options: telegram, store: store.identities, sessions: sessions, signUps: signUps, surroundings: surroundings)
        joining = JoinService(
            store: store.joining, roster: roster, sessions: sessions, sharing: sharing, trips: tripByID, surroundings: surroundings)
        friends = FriendService(
            store: store.friends, roster: store.roster, sharing: store.sharing, audit: store.audit, hub: hub, shelf: shelf,
            surroundings: surroundings)
        self.photos = PhotoService(store: store.photos, shrinker: photos, work: work, surroundings: surroundings)
        rules = RuleService(
            store: store.rules, messages: store.messages, cache: store.rulesCache, names: store.safetyNamesCache, surroundings: surroundings
        )
        chat = ChatService(
            store: store, photos: self.photos, rules: rules, hub: hub, draw: drawMessage, limitsMessages: limitsMessages,
            surroundings: surroundings)
        moderation = ModerationService(
            store: store.cases, log: store.moderationLog, messages: store.messages, friends: store.friends, events: store.events,
            roster: store.roster, chat: chat, hub: hub, surroundings: surroundings)
        myEvents = MyEventService(
            store: store.events, answers: store.answers, events: events, friends: friends, chat: store.chat,
            surroundings: surroundings)
        personalData = PersonalDataService(
            store: store.deletion, friends: friends, fixes: store.fixes, sharing: sharing, directory: directory,
            surroundings: surroundings)
        ownData = OwnDataService(
            roster: store.roster, friends: friends, fixes: store.fixes, events: store.events, alerts: store.alerts,
            messages: store.messages, photos: store.photos, surroundings: surroundings)
        self.shelf = shelf
        history = HistoryJob(
            trips: store.trips, fixes: store.fixes, messages: store.messages, signUps: signUps, hub: hub, surroundings: surroundings)
        live = LiveService(
            store: store, directory: directory, sessions: sessions, sharing: sharing, hub: hub, chat: chat, surroundings: surroundings)
        self.roster = roster
        self.hub = hub
        self.surroundings = surroundings
    }
}

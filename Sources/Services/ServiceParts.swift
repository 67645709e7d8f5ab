import Atlas
import Domain
import Live
import Photos
import Store

/// What several services share, and how each is made of it.
struct ServiceParts {
    let store: Stores
    let hub: Hub
    private let currentAtlas: CurrentAtlas
    let system: SystemInputs
    private let directory: TrackerDirectory
    let sessions: SessionService
    private let background = BackgroundQueue()
    let unsaved = UnsavedWork()
    let lease: JobLease
    let sharing: SharingService
    let roster: RosterService
    let trips: TripService

    /// - Parameter channels: those that the server has set up.
    init(store: Stores, hub: Hub, currentAtlas: CurrentAtlas, channels: [DeliveryChannel], system: SystemInputs) {
        (self.store, self.hub, self.currentAtlas, self.system) = (store, hub, currentAtlas, system)
        lease = JobLease(store: store.leases, node: store.node ?? "", uptime: system.uptime)
        directory = TrackerDirectory(store: store.trackers)
        sessions = SessionService(store: store.sessions, cache: store.caches.sessions, unsaved: unsaved, system: system)
        sharing = SharingService(
            store: store.sharing, fixes: store.fixes, directory: directory, hub: hub, unsaved: unsaved, system: system)
        roster = RosterService(
            store: store.roster, groups: store.groups, columns: store.ownColumns, imports: store.imports, audit: store.audit,
            fixes: store.fixes, hub: hub, sharing: sharing, rowsCache: store.caches.rows, peopleCache: store.caches.people,
            unsaved: unsaved, background: background, channels: channels, system: system)
        trips = TripService(store: store.trips, audit: store.audit, cache: store.caches.trips, system: system)
    }

    var tripByID: @Sendable (ID) throws -> Trip? {
        { [store] id in try store.caches.tripsByID.value(for: id) { try store.trips.find(id: id) } }
    }

    // MARK: people

    func accounts(hasher: PasswordHasher, key: ServerKey) -> AccountService {
        AccountService(
            accounts: store.accounts, notices: store.accountNotices,
            limiter: SignInLimiter(store: store.signInFailures, newID: system.newID), sessions: sessions, hasher: hasher,
            unsaved: unsaved, key: key, system: system)
    }

    func lanes() -> LaneService {
        LaneService(store: store.lanes, groups: store.groups, wishes: store.wishes, roster: roster, system: system)
    }

    func coHosts() -> CoHostService {
        CoHostService(store: store.coHosts, roster: roster, directory: directory, system: system)
    }

    func leaving() -> LeavingService {
        LeavingService(store: store.staff, sharing: sharing, system: system)
    }

    func telegram(_ options: TelegramOptions, signUps: SignUpService, key: ServerKey) -> TelegramService {
        TelegramService(
            options: options, store: store.identities, sessions: sessions, signUps: signUps, key: key, system: system)
    }

    func joining() -> JoinService {
        JoinService(
            store: store.joining, roster: roster, sessions: sessions, sharing: sharing, trips: tripByID, system: system)
    }

    func friends() -> FriendService {
        FriendService(
            store: store.friends, roster: store.roster, columns: store.ownColumns, sharing: store.sharing, audit: store.audit, hub: hub,
            currentAtlas: currentAtlas, system: system)
    }

    func personalData(friends: FriendService) -> PersonalDataService {
        PersonalDataService(
            store: store.deletion, friends: friends, fixes: store.fixes, sharing: sharing, directory: directory,
            system: system)
    }

    func ownData(friends: FriendService) -> OwnDataService {
        OwnDataService(
            roster: store.roster, friends: friends, fixes: store.fixes, events: store.events, help: store.help,
            chat: store.chat, messages: store.messages, photos: store.photos, reviews: store.placeReviews, reports: store.placeReports,
            bikes: store.bikes, notices: store.notices, announcements: store.announcements, nudges: store.nudges,
            addresses: store.addressBook, system: system)
    }

    func photos(_ shrinker: PhotoShrinker) -> PhotoService {
        PhotoService(store: store.photos, shrinker: shrinker, background: background, system: system)
    }

    // MARK: positions

    func trackers() -> TrackerService {
        TrackerService(
            store: store.trackers, fixes: store.fixes, sharing: sharing, directory: directory, hub: hub, system: system)
    }

    func safety() -> SafetyService {
        SafetyService(
            store: store.help, friends: store.friends, coHosts: store.coHosts, hub: hub, unsaved: unsaved, trips: tripByID,
            system: system)
    }

    func fixes(alarms: SafetyService, isDryRun: Bool) -> FixService {
        FixService(
            store: store.fixes, directory: directory, hub: hub, trips: tripByID,
            people: { [roster] in try roster.peopleByID(trip: $0) }, alarm: { try await alarms.raise(from: $0, fix: $1) },
            system: system, latest: LatestTime(system.now()), isDryRun: isDryRun)
    }

    func map() -> MapService {
        MapService(
            roster: roster, fixes: store.fixes, choices: store.map, sharing: sharing, hub: hub, currentAtlas: currentAtlas, system: system)
    }

    func mapFiles() -> MapFiles {
        MapFiles(place: currentAtlas.place, store: store.mapFiles, system: system, onChange: { [currentAtlas] in currentAtlas.notice() })
    }

    func places(
        map: MapService, events: EventService, myEvents: MyEventService, friends: FriendService, reviews: PlaceReviewService
    ) -> PlaceService {
        PlaceService(
            currentAtlas: currentAtlas, store: store.places, roster: roster, events: events, myEvents: myEvents, friends: friends, map: map,
            ownPlaces: reviews.own, knowledge: { try reviews.knowledge($0) }, system: system)
    }

    func chat(photos: PhotoService, rules: RuleService, draw: @escaping DrawMessage, limitsMessages: Bool) -> ChatService {
        ChatService(store: store, photos: photos, rules: rules, hub: hub, draw: draw, limitsMessages: limitsMessages, system: system)
    }

    func installation(_ parts: InstallationService.Parts) -> InstallationService {
        InstallationService(store: store, hub: hub, currentAtlas: currentAtlas, parts: parts, system: system)
    }

    func bins() -> BinService {
        BinService(
            events: store.events, groups: store.groups, trips: store.trips, messages: store.messages, fixes: store.fixes,
            bikes: store.bikes, system: system)
    }

    func history(signUps: SignUpService) -> RetentionJob {
        RetentionJob(
            trips: store.trips, fixes: store.fixes, messages: store.messages, columns: store.ownColumns, reviews: store.placeReviews,
            announcements: store.announcements, nudges: store.nudges, signUps: signUps, sessions: store.sessions,
            passing: store.passing, hub: hub, system: system)
    }

    // MARK: what people write about places

    var placeAtlas: PlaceAtlas { PlaceAtlas(currentAtlas: currentAtlas, own: store.ownPlaces) }

    func placeVoices(own: OwnPlaceService, chat: ChatService, photos: PhotoService) -> (PlaceReviewService, PlaceReportService) {
        let reviews = PlaceReviewService(
            store: store, own: own, atlas: placeAtlas, chat: chat, photos: photos, system: system)
        return (reviews, PlaceReportService(store: store.placeReports, reviews: reviews, system: system))
    }

    func ownPlaces() -> OwnPlaceService { OwnPlaceService(store: store.ownPlaces, system: system) }

    func placeMatching() -> PlaceMatchingService {
        PlaceMatchingService(store: store.rememberedPlaces, atlas: placeAtlas, system: system)
    }

    // MARK: events and talk

    func events() -> EventService {
        EventService(
            store: store.events, reminders: store.reminders, checkIn: store.checkIn, audit: store.audit, roster: roster, hub: hub,
            system: system)
    }

    func checkIns(events: EventService) -> (CheckInService, HelperService) {
        let checkIn = CheckInService(store: store.checkIn, events: events)
        return (checkIn, HelperService(store: store.helperLinks, passing: store.passing, checkIn: checkIn, trips: tripByID))
    }

    func myEvents(events: EventService, friends: FriendService) -> MyEventService {
        MyEventService(
            store: store.events, answers: store.answers, events: events, friends: friends, chat: store.chat,
            system: system)
    }

    func bikes(fetch: @escaping FetchFeed) -> BikeService {
        BikeService(
            store: store, hub: hub, fetch: fetch, trips: tripByID, lease: lease, system: system)
    }

    func rules() -> RuleService {
        RuleService(
            store: store.rules, messages: store.messages, cache: store.caches.rules, names: store.caches.safetyNames,
            system: system)
    }

    func moderation(chat: ChatService) -> ModerationService {
        ModerationService(
            store: store.cases, log: store.moderationLog, messages: store.messages, friends: store.friends, events: store.events,
            reviews: store.placeReviews, roster: store.roster, chat: chat, system: system)
    }

    func search(
        checkIn: CheckInService, safety: SafetyService, bikes: BikeService, places: PlaceService, chat: ChatService
    ) -> SearchService {
        SearchService(
            roster: roster, events: places.events, checkIn: checkIn, safety: safety, bikes: bikes, myEvents: places.myEvents,
            friends: places.friends, chat: chat, places: places, currentAtlas: currentAtlas, hub: hub, caches: store.caches.search,
            system: system)
    }

    /// From then on it tells open pages of what stores note.
    func live(chat: ChatService) throws -> LiveService {
        let live = LiveService(
            store: store, directory: directory, sessions: sessions, sharing: sharing, hub: hub, chat: chat, system: system)
        try live.follow()
        return live
    }
}

import Atlas
import Domain
import Gateways
import Live
import Photos
import Store

/// Every service, wired once. A class: every request and every connection holds one, and as a struct that is kilobytes.
package final class AppServices: Sendable {
    package let accounts: AccountService
    package let staff: StaffService
    package let signUps: SignUpService
    package let addresses: AddressService
    package let trips: TripService
    package let roster: RosterService
    package let lanes: LaneService
    package let trackers: TrackerService
    package let fixes: FixService
    package let map: MapService
    package let places: PlaceService
    package let ski: SkiService
    package let tiles: TileService
    package let mapData: MapDataService
    /// Nil where there is one node.
    package let mapFiles: MapFiles?
    package let events: EventService
    package let answers: AnswerService
    package let checkIn: CheckInService
    package let helpers: HelperService
    package let calendars: CalendarService
    package let myEvents: MyEventService
    package let joining: JoinService
    package let telegram: TelegramService
    package let friends: FriendService
    package let photos: PhotoService
    package let chat: ChatService
    package let rules: RuleService
    package let moderation: ModerationService
    package let placeReviews: PlaceReviewService
    package let placeReports: PlaceReportService
    package let ownPlaces: OwnPlaceService
    package let placeMatching: PlaceMatchingService
    package let sharing: SharingService
    package let personalData: PersonalDataService
    package let ownData: OwnDataService
    package let bins: BinService
    package let safety: SafetyService
    package let helpAlarms: HelpAlarmJob
    package let duty: DutyService
    package let messageNotices: MessageNoticeJob
    package let medic: MedicService
    package let coHosts: CoHostService
    package let leaving: LeavingService
    package let bikes: BikeService
    package let search: SearchService
    package let notices: NoticeService
    package let push: PushService
    package let mail: MailService
    package let letters: LetterService
    package let morning: MorningJob
    package let announcements: AnnouncementService
    /// Nil without a token.
    package let telegramBot: TelegramBot?
    package let nudges: NudgeService
    package let silence: SilenceJob
    package let currentAtlas: CurrentAtlas
    package let history: RetentionJob
    package let live: LiveService
    package let hub: Hub
    package let unsaved: UnsavedWork
    package let lease: JobLease
    package let rounds: JobRounds
    package let installation: InstallationService
    package let key: ServerKey
    package let system: SystemInputs

    /// - Parameter drawMessage: with the partial that pages use.
    package init(
        store: Stores, hub: Hub, currentAtlas: CurrentAtlas, system: SystemInputs, hasher: PasswordHasher,
        drawMessage: @escaping DrawMessage, options: ServiceOptions = ServiceOptions()
    ) throws {
        let parts = ServiceParts(store: store, hub: hub, currentAtlas: currentAtlas, channels: options.channels, system: system)
        (self.hub, self.currentAtlas, self.system, unsaved, lease) = (hub, currentAtlas, system, parts.unsaved, parts.lease)
        (sharing, roster, trips) = (parts.sharing, parts.roster, parts.trips)
        key = ServerKey(store: store.key, unsaved: parts.unsaved, system: system)
        (accounts, lanes, coHosts, leaving) = (parts.accounts(hasher: hasher, key: key), parts.lanes(), parts.coHosts(), parts.leaving())
        (staff, signUps) = (StaffService(store: store.staff, accounts: accounts), SignUpService(store: store.signUps, accounts: accounts))
        addresses = AddressService(store: store.addresses, accounts: accounts, roster: roster)
        telegram = parts.telegram(options.telegram, signUps: signUps, key: key)
        (joining, trackers, safety) = (parts.joining(), parts.trackers(), parts.safety())
        (medic, fixes) = (MedicService(roster: roster, hub: hub), parts.fixes(alarms: safety, isDryRun: options.isDryRun))
        (map, ski, tiles) = (parts.map(), SkiService(currentAtlas: currentAtlas), TileService(currentAtlas: currentAtlas))
        (events, mapFiles) = (parts.events(), options.hasOtherNodes ? parts.mapFiles() : nil)
        mapData = MapDataService(currentAtlas: currentAtlas, store: store.map, files: mapFiles, system: system)
        answers = AnswerService(store: store.answers, reminders: store.reminders, events: events, trips: parts.tripByID)
        (checkIn, helpers) = parts.checkIns(events: events)
        calendars = CalendarService(store: store.calendars, events: events, trips: parts.tripByID)
        (friends, photos, rules) = (parts.friends(), parts.photos(options.photos), parts.rules())
        chat = parts.chat(photos: photos, rules: rules, draw: drawMessage, limitsMessages: options.limitsMessages)
        (moderation, duty, rounds) = (parts.moderation(chat: chat), parts.duty(), JobRounds(system: system))
        (ownPlaces, placeMatching) = (parts.ownPlaces(), parts.placeMatching())
        (placeReviews, placeReports) = parts.placeVoices(own: ownPlaces, chat: chat, photos: photos)
        (myEvents, bikes) = (parts.myEvents(events: events, friends: friends), parts.bikes(fetch: options.fetchFeed))
        places = parts.places(map: map, events: events, myEvents: myEvents, friends: friends, reviews: placeReviews)
        search = parts.search(checkIn: checkIn, safety: safety, bikes: bikes, places: places, chat: chat)
        (personalData, ownData, bins) = (parts.personalData(friends: friends), parts.ownData(friends: friends), parts.bins())
        (history, live) = (parts.history(signUps: signUps), try parts.live(chat: chat))
        (nudges, silence) = (parts.nudges(.init(trackers: trackers, fixes: fixes, safety: safety)), parts.silence())
        let link = options.link(nudges)
        (push, mail, morning) = (parts.push(options.push, link: link), parts.mail(options.mail, link: link), parts.morning())
        (letters, announcements) = (parts.letters(mail, accounts: accounts), parts.announcements(photos: photos, safety: safety))
        (helpAlarms, messageNotices) = (parts.helpAlarms(), parts.messageNotices())
        telegramBot = parts.telegramBot(options, (myEvents, announcements, safety, friends, trackers, fixes), link: link)
        notices = parts.notices(senders: options.senders(push, mail, telegramBot))
        installation = parts.installation(
            .init(live: live, bikes: bikes, letters: letters, outbox: notices.outbox, unsaved: unsaved, lease: lease, rounds: rounds))
    }
}

/// What a program may choose of its services.
package struct ServiceOptions: Sendable {
    package var telegram = TelegramOptions()
    /// As pages know them.
    package var telegramPaths = TelegramPaths()
    package var photos = PhotoShrinker()
    /// Positions are judged and answered, and none is stored.
    package var isDryRun = false
    package var limitsMessages = true
    /// Other nodes may serve from the same database: the imported map is theirs too.
    package var hasOtherNodes = false
    /// The channels that are set up.
    package var senders: [ChannelSender] = []
    package var push = PushOptions()
    package var mail = MailOptions()
    /// As pages know it.
    package var noticeLink: NoticeLink = { _, _ in "/notices" }
    /// Where somebody answers a question of a host, by the token of its link; as pages know it.
    package var nudgeLink: @Sendable (String) -> String = { _ in "/notices" }
    /// How bike feeds are asked.
    package var fetchFeed: FetchFeed = { request throws(BikeProblem) in try await FeedHTTP(allowsPrivate: false).send(request) }
    package init() {}

    /// Those that are set up, in the order in which they are tried.
    fileprivate var channels: [DeliveryChannel] {
        DeliveryChannel.allCases.filter { channel in
            if senders.contains(where: { $0.channel == channel }) { return true }
            return switch channel {
            case .push: push.isOn
            case .telegram: telegram.hasBot
            case .email: mail.isOn
            }
        }
    }

    /// One that was given stands for ours.
    fileprivate func senders(_ push: PushService, _ mail: MailService, _ bot: TelegramBot?) -> [ChannelSender] {
        let own = [push.sender, mail.sender, bot?.sender].compactMap(\.self)
        return senders + own.filter { sender in !senders.contains { $0.channel == sender.channel } }
    }

    /// Where a notice leads outside of its person's pages: a question is answered from a link of their own, without signing in.
    fileprivate func link(_ nudges: NudgeService) -> NoticeLink {
        { [noticeLink, nudgeLink] notice, slug in
            let token = notice.kind == .nudge ? notice.subject.flatMap { try? nudges.token(of: $0) } : nil
            return token.map(nudgeLink) ?? noticeLink(notice, slug)
        }
    }

    /// Also feeds on this machine and in its network are asked.
    package mutating func allowPrivateFeeds() {
        fetchFeed = { request throws(BikeProblem) in try await FeedHTTP(allowsPrivate: true).send(request) }
    }
}

import Domain
import Store

/// How the services are made that reach people.
extension ServiceParts {
    func notices(senders: [ChannelSender]) -> NoticeService {
        let outbox = OutboxService(
            store: store.outbox, notices: store.notices, unread: store.caches.unreadNotices, senders: senders, lease: lease,
            system: system)
        return NoticeService(
            store: store.notices, addresses: store.addressBook, reports: store.outbox, unread: store.caches.unreadNotices, outbox: outbox,
            trip: tripByID, system: system)
    }

    func push(_ options: PushOptions, link: @escaping NoticeLink) -> PushService {
        PushService(options: options, store: store.push, trips: tripByID, link: link, system: system)
    }

    func mail(_ options: MailOptions, link: @escaping NoticeLink) -> MailService {
        MailService(
            options: options, addresses: store.mailAddresses, calendar: EventMail(events: store.events), trips: tripByID, link: link,
            system: system)
    }

    func letters(_ mail: MailService, accounts: AccountService) -> LetterService {
        LetterService(store: store.letters, mail: mail, accounts: accounts)
    }

    func morning() -> MorningJob {
        MorningJob(store: store.morning, events: store.events, roster: roster, trips: tripByID, system: system)
    }

    /// What people do on their trips, for a bot that does it for them.
    typealias Journey = (
        myEvents: MyEventService, announcements: AnnouncementService, safety: SafetyService, friends: FriendService,
        trackers: TrackerService, fixes: FixService
    )

    func telegramBot(_ options: ServiceOptions, _ journey: Journey, link: @escaping NoticeLink) -> TelegramBot? {
        guard options.telegram.hasBot else { return nil }
        return TelegramBot(
            TelegramTools(
                options: options.telegram, paths: options.telegramPaths, notice: link, store: store.telegram, groups: store.telegramGroups,
                positions: store.telegramPositions, sessions: sessions, trips: trips,
                begin: { [outbox = store.outbox] in try await outbox.begin($0) }, tripByID: tripByID,
                tripLink: { [joining = store.joining] in try joining.tripLink($0) }, events: store.events, myEvents: journey.myEvents,
                announcements: journey.announcements, safety: journey.safety, friends: journey.friends, roster: store.roster,
                trackers: journey.trackers, fixes: journey.fixes, sharing: sharing, system: system))
    }

    func nudges(_ desks: NudgeService.Desks) -> NudgeService {
        NudgeService(store: store.nudges, roster: roster, desks: desks, trips: tripByID, system: system)
    }

    func silence() -> SilenceJob { SilenceJob(store: store.silence, fixes: store.fixes, hub: hub, system: system) }
    func duty() -> DutyService { DutyService(store: store.duty, roster: roster, system: system) }
    func helpAlarms() -> HelpAlarmJob { HelpAlarmJob(store: store.helpAlarms, system: system) }
    func messageNotices() -> MessageNoticeJob { MessageNoticeJob(store: store.messageNotices, system: system) }

    func announcements(photos: PhotoService, safety: SafetyService) -> AnnouncementService {
        let finder = AudienceFinder(
            roster: roster, store: store.audiences, checkIn: store.checkIn, addresses: store.addressBook, hub: hub,
            places: placeAtlas, system: system)
        return AnnouncementService(
            store: store.announcements, finder: finder, events: store.events, audit: store.audit, photos: photos, safety: safety,
            unread: store.caches.unreadNotices, trips: tripByID, system: system)
    }
}

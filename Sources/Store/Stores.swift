import Database
import Domain

/// Every store over one database.
package struct Stores: Sendable {
    private let database: AppDatabase
    package let accounts: AccountStore
    package let sessions: SessionStore
    package let accountNotices: AccountNotices
    package let signInFailures: SignInFailures
    package let staff: StaffStore
    package let coHosts: CoHostStore
    package let signUps: SignUpStore
    package let addresses: AddressStore
    package let letters: LetterStore
    package let trips: TripStore
    package let roster: RosterStore
    package let groups: GroupStore
    package let ownColumns: OwnColumnStore
    package let lanes: LaneStore
    package let wishes: WishStore
    package let imports: ImportStore
    package let audit: AuditStore
    package let trackers: TrackerStore
    package let fixes: FixStore
    package let map: MapStore
    package let mapFiles: MapFileStore
    package let places: PlaceStore
    package let events: EventStore
    package let answers: AnswerStore
    package let reminders: ReminderStore
    package let checkIn: CheckInStore
    package let helperLinks: HelperLinkStore
    package let calendars: CalendarStore
    package let joining: JoinStore
    package let identities: IdentityStore
    package let deletion: DeletionStore
    package let friends: FriendStore
    package let sharing: SharingStore
    package let photos: PhotoStore
    package let chat: ChatStore
    package let messages: MessageStore
    package let messageNotices: MessageNotices
    package let cases: CaseStore
    package let moderationLog: ModerationLog
    package let rules: RuleStore
    package let help: HelpStore
    package let helpAlarms: HelpAlarmStore
    package let duty: DutyStore
    package let rememberedPlaces: RememberedPlaceStore
    package let placeReviews: PlaceReviewStore
    package let placeReports: PlaceReportStore
    package let ownPlaces: OwnPlaceStore
    package let bikes: BikeStore
    package let notices: NoticeStore
    package let outbox: OutboxStore
    package let addressBook: AddressBook
    package let nudges: NudgeStore
    package let silence: SilenceStore
    package let push: PushStore
    package let mailAddresses: MailAddresses
    package let morning: MorningStore
    package let telegram: TelegramStore
    package let telegramGroups: TelegramGroups
    package let telegramPositions: TelegramPositions
    package let announcements: AnnouncementStore
    package let audiences: AudienceStore
    package let changes: ChangeStore
    package let leases: LeaseStore
    package let installation: InstallationStore
    package let passing: PassingState
    package let key: ServerKeyStore
    package let caches: ReadCaches

    package init(_ database: AppDatabase) {
        self.database = database
        (accounts, sessions, accountNotices) = (AccountStore(database), SessionStore(database), AccountNotices(database))
        signInFailures = SignInFailures(database)
        (staff, coHosts) = (StaffStore(database), CoHostStore(database))
        signUps = SignUpStore(database)
        (addresses, letters) = (AddressStore(database), LetterStore(database))
        trips = TripStore(database)
        (roster, groups) = (RosterStore(database), GroupStore(database))
        ownColumns = OwnColumnStore(database)
        (lanes, wishes) = (LaneStore(database), WishStore(database))
        (imports, audit) = (ImportStore(database), AuditStore(database))
        (trackers, fixes) = (TrackerStore(database), FixStore(database))
        (map, mapFiles, places) = (MapStore(database), MapFileStore(database), PlaceStore(database))
        (events, answers) = (EventStore(database), AnswerStore(database))
        reminders = ReminderStore(database)
        (checkIn, helperLinks) = (CheckInStore(database), HelperLinkStore(database))
        calendars = CalendarStore(database)
        (joining, identities) = (JoinStore(database), IdentityStore(database))
        deletion = DeletionStore(database)
        friends = FriendStore(database)
        sharing = SharingStore(database)
        photos = PhotoStore(database)
        (chat, messages, messageNotices) = (ChatStore(database), MessageStore(database), MessageNotices(database))
        (cases, moderationLog) = (CaseStore(database), ModerationLog(database))
        rules = RuleStore(database)
        (help, helpAlarms, duty) = (HelpStore(database), HelpAlarmStore(database), DutyStore(database))
        (rememberedPlaces, placeReviews) = (RememberedPlaceStore(database), PlaceReviewStore(database))
        (placeReports, ownPlaces) = (PlaceReportStore(database), OwnPlaceStore(database))
        bikes = BikeStore(database)
        (notices, outbox, addressBook) = (NoticeStore(database), OutboxStore(database), AddressBook(database))
        (push, mailAddresses, morning) = (PushStore(database), MailAddresses(database), MorningStore(database))
        (telegram, telegramGroups, telegramPositions) = (TelegramStore(database), TelegramGroups(database), TelegramPositions(database))
        (nudges, silence) = (NudgeStore(database), SilenceStore(database))
        (announcements, audiences) = (AnnouncementStore(database), AudienceStore(database))
        (changes, leases) = (ChangeStore(database), LeaseStore(database))
        (passing, key, installation) = (PassingState(database), ServerKeyStore(database), InstallationStore(database))
        caches = ReadCaches(database)
    }

    package var generation: Int { database.generation }
    /// The name of this node among those of its database; nil where it is the only one.
    package var node: String? { database.node }
    package func noticeOtherProcesses() throws -> Bool { try database.noticeOtherProcesses() }
    package func streamAccess(at now: Instant) throws -> StreamAccess { try StreamAccess(database, at: now) }

    package func pausedMembers() throws -> [(trip: ID, member: ID)] {
        try database.read { connection in
            try connection.all("SELECT trip_id, id FROM member WHERE sharing_paused_at IS NOT NULL") { ($0.id(0), $0.id(1)) }
        }
    }

    /// Tests whether the disk takes a write, without changing anything that anybody reads. Joins a group commit like a fix, so that the
    /// test does not invalidate read caches.
    package func probeWrite(at now: Instant) async throws {
        do {
            try await database.append(concernsOthers: false) { connection in
                _ = try connection.run(
                    """
                    INSERT INTO job_report (name, ran_at, summary) VALUES ('probe', ?, '')
                    ON CONFLICT (name) DO UPDATE SET ran_at = excluded.ran_at
                    """, [.at(now)])
            }
        } catch {
            throw storeRefusal(error) ?? error
        }
    }

    package struct Figures: Sendable {
        package let commits: Int
        package let writes: Int
        package let failures: Int
        package let busyMicroseconds: Int64
        package let pending: Int
    }

    package var figures: Figures {
        let statistics = database.statistics
        return Figures(
            commits: statistics.commits, writes: statistics.jobs, failures: statistics.failures,
            busyMicroseconds: statistics.busy, pending: database.pendingWrites)
    }
}

import Domain
import Logging
import Store

/// What happens by the clock: scheduled ones go out once, and people who come to match get what holds for them.
extension AnnouncementService {
    private static let tick = Duration.seconds(1)
    /// How often people who match later are looked for.
    private static let laterEvery = 10
    /// Receipts are taken out of notices a day before these go.
    private static let keptBefore = Notice.kept - .days(1)

    /// Until the task is cancelled.
    package func run(logger: Logger) async throws {
        var ticks = 0
        while !Task.isCancelled {
            try await Task.sleep(for: AnnouncementService.tick)
            ticks += 1
            let (isLater, isKeeping) = (ticks % AnnouncementService.laterEvery == 0, ticks % 1800 == 1)
            do {
                try await JobRounds.round {
                    try await sendDue()
                    if isLater { try await addLater() }
                    if isKeeping { try await store.keepSeen(before: system.now() - AnnouncementService.keptBefore) }
                }
            } catch is CancellationError { return } catch {
                logger.failed("scheduled announcements wait", error)
            }
        }
    }

    /// Sends what is due. One beyond the limit of urgent ones waits for its turn, and one that comes too late is a draft again.
    /// - Returns: how many went out.
    @discardableResult
    package func sendDue() async throws -> Int {
        var count = 0
        for (announcement, author, isByAdmin) in try store.due(at: system.now()) {
            guard let trip = try trips(announcement.tripID) else { continue }
            let sender = try author.id.flatMap { try finder.store.member(account: $0, trip: trip.id) }
            guard !announcement.content.isMissed(at: system.now()) else {
                try await putBack(announcement, to: sender.map { .member($0, trip: trip.id) }, in: trip)
                continue
            }
            guard try isByAdmin || !waitsForTurn(announcement) else { continue }
            let people = try finder.people(announcement.content.audience, in: trip, sender: sender).map(\.id)
            let sending = AnnouncementSending(
                id: announcement.id, trip: trip.id, people: people.map { ($0, system.newID()) },
                words: try finder.words(announcement.content.audience, in: trip),
                urgentLimit: isByAdmin ? nil : Announcement.urgentLimit)
            do {
                guard try await store.send(sending, saving: nil, by: author, at: system.now()) else { continue }
            } catch Refusal.tooMany { continue }
            count += 1
        }
        return count
    }

    /// Before its people are looked for, which takes long.
    private func waitsForTurn(_ announcement: Announcement) throws -> Bool {
        guard announcement.content.urgency == .urgent else { return false }
        return try store.urgentCount(trip: announcement.tripID, at: system.now()) >= Announcement.urgentLimit
    }

    /// - Parameter author: nil for one who is not on the trip.
    private func putBack(_ announcement: Announcement, to author: NoticePerson?, in trip: Trip) async throws {
        let now = system.now()
        let due = announcement.content.scheduledAt.map { trip.zone.local($0) }
        let time = due.map { "\($0.day.short) \($0.clock)" } ?? ""
        let notice = author.map { person in
            NewNotice(
                person: person, kind: .announcement, subject: announcement.id, urgency: .high,
                title: Texts.said("Not sent: \(announcement.content.title)"),
                text: Texts.said("It did not go out at \(time). It is a draft now: send it if it is still valid."),
                expiresAt: now + Announcement.usual)
        }
        try await store.putBack(announcement, telling: notice, at: now)
    }

    /// - Returns: how many people got something that they came to match.
    @discardableResult
    package func addLater() async throws -> Int {
        var count = 0
        for announcement in try store.open(at: system.now()) where !announcement.content.audience.barsAnArea {
            guard let trip = try trips(announcement.tripID) else { continue }
            let known = try store.recipients(of: announcement.id)
            let new = try finder.people(announcement.content.audience, in: trip, sender: nil).map(\.id).filter { !known.contains($0) }
            let others = try new.filter { try !isAuthor($0, of: announcement) }
            guard !others.isEmpty else { continue }
            count += try await store.add(others.map { ($0, system.newID()) }, to: announcement, at: system.now())
        }
        return count
    }

    private func isAuthor(_ member: ID, of announcement: Announcement) throws -> Bool {
        try finder.store.isAuthor(member, of: announcement.id)
    }
}

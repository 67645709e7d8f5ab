import Domain
import Store

/// Notices to single people.
extension TelegramBot {
    private static let mostAtOnce = 30
    private static let patience = Duration.seconds(30)

    /// For the outbox.
    package var sender: ChannelSender {
        ChannelSender(channel: .telegram, mostAtOnce: TelegramBot.mostAtOnce) { [self] in await deliver($0) }
    }

    private func deliver(_ delivery: DueDelivery) async -> DeliveryOutcome {
        do {
            guard let chat = delivery.address.address.ordinal, chat > 0 else {
                return .gone(reason: Texts.said("Of no chat that could be written to"))
            }
            let trip = try delivery.notice.tripID.flatMap { try tools.tripByID($0) }
            guard trip != nil || delivery.notice.tripID == nil else { return .refused(reason: Texts.said("The trip is gone")) }
            let post = try post(delivery.notice, trip)
            let isSilent = delivery.notice.urgency == .low
            let answer = try await line.send(
                .send(post.text, to: chat, buttons: post.buttons, isSilent: isSilent), patience: TelegramBot.patience
            ) { [tools] in try await tools.begin(delivery.id) }
            return TelegramOutcome.of(answer)
        } catch {
            return .later(reason: Texts.said("The server could not read what it sends"), after: nil)
        }
    }

    private func post(_ notice: Notice, _ trip: Trip?) throws -> TelegramPost {
        let answers = try notice.kind == .announcement ? announced(notice, trip) : []
        return .notice(
            notice, showsText: trip?.fields.showsOnLockScreens ?? true, answers: answers, trip: trip?.fields.name,
            link: tools.link(tools.notice(notice, trip?.fields.slug)))
    }

    private func announced(_ notice: Notice, _ trip: Trip?) throws -> [AnnouncementAnswer] {
        guard let subject = notice.subject, let trip, let found = try tools.announcements.store.find(subject, trip: trip.id) else {
            return []
        }
        return found.takesAnswers(at: tools.system.now()) ? found.content.answers : []
    }
}

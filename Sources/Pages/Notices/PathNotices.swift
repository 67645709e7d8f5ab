import Domain

/// The inbox, and the ways that notices go.
extension Path {
    package static let notices = FixedAddress("/notices")
    package static let openNotice = Address<ID>("/notices/:id/open")
    package static let markNoticeUnread = Address<ID>("/notices/:id/unread")
    package static let markDeliveryOpened = Address<ID>("/notices/deliveries/:id/opened")
    package static let markDeliveryShown = Address<ID>("/notices/deliveries/:id/shown")
    package static let confirmMail = Address<String>("/notices/email/confirm/:token")
    package static let askToConfirmMail = FixedAddress("/notices/email/confirmation")
    package static let stopMail = Address<String>("/notices/email/stop/:token")
    package static let subscribeToPush = FixedAddress("/notices/push")
    package static let removePush = Address<ID>("/notices/push/:id/remove")
    package static let pushKey = FixedAddress("/notices/push/key")
    package static let unsubscribeFromPush = FixedAddress("/notices/push/off")
    package static let readNotices = FixedAddress("/notices/read")
    package static let noticeSettings = FixedAddress("/notices/settings")
    package static let testNotices = FixedAddress("/notices/test")
    package static let replacePushKey = FixedAddress("/accounts/push-key")
    package static let deliveries = Address<String>("/trips/:slug/deliveries")
    package static let sendDeliveryAgain = Address<String, ID>("/trips/:slug/deliveries/:id/again")

    /// Where a notice is looked at and answered; nil where the text says everything.
    /// - Parameter slug: of its trip, if it has one.
    package static func subject(of notice: Notice, slug: String?) -> Link? {
        guard let slug else { return notice.kind.theme == .account ? account() : nil }
        guard let subject = notice.subject else { return trip(slug) }
        switch notice.kind {
        // The person's own link, which is not known here.
        case .nudge: return nil
        case .announcement: return announcement(slug, subject)
        case .eventPublished, .eventChanged, .eventCancelled, .answerDue, .eventStarts, .placeOffered, .placeLost:
            return myEvent(slug, subject)
        case .message, .mention, .followed: return conversation(slug, subject)
        case .help, .helpTaken: return helpCase(slug, subject)
        case .trackerSilent: return phones(slug)
        case .joinRequest: return joining(slug)
        case .duty: return duty(slug)
        case .moderation: return chatNotices(slug)
        case .joined, .signedIn, .test, .morning: return trip(slug)
        }
    }
}

import Domain

/// Addresses of one's own notices.
extension Path {
    package static let notices = home.below("notices")
    package static let readNotices = notices.below("/read")
    package static let noticeSettings = notices.below("/settings")
    package static let noticeTestSent = noticeSettings.asking("done", "notice-test")
    package static let noticeSettingsSaved = noticeSettings.asking("done", "saved")
    package static let testNotices = notices.below("/test")
    /// Where a bell reads its count.
    package static let bell = notices.below("/bell")
    package static func notice(_ id: ID, _ rest: String = "") -> Link { notices.below("/\(id)" + rest) }
    package static func deliveries(_ slug: String, _ query: [(String, String)] = []) -> Link {
        trip(slug, "/deliveries" + queryText(query))
    }
    package static func notices(before id: ID) -> Link { notices.asking("before", id.description) }

    /// Where a notice is looked at and answered; nil where the text says everything.
    /// - Parameter slug: of its trip, if it has one.
    package static func subject(of notice: Notice, slug: String?) -> Link? {
        guard let slug else { return notice.kind.theme == .account ? account : nil }
        guard let subject = notice.subject else { return trip(slug) }
        switch notice.kind {
        // The person's own link, which is not known here.
        case .nudge: return nil
        case .announcement: return trip(slug, "/announcements/\(subject)")
        case .eventPublished, .eventChanged, .eventCancelled, .answerDue, .eventStarts, .placeOffered, .placeLost:
            return myEvent(slug, subject)
        case .message, .mention: return conversation(slug, subject)
        case .help, .helpTaken: return help(slug, subject)
        case .trackerSilent: return my(slug, "/phones")
        case .joinRequest: return joining(slug)
        case .duty: return trip(slug, "/duty")
        case .moderation: return chat(slug, "/notices")
        case .joined, .signedIn, .test, .morning: return trip(slug)
        }
    }
}

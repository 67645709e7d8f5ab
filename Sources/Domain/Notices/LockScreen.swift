/// What of a notice stands where everybody around can read it, before the phone is unlocked.
package struct LockScreen: Sendable, Equatable {
    package let title: String
    /// "" where only the title is shown.
    package let text: String

    /// - Parameter showsText: whether the trip's hosts let notices say there what they are about.
    package init(_ notice: Notice, showsText: Bool) {
        guard showsText else {
            (title, text) = (notice.kind.namelessTitle, "")
            return
        }
        title = notice.title
        text = notice.kind.mayNamePlaces ? "" : notice.text
    }
}

extension NoticeKind {
    /// Whether its text may say where somebody is or how they are: that is read on a page alone.
    package var mayNamePlaces: Bool { [.help, .helpTaken, .trackerSilent].contains(self) }

    /// Whether it is about what somebody writes, or about their account: their hosts see that it went out, not what it says.
    package var isOwn: Bool { theme == .messages || theme == .account }

    /// What stands in place of the title where nothing may be said.
    package var namelessTitle: String {
        switch self {
        case .help: Texts.said("A call for help")
        case .helpTaken: Texts.said("News of a call for help")
        case .nudge: Texts.said("Your hosts ask whether all is well")
        case .trackerSilent: Texts.said("Your phone sends no position")
        case .message, .mention, .followed: Texts.said("A new message")
        case .test: Texts.said("A test from Sotravel")
        case .joinRequest: Texts.said("Somebody asked to join")
        case .signedIn, .joined: Texts.said("News about your account")
        default: Texts.said("News from your hosts")
        }
    }
}

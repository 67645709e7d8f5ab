import Domain

/// How somebody wants to be reached: which channel for what, when not, and whether each channel works.
package struct NoticeSettingsPage: Page {
    package struct Channel: Sendable {
        let key: String
        let label: String
        let icon: Link
        /// What is set up, or how to set it up.
        let state: String
        let isWorking: Bool
        let addresses: [String]
        /// Where it is linked.
        let linking: Link?
        /// Of the newest test: what came of it, at each address.
        let results: [TestResult]
    }
    package struct TestResult: Sendable {
        let name: String
        let state: String
        let style: String
        let at: AgeText
        let detail: String?
    }
    package struct Box: Sendable {
        let name: String
        let label: String
        let isOn: Bool
    }
    package struct Theme: Sendable {
        let label: String
        let hint: String
        let boxes: [Box]
        /// Of channels that are not set up on the server, what is kept all the same.
        let kept: [Box]
    }
    let layout: Layout
    let channels: [Channel]
    let themes: [Theme]
    var hasChannels: Bool { !channels.isEmpty }
    /// Where notices are, as long as no channel brings them; nil as soon as one does.
    var reached: String? {
        if channels.isEmpty {
            return NoticeSettingsPage.underTheBell
        }
        if channels.contains(where: \.isWorking) { return nil }
        return Texts.said("Nothing is sent to you yet: you find your notices only under the bell at the top. Set up one of these channels.")
    }
    static var underTheBell: String {
        Texts.said("This server sends no push notifications, Telegram messages or email. Your notices are under the bell at the top.")
    }
    let isQuiet: Bool
    let quietFrom: String
    let quietTo: String
    let minutes: FormField
    /// What is wrong with the two times.
    let quietError: String?
    let problem: String?
    package var push: PushPart?
    package var mail: MailPart?
    /// For hosts.
    package var offersSummary = false
    var summary: Box? {
        offersSummary ? Box(name: "summary", label: Texts.said("Send me the morning summary"), isOn: wantsSummary) : nil
    }
    private let wantsSummary: Bool
    var action: Link { Path.noticeSettings() }
    var test: Link { Path.testNotices() }
    var back: Link { Path.notices() }

    package init(layout: Layout, reach: OwnReach, now: Instant, errors: [FieldError], problem: String?) {
        let choices = reach.choices
        (self.layout, self.problem, wantsSummary) = (layout, problem, choices.wantsSummary)
        self.channels = reach.channels.map { channel in
            let own = reach.addresses.filter { $0.channel == channel }
            return Channel(
                key: channel.rawValue, label: channel.label, icon: Path.icon(channel.icon),
                state: own.isEmpty ? channel.invitation : Texts.said("Reaches you"), isWorking: !own.isEmpty,
                addresses: own.map(\.label).filter { !$0.isEmpty }, linking: channel == .telegram ? Path.telegramLinking() : nil,
                results: reach.tests.filter { $0.channel == channel }.map { TestResult($0, now: now) })
        }
        themes = NoticeTheme.allCases.map { theme in
            func boxes(_ channels: [DeliveryChannel]) -> [Box] {
                channels.map { Box(name: "\(theme.rawValue)-\($0.rawValue)", label: $0.label, isOn: choices.isOn($0, for: theme)) }
            }
            let missing = DeliveryChannel.allCases.filter { !reach.channels.contains($0) }
            return Theme(label: theme.label, hint: theme.hint, boxes: boxes(reach.channels), kept: boxes(missing).filter(\.isOn))
        }
        quietError = errors.first { $0.field == "quiet_to" }?.said
        isQuiet = choices.quiet != nil
        quietFrom = choices.quiet.map { clock($0.from) } ?? "22:00"
        quietTo = choices.quiet.map { clock($0.to) } ?? "07:00"
        minutes = FormField(
            "minutes", "Try the next channel while a notice is unread for", String(choices.minutesToNext), kind: .number, errors: errors
        )
        .in("minutes")
    }
    package func render(into out: inout HTMLBuffer) { Template.noticesHowTold(self, &out) }
}

extension NoticeSettingsPage.TestResult {
    init(_ test: ChannelTest, now: Instant) {
        let label = test.label
        name = label.isEmpty ? Texts.said("Test") : Texts.said("Test, \(label)")
        (state, style) =
            test.isOpened
            ? (Texts.said("Opened on the device"), "ok") : test.isShown ? (Texts.said("Shown on the device"), "ok") : test.state.ofTest
        at = AgeText.ago(test.at, now: now)
        detail = test.reason.isEmpty ? nil : Texts.said(text: test.reason)
    }
}

extension DeliveryState {
    /// The same of a test: a service that has taken it has not shown it yet.
    fileprivate var ofTest: (String, String) {
        switch self {
        case .accepted: (Texts.said("Sent, accepted by the service"), "ok")
        case .replaced, .unneeded: (Texts.said("Not sent"), "off")
        case .queued, .sending, .failed, .expired: said
        }
    }
}

private func clock(_ minute: Int) -> String { padded(minute / 60, 2) + ":" + padded(minute % 60, 2) }

extension DeliveryChannel {
    var icon: Icon {
        switch self {
        case .push: .bell
        case .telegram: .chat
        case .email: .message
        }
    }
    var invitation: String {
        switch self {
        case .push: Texts.said("Not on in any of your browsers")
        case .telegram: Texts.said("Not linked")
        case .email: Texts.said("No confirmed address")
        }
    }
}

extension NoticeTheme {
    var label: String {
        switch self {
        case .announcements: Texts.said("Announcements")
        case .events: Texts.said("Events")
        case .messages: Texts.said("Messages")
        case .safety: Texts.said("Safety")
        case .account: Texts.said("Your account")
        }
    }
    var hint: String {
        switch self {
        case .announcements: Texts.said("What your hosts tell you")
        case .events: Texts.said("Invitations, changes, places and deadlines")
        case .messages: Texts.said("Direct messages, mentions and conversations that you follow, bundled")
        case .safety: Texts.said("Calls for help, and questions about whether you are well")
        case .account: Texts.said("Sign-ins and requests to join")
        }
    }
}

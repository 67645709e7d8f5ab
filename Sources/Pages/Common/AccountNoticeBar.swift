import Domain

/// One line about what happened to an account.
package struct AccountNoticeText: Sendable {
    let text: String
    let at: TimeText

    package init(_ notice: AccountNotice, zone: TripZone, now: Instant, zoneIsSaid: Bool = false) {
        let what: Texts.Sentence =
            switch notice.kind {
            case .session: "New sign-in \(Texts.said(text: notice.detail))"
            case .telegramLinked: notice.detail.isEmpty ? "Telegram was linked" : "Telegram was linked: \(notice.detail)"
            case .telegramUnlinked: "Telegram was unlinked"
            case .passwordAdded: "A password was added, for \(notice.detail)"
            case .passwordChanged: "The password was changed"
            case .secondFactorAdded: "A second factor was set up"
            case .secondFactorRemoved: "The second factor was removed"
            case .addressChanged: "The address was changed to \(notice.detail)"
            case .addressConfirmed: "The address was confirmed by \(notice.detail)"
            case .addressWanted: "A new address was asked for: \(notice.detail)"
            case .addressUnconfirmed: "The address is no longer confirmed, says \(notice.detail)"
            case .signUpTried: "Somebody tried to sign up with your address; nothing was changed"
            }
        let origin = notice.userAgent.isEmpty ? "" : ", " + deviceName(notice.userAgent)
        let said = Texts.said(what) + origin
        text = notice.address.isEmpty ? said : Texts.said("\(said), from \(notice.address)")
        at = TimeText(notice.at, zone: zone, now: now, zoneIsSaid: zoneIsSaid)
    }
}

/// The newest of what was not seen in this browser, at the top of every page.
package struct AccountNoticeBar: Sendable {
    let line: AccountNoticeText
    let more: String?
    let action: Link
    let account: Link
    /// Up to which notice the button says "seen".
    let upTo: String

    /// Nil when there is nothing new.
    /// - Parameter zone: of the trip that the page is about.
    package init?(_ notices: [AccountNotice], zone: TripZone, now: Instant) {
        guard let newest = notices.first else { return nil }
        line = AccountNoticeText(newest, zone: zone, now: now)
        more = notices.count > 1 ? Texts.said("and \(notices.count - 1) more") : nil
        action = Path.markNoticesSeen()
        account = Path.account().at("history")
        upTo = String(newest.number)
    }
}

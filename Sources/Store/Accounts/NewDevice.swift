import Database
import Domain

/// A sign-in in a browser where the account was never seen: its owner hears of it wherever they are reached.
enum NewDevice {
    /// - Parameter device: the browser as the account knows it from now on.
    static func tell(_ session: SessionStore.New, _ device: ID?, at now: Instant, on connection: Connection) throws {
        // Neither an account's first browser is news, nor one that was here before.
        guard let own = session.device, device == own.newID else { return }
        let others = try connection.one(
            "SELECT count(*) FROM device WHERE account_id = ? AND id <> ?", [.id(session.accountID), .id(own.newID)]
        ) { $0.int(0) }
        guard let others, others > 0 else { return }
        let time = try time(of: session.accountID, now, on: connection)
        let notice = NewNotice(
            person: .account(session.accountID), kind: .signedIn, subject: nil, urgency: .high,
            title: Texts.said("A sign-in from a new device"),
            text: Texts.said("\(deviceName(session.userAgent)), \(time). If that was not you, change your password."),
            expiresAt: now + .hours(24))
        try NoticeStore.add([notice], at: now, on: connection)
    }

    /// By the clock of their trip; whoever has none is told which clock it is.
    private static func time(of account: ID, _ now: Instant, on connection: Connection) throws -> String {
        let own = try OutboxStore.currentZone(of: account, at: now, on: connection)
        let local = (own ?? .utc).local(now)
        return "\(local.day.short), \(local.clock)" + (own == nil ? " UTC" : "")
    }
}

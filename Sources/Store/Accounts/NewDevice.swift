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
        let local = TripZone.utc.local(now)
        let notice = NewNotice(
            person: .account(session.accountID), kind: .signedIn, subject: nil, urgency: .high,
            title: Texts.said("A sign-in from a new device"),
            text: Texts.said(
                "\(deviceName(session.userAgent)), \(local.day.short), \(local.clock) UTC. If that was not you, change your password."),
            expiresAt: now + .hours(24))
        try NoticeStore.add([notice], at: now, on: connection)
    }
}

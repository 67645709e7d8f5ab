/// Somebody wants to be told when their own phone stops sending.
package struct SilenceWatch: Sendable {
    package let memberID: ID
    package let tripID: ID
    package let zone: TripZone
    /// Without a sign of the phone.
    package let minutes: Int
    package let setAt: Instant
    /// When they were told the last time.
    package let toldAt: Instant?
    /// Their phone is to send: sharing is on, and the trip goes on.
    package let isSharing: Bool
    package init(memberID: ID, tripID: ID, zone: TripZone, minutes: Int, setAt: Instant, toldAt: Instant?, isSharing: Bool) {
        (self.memberID, self.tripID, self.zone, self.minutes) = (memberID, tripID, zone, minutes)
        (self.setAt, self.toldAt, self.isSharing) = (setAt, toldAt, isSharing)
    }

    package static let range = 5...1440
    package static let usual = 30

    /// Whether they are to be told now: once for each silence.
    /// - Parameters:
    ///   - contact: when the phone last said anything; nil for never.
    ///   - hiddenUntil: until when sharing was off: the phone has had no reason to send before that.
    package func isDue(contact: Instant?, hiddenUntil: Instant?, at now: Instant) -> Bool {
        guard isSharing, let contact else { return false }
        if let toldAt, toldAt >= contact, toldAt <= now { return false }
        let since = max(contact, setAt, hiddenUntil ?? contact)
        return now - since >= .minutes(minutes)
    }
}

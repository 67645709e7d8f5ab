import Domain

/// What whoever called for help does from the start page: phones the hosts while nobody is on it, opens the call, says that they are OK.
package struct OwnCallWays: Sendable {
    /// Of the hosts; nil once somebody is on it, whose phone stands beside the state, and once they are OK.
    let phone: EmergencyLine?
    /// Unless whoever was on it has a phone: that one stands beside the state, and is the first to be called.
    let isFirst: Bool
    let call: Link
    let ok: OwnOK?

    /// Nil without an open call.
    init?(_ calling: CallingHelp, _ trip: Trip) {
        guard let help = calling.own?.help, help.ending == nil else { return nil }
        let hosts = EmergencyLine.first(EmergencyLine.all(trip.fields.emergencyNumbers), EmergencyLine.hosts(calling.hosts))
        let taker = calling.own.flatMap { MedicPage.Phone($0.takerPhone) }
        isFirst = taker == nil
        phone = help.state == .open && help.saidOKAt == nil ? hosts.first { $0.link != taker?.link } : nil
        call = Path.sos(trip.fields.slug)
        ok = OwnOK(help, trip, mayTest: calling.mayTest)
    }
}

import Domain

/// What whoever called for help does from the start page: phones the hosts while nobody is on it, opens the call, says that they are OK.
package struct OwnCallWays: Sendable {
    /// Of the hosts; nil once somebody is on it, whose phone stands beside the state, and once they are OK.
    let phone: EmergencyLine?
    let call: Link
    let ok: OwnOK?

    /// Nil without an open call.
    init?(_ calling: CallingHelp, _ trip: Trip) {
        guard let help = calling.own?.help, help.ending == nil else { return nil }
        let hosts = EmergencyLine.first(EmergencyLine.all(trip.fields.emergencyNumbers), EmergencyLine.hosts(calling.hosts))
        phone = help.state == .open && help.saidOKAt == nil ? hosts.first : nil
        call = Path.sos(trip.fields.slug)
        ok = OwnOK(help, trip, mayTest: calling.mayTest)
    }
}

import Domain

/// The address at which somebody is reached, and how it is confirmed.
package struct MailPart: Sendable {
    let isOn: Bool
    let isAdmin: Bool
    let address: String?
    let isWorking: Bool
    /// How it stands with the address.
    let state: String
    /// The word of the button that sends a confirmation; nil where there is none to send.
    let ask: String?
    /// Whoever signs in without an address is led to where they get one.
    let add: Link?
    var action: Link { Path.askToConfirmMail() }

    package init(_ reach: MailReach, isOn: Bool, isAdmin: Bool, zone: TripZone) {
        (self.isOn, self.isAdmin) = (isOn, isAdmin)
        let (send, again) = (Texts.said("Send the confirmation"), Texts.said("Send the confirmation again"))
        switch reach {
        case .noAddress:
            (address, isWorking, ask, add) = (nil, false, nil, Path.addPassword())
            state = Texts.said("You sign in without an address.")
        case .unasked(let found):
            (address, isWorking, ask, add) = (found, false, send, nil)
            state = Texts.said("Not confirmed: nothing goes there yet.")
        case .waiting(let found):
            (address, isWorking, ask, add) = (found, false, again, nil)
            state = Texts.said("The confirmation is on its way.")
        case .asked(let found, let at):
            (address, isWorking, ask, add) = (found, false, again, nil)
            let local = zone.local(at)
            state = Texts.said("The confirmation went out \(local.day.short), \(local.clock) \(zone.abbreviation(at: at)). Open its link.")
        case .failed(let found, let reason):
            (address, isWorking, ask, add) = (found, false, again, nil)
            state = Texts.said("The confirmation did not arrive. \(Texts.said(text: reason)).")
        case .works(let found):
            (address, isWorking, ask, add) = (found, true, nil, nil)
            state = Texts.said("Confirmed")
        case .ended(let found, let reason):
            (address, isWorking, ask, add) = (found, false, send, nil)
            state = Texts.said("Nothing goes there any more. \(Texts.said(text: reason)).")
        }
    }
}

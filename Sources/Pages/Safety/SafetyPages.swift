import Domain

/// Calling for help: whom to phone first, then hold and confirm. Without scripts two taps. The browser keeps this page.
package struct SOSPage: Page {
    /// What a form that came back held.
    package struct Typed: Sendable {
        let text: String
        let isTest: Bool
        package init(text: String, isTest: Bool) {
            self.text = text
            self.isTest = isTest
        }
    }
    /// As scripts read it.
    package struct LastKnown: Sendable {
        let latitude: String
        let longitude: String
        let accuracy: String
        let at: String
        init(_ place: HelpCase.Location) {
            (latitude, longitude) = (decimal(place.coordinates.latitude, 6), decimal(place.coordinates.longitude, 6))
            accuracy = place.accuracy.map { decimal($0, 0) } ?? ""
            at = String(place.fixedAt.milliseconds)
        }
    }
    let layout: Layout
    let text: String
    let error: String?
    let limit: Int
    let mayTest: Bool
    let isTest: Bool
    let call: OwnCall?
    let isOpen: Bool
    /// Nobody is on it: whom to phone stands out.
    let isWaiting: Bool
    /// Says that one is OK; nil without an open call.
    let ok: OwnOK?
    /// What unfolds the form while a call is open: once one is OK it is the way to take that back.
    /// A page that stays open takes these words from a newer one, also once the call is over.
    var again: String {
        guard isOpen else { return Texts.said("Call the hosts") }
        return Texts.said(ok?.needHelp == nil ? "Call the hosts again" : "I need help again")
    }
    let place: CoordinateForms?
    /// The same place in words.
    let inWords: String?
    /// Where they were when the page was made: in a dead zone a call tells of it while the phone itself has no place.
    let last: LastKnown?
    let advice: [String]
    let phones: [EmergencyLine]
    var has112: Bool { EmergencyLine.have112(phones) }
    let action: Link
    let back: Link

    package init(layout tripLayout: TripLayout, calling: CallingHelp, typed: Typed, complaint: Complaint) {
        layout = tripLayout.layout
        let (trip, now) = (tripLayout.trip, tripLayout.now)
        let own = calling.own
        text = typed.text
        let messages = complaint.errors.map(\.said) + [complaint.problem].compactMap(\.self)
        error = messages.isEmpty ? nil : messages.joined(separator: " ")
        limit = HelpCase.textLimit
        mayTest = calling.mayTest
        isTest = typed.isTest
        call = own.map { OwnCall($0, trip, now: now) }
        isOpen = own.map { $0.help.ending == nil } ?? false
        isWaiting = own.map { $0.help.state == .open && $0.help.saidOKAt == nil } ?? false
        ok = own.flatMap { OwnOK($0.help, trip, mayTest: calling.mayTest) }
        (place, inWords) = (own?.help.place.map { CoordinateForms($0.coordinates) }, calling.inWords)
        (last, advice) = (calling.last.map(LastKnown.init), OwnCall.advice.map(Texts.said(text:)))
        let hosts = EmergencyLine.hosts(calling.hosts)
        let lines = EmergencyLine.all(trip.fields.emergencyNumbers)
        // Whoever is on it stands above the list, with their number: it is not said twice, and nobody else stands out.
        let taker = call?.phone?.link
        phones = EmergencyLine.ordered(lines, hosts, isUrgent: isWaiting && taker == nil)
            .filter { $0.isOfCountry || taker == nil || $0.link != taker }
        action = Path.sos(trip.fields.slug)
        back = Path.my(trip.fields.slug)
    }
    package func render(into out: inout HTMLBuffer) { Template.safetySos(self, &out) }
}

/// One's own call, on the start page and where one calls: what of it arrived, and who has it.
package struct OwnCall: Sendable {
    package struct Arrived: Sendable {
        let at: TimeText
        /// What the caller wrote; nil for a call without words.
        let words: String?
        let late: String
    }
    private static let shown = 10
    let state: String
    let style: String
    let arrived: [Arrived]
    var hasArrived: Bool { !arrived.isEmpty }
    /// Who has it, since when, that they phone, what the caller said.
    let facts: [String]
    /// What to do until somebody comes; none once it is over.
    let advice: [String]
    /// Of whoever is on it.
    let taker: String
    let phone: MedicPage.Phone?

    init(_ own: OwnHelp, _ trip: Trip, now: Instant) {
        let (help, text) = (own.help, EventText(zone: trip.zone, now: now))
        (taker, phone) = (help.holder?.name ?? "", help.ending == nil ? MedicPage.Phone(own.takerPhone) : nil)
        state = OwnCall.sentence(own, text)
        style = OwnCall.style(help)
        facts = OwnCall.facts(own, text)
        advice = help.ending != nil || help.saidOKAt != nil ? [] : OwnCall.advice.map(Texts.said(text:))
        let calls = help.ending == nil ? help.calls.filter { $0.source != .message } : []
        let inState = OwnCall.again(help) ?? calls.first
        let told = calls.compactMap { call -> Arrived? in
            let late = HelpText.late(call, trip).map { ", " + $0 } ?? ""
            // The state tells of this one.
            if call.text.isEmpty && call == inState && late.isEmpty { return nil }
            return Arrived(
                at: TimeText(call.calledAt, zone: trip.zone, now: now), words: call.text.isEmpty ? nil : "“\(call.text)”", late: late)
        }
        arrived = told.suffix(OwnCall.shown)
    }

    /// As the bar: red while nobody is on it, amber then and once they are OK, green when it is over.
    private static func style(_ help: HelpCase) -> String {
        if help.ending != nil { return "notice inline" }
        if help.saidOKAt != nil { return "notice inline taken said-ok" }
        return help.state == .open ? "problem" : "notice inline taken"
    }

    fileprivate static let advice = [
        "Stay where you are if it is safe: helpers come to the position that you sent.",
        "Keep warm, keep your phone warm, and save its battery. Leave it switched on.",
        "Be seen: a bright jacket, a light, crossed skis above you. Six signals a minute mean that you need help.",
    ]

    /// The call of which the state tells in place of the first one: the newest, while nobody is on it.
    private static func again(_ help: HelpCase) -> HelpCase.Call? {
        guard help.state == .open, help.saidOKAt == nil, let first = help.calls.first else { return nil }
        return help.calls.filter { $0.calledAt > first.calledAt }.max { $0.calledAt < $1.calledAt }
    }

    /// "You called again at 21:32."
    private static func calledAgain(_ help: HelpCase, _ text: EventText) -> String? {
        guard let call = again(help) else { return nil }
        let clock = text.clock(call.calledAt)
        if call.source == .message { return Texts.said("You wrote again at \(clock).") }
        return Texts.said(help.isTest ? "You made a test call again at \(clock)." : "You called again at \(clock).")
    }

    /// While nobody is on it: whom to phone, first of all whoever was on it before.
    private static func waiting(_ own: OwnHelp, _ what: String, _ text: EventText) -> String {
        let again = calledAgain(own.help, text)
        if let name = own.help.holder?.name {
            let before =
                own.takerPhone.isEmpty
                ? Texts.said("\(name) was on it before and has not answered yet: please call the hosts as well.")
                : Texts.said("\(name) was on it before and has not answered yet: please call them as well.")
            return [again, before].compactMap(\.self).joined(separator: " ")
        }
        guard let again else {
            return Texts.said("\(what) is on every host’s screen. Nobody has responded yet: please call them as well.")
        }
        return again + " " + Texts.said("Your call is on every host’s screen. Nobody has responded yet: please call them as well.")
    }

    private static func sentence(_ own: OwnHelp, _ text: EventText) -> String {
        let call = own.help
        let clock = text.clock(call.raisedAt)
        let what = Texts.said(call.isTest ? "Your test call of \(clock)" : "Your call for help of \(clock)")
        let kept = call.isStored ? "" : " " + Words.notStored
        if let ending = call.ending { return Texts.said("\(what) is resolved: \(HelpText.outcome(ending.outcome)).") + kept }
        if let said = call.saidOKAt { return OwnOK.said(text.clock(said)) + kept }
        guard let holder = call.holder, !call.isWaiting else {
            return waiting(own, what, text) + kept
        }
        return Texts.said("\(holder.name) is on it.") + kept
    }

    private static func facts(_ own: OwnHelp, _ text: EventText) -> [String] {
        let help = own.help
        guard help.ending == nil else { return [] }
        let clock = text.clock(help.raisedAt)
        let called = Texts.said(help.isTest ? "You made a test call at \(clock)." : "You called at \(clock).")
        // The state is then that they said so.
        if help.saidOKAt != nil {
            return [called + (help.state == .taken ? " " + Texts.said("\(help.holder?.name ?? "") is on it.") : "")]
        }
        let phoned = own.phonedAt.map { Texts.said("\(help.holder?.name ?? "") phoned you at \(text.clock($0)).") }
        let soon = help.state == .taken && phoned == nil ? Texts.said("They will call you: answer, also an unknown number.") : nil
        let helper = [help.state == .taken ? called : nil, phoned ?? soon].compactMap(\.self).joined(separator: " ")
        return helper.isEmpty ? [] : [helper]
    }
}

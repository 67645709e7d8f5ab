import Domain

/// Where somebody answers a host who asks whether all is well: with a link of their own, without signing in, without scripts.
package struct WellPage: Page {
    let layout: Layout
    let trip: String
    let heading: String
    let asked: String
    let at: AgeText
    let isOver: Bool
    let mayAnswer: Bool
    /// What was answered, in a sentence.
    let answered: String?
    let answeredStyle: String
    let place: String?
    let needsHelp: Bool
    /// Whom to call, and the last question before all hosts are called.
    let isAsking: Bool
    /// The numbers stand there.
    var showsPhones: Bool { isAsking || needsHelp || isOver }
    let phones: [EmergencyLine]
    var has112: Bool { EmergencyLine.have112(phones) }
    let problem: String?
    let ends: String
    let action: Link
    let placeAction: Link
    let help: Link
    let back: Link

    /// - Parameters:
    ///   - hosts: who can be phoned.
    ///   - isAsking: they said that they need help, and have not confirmed yet that all hosts are to be called.
    package init(layout: Layout, asked nudge: AskedNudge, isAsking: Bool, problem: String?, now: Instant) {
        let (question, text) = (nudge.nudge, EventText(zone: nudge.trip.zone, now: now))
        (self.layout, self.problem, isOver) = (layout, problem, nudge.isOver)
        trip = nudge.trip.fields.name
        heading = WellPage.heading(nudge)
        asked = Texts.said("\(question.askedBy) asks")
        at = .ago(question.askedAt, now: now)
        needsHelp = !nudge.isOver && question.answer == .help
        self.isAsking = isAsking && !nudge.isOver && question.answer != .help
        mayAnswer = !nudge.isOver && !self.isAsking && question.answer != .fine
        (answered, answeredStyle) = WellPage.answered(question, text)
        place = question.placeAt.map { Texts.said("Your hosts have your position from \(text.clock($0)).") }
        let people = nudge.hosts.map { host in
            EmergencyLine(text: "\(host.name) \(host.fields[.whatsapp])", link: Path.telephone(host.fields[.whatsapp]))
        }
        phones = EmergencyLine.ordered(EmergencyLine.all(nudge.trip.fields.emergencyNumbers), people)
        ends = Texts.said("This link is yours alone. It ends \(text.near(question.expiresAt)).")
        (action, back) = (Path.well(question.token), Path.well(question.token))
        (placeAction, help) = (Path.sendWellPlace(question.token), Path.well(question.token).asking("help", "yes"))
    }
    package func render(into out: inout HTMLBuffer) { Template.safetyWell(self, &out) }

    /// The question, and thanks once it is answered.
    private static func heading(_ nudge: AskedNudge) -> String {
        if nudge.isOver { return Texts.said("This question has ended") }
        switch nudge.nudge.answer {
        case .help: return Texts.said("Your hosts have your call")
        case .fine: return Texts.said("Thank you, \(nudge.firstName)")
        case nil: return Texts.said("All well, \(nudge.firstName)?")
        }
    }

    private static func answered(_ nudge: Nudge, _ text: EventText) -> (String?, String) {
        guard let at = nudge.answeredAt else { return (nil, "") }
        let clock = text.clock(at)
        return nudge.answer == .help
            ? (Texts.said("You said at \(clock) that you need help. Every host has your call."), "problem")
            : (Texts.said("You said at \(clock) that you are fine. Your hosts know."), "notice inline")
    }
}

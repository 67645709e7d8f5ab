import Domain

/// One question and what came of it, as hosts see it.
package struct NudgeRow: Sendable {
    package struct Call: Sendable {
        let number: String
        let link: Link
    }
    var face: Face?
    let name: String
    let link: Link
    let asked: String
    let at: AgeText
    let state: String
    let style: String
    let answered: AgeText?
    /// What is known of where they answered from.
    let place: String?
    let phone: Call?
    /// To be copied while nothing is answered.
    let url: String?
    let sms: Link?
    /// Where somebody has to call: that no number is known.
    let lacksPhone: Bool
    /// Where the reader writes to them; nil once all is well, and where a message would reach nobody.
    var message: Link?
    /// A host has to call, or to hand the link on.
    private(set) var isUnreached: Bool

    /// Where a heading says of all that a host has to call.
    var underHeading: NudgeRow {
        var row = self
        row.isUnreached = false
        return row
    }

    package init(_ line: NudgeLine, _ trip: Trip, origin: String, now: Instant) {
        let (nudge, isOpen) = (line.nudge, line.nudge.answer == nil)
        face = Face(line.name, trip.fields.slug, line.photo)
        name = line.name
        link = Path.member(trip.fields.slug, nudge.memberID)
        asked = Texts.said("Asked by \(nudge.askedBy)")
        at = .ago(nudge.askedAt, now: now)
        (state, style) = NudgeRow.state(nudge.answer)
        answered = nudge.answeredAt.map { .ago($0, now: now) }
        place = isOpen ? nil : NudgeRow.place(nudge, EventText(zone: trip.zone, now: now))
        phone = line.phone.isEmpty ? nil : Call(number: line.phone, link: Path.telephone(line.phone))
        let address = origin + Path.well(nudge.token).text
        url = isOpen ? address : nil
        sms = isOpen && !line.phone.isEmpty ? Path.sms(line.phone, text: Texts.said("All well? Tap to answer: \(address)")) : nil
        isUnreached = isOpen && !line.isReached
        lacksPhone = isUnreached && line.phone.isEmpty
    }

    private static func state(_ answer: Nudge.Answer?) -> (String, String) {
        switch answer {
        case .fine: (Texts.said("All is well"), "ok")
        case .help: (Texts.said("Needs help"), "bad")
        case nil: (Texts.said("No answer yet"), "warn")
        }
    }

    private static func place(_ nudge: Nudge, _ text: EventText) -> String {
        nudge.placeAt.map { Texts.said("Sent their position from \(text.clock($0)).") } ?? Texts.said("Without a position.")
    }
}

/// On a member's page, for hosts: the question, and the last one that was asked.
package struct NudgePanel: Sendable {
    let last: NudgeRow?
    /// Nil where nobody is asked any more.
    let ask: Link?
    let all: Link

    /// - Parameter mayAsk: a host, of a trip that still changes, and somebody who is still on it.
    package init(_ line: NudgeLine?, of member: ID, in tripLayout: TripLayout, origin: String, mayAsk: Bool) {
        last = line.map { line in
            var row = NudgeRow(line, tripLayout.trip, origin: origin, now: tripLayout.now)
            row.face = nil
            return row
        }
        ask = mayAsk ? Path.nudge(tripLayout.slug, member) : nil
        all = Path.nudges(tripLayout.slug)
    }
}

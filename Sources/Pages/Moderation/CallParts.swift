import Domain

/// For a case that may be a call for help: where the author is, whom to phone, and the button for a false alarm.
package struct CallPart: Sendable {
    let position: String
    let place: CoordinateForms?
    let map: Link?
    let phone: Link?
    let number: String
    let contact: String
    let contactPhone: Link?
    let hold: UrgentMessage.Hold
    /// For hosts.
    let falseAlarm: FalseAlarm?

    package struct FalseAlarm: Sendable {
        let action: Link
        let version: Int
        let teaches: String
    }

    init(
        _ known: CaseContact, _ found: ModerationCase,
        lessons: [SafetyException]?, _ reader: UrgentMessage.Reader, _ trip: Trip, _ now: Instant
    ) {
        let slug = trip.fields.slug
        hold = UrgentMessage.Hold(found, reader, slug, now)
        position =
            known.fix.map { "Position \(TimeText.old(now - $0.time))" + ($0.accuracy.map { ", ± \(decimal($0, 0)) m" } ?? "") }
            ?? "No position is known."
        place = known.fix.map { CoordinateForms($0.coordinates) }
        map = known.fix.map { _ in Path.map(slug, [("member", found.memberID.description)]) }
        phone = reader.isOwn || known.phone.isEmpty ? nil : Path.telephone(known.phone)
        number = known.phone
        contact = [known.emergencyName, known.emergencyPhone].filter { !$0.isEmpty }.joined(separator: ", ")
        contactPhone = known.emergencyPhone.isEmpty ? nil : Path.telephone(known.emergencyPhone)
        falseAlarm = lessons.map { lessons in
            FalseAlarm(
                action: Path.falseAlarm(slug, found.id), version: found.version,
                teaches: lessons.isEmpty
                    ? "Nothing can be learned from this one: a sentence like it is always heard."
                    : "This trip then learns that " + CallPart.text(lessons) + " is no call.")
        }
    }

    static func text(_ lessons: [SafetyException]) -> String { lessons.map(\.text).joined(separator: " and ") }
}

/// On a case that was called a false alarm.
package struct CalledOff: Sendable {
    let text: String
    let undo: Link
    let rules: Link

    /// - Parameter log: of the case, oldest first.
    init?(_ log: [LogEntry], _ slug: String) {
        guard let entry = log.last(where: { $0.action == .falseAlarm }), !entry.isUndone else { return nil }
        text = "\(entry.actorName) called this a false alarm." + (entry.sentence.isEmpty ? "" : " This trip has " + entry.sentence + ".")
        undo = Path.moderation(slug, "/log/\(entry.number)/undo")
        rules = Path.moderation(slug, "/rules#learned")
    }
}

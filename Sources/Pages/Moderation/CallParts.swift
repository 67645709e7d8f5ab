import Domain

/// Of a case that may be a call for help: where they are, whom to phone, and the one tap for a false alarm.
package struct CallPart: Sendable {
    let position: String
    let place: PlaceForms?
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
        place = known.fix.map { PlaceForms($0.coordinates) }
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

/// An urgent message, on every page of the staff.
package struct UrgentMessage: Sendable {
    private static let length = 120
    let id: String
    /// For the script that sounds: nil once somebody has it.
    let call: String?
    /// Who wrote it: it makes no noise for themselves.
    let memberID: String
    let text: String
    let detail: String
    let at: TimeText
    let link: Link
    let version: Int
    let phone: Link?
    let map: Link?
    let hold: Hold
    /// For hosts, unless it is their own.
    let falseAlarm: Link?

    struct Reader {
        let account: ID?
        let isOwn: Bool
        let isHost: Bool
    }

    init(_ found: ModerationCase, _ trip: Trip, reach: CaseReach?, _ reader: Reader, now: Instant) {
        let (slug, words) = (trip.fields.slug, CaseText.snapshot(found))
        id = found.id.description
        hold = Hold(found, reader, slug, now)
        phone = reader.isOwn ? nil : reach.flatMap { $0.phone.isEmpty ? nil : Path.telephone($0.phone) }
        map = reach?.isOnMap == true ? Path.map(slug, [("member", found.memberID.description)]) : nil
        call = found.claim(at: now) == nil ? id : nil
        memberID = found.memberID.description
        text =
            "Somebody may need help: \(found.memberName) – “\(words.prefix(UrgentMessage.length))"
            + (words.count > UrgentMessage.length ? "…”" : "”")
        detail = found.place + (found.claim(at: now).map { ", \($0.name) has it" } ?? "")
        at = TimeText(found.openedAt, zone: trip.zone, now: now)
        link = Path.moderation(slug, "/cases/\(found.id)")
        version = found.version
        falseAlarm = reader.isHost && !reader.isOwn ? Path.falseAlarm(slug, found.id) : nil
    }
}

extension UrgentMessage {
    /// Saying that one has it, and later that it is handled.
    struct Hold {
        let version: Int
        /// Nil when somebody has it, and for one's own.
        let take: Link?
        let taken: String?
        /// Closes it, for whoever has it.
        let handled: Link?

        init(_ found: ModerationCase, _ reader: Reader, _ slug: String, _ now: Instant) {
            let (claim, isOpen) = (found.claim(at: now), found.closedAt == nil)
            version = found.version
            take = isOpen && claim == nil && !reader.isOwn ? Path.moderation(slug, "/cases/\(found.id)/claim") : nil
            taken = claim.map { $0.account == reader.account ? "You have it." : "\($0.name) has it." }
            let isMine = claim != nil && claim?.account == reader.account
            handled = isOpen && isMine && !reader.isOwn ? Path.moderation(slug, "/cases/\(found.id)/act") : nil
        }
    }
}

import Domain

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

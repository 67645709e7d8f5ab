import Domain

/// Where somebody is, or why that is not known and what to do about it.
package struct MemberPlace: Sendable {
    let mark: String
    let style: String
    /// "Fresh", beside the mark.
    let word: String
    /// The marker is the one of the call then, and not green.
    let needsHelp: Bool
    let age: AgeText?
    let at: TimeText?
    /// ", ± 12 m"
    let accuracy: String
    /// Battery and motion.
    let phone: String?
    let forms: CoordinateForms?
    let map: SmallMap?
    /// Why there is no position.
    let empty: Nothing?
    /// What a host does about it.
    let lacksTracker: Bool
    let isPaused: Bool

    init(_ opened: OpenedMember, _ freshness: Freshness, _ trip: Trip, _ now: Instant, mayEdit: Bool, needsHelp: Bool) {
        let (detail, slug, clock) = (opened.detail, trip.fields.slug, ContactClock(trip: trip, now: now))
        let (member, entry) = (detail.member, freshness == .paused ? nil : detail.entry)
        (mark, style, word) = (freshness.mark, freshness.rawValue, Texts.said(text: freshness.label))
        self.needsHelp = needsHelp
        age = entry.map { AgeText(of: $0.fix.time, now: now) }
        at = entry.map { TimeText($0.fix.time, zone: trip.zone, now: now) }
        accuracy = entry?.fix.accuracy.map { ", ± \(decimal($0, 0)) m" } ?? ""
        phone = entry.flatMap { PhoneText.line($0, freshness, clock) }
        forms = entry.map { CoordinateForms($0.fix.coordinates) }
        let name = member.fields.fullName
        map = SmallMap(
            entry?.fix.coordinates, on: opened.ground, label: name, link: Path.map(slug).asking("member", member.id.description),
            pin: .init(Face(name, slug, member.photo), style: needsHelp ? "help" : freshness.rawValue),
            accuracy: entry?.fix.accuracy)
        let trackers = detail.trackers.filter { $0.revokedAt == nil }
        isPaused = freshness == .paused && mayEdit
        lacksTracker = entry == nil && freshness != .paused && trackers.isEmpty && mayEdit
        empty = entry == nil ? MemberPlace.absence(freshness, trackers, isShared: detail.hasTrack) : nil
    }

    private static func absence(_ freshness: Freshness, _ trackers: [Tracker], isShared: Bool) -> Nothing {
        if freshness == .paused { return .settled("Sharing is paused: no position is kept or shown.") }
        if !isShared { return Nothing("They do not share where they are.", "They can switch it on under “Who sees you”.") }
        if trackers.isEmpty { return .settled("Never seen: no phone sends positions yet.") }
        return trackers.contains { $0.lastContactAt != nil }
            ? Nothing("Connected, no position.", "The tracker’s page shows what the phone sends.")
            : Nothing("Never seen: the tracker is not set up on their phone yet.", "Let them open its link there.")
    }
}

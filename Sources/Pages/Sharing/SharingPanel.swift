import Domain

/// Switching sharing on and off; on the start page and on the map.
package struct SharingPanel: Sendable {
    let state: String
    let levels: [FormField.Choice]
    let times: [FormField.Choice]
    let action: Link
    let isOn: Bool
    /// Where a phone is set up, for whoever shares and has sent no position so far.
    let setUp: Link?
    /// While the disk is full.
    let notStored: String?
    /// What becomes of the way so far.
    let past: String
    let trackers: Link

    package init(trip: Trip, sharing: Sharing, now: Instant) {
        notStored = sharing.isStored ? nil : Words.notStored
        state = SharingPanel.state(sharing, trip, now)
        isOn = sharing.level != .off
        setUp = sharing.lacksPosition ? Path.phones(trip.fields.slug) : nil
        past =
            sharing.showsTrackWhileOff(trip)
            ? Texts.said("Hosts of this trip can still look back on where you were before.")
            : Texts.said("Nobody else can look back on where you were before, not even the hosts.")
        let offered = trip.fields.sharesFriends ? SharingLevel.allCases : [.off, .hosts]
        levels = offered.map {
            .init(value: $0.rawValue, label: Texts.said(text: $0.label), isSelected: $0 == sharing.effective(trip.fields))
        }
        let time = SharingTime.keeping(sharing, trip: trip, now: now)
        times = SharingTime.allCases.map { .init(value: $0.rawValue, label: Texts.said(text: $0.label), isSelected: $0 == time) }
        action = Path.setSharing(trip.fields.slug)
        trackers = Path.phones(trip.fields.slug)
    }

    /// What was just chosen, with its end.
    package static func chosen(_ sharing: Sharing, _ trip: Trip, now: Instant) -> Flash { Flash(state(sharing, trip, now)) }

    /// An end that is not within a day is told by its day.
    static func state(_ sharing: Sharing, _ trip: Trip, _ now: Instant) -> String {
        let end = sharing.endsAt.map { end in
            let local = trip.zone.local(end)
            return end - now < .hours(24) ? local.clock : local.day.short
        }
        if sharing.lacksPosition { return unseen(sharing.effective(trip.fields), until: end) }
        return switch sharing.effective(trip.fields) {
        case .off: Texts.said("Nobody sees where you are.")
        case .hosts:
            end.map { Texts.said("Hosts and medics see where you are until \($0).") } ?? Texts.said("Hosts and medics see where you are.")
        case .everyone:
            end.map { Texts.said("Everyone on the trip sees where you are until \($0).") }
                ?? Texts.said("Everyone on the trip sees where you are.")
        }
    }

    /// Nobody counts on being seen while there is nothing to see.
    private static func unseen(_ level: SharingLevel, until end: String?) -> String {
        let who = level == .everyone ? Texts.said("Everyone on the trip") : Texts.said("Hosts and medics")
        return end.map { Texts.said("\(who) may see where you are until \($0), but your phone has sent no position yet.") }
            ?? Texts.said("\(who) may see where you are, but your phone has sent no position yet.")
    }
}

import Domain

/// Asks whoever is back whether what signing out stopped goes on, until they answer.
package struct SharingAgain: Sendable {
    let question: String
    let level: String
    let action: Link

    /// Nil unless signing out is what stopped it, and where it can go on.
    init?(_ choice: SharingChoice, _ sharing: Sharing, _ trip: Trip, now: Instant) {
        guard sharing.level == .off, let before = choice.beforeSigningOut, trip.archivedAt == nil, now < trip.endsAt else { return nil }
        question =
            before == .everyone && trip.fields.sharesFriends
            ? Texts.said("Everyone on the trip saw where you are. Share again until the trip ends?")
            : Texts.said("Hosts and medics saw where you are. Share again until the trip ends?")
        level = before.rawValue
        action = Path.setSharing(trip.fields.slug)
    }
}

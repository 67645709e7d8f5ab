/// Who sees where a member is.
package enum SharingLevel: String, Sendable, CaseIterable {
    case off, hosts, everyone

    package var label: String {
        switch self {
        case .off: "Nobody"
        case .hosts: "Hosts and medics"
        case .everyone: "Everyone on the trip"
        }
    }
}

/// For how long somebody shares.
package enum SharingTime: String, Sendable, CaseIterable {
    case hour, tonight, trip

    package var label: String {
        switch self {
        case .hour: "For one hour"
        case .tonight: "Until tonight"
        case .trip: "Until the trip ends"
        }
    }

    /// What a form offers first: what is set now, or the next longer, so that whoever saves something else shares no shorter than before.
    package static func keeping(_ sharing: Sharing, trip: Trip, now: Instant) -> SharingTime {
        guard sharing.level != .off else { return .tonight }
        guard let end = sharing.endsAt else { return .trip }
        return allCases.first { $0.end(from: now, trip: trip) >= end } ?? .trip
    }

    /// Tonight ends at 4 in the morning, when the last are home.
    package func end(from now: Instant, trip: Trip) -> Instant {
        switch self {
        case .hour: now + .hours(1)
        case .tonight:
            {
                let local = trip.zone.local(now)
                let day = local.clock < "04:00" ? local.day : Day(number: local.day.number + 1)
                return trip.zone.instant(day: day, secondsOfDay: 4 * 3600)
            }()
        case .trip: max(trip.endsAt, now)
        }
    }
}

/// What a member chose, and what the trip allows.
package struct Sharing: Sendable, Equatable {
    package let level: SharingLevel
    package let endsAt: Instant?
    /// The member switched it off: only they switch it on again.
    package let isOffBySelf: Bool
    /// When sharing was switched off; nil while it is on.
    package let offSince: Instant?
    /// False while a full disk has not stored it.
    package let isStored: Bool
    /// Whether there is a position of theirs to see: whoever shares without one is seen by nobody. Of whom it was not asked, true.
    package var hasPosition = true
    package init(level: SharingLevel, endsAt: Instant?, isOffBySelf: Bool, offSince: Instant?, isStored: Bool = true) {
        self.level = level
        self.endsAt = endsAt
        self.isOffBySelf = isOffBySelf
        self.offSince = offSince
        self.isStored = isStored
    }

    /// Whether the trip's hosts see where the member was before they switched off. A member who switched off while the trip hid this was
    /// told so, and a later change of the setting does not break that promise.
    package func showsTrackWhileOff(_ trip: Trip) -> Bool {
        trip.hiddenTracksShownSince.map { since in offSince.map { $0 >= since } ?? true } ?? false
    }

    /// Whether somebody may see them, and nobody can, for no position has arrived.
    package var lacksPosition: Bool { level != .off && !hasPosition }

    /// The level in force: on a trip that shows friends to nobody, `everyone` becomes `hosts`.
    package func effective(_ trip: TripFields) -> SharingLevel { level == .everyone && !trip.sharesFriends ? .hosts : level }
}

/// What a member said of their sharing so far.
package struct SharingChoice: Sendable, Equatable {
    package let isMade: Bool
    /// With whom they shared until they signed out; nil unless that is what stopped it.
    package let beforeSigningOut: SharingLevel?
    package init(isMade: Bool, beforeSigningOut: SharingLevel? = nil) {
        self.isMade = isMade
        self.beforeSigningOut = beforeSigningOut
    }
}

/// Metres to the nearest ten.
package func tens(_ metres: Double) -> Int { Int(clamping: (metres / 10).rounded()).clampedMultiplied(by: 10) }

/// How far away a friend is and how much higher: "320 m · 80 m higher".
package func nearness(metres distance: Double, above: Double?) -> String {
    let far = distance < 1000 ? "\(tens(distance)) m" : decimal(distance / 1000, 1) + " km"
    return above.flatMap(rise).map { far + " · " + $0 } ?? far
}

/// "80 m higher"; nil for what nobody notices.
package func rise(_ above: Double) -> String? {
    guard abs(above) >= 10 else { return nil }
    let metres = tens(abs(above))
    return Texts.said(above > 0 ? "\(metres) m higher" : "\(metres) m lower")
}

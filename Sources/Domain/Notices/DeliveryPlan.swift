/// How one account wants to be reached.
package struct NoticeChoices: Sendable, Equatable {
    /// From and to which minute of the trip's day nothing but the urgent goes out; nil for never.
    package var quiet: QuietHours?
    /// Until the next channel is tried, while a notice stays unread.
    package var minutesToNext = 30
    /// Those that were switched off, by theme.
    package var off: [NoticeTheme: Set<DeliveryChannel>] = [:]
    package init() { quiet = QuietHours(from: 22 * 60, to: 7 * 60) }

    package func isOn(_ channel: DeliveryChannel, for theme: NoticeTheme) -> Bool { off[theme]?.contains(channel) != true }
}

/// A part of the day, over midnight too.
package struct QuietHours: Sendable, Equatable {
    /// Minutes since midnight, 0 to 1439.
    package let from: Int
    package let to: Int

    /// Nil for a part that is empty or outside of a day.
    package init?(from: Int, to: Int) {
        guard (0..<1440).contains(from), (0..<1440).contains(to), from != to else { return nil }
        (self.from, self.to) = (from, to)
    }

    /// When the quiet that holds at a moment ends; nil when none holds. Clocks that are set forward or back are the zone's.
    package func end(at now: Instant, in zone: TripZone) -> Instant? {
        let local = zone.local(now)
        let minute = local.secondsOfDay / 60
        let isQuiet = from < to ? (from..<to).contains(minute) : minute >= from || minute < to
        guard isQuiet else { return nil }
        let day = minute < to ? local.day : Day(number: local.day.number + 1)
        let end = zone.instant(day: day, secondsOfDay: to * 60)
        return end > now ? end : now + .minutes(1)
    }
}

/// Which deliveries a notice gets now, and when the dispatcher looks at it again.
package struct DeliveryPlan: Sendable, Equatable {
    package var addresses: [ID] = []
    /// Nil when nothing more is to be done.
    package var nextAt: Instant?

    /// - Parameters:
    ///   - known: the person's working addresses.
    ///   - tried: channels that have a delivery of this notice already.
    ///   - isRead: on a page, or opened on a device.
    package init(
        urgency: Urgency, theme: NoticeTheme, known: [DeliveryAddress], choices: NoticeChoices, tried: Set<DeliveryChannel>, isRead: Bool, zone: TripZone, now: Instant, expiresAt: Instant
    ) {
        guard !isRead, now < expiresAt else { return }
        let isUrgent = urgency == .urgent
        let open = DeliveryChannel.allCases.filter { channel in
            known.contains { $0.channel == channel } && !tried.contains(channel) && (isUrgent || choices.isOn(channel, for: theme))
        }
        guard let next = open.first else { return }
        if isUrgent {
            addresses = known.filter { open.contains($0.channel) }.map(\.id)
            return
        }
        if let end = choices.quiet?.end(at: now, in: zone) {
            nextAt = end < expiresAt ? end : nil
            return
        }
        addresses = known.filter { $0.channel == next }.map(\.id)
        let after = now + .minutes(choices.minutesToNext)
        nextAt = open.count > 1 && after < expiresAt ? after : nil
    }
}

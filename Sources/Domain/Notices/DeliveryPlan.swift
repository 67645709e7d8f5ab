/// How one account wants to be reached.
package struct NoticeChoices: Sendable, Equatable {
    /// From and to which minute of the trip's day nothing but the urgent goes out; nil for never.
    package var quiet: QuietHours?
    /// Until the next channel is tried, while a notice stays unread.
    package var minutesToNext = 30
    /// Those that were switched off, by theme.
    package var off: [NoticeTheme: Set<DeliveryChannel>] = [:]
    /// Of hosts, who ask for it: off until somebody switches it on.
    package var wantsSummary = false
    package init() { quiet = QuietHours(from: 22 * 60, to: 7 * 60) }

    /// Channels are on until somebody switches them off.
    package func isOn(_ channel: DeliveryChannel, for theme: NoticeTheme) -> Bool { off[theme]?.contains(channel) != true }

    /// The morning's summary goes out by email alone, to whoever wants it.
    func isOn(_ channel: DeliveryChannel, for kind: NoticeKind) -> Bool {
        kind == .morning ? channel == .email && wantsSummary : isOn(channel, for: kind.theme)
    }
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

/// A notice whose time has come, with how its person can be reached.
package struct PendingNotice: Sendable {
    package let id: ID
    package let account: ID?
    package let kind: NoticeKind
    package let urgency: Urgency
    package let expiresAt: Instant
    /// On a page, or opened on a device.
    package let isRead: Bool
    /// Open pages have heard of it.
    package let isTold: Bool
    package let zone: TripZone
    /// Those that work.
    package let addresses: [DeliveryAddress]
    /// Channels that have a delivery of this notice already.
    package let tried: Set<DeliveryChannel>
    package let choices: NoticeChoices
    /// It changes an event that a mail has put into the person's calendar: only another mail changes it there.
    package var isInCalendar = false
    /// Of a test, the one channel that it tries.
    package var only: DeliveryChannel?
    package init(
        id: ID, account: ID?, kind: NoticeKind, urgency: Urgency, expiresAt: Instant, isRead: Bool, isTold: Bool, zone: TripZone,
        addresses: [DeliveryAddress], tried: Set<DeliveryChannel>, choices: NoticeChoices
    ) {
        (self.id, self.account, self.kind, self.urgency, self.expiresAt) = (id, account, kind, urgency, expiresAt)
        (self.isRead, self.isTold, self.zone) = (isRead, isTold, zone)
        (self.addresses, self.tried, self.choices) = (addresses, tried, choices)
    }
}

/// Which deliveries a notice gets now, and when the dispatcher looks at it again.
package struct DeliveryPlan: Sendable, Equatable {
    package var addresses: [DeliveryAddress] = []
    /// When they are to go out, if not at once.
    package var dueAt: Instant?
    /// Nil when nothing more is to be done.
    package var nextAt: Instant?

    /// - Parameter channels: those that the server has set up.
    package init(_ notice: PendingNotice, channels: [DeliveryChannel], at now: Instant) {
        guard !notice.isRead, now < notice.expiresAt else { return }
        let (isUrgent, choices) = (notice.urgency == .urgent, notice.choices)
        let open = channels.filter { channel in
            notice.addresses.contains { $0.channel == channel } && !notice.tried.contains(channel)
                && channel == notice.only ?? channel && (isUrgent || choices.isOn(channel, for: notice.kind))
        }
        guard let next = open.first else { return }
        if isUrgent {
            addresses = notice.addresses.filter { open.contains($0.channel) }
            return
        }
        let calendar: Set<DeliveryChannel> = notice.isInCalendar && open.contains(.email) ? [.email] : []
        if let end = choices.quiet?.end(at: now, in: notice.zone) {
            nextAt = end < notice.expiresAt ? end : nil
            // Whoever reads it on a page until then is not told any more; the calendar is.
            if nextAt != nil { (addresses, dueAt) = (notice.addresses.filter { calendar.contains($0.channel) }, end) }
            return
        }
        let chosen = calendar.union([next])
        addresses = notice.addresses.filter { chosen.contains($0.channel) }
        let after = now + .minutes(choices.minutesToNext)
        nextAt = open.count > chosen.count && after < notice.expiresAt ? after : nil
    }
}

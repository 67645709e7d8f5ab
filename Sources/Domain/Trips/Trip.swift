/// One group trip: what it is called, where and when it is, and the figures its map goes by.
package struct Trip: Sendable, Equatable {
    package let id: ID
    package var fields: TripFields
    package let rosterVersion: Int
    package let rosterChangedAt: Instant
    package let archivedAt: Instant?
    /// Since when hosts may look back on the positions of members who switch sharing off; nil if they may not.
    package let hiddenTracksShownSince: Instant?
    /// Raised by every change of the trip's own fields.
    package let version: Int
    package init(
        id: ID, fields: TripFields, rosterVersion: Int, rosterChangedAt: Instant, archivedAt: Instant?, version: Int,
        hiddenTracksShownSince: Instant? = nil
    ) {
        self.id = id
        self.fields = fields
        self.rosterVersion = rosterVersion
        self.rosterChangedAt = rosterChangedAt
        self.archivedAt = archivedAt
        self.version = version
        self.hiddenTracksShownSince = hiddenTracksShownSince
    }

    package var zone: TripZone { TripZone(fields.timeZone) ?? .utc }
    package var base: Coordinates? {
        guard let latitude = fields.baseLatitude, let longitude = fields.baseLongitude else { return nil }
        return Coordinates(latitude: latitude, longitude: longitude)
    }
    /// The last instant of the last day, in trip time.
    package var endsAt: Instant { zone.instant(day: Day(number: fields.endDay.number + 1), secondsOfDay: 0) }
}

/// What a host types about a trip.
package struct TripFields: Sendable, Equatable {
    package var name = ""
    package var slug = ""
    package var place = ""
    package var startDay = Day(number: 0)
    package var endDay = Day(number: 0)
    package var timeZone = "UTC"
    package var baseName = ""
    package var baseLatitude: Double?
    package var baseLongitude: Double?
    package var meetingInformation = ""
    package var emergencyNumbers = ""
    /// Metres: who counts as nearby.
    package var nearbyRadius = 500
    /// Minutes: up to this age a position is fresh.
    package var freshMinutes = 5
    /// Minutes: up to this age it is stale, beyond it contact is lost.
    package var staleMinutes = 30
    /// Days after the trip for which positions are kept.
    package var historyDays = 14
    /// Metres above the sea from which the mountain map is shown; nil: a little above the base.
    package var mountainFrom: Int?
    /// Whether tracker apps get the friends' positions back.
    package var sharesFriends = true
    /// Whether hosts may look back on where somebody was before they switched sharing off.
    package var showsHiddenTracks = false
    /// Whether travellers may make events of their own.
    package var travellersCreate = false
    /// Whether travellers see who answered what to an event that they are invited to.
    package var showsAnswers = false
    /// Whether members may write to each other alone.
    package var directChat = true
    /// Whether moderators may send announcements, as hosts do.
    package var moderatorsAnnounce = false
    /// Days after the trip for which its chat is kept.
    package var chatDays = 90
    /// Whether notices say on locked screens what they are about.
    package var showsOnLockScreens = true
    package init() {}

    /// A web address from a name: "Skiwoche Zürich 2026" is "skiwoche-zurich-2026". Empty if the name has no such letters.
    package static func slug(of name: String) -> String {
        let words = searchable(name).split { !$0.isASCII || !($0.isLetter || $0.isNumber) }
        var slug = words.joined(separator: "-").prefix(60)
        while slug.last == "-" { slug.removeLast() }
        return String(slug)
    }

    /// After how long contact may be lost.
    package var staleLimits: Texts.Sentence { "Must be more than \(counted(freshMinutes, "minute")) and at most 1,440 minutes." }

    /// Every complaint about the fields, beside the name of its field.
    package var errors: [FieldError] {
        var check = Validation()
        check.require(!name.isEmpty, "name", "Give the trip a name.")
        check.require(name.count <= 100, "name", "At most 100 characters.")
        check.require(
            TripFields.isSlug(slug), "slug", "Use 2 to 60 small letters, digits and hyphens, for instance ski-2026.")
        check.require(place.count <= 200, "place", "At most 200 characters.")
        check.require(endDay >= startDay, "end_day", "The last day must not be before the first.")
        check.require(endDay.number - startDay.number <= 366, "end_day", "A trip lasts at most a year.")
        check.require(TripZone(timeZone) != nil, "time_zone", "Choose a time zone, for instance Europe/Zurich.")
        check.require(
            (baseLatitude == nil) == (baseLongitude == nil), "base_longitude", "Type both latitude and longitude, or neither.")
        check.require(baseLatitude.map { abs($0) <= 90 } ?? true, "base_latitude", "Between −90 and 90 degrees.")
        check.require(baseLongitude.map { abs($0) <= 180 } ?? true, "base_longitude", "Between −180 and 180 degrees.")
        check.require(meetingInformation.count <= 4000, "meeting_information", "At most 4,000 characters.")
        check.require(emergencyNumbers.count <= 1000, "emergency_numbers", "At most 1,000 characters.")
        check.require((10...50_000).contains(nearbyRadius), "nearby_radius", "Between 10 and 50,000 metres.")
        check.require((1...120).contains(freshMinutes), "fresh_minutes", "Between 1 and 120 minutes.")
        check.require(
            (2...1440).contains(staleMinutes) && staleMinutes > freshMinutes, "stale_minutes",
            staleLimits)
        check.require((0...3650).contains(historyDays), "history_days", "Between 0 and 3,650 days.")
        check.require((0...3650).contains(chatDays), "chat_days", "Between 0 and 3,650 days.")
        check.require(
            mountainFrom.map { (-500...9000).contains($0) } ?? true, "mountain_from", "Between −500 and 9,000 metres above the sea.")
        return check.errors
    }

    /// Whether a text may stand in addresses as a trip's name: 2 to 60 small letters, digits and inner hyphens.
    package static func isSlug(_ text: String) -> Bool {
        (2...60).contains(text.utf8.count) && text.utf8.first != UInt8(ascii: "-")
            && text.utf8.last != UInt8(ascii: "-")
            && text.utf8.allSatisfy { (97...122).contains($0) || (48...57).contains($0) || $0 == UInt8(ascii: "-") }
            && !["new", "archive"].contains(text)
    }
}

/// A trip as the switcher and the list show it.
package struct TripSummary: Sendable, Equatable {
    package let id: ID
    package let slug: String
    package let name: String
    package let place: String
    package let startDay: Day
    package let endDay: Day
    package let timeZone: String
    package let isArchived: Bool
    package let memberCount: Int
    package init(
        id: ID, slug: String, name: String, place: String, startDay: Day, endDay: Day, timeZone: String,
        isArchived: Bool, memberCount: Int
    ) {
        self.id = id
        self.slug = slug
        self.name = name
        self.place = place
        self.startDay = startDay
        self.endDay = endDay
        self.timeZone = timeZone
        self.isArchived = isArchived
        self.memberCount = memberCount
    }
}

extension TripSummary {
    package var zone: TripZone { TripZone(timeZone) ?? .utc }

    /// The trip that somebody is most likely busy with on that day (UTC): the one that runs, else the next to begin, else the last that
    /// ended. Archived ones do not count; nil where there is no other.
    package static func nearest(_ trips: [TripSummary], to day: Day) -> TripSummary? {
        let open = trips.filter { !$0.isArchived }.sorted { ($0.startDay, $0.slug) < ($1.startDay, $1.slug) }
        return open.first { $0.startDay <= day && day <= $0.endDay } ?? open.first { $0.startDay > day } ?? open.last
    }
}

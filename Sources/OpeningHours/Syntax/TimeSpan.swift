/// `<timespan>`.
struct TimeSpan: Sendable {
    enum End: Sendable {
        /// `14:00` alone.
        case none
        /// `14:00+`.
        case open
        case time(Time)
        /// `14:00-18:00+`.
        case timeThenOpen(Time)
    }
    let start: Time
    let end: End

    /// Whether it can last beyond the midnight that ends its day.
    var mayPassMidnight: Bool {
        switch (start, end) {
        case (.clock(let start), .time(.clock(let end))): end <= start || end > 1440
        case (_, .none): false
        default: true
        }
    }

    var followsSun: Bool {
        switch end {
        case .none, .open: start.isOfSun
        case .time(let time), .timeThenOpen(let time): start.isOfSun || time.isOfSun
        }
    }
}

/// `<extended_time>`: minutes after the midnight that begins the day, or an event of the sun moved by minutes.
enum Time: Sendable {
    case clock(Int)
    case event(SunEvent, offset: Int)

    /// Whether a span from `start` to this passes midnight. With the sun it is the nominal hours that say so: `sunrise-08:00` and
    /// `19:00-sunset` are no nights on days on which the sun is late or early, but nothing.
    func isTomorrow(after start: Time) -> Bool {
        switch (start, self) {
        case (.clock(let start), .clock(let end)): end <= start
        case (.clock, .event(.sunset, _)), (.clock, .event(.dusk, _)): false
        default: nominal < start.nominal
        }
    }

    var isOfSun: Bool { if case .event = self { true } else { false } }

    /// The hours that opening_hours.js takes for the sun's events.
    var nominal: Int {
        switch self {
        case .clock(let minutes): minutes
        case .event(let event, let offset): event.nominal + offset
        }
    }
}

/// `<event>`; dawn and dusk are those of civil twilight.
enum SunEvent: Sendable {
    case dawn, sunrise, sunset, dusk

    var nominal: Int {
        switch self {
        case .dawn: 5 * 60 + 30
        case .sunrise: 6 * 60
        case .sunset: 18 * 60
        case .dusk: 18 * 60 + 30
        }
    }
}

/// What somebody on the trip saw or heard of a place. It outranks the map while it holds.
package struct PlaceReport: Sendable, Equatable {
    /// The raw value is stored.
    package enum Kind: String, Sendable, CaseIterable {
        case open, closed, kitchen, phone
        /// Whether it holds for a day only.
        package var isForToday: Bool { self != .phone }
    }
    package let id: ID
    package let kind: Kind
    package let memberID: ID
    /// Of whoever says so.
    package let name: String
    /// After midnight in trip time: when the kitchen closes.
    package let minute: Int?
    /// The number that is wrong.
    package let wrongPhone: String
    /// The right number; "" where nobody knows it.
    package let phone: String
    package let madeAt: Instant
    /// Nil for what holds until somebody withdraws it.
    package let endsAt: Instant?
    /// By whom it no longer holds; nil while it does.
    package let withdrawnBy: String?
    package init(
        id: ID, kind: Kind, memberID: ID, name: String, minute: Int?, wrongPhone: String, phone: String, madeAt: Instant, endsAt: Instant?,
        withdrawnBy: String?
    ) {
        self.id = id
        self.kind = kind
        self.memberID = memberID
        self.name = name
        self.minute = minute
        self.wrongPhone = wrongPhone
        self.phone = phone
        self.madeAt = madeAt
        self.endsAt = endsAt
        self.withdrawnBy = withdrawnBy
    }

    /// Whether it counts at a moment. One dated in the future is from before the clock was set back, and counts as long as any other.
    package func holds(at now: Instant) -> Bool { withdrawnBy == nil && endsAt.map { $0 > now } ?? true }

    /// "18:30" of `minute`.
    package var clock: String? { minute.map { padded($0 / 60, 2) + ":" + padded($0 % 60, 2) } }

    /// What is said of today ends with the day in the trip's zone.
    package static func end(of kind: Kind, at now: Instant, zone: TripZone) -> Instant? {
        kind.isForToday ? zone.instant(day: Day(number: zone.today(at: now).number + 1), secondsOfDay: 0) : nil
    }
}

/// What people report of one place and what still holds of it.
package struct PlaceReports: Sendable, Equatable {
    /// Newest first.
    package let all: [PlaceReport]
    package static let none = PlaceReports([])

    /// - Parameter reports: that hold, in any order.
    package init(_ reports: [PlaceReport]) { all = reports.sorted { ($0.madeAt, $0.id) > ($1.madeAt, $1.id) } }

    package var isEmpty: Bool { all.isEmpty }
    /// Whether it is open or closed today: of two that differ the newer one.
    package var state: PlaceReport? { all.first { $0.kind == .open || $0.kind == .closed } }
    package var kitchen: PlaceReport? { all.first { $0.kind == .kitchen } }

    /// What holds on other days too.
    package var lasting: PlaceReports { PlaceReports(all.filter { !$0.kind.isForToday }) }

    /// For how long a place that was seen open counts as open where the map does not say so.
    private static let seenFor = Duration.hours(2)

    /// Whether it is open at a moment, by what people saw; nil where they do not say.
    package func isOpen(at moment: Instant) -> Bool? {
        guard let state, state.endsAt.map({ moment < $0 }) ?? true else { return nil }
        if state.kind == .closed { return false }
        return moment - state.madeAt <= PlaceReports.seenFor ? true : nil
    }

    /// What is true at a moment instead of what the map says; nil where the map is not contradicted.
    package func outranking(_ map: PlaceState, at moment: Instant) -> PlaceState? {
        guard let state, state.endsAt.map({ moment < $0 }) ?? true else { return nil }
        if state.kind == .closed { return .closed(opens: nil) }
        return !map.isOpen && isOpen(at: moment) == true ? .open(until: nil) : nil
    }

    /// That the number on the map is wrong. Once the map has another one, the report speaks of nothing any more.
    package func phone(onMap number: String) -> PlaceReport? {
        all.first { $0.kind == .phone && (number.isEmpty || digits($0.wrongPhone) == digits(number)) }
    }
    private func digits(_ text: String) -> String { text.filter(\.isNumber) }
}

/// What somebody wants to report, as it was typed.
package struct ReportDraft: Sendable, Equatable {
    package var kind: PlaceReport.Kind?
    /// "20:30".
    package var time = ""
    package var phone = ""
    package init() {}

    package var minute: Int? { kind == .kitchen ? time.secondsOfDay.map { $0 / 60 } : nil }

    /// - Parameter known: the number that the place has so far.
    package func errors(known: String) -> [FieldError] {
        var check = Validation()
        check.require(kind != nil, "kind", "Choose what you saw.")
        check.require(kind != .kitchen || minute != nil, "time", "Type a time, for instance 20:30.")
        let number = tidyLine(phone)
        check.require(
            kind != .phone || number.isEmpty || isDialled(number), "phone",
            "Use only digits, spaces and + ( ) - / . with at least 3 digits.")
        check.require(kind != .phone || !known.isEmpty || !number.isEmpty, "phone", "No number is known yet: type the right one.")
        return check.errors
    }
}

/// Whether a text can be dialled: digits, and what people put between them.
package func isDialled(_ text: String) -> Bool {
    text.utf8.count <= 60 && text.count(where: { $0.isASCII && $0.isNumber }) >= 3
        && text.allSatisfy { ($0.isASCII && $0.isNumber) || "+()-/. ;".contains($0) }
}

/// One public holiday of a country: on which day of a year, in which years, in which parts of the country.
struct PublicHoliday: Sendable {
    enum Date: Sendable {
        case fixed(month: Int, day: Int)
        /// Days after Easter Sunday.
        case easter(Int)
        /// The first such weekday from a date on; 0 is Monday.
        case weekday(Int, month: Int, day: Int)
    }
    let date: Date
    private(set) var years = 1...9999
    /// Parts of the country that have it, by the letters behind the hyphen of ISO 3166-2; nil for all.
    private(set) var regions: Set<String>?
    /// Parts in which not all keep it.
    private(set) var regionsInPart: Set<String> = []
    /// By custom or for offices alone: some keep it, some do not.
    private(set) var isInPart = false
    /// Only if it falls on one of these weekdays: for days in lieu.
    private(set) var weekdays: Set<Int>?

    static func on(_ month: Int, _ day: Int) -> PublicHoliday { PublicHoliday(date: .fixed(month: month, day: day)) }
    static func easter(_ days: Int) -> PublicHoliday { PublicHoliday(date: .easter(days)) }
    static func first(_ weekday: Int, from month: Int, _ day: Int) -> PublicHoliday {
        PublicHoliday(date: .weekday(weekday, month: month, day: day))
    }

    private init(date: Date) { self.date = date }

    private func with(_ change: (inout PublicHoliday) -> Void) -> PublicHoliday {
        var holiday = self
        change(&holiday)
        return holiday
    }
    func since(_ year: Int) -> PublicHoliday { with { $0.years = year...$0.years.upperBound } }
    func until(_ year: Int) -> PublicHoliday { with { $0.years = $0.years.lowerBound...year } }
    func only(_ year: Int) -> PublicHoliday { with { $0.years = year...year } }
    /// Names of regions with blanks between them.
    func `in`(_ names: String) -> PublicHoliday { with { $0.regions = PublicHoliday.names(names) } }
    func partly(in names: String) -> PublicHoliday { with { $0.regionsInPart = PublicHoliday.names(names) } }
    var partly: PublicHoliday { with { $0.isInPart = true } }
    func ifOn(_ weekdays: Int...) -> PublicHoliday { with { $0.weekdays = Set(weekdays) } }

    private static func names(_ text: String) -> Set<String> { Set(text.split(separator: " ").map(String.init)) }

    func falls(on date: CalendarDay, easter: Int) -> Bool {
        guard years.contains(date.year) else { return false }
        switch self.date {
        case .fixed(let month, let day): guard date.month == month, date.dayOfMonth == day else { return false }
        case .easter(let days): guard date.day.number == easter + days else { return false }
        case .weekday(let weekday, let month, let day):
            guard date.weekday == weekday, case let distance = date.day.number - CalendarDay.number(date.year, month, day),
                (0..<7).contains(distance)
            else { return false }
        }
        return weekdays?.contains(date.weekday) ?? true
    }

    /// Whether a part of the country keeps it; nil where only some do, or where the part is not known and not all do.
    func isKept(in region: String?) -> Bool? {
        guard regions != nil || !regionsInPart.isEmpty else { return isInPart ? nil : true }
        guard let region else { return nil }
        if regionsInPart.contains(region) { return nil }
        guard regions?.contains(region) ?? false else { return false }
        return isInPart ? nil : true
    }
}

import Domain

/// The public holidays of a country or of a part of it.
struct HolidayCalendar: Sendable {
    private let holidays: [PublicHoliday]
    private let region: String?
    /// A holiday on a Sunday may be kept on the Monday behind it, as each region decides every year.
    private let mayMoveToMonday: Bool

    /// Nil for a country that is not in the table. `region` is an ISO 3166 code: "AT" or "DE-BY".
    init?(region code: String) {
        let parts = code.uppercased().split(separator: "-", maxSplits: 1)
        guard let country = parts.first.map(String.init), let holidays = HolidayCalendar.byCountry[country] else { return nil }
        self.holidays = holidays
        region = parts.count == 2 ? String(parts[1]) : nil
        mayMoveToMonday = country == "ES"
    }

    /// Nil where it is not known: in a part of the country that was not named, or by a custom that not all keep.
    func isHoliday(_ day: Day) -> Bool? {
        let date = CalendarDay(day)
        let answer = kept(date)
        guard answer == false, mayMoveToMonday, date.weekday == 0 else { return answer }
        return kept(date.moved(by: -1)) == false ? false : nil
    }

    private func kept(_ date: CalendarDay) -> Bool? {
        let easter = CalendarDay.easter(date.year)
        var answer: Bool? = false
        for holiday in holidays where holiday.falls(on: date, easter: easter) {
            switch holiday.isKept(in: region) {
            case true: return true
            case nil: answer = nil
            case false: continue
            }
        }
        return answer
    }

    private static let byCountry: [String: [PublicHoliday]] = [
        "AD": andorra, "AT": austria, "CH": switzerland, "CZ": czechia, "DE": germany, "ES": spain, "FI": finland, "FR": france,
        "GB": unitedKingdom, "IT": italy, "LI": liechtenstein, "NO": norway, "PL": poland, "SE": sweden, "SI": slovenia, "SK": slovakia,
    ]
}

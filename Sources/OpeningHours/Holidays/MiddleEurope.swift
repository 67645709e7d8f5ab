/// Germany, Czechia, Slovakia, Poland.
extension HolidayCalendar {
    /// Each state's law of holidays.
    static let germany: [PublicHoliday] = [
        .on(1, 1), .easter(-2), .easter(1), .on(5, 1), .easter(39), .easter(50), .on(10, 3), .on(12, 25), .on(12, 26),
        .on(1, 6).in("BW BY ST"), .on(3, 8).since(2019).in("BE"), .on(3, 8).since(2023).in("MV"), .easter(0).in("BB"), .easter(49).in("BB"),
        .easter(60).in("BW BY HE NW RP SL").partly(in: "SN TH"),
        // In Bavaria where more Catholics than Protestants live; 8 August in Augsburg alone.
        .on(8, 15).in("SL").partly(in: "BY"), .on(8, 8).partly(in: "BY"), .on(9, 20).since(2019).in("TH"), .on(10, 31).in("BB MV SN ST TH"),
        .on(10, 31).since(2018).in("HB HH NI SH"), .on(10, 31).only(2017), .on(11, 1).in("BW BY NW RP SL"),
        .first(2, from: 11, 16).in("SN"),
        .on(5, 8).only(2020).in("BE"), .on(5, 8).only(2025).in("BE"),
    ]

    /// Zákon 245/2000 Sb.
    static let czechia: [PublicHoliday] = [
        .on(1, 1), .easter(-2).since(2016), .easter(1), .on(5, 1), .on(5, 8), .on(7, 5), .on(7, 6), .on(9, 28), .on(10, 28), .on(11, 17),
        .on(12, 24), .on(12, 25), .on(12, 26),
    ]

    /// Zákon 241/1993 Z. z. Since 2024 some of these are days of work that keep their name: "partly".
    static let slovakia: [PublicHoliday] = [
        .on(1, 1), .on(1, 6), .easter(-2), .easter(1), .on(5, 1), .on(5, 8).until(2025), .on(5, 8).only(2026).partly, .on(5, 8).since(2027),
        .on(7, 5), .on(8, 29), .on(9, 1).until(2023), .on(9, 1).since(2024).partly, .on(9, 15).until(2025), .on(9, 15).only(2026).partly,
        .on(9, 15).since(2027), .on(11, 1), .on(11, 17).until(2024), .on(11, 17).since(2025).partly, .on(12, 24), .on(12, 25), .on(12, 26),
        .on(10, 30).only(2018), .on(10, 28).since(2021).partly,
    ]

    /// Ustawa o dniach wolnych od pracy; Christmas Eve since 2025.
    static let poland: [PublicHoliday] = [
        .on(1, 1), .on(1, 6).since(2011), .easter(0), .easter(1), .on(5, 1), .on(5, 3), .easter(49), .easter(60), .on(8, 15), .on(11, 1),
        .on(11, 11), .on(11, 12).only(2018), .on(12, 24).since(2025), .on(12, 25), .on(12, 26),
    ]
}

/// Finland, Norway, Sweden. Eves are days off by custom and agreement, not by the law of holidays: "partly".
extension HolidayCalendar {
    /// Kirkkolaki 4:3, laki itsenäisyyspäivästä, laki vapunpäivästä.
    static let finland: [PublicHoliday] = [
        .on(1, 1), .on(1, 6), .easter(-2), .easter(0), .easter(1), .on(5, 1), .easter(39), .easter(49), .first(4, from: 6, 19).partly,
        .first(5, from: 6, 20), .first(5, from: 10, 31), .on(12, 6), .on(12, 24).partly, .on(12, 25), .on(12, 26),
    ]

    /// Lov om helligdager og helligdagsfred, lov om 1. og 17. mai.
    static let norway: [PublicHoliday] = [
        .on(1, 1), .easter(-3), .easter(-2), .easter(0), .easter(1), .on(5, 1), .on(5, 17), .easter(39), .easter(49), .easter(50),
        .on(12, 25),
        .on(12, 26),
    ]

    /// Lag (1989:253) om allmänna helgdagar.
    static let sweden: [PublicHoliday] = [
        .on(1, 1), .on(1, 6), .easter(-2), .easter(0), .easter(1), .on(5, 1), .easter(39), .easter(49), .easter(50).until(2004),
        .on(6, 6).since(2005), .first(4, from: 6, 19).partly, .first(5, from: 6, 20), .first(5, from: 10, 31), .on(12, 24).partly,
        .on(12, 25),
        .on(12, 26), .on(12, 31).partly,
    ]
}

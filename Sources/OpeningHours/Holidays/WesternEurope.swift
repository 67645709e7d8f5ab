/// Andorra, Spain, France, the United Kingdom.
extension HolidayCalendar {
    /// The calendar of labour of each year; the parishes' feasts by their numbers in ISO 3166-2.
    static let andorra: [PublicHoliday] = [
        .on(1, 1), .on(1, 6), .easter(-48), .on(3, 14), .easter(-2), .easter(1), .on(5, 1), .easter(50), .on(8, 15), .on(9, 8), .on(11, 1),
        .on(12, 8), .on(12, 25), .on(12, 26),
        // Canillo, Encamp and La Massana, Ordino, Sant Julià de Lòria, Andorra la Vella, Escaldes-Engordany.
        .first(5, from: 7, 15).in("02"), .first(6, from: 7, 16).in("02"), .first(0, from: 7, 17).in("02"), .on(8, 16).in("03 04"),
        .on(9, 16).in("05"), .on(9, 17).in("05"), .first(6, from: 7, 25).in("06"), .first(0, from: 7, 26).in("06"),
        .first(1, from: 7, 27).in("06"), .first(5, from: 8, 1).in("07"), .first(6, from: 8, 2).in("07"), .first(0, from: 8, 3).in("07"),
        .on(7, 25).in("08"), .on(7, 26).in("08"),
    ]

    /// Those of all of Spain, and each community's own; a community changes some every year, and every town has two more.
    static let spain: [PublicHoliday] = [
        .on(1, 1), .on(1, 6), .easter(-2), .on(5, 1), .on(8, 15), .on(10, 12), .on(11, 1), .on(12, 6), .on(12, 8), .on(12, 25),
        .easter(-3).in("AN AR AS CB CE CL CM CN EX GA IB MC MD ML NC PV RI").partly(in: "VC"),
        .easter(1).in("CT IB NC PV VC").partly(in: "CB CM RI"), .on(2, 28).in("AN"), .on(3, 1).in("IB"),
        .on(3, 19).partly(in: "CM EX GA MC MD NC PV VC"), .on(4, 23).in("AR CL"), .on(5, 2).in("MD"), .on(5, 17).partly(in: "GA"),
        .on(5, 30).in("CN"), .on(5, 31).in("CM"), .on(6, 9).in("MC RI"), .on(6, 24).in("CT").partly(in: "GA VC"),
        .on(7, 25).in("GA").partly(in: "CL MD NC PV"),
        .on(7, 28).in("CB"), .on(9, 8).in("AS EX"), .on(9, 11).in("CT"), .on(9, 15).in("CB"), .on(9, 17).partly(in: "ML"),
        .on(9, 2).partly(in: "CE"),
        .on(10, 9).in("VC"), .on(12, 3).partly(in: "NC"), .on(12, 26).in("CT").partly(in: "IB"), .easter(60).partly(in: "CM"),
    ]

    /// Code du travail L3133-1; Good Friday and 26 December in Alsace and Moselle.
    static let france: [PublicHoliday] = [
        .on(1, 1), .easter(1), .on(5, 1), .on(5, 8), .easter(39), .easter(50), .on(7, 14), .on(8, 15), .on(11, 1), .on(11, 11), .on(12, 25),
        .easter(-2).in("57 67 68 6AE").partly(in: "GES"), .on(12, 26).in("57 67 68 6AE").partly(in: "GES"),
        .on(4, 27).in("976"), .on(5, 22).in("972 MQ"), .on(5, 27).in("971 GP"), .on(6, 10).in("973 GF"), .on(12, 20).in("974 RE"),
    ]

    /// Banking and Financial Dealings Act 1971, with days in lieu of a weekend and proclaimed ones.
    static let unitedKingdom: [PublicHoliday] = [
        .on(1, 1).ifOn(0, 1, 2, 3, 4), .easter(-2), .easter(1).in("ENG WLS NIR EAW"), .on(12, 25), .on(12, 26).ifOn(0, 1, 2, 3, 4),
        .on(1, 1).ifOn(5, 6).partly, .on(12, 26).ifOn(5, 6).partly,
        .on(1, 2).ifOn(0).in("ENG WLS NIR EAW"), .on(1, 3).ifOn(0).in("ENG WLS NIR EAW"),
        .on(1, 2).in("SCT"), .on(1, 3).ifOn(0, 1).in("SCT"), .on(1, 4).ifOn(0, 1).in("SCT"), .on(12, 27).ifOn(0, 1), .on(12, 28).ifOn(0, 1),
        .on(3, 17).in("NIR"), .on(3, 18).ifOn(0).in("NIR"), .on(3, 19).ifOn(0).in("NIR"),
        .on(7, 12).in("NIR"), .on(7, 13).ifOn(0).in("NIR"), .on(7, 14).ifOn(0).in("NIR"),
        .first(0, from: 5, 1).until(2019), .on(5, 8).only(2020), .first(0, from: 5, 1).since(2021),
        .first(0, from: 5, 25).until(2021), .on(6, 2).only(2022), .on(6, 3).only(2022), .first(0, from: 5, 25).since(2023),
        .first(0, from: 8, 25).in("ENG WLS NIR EAW"), .first(0, from: 8, 1).in("SCT"),
        .on(11, 30).in("SCT"), .on(12, 1).ifOn(0).in("SCT"), .on(12, 2).ifOn(0).in("SCT"),
        .on(9, 19).only(2022), .on(5, 8).only(2023), .on(6, 15).only(2026).in("SCT"),
    ]
}

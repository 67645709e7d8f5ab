/// Austria, Switzerland, Liechtenstein, Italy, Slovenia: days of rest by law; where only offices or some trades keep one it is "partly".
extension HolidayCalendar {
    /// Arbeitsruhegesetz §7. The provinces' patrons close schools and offices alone.
    static let austria: [PublicHoliday] = [
        .on(1, 1), .on(1, 6), .easter(1), .on(5, 1), .easter(39), .easter(50), .easter(60), .on(8, 15), .on(10, 26), .on(11, 1), .on(12, 8),
        .on(12, 25), .on(12, 26),
        // Sundays anyway.
        .easter(0).partly, .easter(49).partly,
    ]

    /// Only 1 August is of the Confederation; the rest is each canton's. Cantons in which only some communes keep a day are "partly".
    static let switzerland: [PublicHoliday] = [
        .on(1, 1), .on(8, 1), .easter(39), .on(12, 25),
        .on(1, 2).in("BE FR GL JU LU OW SH SO TG VD ZG ZH").partly(in: "AG NE NW SZ"),
        .on(1, 6).in("SZ TI UR").partly(in: "GR LU"), .on(3, 1).in("NE"), .on(3, 19).in("NW SZ TI UR VS").partly(in: "GR LU SO"),
        .easter(-2).in("AG AI AR BE BL BS FR GE GL GR JU LU NE NW OW SG SH SO SZ TG UR VD ZG ZH"),
        .easter(1).in("AG AI AR BE BL BS FR GE GL GR JU LU NW OW SG SH SO SZ TG TI UR VD ZG ZH").partly(in: "NE VS"),
        .on(5, 1).in("BL BS JU NE SH TG TI ZH").partly(in: "AG FR SO"),
        .easter(50).in("AG AI AR BE BL BS FR GE GL GR JU LU NW OW SG SH SO SZ TG TI UR VD ZG ZH").partly(in: "NE VS"),
        .easter(60).in("AI JU LU NW OW SZ TI UR VS ZG").partly(in: "AG FR GR NE SO"),
        .on(6, 23).in("JU"), .on(6, 29).in("TI").partly(in: "GR LU"),
        .on(8, 15).in("AI JU LU NW OW SZ TI UR VS ZG").partly(in: "AG FR GR SO"),
        .on(9, 22).partly(in: "AI VS"), .on(9, 25).in("OW"), .on(11, 1).in("AI GL JU LU NW OW SG SZ TI UR VS ZG").partly(in: "AG FR GR SO"),
        .on(12, 8).in("AI LU NW OW SZ TI UR VS ZG").partly(in: "AG FR GR SO"),
        .on(12, 26).in("AR BE BL BS FR GL GR LU NW OW SG SH SZ TG TI UR ZG ZH").partly(in: "AG AI NE SO VS"),
        // Näfelser Fahrt, a week later in Holy Week.
        .first(3, from: 4, 1).partly(in: "GL"), .first(3, from: 4, 8).partly(in: "GL"),
        // Jeûne genevois: the Thursday behind September's first Sunday. Lundi du Jeûne: the Monday behind its third.
        .first(3, from: 9, 5).in("GE"), .first(0, from: 9, 16).in("VD").partly(in: "NE"), .on(12, 31).in("GE"),
    ]

    /// Arbeitsgesetz; the banks' days are "partly".
    static let liechtenstein: [PublicHoliday] = [
        .on(1, 1), .on(1, 2).partly, .on(1, 6), .on(2, 2), .easter(-47).partly, .on(3, 19), .easter(-2).partly, .easter(0), .easter(1),
        .on(5, 1),
        .easter(39), .easter(49), .easter(50), .easter(60), .on(8, 15), .on(9, 8), .on(11, 1), .on(12, 8), .on(12, 24).partly, .on(12, 25),
        .on(12, 26), .on(12, 31).partly,
    ]

    /// Legge 260/1949; St Francis again since 2026 (legge 151/2025). Patrons' days are each town's and not here.
    static let italy: [PublicHoliday] = [
        .on(1, 1), .on(1, 6), .easter(0), .easter(1), .on(4, 25), .on(5, 1), .on(6, 2), .on(8, 15), .on(10, 4).since(2026), .on(11, 1),
        .on(12, 8), .on(12, 25), .on(12, 26), .easter(50).in("BZ"),
    ]

    /// Zakon o praznikih in dela prostih dnevih.
    static let slovenia: [PublicHoliday] = [
        .on(1, 1), .on(1, 2).until(2012), .on(1, 2).since(2017), .on(2, 8), .easter(0), .easter(1), .on(4, 27), .on(5, 1), .on(5, 2),
        .easter(49),
        .on(6, 25), .on(8, 15), .on(10, 31), .on(11, 1), .on(12, 25), .on(12, 26), .on(8, 14).only(2023),
    ]
}

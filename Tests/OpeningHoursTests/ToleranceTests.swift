import Domain
import OpeningHours
import Testing

/// Mistakes that are plain are read and noted; what is not plain is unknown.
@Suite struct ToleranceTests {
    @Test(arguments: [
        ("9.00-18.00", "09:00-18:00", [HoursNote.Kind.timeSeparator, .timeSeparator]),
        ("Mo-Fr 9-18h", "09:00-18:00", [.missingMinutes, .hourMark]),
        ("mo-fr 09:00-18:00", "09:00-18:00", [.letterCase, .letterCase]), ("Mo–Fr 09:00–18:00", "09:00-18:00", [.dash, .dash]),
        ("Mo-Fr 0900-1800", "09:00-18:00", [.missingColon, .missingColon]), ("Mo-Fr 9:00-18:00", "09:00-18:00", [.shortNumber]),
        ("Monday-Friday 9am-5pm", "09:00-17:00", [.wording, .wording, .twelveHourClock, .twelveHourClock]),
        ("Mo-Fr 2-5pm", "14:00-17:00", [.missingMinutes, .twelveHourClock]),
        ("Mo 12am-12pm", "00:00-12:00", [.twelveHourClock, .twelveHourClock]),
        ("Mo-Fr 9h30-18h", "09:30-18:00", [.timeSeparator, .hourMark]), ("Mo-Fr 09:00 - 18:00", "09:00-18:00", [.spacing]),
        ("Mo, Tu 09:00-18:00", "09:00-18:00", [.spacing]), ("Mo.-Fr. 09:00-18:00", "09:00-18:00", [.wording, .wording]),
        ("Mo-Fr: 09:00-18:00", "09:00-18:00", [.separator]), ("Mo 08:00-19:00 Sa 09:00-19:00", "08:00-19:00", [.separator]),
        ("Mo 08:00-19:00: Su 10:00-14:00", "08:00-19:00", [.separator]), ("09:00-18:00 Mo-Fr", "09:00-18:00", [.order]),
        ("Mo-Fr 09:00-18:00;", "09:00-18:00", [.emptyRule]), ("Mo-Fr 09:00-18:00;; Sa off", "09:00-18:00", [.emptyRule]),
        ("Mo-Fr 16:00-, Sa 14:00-", "16:00-24:00?", [.openEnd, .openEnd]), ("Mo-Fr 17:00-late", "17:00-27:00?", [.openEnd]),
        ("Mo 09:00-12:00 and 13:00-18:00", "09:00-12:00 13:00-18:00", [.wording]),
        ("Mo 09:00-12:00 / 13:00-18:00", "09:00-12:00 13:00-18:00", [.separator]),
        ("Mo 09:00-12:00 13:00-18:00", "09:00-12:00 13:00-18:00", [.separator]),
        ("Mo till Fr 09:00-18:00", "09:00-18:00", [.spacing, .wording]),
        ("daily noon-midnight", "12:00-24:00", [.wording, .wording]), ("Mo 09:00-18:00 “bell”", "09:00-18:00? (bell)", [.quotationMarks]),
        ("5 Jan 09:00-18:00", "09:00-18:00", [.order]), ("1-6 Jan 09:00-18:00", "09:00-18:00", [.order, .order]),
        ("24h", "00:00-24:00", []),
        ("Mo 09:00:00-18:00:00", "09:00-18:00", [.timeSeparator, .timeSeparator]), ("Mo10:00-12:00", "10:00-12:00", [.spacing]),
        ("Mo\u{A0}10:00-12:00", "10:00-12:00", []), ("Mo-Fr 10:00-16:00/30", "10:00-16:00", [.repetition]),
        ("Mo 10:00", "00:00-24:00?", [.pointInTime]),
    ]) func mistakesAreReadAndNoted(_ value: String, _ expected: String, _ notes: [HoursNote.Kind]) throws {
        #expect(try said(value, "2026-01-05", place()) == expected, "\(value)")
        let found = Hours(value).notes.map(\.kind)
        #expect(Set(notes).isSubset(of: found), "\(value): \(found)")
        if notes.isEmpty { #expect(Set(found).isSubset(of: [.wording, .hourMark]), "\(value): \(found)") }
    }

    @Test(arguments: [
        "Mo-Fr 08:00-12:00,13:00-17:30; Sa 10:00-16:00; PH off", "24/7", "Apr-Oct: Mo-Su 10:00-18:00", "sunrise-sunset", "off",
        "SH,PH Mo-Fr 10:00-12:00",
    ])
    func whatIsProperHasNoNote(_ value: String) { #expect(Hours(value).notes.isEmpty && Hours(value).isReadable, "\(Hours(value).notes)") }

    @Test(arguments: [
        "", " ", ";", "only in summer", "Mo-Fr 09:30 - 15:00. Lunch Mo-Fr 11:00 - 13:30", "Mo-Fr 8-02;Sa 8-02 Su 8", "25:00-26:00",
        "10:00-49:00",
        "Mo-", "Mo[6]", "Jan 32", "week 54", "Mo-Fr 10:00-18:00 \"open", "2020-2019", "Mo 13pm-14pm", "10:60-11:00",
        "\u{1F37A} 10:00-12:00",
        "Mo-Fr 10:00-18:00 by appointment", "пн-пт 10:00-18:00", "(sunrise+01:00", "99999999999999999999:00-10:00", "/", "||", "Mo-Fr 10-",
        "week",
    ]) func whatCannotBeReadIsUnknownWithItsText(_ value: String) throws {
        let hours = Hours(value)
        let answer = hours.answer(at: Instant(seconds: 1_767_600_000), in: try place())
        guard value != "Mo-Fr 10-" else { return #expect(hours.isReadable) }
        #expect(!hours.isReadable, "\(value)")
        #expect(answer.state == .unknown && answer.comment == value && answer.doubt == .unreadable)
        #expect(hours.nextChange(after: Instant(seconds: 1_767_600_000), in: try place()) == nil)
    }

    @Test func aValueThatIsTooLongIsNotRead() { #expect(!Hours(String(repeating: "Mo 10:00-12:00; ", count: 200)).isReadable) }
}

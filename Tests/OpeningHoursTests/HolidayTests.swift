import Domain
import OpeningHours
import Testing

/// Public holidays of sixteen countries. Facts are of published calendars.
@Suite struct HolidayTests {
    @Test(arguments: [
        ("AD", "2026-03-14"), ("AD", "2026-02-16"), ("AD", "2026-09-08"), ("AD-02", "2026-07-18"), ("AD-07", "2026-08-03"),
        ("AT", "2026-10-26"), ("AT", "2026-06-04"), ("CH", "2026-08-01"), ("CH-VS", "2026-03-19"), ("CH-GE", "2026-09-10"),
        ("CH-VD", "2026-09-21"), ("CZ", "2026-07-06"), ("CZ", "2026-04-03"), ("DE", "2026-10-03"), ("DE-BY", "2026-01-06"),
        ("DE-SN", "2026-11-18"), ("DE-BB", "2026-04-05"), ("DE-HH", "2026-10-31"), ("ES", "2026-10-12"), ("ES-CT", "2026-09-11"),
        ("FI", "2026-06-20"), ("FI", "2026-10-31"), ("FI", "2026-05-14"), ("FR", "2026-07-14"), ("FR-57", "2026-04-03"),
        ("GB", "2026-05-25"),
        ("GB", "2026-12-28"), ("GB-SCT", "2026-01-02"), ("GB-NIR", "2026-03-17"), ("GB-ENG", "2026-04-06"), ("IT", "2026-06-02"),
        ("IT", "2026-10-04"), ("IT-BZ", "2026-05-25"), ("LI", "2026-09-08"), ("NO", "2026-05-17"), ("NO", "2026-04-02"),
        ("PL", "2026-12-24"),
        ("PL", "2026-06-04"), ("SE", "2026-06-06"), ("SE", "2026-06-20"), ("SI", "2026-02-08"), ("SI", "2026-01-02"), ("SK", "2026-08-29"),
        ("at", "2026-12-25"),
    ]) func isAHoliday(_ region: String, _ day: String) throws {
        #expect(try place(region).isPublicHoliday(date(day)) == true, "\(region) \(day)")
    }

    @Test(arguments: [
        ("AT", "2026-04-03"), ("AT-7", "2026-03-19"), ("AD-04", "2026-07-18"), ("CH-ZH", "2026-06-04"), ("CZ", "2015-04-03"),
        ("DE-HH", "2026-01-06"),
        ("DE-HH", "2016-10-31"),
        ("FR", "2026-06-04"), ("GB-SCT", "2026-04-06"), ("GB-ENG", "2026-03-17"), ("GB", "2022-05-30"), ("IT", "2025-10-04"),
        ("PL", "2024-12-24"),
        ("NO", "2026-06-04"), ("SE", "2004-06-06"), ("SI", "2015-01-02"),
    ]) func isNone(_ region: String, _ day: String) throws {
        #expect(try place(region).isPublicHoliday(date(day)) == false, "\(region) \(day)")
    }

    /// In a part of the country that was not named, by a custom that not all keep, or in a country that is not computed.
    @Test(arguments: [
        ("DE", "2026-01-06"), ("CH", "2026-06-04"), ("FI", "2026-06-19"), ("SE", "2026-12-24"), ("SK", "2026-05-08"),
        ("DE-BY", "2026-08-15"),
        ("JP", "2026-06-04"), ("ES", "2026-12-07"), ("GB", "2026-04-06"), ("", "2026-12-25"),
    ]) func isNotKnown(_ region: String, _ day: String) throws {
        #expect(try place(region).isPublicHoliday(date(day)) == nil, "\(region) \(day)")
    }

    @Test(arguments: [
        (1913, "1913-03-23"), (1943, "1943-04-25"), (2000, "2000-04-23"), (2008, "2008-03-23"), (2024, "2024-03-31"), (2038, "2038-04-25"),
    ]) func easter(_ year: Int, _ day: String) throws {
        #expect(try said("easter", day, place()) == "00:00-24:00")
        #expect(try said("\(year) easter +1 day", day, place()) == "")
    }

    // MARK: In rules

    @Test(arguments: [
        // 6 January 2026 is a Tuesday and a holiday in Austria.
        ("Mo-Fr 09:00-18:00; PH off", "2026-01-06", ""), ("Mo-Fr 09:00-18:00; PH off", "2026-01-07", "09:00-18:00"),
        ("Mo-Fr 09:00-18:00; PH 10:00-12:00", "2026-01-06", "10:00-12:00"), ("PH off; Mo-Fr 09:00-18:00", "2026-01-06", "09:00-18:00"),
        ("Mo-Fr,PH 09:00-18:00", "2026-01-06", "09:00-18:00"), ("PH Mo-Fr 09:00-18:00", "2026-01-06", "09:00-18:00"),
        ("PH Su 09:00-18:00", "2026-01-06", ""), ("PH Mo-Fr 09:00-18:00", "2026-01-07", ""),
        ("PH -1 day 09:00-12:00", "2026-01-05", "09:00-12:00"),
        ("Mo-Sa 10:00-20:00; Su,PH off", "2026-01-06", ""), ("Mo-Sa 10:00-20:00, PH off", "2026-01-06", ""),
        ("Mo-Sa, PH off", "2026-01-05", "00:00-24:00"),
    ]) func rulesOfPublicHolidays(_ value: String, _ day: String, _ expected: String) throws {
        #expect(try said(value, day, place("AT")) == expected, "\(value) on \(day)")
    }

    @Test func whereHolidaysAreNotKnownOnlyWhatTheyChangeIsUnknown() throws {
        let japan = try place("JP", "Asia/Tokyo")
        let hours = Hours("Mo-Fr 09:00-18:00; PH off")
        let noon = hours.answer(at: try instant("2026-01-07 12:00", japan), in: japan)
        #expect(noon.state == .unknown && noon.doubt == .publicHoliday && noon.onOrdinaryDay == .open)
        let night = hours.answer(at: try instant("2026-01-07 20:00", japan), in: japan)
        #expect(night.state == .closed && night.doubt == [])
        #expect(try state("Mo-Su,PH 09:00-18:00", "2026-01-07 12:00", japan) == .open)
        #expect(try said("Mo-Fr 09:00-18:00; PH 10:00-12:00", "2026-01-07", japan) == "09:00-10:00? 10:00-12:00 12:00-18:00?")
    }

    @Test func schoolHolidaysAreNeverKnown() throws {
        let hours = Hours("Mo-Fr 08:00-16:00; SH 10:00-14:00; PH off")
        let austria = try place("AT")
        #expect(try said(hours.text, "2026-01-07", austria) == "08:00-10:00? 10:00-14:00 14:00-16:00?")
        let morning = hours.answer(at: try instant("2026-01-07 09:00", austria), in: austria)
        #expect(morning.doubt == .schoolHoliday && morning.onOrdinaryDay == .open)
        #expect(try said(hours.text, "2026-01-06", austria) == "")
        #expect(try said("SH", "2026-01-07", austria) == "00:00-24:00?")
    }
}

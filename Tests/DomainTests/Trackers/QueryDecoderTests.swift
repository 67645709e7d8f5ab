import Domain
import Testing

private let now = Instant(seconds: 1_767_621_900)

/// Positions that come in an address or a form.
@Suite struct QueryDecoderTests {
    @Test func queries() throws {
        func fix(_ query: String) throws -> Fix {
            try TrackerDecoder.decode(query: parseQuery(query), receivedAt: now).fixes[0].judged(receivedAt: now).get()
        }
        #expect(try fix("id=1&timestamp=1377177267&lat=60.0&lon=30.0&speed=10").speed.map { abs($0 - 5.14444) < 1e-9 } == true)
        #expect(try fix("lat=60&lon=30&timestamp=1442068686579").time == Instant(milliseconds: 1_442_068_686_579))
        #expect(try fix("lat=60&lon=30&timestamp=2014-06-04+09%3A10%3A11").time == Instant(seconds: 1_401_873_011))
        #expect(try fix("lat=60&lon=30&timestamp=2016-01-27T18%3A55%3A47Z").time == Instant(seconds: 1_453_920_947))
        #expect(try fix("deviceid=1&location=60.0,30.0").time == now)
        #expect(try fix("lat=60&lon=30&speed=36&speed_unit=kmh").speed == 10)
        #expect(try fix("lat=60&lon=30&spd=3.5&hdop=null&batt=81").speed == 3.5)
        // PhoneTrack's names; a charge with a fraction and at most 1 is a share.
        let phoneTrack = try fix("lat=60&lon=30&timestamp=1442068686&ele=812&acc=7&bat=0.5&sat=9&useragent=PhoneTrack")
        #expect(phoneTrack.altitude == 812 && phoneTrack.accuracy == 7 && phoneTrack.battery == 50)
        #expect(try ["1", "1.0", "0.07", "63.0"].map { try fix("lat=60&lon=30&batt=\($0)").battery } == [1, 100, 7, 63])
        #expect(TrackerDecoder.decode(query: parseQuery("id=1&timestamp=1"), receivedAt: now).fixes.isEmpty)
        #expect(TrackerDecoder.decode(query: parseQuery("id=1&notificationToken=x"), receivedAt: now).fixes.isEmpty)
        #expect(
            TrackerDecoder.decode(query: parseQuery("lat=60&lon=30&timestamp=yesterday"), receivedAt: now).fixes[0].judged(receivedAt: now)
                == .failure(.noTime))
    }

    @Test func openGTS() throws {
        let query = "id=1&gprmc=$GPRMC,140322,A,4601.20000,N,00745.00000,E,10.0,210.0,050126,,*CS&alt=1200"
        let fix = try TrackerDecoder.decode(query: parseQuery(query), receivedAt: now).fixes[0].judged(receivedAt: now).get()
        #expect(fix.time == Instant(seconds: 1_767_621_802))
        #expect(abs(fix.coordinates.latitude - 46.02) < 1e-9 && abs(fix.coordinates.longitude - 7.75) < 1e-9)
    }

    @Test func queriesSayWhetherThePhoneChargesAndMoves() throws {
        func fix(_ query: String) throws -> Fix {
            try TrackerDecoder.decode(query: parseQuery("lat=60&lon=30&" + query), receivedAt: now).fixes[0].judged(receivedAt: now).get()
        }
        let charges = ["charge=true", "charge=false", "ischarging=TRUE", "is_charging=0", "charging=1", "charge=", "charge=null"]
        #expect(try charges.map { try fix($0).isCharging } == [true, false, true, false, true, nil, nil])
        #expect(try ["motion=true", "motion=false", "moving=0", "x=1"].map { try fix($0).isMoving } == [true, false, false, nil])
    }

    /// Of an alarm beside a GPS receiver's own sentence nothing is lost either.
    @Test func anAlarmBesideASentenceIsOne() throws {
        let sentence = "gprmc=$GPRMC,140322,A,4601.20000,N,00745.00000,E,10.0,210.0,050126,,*CS"
        for query in [sentence + "&alarm=sos&charge=true", "alarm=sos&gprmc=broken"] {
            let report = TrackerDecoder.decode(query: parseQuery(query), receivedAt: now)
            #expect(report.isAlarm && report.notes == ["alarm: sos"])
            #expect(report.fixes.first.map { $0.isCharging == true } ?? (report.problems == ["a GPRMC sentence that could not be read"]))
        }
    }

    @Test(arguments: [
        ("alarm=sos", true), ("alarm=SOS,lowBattery", true), ("alarm=lowBattery&alarm=sos", true), ("Alarm=lowBattery%3Bsos", true),
        ("alarm=lowBattery", false), ("alarm=", false), ("alarm=sosnotreally", false),
    ])
    func anSOSInAQueryIsFound(_ query: String, _ isAlarm: Bool) {
        #expect(TrackerDecoder.decode(query: parseQuery("lat=46&lon=7&" + query), receivedAt: now).isAlarm == isAlarm)
    }
}

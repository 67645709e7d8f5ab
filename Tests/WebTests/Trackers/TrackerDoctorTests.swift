import Domain
import Services
import Testing

/// A tracker's page for hosts: what arrived of its phone, and what became of it.
@Suite struct TrackerDoctorTests {
    @Test func theDoctorExplains() async throws {
        let app = try await TestApp.withTrips()
        _ = try await app.postPosition(app.ownTracks())
        app.clock.pass(.seconds(1))
        _ = try await app.postPosition(app.ownTracks(0).replacing("7.75", with: "0"))
        app.clock.pass(.seconds(1))
        let now = app.clock.now.seconds
        _ = try await app.postPosition(app.ownTracks().replacing("\(now)", with: "\(now + 400)"))
        let page = try await app.send(.get, "/trips/alpha/trackers/\(app.id("tracker"))", as: .host)
        for text in ["1 position stored", "at 0°, 0°", "dated more than 5 minutes ahead", "OwnTracks"] {
            #expect(page.body.contains(text), "\(text)")
        }
        let board = app.services.hub.board(app.id("trip alpha"))
        #expect(board.entry(app.id("member"))?.fix.coordinates.latitude == 46.02)
    }

    /// Every branch of the decoders that answers 2xx and does not store all of it says so to the doctor.
    @Test(arguments: [
        ("[]", "an empty array"), ("17", "JSON that is not an object"), ("{}", "JSON of no known app"),
        (#"{"location":[17]}"#, "an entry that is not an object"), (#"{"locations":[17]}"#, "an entry that is not an object"),
        (#"{"location":{}}"#, "no position in it"), (#"{"coords":{}}"#, "no position in it"),
        (#"{"_type":"location"}"#, "no position in it"),
        (#"{"_type":"encrypted","data":"x"}"#, "encrypted message"), (#"{"_type":"lwt"}"#, "farewell message"),
        (#"{"_type":"transition"}"#, "a message of type transition"), ("", "an empty message"),
        (#"{"locations":[{"properties":{"action":"visit"}}]}"#, "a log entry of type visit"),
        (#"{"locations":[{"properties":{"timestamp":"2026-01-05T14:03:22Z"}}]}"#, "no position in it"),
        (#"{"_type":"location","lat":95,"lon":7,"tst":1767621802}"#, "impossible coordinates"),
        (#"{"_type":"location","lat":46,"lon":7}"#, "its time could not be read"),
        (#"{"_type":"location","lat":46,"lon":7,"tst":1767621802,"acc":6000}"#, "accuracy worse than 5 km"),
        (#"{"_type":"location","lat":46,"lon":7,"tst":1767621802,"alt":9999}"#, "left out: an impossible altitude"),
    ]) func nothingThatIsTakenIsThrownAwayUnsaid(_ body: String, _ said: String) async throws {
        let app = try await TestApp.withTrips()
        #expect(try await app.postPosition(body).status == 200)
        let page = try await doctor(app)
        #expect(page.contains(said), "\(body)")
    }

    @Test(arguments: [
        ("id=1", "connected, no position"), ("id=1&notificationToken=x", "a push registration"),
        ("lat=north&lon=7", "a position that could not be read"), ("gprmc=x", "a GPRMC sentence that could not be read"),
        ("lat=46&lon=7&timestamp=yesterday", "its time could not be read"), ("lat=46&lon=7&alarm=geofence", "alarm: geofence"),
        ("lat=46&lon=7&batt=140", "left out: an impossible battery charge"),
    ]) func norOfAQuery(_ query: String, _ said: String) async throws {
        let app = try await TestApp.withTrips()
        #expect(try await app.postPosition(query, type: "application/x-www-form-urlencoded").status == 200)
        #expect(try await doctor(app).contains(said), "\(query)")
    }

    @Test func theDoctorShowsEveryValueAndWhatWasAnswered() async throws {
        let app = try await TestApp.withTrips()
        let time = app.clock.now.seconds - 1
        let place = #""lat":46.02,"lon":7.75,"acc":8,"alt":1583,"vel":36,"cog":210"#
        let phone = #""batt":62,"bs":2,"motionactivities":["stationary"],"t":"u""#
        _ = try await app.postPosition("{\"_type\":\"location\",\"tst\":\(time),\(place),\(phone)}")
        let page = try await doctor(app)
        for text in [
            "15:03:22", "measured at 15:03:21", "latitude 46.02°, longitude 7.75°", "accuracy ± 8 m", "altitude 1583 m",
            "speed 10 m/s (36 km/h)", "course 210°", "battery 62 %", "charging", "still", "sent by hand", "OwnTracks", ">200<",
        ] { #expect(page.contains(text), "\(text)") }
        app.clock.pass(.seconds(1))
        #expect(try await app.postPosition("{broken SECRET").status == 422)
        #expect(try await app.postPosition(String(repeating: "x", count: 2_200_000)).status == 413)
        let problems = try await doctor(app, "?only=problems")
        for text in ["This is not JSON (byte 1).", "422, not taken", "413, not taken"] { #expect(problems.contains(text), "\(text)") }
        #expect(!problems.contains("battery 62 %") && !problems.contains("SECRET"))
        app.clock.pass(.hours(25))
        try await app.signInAgain()
        #expect(try await doctor(app).contains("Nothing has arrived in the last 24 hours"))
    }

    @Test func theDaySurvivesARestartAndIsTurnedPageByPage() async throws {
        let app = try await TestApp.withTrips()
        for _ in 0..<60 {
            app.clock.pass(.seconds(10))
            _ = try await app.postPosition(app.ownTracks())
        }
        let again = try await app.restarted()
        let page = try await doctor(again)
        #expect(page.components("measured at").count == 51)
        // What says the same is one line, above it how the phone does.
        let shown = HTMLPage(page)
        #expect(shown.count("table.doctor tbody tr") == 1 && page.contains("50 positions, "))
        #expect(shown.text(".health")?.hasPrefix("Healthy: every 10 s, last ") == true && page.contains("Positions per hour"))
        let older = try #require(page.components("href=\"/trips/alpha/trackers/\(app.id("tracker"))?before=").last?.prefix { $0 != "#" })
        let second = try await doctor(again, "?before=" + older)
        #expect(second.components("measured at").count == 11 && second.contains("Newest"))
        #expect(try await doctor(again, "?before=x&only=y").components("measured at").count == 51)
    }

    private func doctor(_ app: TestApp, _ query: String = "") async throws -> String {
        try await app.send(.get, "/trips/alpha/trackers/\(app.id("tracker"))\(query)", as: .host).body
    }
}

import Domain
import Services
import Testing

/// Keeps what it hears.
private final class Phone: WaitingPhone {
    var replies: [TrackerReply] = []
    var refusals: [Refusal] = []
    func hear(_ reply: TrackerReply) { replies.append(reply) }
    func hear(_ refusal: Refusal) { refusals.append(refusal) }
}

@Suite struct TrackerFlowTests {
    private func ownTracks(_ house: House, _ latitude: Double = 46.02, secondsAgo: Int = 0) -> String {
        "{\"_type\":\"location\",\"tid\":\"AE\",\"lat\":\(latitude),\"lon\":7.75,"
            + "\"tst\":\(house.fixed.now.seconds - Int64(secondsAgo)),\"acc\":8}"
    }
    private func post(_ house: House, _ body: String, type: String = "application/json", query: String = "") async throws -> House.Answer {
        try await house.send(.post, "/t/\(house.trackerToken)\(query)", body: body, headers: ["Content-Type": type])
    }

    @Test func everyAppHearsWhatItExpects() async throws {
        let house = try await House.furnished()
        let time = house.fixed.now.seconds
        let location = try await post(house, ownTracks(house))
        #expect(location.status == 200 && location.body == "[]")
        #expect(try await post(house, "{\"_type\":\"lwt\",\"tst\":1}").body == "[]")
        #expect(try await post(house, "").status == 200)
        #expect(try await post(house, "{\"locations\":[]}").body == "{\"result\":\"ok\"}")
        let traccar = try await post(
            house,
            "{\"location\":{\"timestamp\":\"2026-01-05T14:03:21Z\",\"coords\":{\"latitude\":46,\"longitude\":7}},\"device_id\":\"1\"}")
        #expect(traccar.status == 200 && traccar.body.isEmpty)
        #expect(try await post(house, "id=1&notificationToken=x", type: "application/x-www-form-urlencoded").status == 200)
        #expect(try await post(house, "", query: "?id=1&lat=46.1&lon=7.1&timestamp=\(time - 5)").status == 200)
        #expect(try await house.send(.get, "/t/\(house.trackerToken)?lat=46.2&lon=7.2&timestamp=\(time - 4)").status == 200)
        #expect(try await house.send(.get, "/t/\(house.trackerToken)").body == "{\"name\":\"Sotravel\"}")
        #expect(try await house.send(.get, "/t/\(house.trackerToken)", headers: ["Accept": "text/html"]).body.contains("Hello Ada"))
        let dawarich = try await house.send(
            .post, "/t/\(house.trackerToken)/api/v1/overland/batches?api_key=x", body: "{\"locations\":[]}",
            headers: ["Content-Type": "application/json"])
        #expect(dawarich.body == "{\"result\":\"ok\"}")
        for useless in ["[]", "17", "{}", "{\"_type\":\"location\"}", "{\"_type\":\"encrypted\",\"data\":\"x\"}"] {
            #expect(try await post(house, useless).status == 200, "\(useless)")
        }
        #expect(try await post(house, "{broken").status == 422)
        #expect(try await house.send(.post, "/t/unknown", body: ownTracks(house)).status == 404)
        #expect(try await post(house, String(repeating: "x", count: 2_200_000)).status == 413)
    }

    @Test func aByteOrderMarkIsNoPartOfTheMessage() async throws {
        let house = try await House.furnished()
        let trip = house.id("trip alpha")
        #expect(try await post(house, "\u{FEFF}" + ownTracks(house)).status == 200)
        #expect(house.services.hub.board(trip).entry(house.id("member"))?.fix.coordinates.latitude == 46.02)
        let form = "\u{FEFF}lat=46.3&lon=7.3&timestamp=\(house.fixed.now.seconds + 1)"
        #expect(try await post(house, form, type: "application/x-www-form-urlencoded").status == 200)
        #expect(house.services.hub.board(trip).entry(house.id("member"))?.fix.coordinates.latitude == 46.3)
    }

    @Test func friendsComeBackToOwnTracks() async throws {
        let house = try await House.furnished()
        let access = try house.host()
        let other = try house.services.roster.member(house.id("member moderator"), access)
        let tracker = try await house.services.trackers.add(label: "x", to: other, access)
        _ = try await house.send(.post, "/t/\(tracker.token)", body: ownTracks(house, 46.5), headers: ["Content-Type": "application/json"])
        let answer = try await post(house, ownTracks(house))
        #expect(
            answer.body.contains("\"_type\":\"location\",\"tid\":\"MP\",\"lat\":46.5")
                && answer.body.contains("\"name\":\"moderator Person\""))
        #expect(!answer.body.contains("Ada"))
    }

    @Test func theDoctorExplains() async throws {
        let house = try await House.furnished()
        _ = try await post(house, ownTracks(house))
        house.fixed.pass(.seconds(1))
        _ = try await post(house, ownTracks(house, 0).replacing("7.75", with: "0"))
        house.fixed.pass(.seconds(1))
        _ = try await post(house, ownTracks(house).replacing("\(house.fixed.now.seconds)", with: "\(house.fixed.now.seconds + 400)"))
        let page = try await house.send(.get, "/trips/alpha/trackers/\(house.id("tracker"))", as: .host)
        for text in ["1 position stored", "at 0°, 0°", "dated more than 5 minutes ahead", "OwnTracks"] {
            #expect(page.body.contains(text), "\(text)")
        }
        let board = house.services.hub.board(house.id("trip alpha"))
        #expect(board.entry(house.id("member"))?.fix.coordinates.latitude == 46.02)
    }

    /// Every branch of the decoders that answers 2xx and does not store all of it says so to the doctor.
    @Test(arguments: [
        ("[]", "an empty array"), ("17", "JSON that is no object"), ("{}", "JSON of no known app"),
        (#"{"location":[17]}"#, "an entry that is no object"), (#"{"locations":[17]}"#, "an entry that is no object"),
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
        let house = try await House.furnished()
        #expect(try await post(house, body).status == 200)
        let page = try await doctor(house)
        #expect(page.contains(said), "\(body)")
    }

    @Test(arguments: [
        ("id=1", "a sign of life, without a position"), ("id=1&notificationToken=x", "a push registration"),
        ("lat=north&lon=7", "a position that could not be read"), ("gprmc=x", "a GPRMC sentence that could not be read"),
        ("lat=46&lon=7&timestamp=yesterday", "its time could not be read"), ("lat=46&lon=7&alarm=geofence", "alarm: geofence"),
        ("lat=46&lon=7&batt=140", "left out: an impossible battery charge"),
    ]) func norOfAQuery(_ query: String, _ said: String) async throws {
        let house = try await House.furnished()
        #expect(try await post(house, query, type: "application/x-www-form-urlencoded").status == 200)
        #expect(try await doctor(house).contains(said), "\(query)")
    }

    @Test func theDoctorShowsEveryValueAndWhatWasAnswered() async throws {
        let house = try await House.furnished()
        let time = house.fixed.now.seconds - 1
        let place = #""lat":46.02,"lon":7.75,"acc":8,"alt":1583,"vel":36,"cog":210"#
        let phone = #""batt":62,"bs":2,"motionactivities":["stationary"],"t":"u""#
        _ = try await post(house, "{\"_type\":\"location\",\"tst\":\(time),\(place),\(phone)}")
        let page = try await doctor(house)
        for text in [
            "15:03:22", "measured at 15:03:21", "latitude 46.02°, longitude 7.75°", "accuracy ± 8 m", "altitude 1583 m",
            "speed 10 m/s (36 km/h)", "course 210°", "battery 62 %", "charging", "still", "sent by hand", "OwnTracks", ">200<",
        ] { #expect(page.contains(text), "\(text)") }
        house.fixed.pass(.seconds(1))
        #expect(try await post(house, "{broken SECRET").status == 422)
        #expect(try await post(house, String(repeating: "x", count: 2_200_000)).status == 413)
        let problems = try await doctor(house, "?only=problems")
        for text in ["This is no JSON (byte 1).", "422, not taken", "413, not taken"] { #expect(problems.contains(text), "\(text)") }
        #expect(!problems.contains("battery 62 %") && !problems.contains("SECRET"))
        house.fixed.pass(.hours(25))
        try await house.signInAgain()
        #expect(try await doctor(house).contains("Nothing has arrived in the last 24 hours"))
    }

    @Test func theDaySurvivesARestartAndIsTurnedPageByPage() async throws {
        let house = try await House.furnished()
        for _ in 0..<60 {
            house.fixed.pass(.seconds(10))
            _ = try await post(house, ownTracks(house))
        }
        let again = try await house.restarted()
        let page = try await doctor(again)
        #expect(page.components("measured at").count == 51)
        let older = try #require(page.components("href=\"/trips/alpha/trackers/\(house.id("tracker"))?before=").last?.prefix { $0 != "#" })
        let second = try await doctor(again, "?before=" + older)
        #expect(second.components("measured at").count == 11 && second.contains("Newest"))
        #expect(try await doctor(again, "?before=x&only=y").components("measured at").count == 51)
    }

    private func doctor(_ house: House, _ query: String = "") async throws -> String {
        try await house.send(.get, "/trips/alpha/trackers/\(house.id("tracker"))\(query)", as: .host).body
    }

    @Test func friendsDoNotLearnWhetherAPhoneChargesOrMoves() async throws {
        let house = try await House.furnished()
        let time = house.fixed.now.seconds
        let phone = #""batt":62,"bs":2,"motionactivities":["stationary"]"#
        _ = try await post(house, #"{"_type":"location","lat":46,"lon":7,"tst":\#(time),\#(phone)}"#)
        let staff = try await house.send(.get, "/trips/alpha/positions.json", as: .host).body
        #expect(staff.contains(",62,") && staff.hasSuffix(",true,\(time * 1000)]]}"))
        let friends = try await house.send(.get, "/trips/alpha/my/positions.json", as: .traveller).body
        #expect(friends.contains("[\"") && friends.hasSuffix(",null,null]]}"))
        for path in ["/trips/alpha/my/map", "/trips/alpha/friends/\(house.id("member"))"] {
            let page = try await house.send(.get, path, as: .traveller).body
            #expect(!page.contains("62 %") && !page.contains("still since"), "\(path)")
        }
        let roster = try await house.send(.get, "/trips/alpha/roster", as: .moderator).body
        #expect(roster.contains("62 %, charging · still since 15:03"))
    }

    @Test func pausedMembersAreNeitherKeptNorShown() async throws {
        let house = try await House.furnished()
        _ = try await post(house, ownTracks(house))
        #expect(try await house.send(.get, "/trips/alpha/positions.json", as: .host).body.contains("46.02"))
        #expect(try await house.send(.post, "/trips/alpha/members/\(house.id("member"))/pause", as: .host).status == 303)
        #expect(try await house.send(.get, "/trips/alpha/positions.json", as: .host).body == "{\"p\":[]}")
        house.fixed.pass(.seconds(5))
        #expect(try await post(house, ownTracks(house, 46.3)).status == 200)
        #expect(try await house.send(.get, "/trips/alpha/positions.json", as: .host).body == "{\"p\":[]}")
        #expect(try await house.send(.post, "/trips/alpha/members/\(house.id("member"))/resume", as: .host).status == 303)
        let after = try await house.send(.get, "/trips/alpha/positions.json", as: .host).body
        #expect(after.contains("46.02") && !after.contains("46.3"))
        let map = try await house.send(.get, "/trips/alpha/map", as: .host)
        #expect(map.page.has("[data-lat=46.02]") && map.page.has(".marker.fresh"))
    }

    /// What phones send all day, and commits that the test settles when it likes.
    private func queue(_ house: House) -> (FixQueue, FixCommits, AsyncStream<FixCommit>.Iterator) {
        let (over, feed) = AsyncStream<FixCommit>.makeStream()
        return (FixQueue(house.services.fixes), FixCommits { feed.yield($0) }, over.makeAsyncIterator())
    }

    private func plainMessage() -> TrackerMessage {
        let body =
            "{\"location\":{\"timestamp\":\"2026-01-05T14:03:21Z\",\"coords\":{\"latitude\":46,\"longitude\":7}},\"device_id\":\"1\"}"
        return TrackerMessage(contentType: "application/json", body: Array(body.utf8))
    }

    @Test func aPlainPositionIsOnTheBoardOnceItsCommitIsSettled() async throws {
        let house = try await House.furnished()
        var (queue, commits, over) = queue(house)
        let (phone, other, token, board) = (Phone(), Phone(), try house.trackerToken, house.services.hub.board(house.id("trip alpha")))
        #expect(queue.ingest(plainMessage(), token: token, from: phone, commits))
        let first = try #require(await over.next())
        #expect(queue.ingest(plainMessage(), token: token, from: other, commits))
        let second = try #require(await over.next())
        #expect(phone.replies.isEmpty && board.entry(house.id("member")) == nil)
        queue.settle(first)
        #expect(phone.replies.count == 1 && phone.replies.first?.json == nil && other.replies.isEmpty)
        #expect(board.entry(house.id("member"))?.fix.coordinates.latitude == 46)
        queue.settle(second)
        #expect(phone.replies.count == 1 && other.replies.count == 1 && (phone.refusals + other.refusals).isEmpty)
        // Neither a stranger's nor what has an answer of its own.
        #expect(!queue.ingest(plainMessage(), token: "nobody", from: phone, commits))
        #expect(!queue.ingest(TrackerMessage(body: Array(ownTracks(house).utf8)), token: token, from: phone, commits))
    }

    /// What could not be stored at once is tried again once, and not if its owner paused meanwhile.
    @Test func whatFailedIsTakenAgainOnceUnlessSharingIsPaused() async throws {
        let house = try await House.furnished()
        var (queue, commits, over) = queue(house)
        let (phone, token) = (Phone(), try house.trackerToken)
        try house.fillDisk()
        #expect(queue.ingest(plainMessage(), token: token, from: phone, commits))
        queue.settle(try #require(await over.next()))
        #expect(phone.refusals.isEmpty, "it is tried again")
        queue.settle(try #require(await over.next()))
        #expect(phone.refusals.count == 1 && phone.replies.isEmpty)
        #expect(queue.ingest(plainMessage(), token: token, from: phone, commits))
        let failed = try #require(await over.next())
        try await house.clearDisk()
        #expect(try await house.send(.post, "/trips/alpha/members/\(house.id("member"))/pause", as: .host).status == 303)
        queue.settle(failed)
        #expect(phone.refusals.count == 2 && phone.replies.isEmpty)
    }

    @Test func revokedAndReplacedLinksAreDead() async throws {
        let house = try await House.furnished()
        let (tracker, token) = (house.id("tracker"), try house.trackerToken)
        let replaced = try await house.send(.post, "/trips/alpha/trackers/\(tracker)/replace", as: .host)
        #expect(replaced.status == 303)
        #expect(try await house.send(.post, "/t/\(token)", body: ownTracks(house)).status == 404)
        let new = try #require(replaced.location.components("/trackers/").last?.prefix(36))
        let link = try #require(ID(new))
        let fresh = try await house.services.trackers.find(link, house.host()).token
        #expect(try await house.send(.post, "/t/\(fresh)", body: ownTracks(house)).status == 200)
        #expect(try await house.send(.post, "/trips/alpha/trackers/\(link)/revoke", as: .host).status == 303)
        #expect(try await house.send(.post, "/t/\(fresh)", body: ownTracks(house)).status == 404)
        #expect(try await house.send(.get, "/trips/alpha/positions.json", as: .host).body == "{\"p\":[]}")
    }

    /// Where the disk takes no new link, the phone keeps the old one.
    @Test func aLinkThatCannotBeReplacedStaysAlive() async throws {
        let house = try await House.furnished()
        let old = try house.trackerToken
        try house.fillDisk()
        let path = "/trips/alpha/trackers/\(house.id("tracker"))/replace"
        #expect(try await house.send(.post, path, as: .host).status == 503)
        try await house.clearDisk()
        #expect(try await house.send(.post, "/t/\(old)", body: ownTracks(house)).status == 200)
        #expect(try await house.send(.post, path, as: .host).status == 303)
        #expect(try await house.send(.post, "/t/\(old)", body: ownTracks(house)).status == 404)
    }

    /// What came and is not yet in order waits for room; who looks at a member sees what is there.
    @Test func membersAndTheirWaysAreReadOnAFullDisk() async throws {
        let house = try await House.furnished()
        let (member, tracker) = (house.id("member"), house.id("tracker"))
        #expect(try await post(house, ownTracks(house, 46.03)).status == 200)
        #expect(try await house.send(.get, "/trips/alpha/members/\(member)", as: .host).status == 200)
        house.fixed.pass(.minutes(1))
        #expect(try await post(house, ownTracks(house, 46.04)).status == 200)
        try house.fillDisk()
        for path in [
            "members/\(member)", "members/\(member)/track.gpx", "members/\(member)/trail.json", "map/trails.json", "trackers/\(tracker)",
        ] {
            #expect(try await house.send(.get, "/trips/alpha/\(path)", as: .host).status == 200, "\(path)")
        }
        let track = "/trips/alpha/members/\(member)/track.gpx"
        #expect(try await house.send(.get, track, as: .host).body.components("<trkpt").count == 2)
        try await house.clearDisk()
        #expect(try await house.send(.get, track, as: .host).body.components("<trkpt").count == 3)
    }

    @Test func tracksAndBoardsSurviveARestart() async throws {
        let house = try await House.furnished()
        for minute in 0..<3 {
            house.fixed.pass(.minutes(1))
            _ = try await post(house, ownTracks(house, 46 + Double(minute) / 100))
        }
        let gpx = try await house.send(.get, "/trips/alpha/members/\(house.id("member"))/track.gpx", as: .host)
        #expect(gpx.body.components("<trkpt").count == 4)
        let trail = try await house.send(.get, "/trips/alpha/members/\(house.id("member"))/trail.json", as: .moderator)
        #expect(trail.body.hasPrefix("{\"t\":[[46,"))
        let trails = try await house.send(.get, "/trips/alpha/map/trails.json", as: .moderator)
        #expect(trails.status == 200 && trails.body.hasPrefix("{\"lines\":["))
        house.services.hub.board(house.id("trip alpha")).forget(house.id("member"))
        try await house.services.live.load()
        #expect(house.services.hub.board(house.id("trip alpha")).entry(house.id("member"))?.fix.coordinates.latitude == 46.02)
    }

    @Test func historyGoesWhenItsTimeIsOver() async throws {
        let house = try await House.furnished()
        _ = try await post(house, ownTracks(house))
        #expect(try await house.services.history.runOnce() == 0)
        // The trip ends on 10 January; 14 days later its positions go.
        for days in [2, 2, 2, 2, 2, 2, 2, 2, 2, 1] {
            house.fixed.pass(.days(days))
            #expect(try await house.services.history.runOnce() == 0)
        }
        house.fixed.pass(.days(2))
        #expect(try await house.services.history.runOnce() == 1)
        #expect(house.services.hub.board(house.id("trip alpha")).count == 0)
        #expect(try house.services.history.lastReport()?.summary == "1 position deleted")
    }

    /// A start with a wrong clock deletes nothing; a server that rested for long does so after two days.
    @Test func aClockThatIsMonthsAheadDeletesNothing() async throws {
        let house = try await House.furnished()
        let history = house.services.history
        _ = try await post(house, ownTracks(house))
        #expect(try await history.runOnce() == 0)
        for ahead in [Duration.days(30), .days(120)] {
            house.fixed.pass(ahead)
            #expect(try await history.runOnce() == nil)
            house.fixed.pass(.days(1))
            #expect(try await history.runOnce() == nil)
            house.fixed.pass(.zero - ahead - .days(1))
            #expect(try await history.runOnce() == 0)
        }
        #expect(house.services.hub.board(house.id("trip alpha")).count == 1)
        house.fixed.pass(.days(30))
        #expect(try await history.runOnce() == nil)
        house.fixed.pass(.days(2))
        #expect(try await history.runOnce() == 1)
        house.fixed.pass(.hours(1))
        #expect(try await history.runOnce() == 0)
    }
}

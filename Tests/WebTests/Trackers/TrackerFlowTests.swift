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
    @Test func everyAppHearsWhatItExpects() async throws {
        let app = try await TestApp.withTrips()
        let time = app.clock.now.seconds
        let location = try await app.postPosition(app.ownTracks())
        #expect(location.status == 200 && location.body == "[]")
        #expect(try await app.postPosition("{\"_type\":\"lwt\",\"tst\":1}").body == "[]")
        #expect(try await app.postPosition("").status == 200)
        #expect(try await app.postPosition("{\"locations\":[]}").body == "{\"result\":\"ok\"}")
        let traccar = try await app.postPosition(
            "{\"location\":{\"timestamp\":\"2026-01-05T14:03:21Z\",\"coords\":{\"latitude\":46,\"longitude\":7}},\"device_id\":\"1\"}")
        #expect(traccar.status == 200 && traccar.body.isEmpty)
        #expect(try await app.postPosition("id=1&notificationToken=x", type: "application/x-www-form-urlencoded").status == 200)
        #expect(try await app.postPosition("", query: "?id=1&lat=46.1&lon=7.1&timestamp=\(time - 5)").status == 200)
        #expect(try await app.send(.get, "/t/\(app.trackerToken)?lat=46.2&lon=7.2&timestamp=\(time - 4)").status == 200)
        #expect(try await app.send(.get, "/t/\(app.trackerToken)").body == "{\"name\":\"Sotravel\"}")
        #expect(try await app.send(.get, "/t/\(app.trackerToken)", headers: ["Accept": "text/html"]).body.contains("Hello Ada"))
        let dawarich = try await app.send(
            .post, "/t/\(app.trackerToken)/api/v1/overland/batches?api_key=x", body: "{\"locations\":[]}",
            headers: ["Content-Type": "application/json"])
        #expect(dawarich.body == "{\"result\":\"ok\"}")
        for useless in ["[]", "17", "{}", "{\"_type\":\"location\"}", "{\"_type\":\"encrypted\",\"data\":\"x\"}"] {
            #expect(try await app.postPosition(useless).status == 200, "\(useless)")
        }
        #expect(try await app.postPosition("{broken").status == 422)
        #expect(try await app.send(.post, "/t/unknown", body: app.ownTracks()).status == 404)
        #expect(try await app.postPosition(String(repeating: "x", count: 2_200_000)).status == 413)
    }

    @Test func aByteOrderMarkIsNoPartOfTheMessage() async throws {
        let app = try await TestApp.withTrips()
        let trip = app.id("trip alpha")
        #expect(try await app.postPosition("\u{FEFF}" + app.ownTracks()).status == 200)
        #expect(app.services.hub.board(trip).entry(app.id("member"))?.fix.coordinates.latitude == 46.02)
        let form = "\u{FEFF}lat=46.3&lon=7.3&timestamp=\(app.clock.now.seconds + 1)"
        #expect(try await app.postPosition(form, type: "application/x-www-form-urlencoded").status == 200)
        #expect(app.services.hub.board(trip).entry(app.id("member"))?.fix.coordinates.latitude == 46.3)
    }

    @Test func friendsComeBackToOwnTracks() async throws {
        let app = try await TestApp.withTrips()
        let access = try app.host()
        let other = try app.services.roster.member(app.id("member moderator"), access)
        let tracker = try await app.services.trackers.add(label: "x", to: other, access)
        _ = try await app.send(.post, "/t/\(tracker.token)", body: app.ownTracks(46.5), headers: ["Content-Type": "application/json"])
        let response = try await app.postPosition(app.ownTracks())
        #expect(
            response.body.contains("\"_type\":\"location\",\"tid\":\"MP\",\"lat\":46.5")
                && response.body.contains("\"name\":\"moderator Person\""))
        #expect(!response.body.contains("Ada"))
    }

    @Test func friendsDoNotLearnWhetherAPhoneChargesOrMoves() async throws {
        let app = try await TestApp.withTrips()
        let time = app.clock.now.seconds
        let phone = #""batt":62,"bs":2,"motionactivities":["stationary"]"#
        _ = try await app.postPosition(#"{"_type":"location","lat":46,"lon":7,"tst":\#(time),\#(phone)}"#)
        let staff = try await app.send(.get, "/trips/alpha/positions.json", as: .host).body
        #expect(staff.contains(",62,") && staff.hasSuffix(",true,\(time * 1000)]]}"))
        let friends = try await app.send(.get, "/trips/alpha/my/positions.json", as: .traveller).body
        #expect(friends.contains("[\"") && friends.hasSuffix(",null,null]]}"))
        for path in ["/trips/alpha/my/map", "/trips/alpha/friends/\(app.id("member"))"] {
            let page = try await app.send(.get, path, as: .traveller).body
            #expect(!page.contains("62 %") && !page.contains("still since"), "\(path)")
        }
        let roster = try await app.send(.get, "/trips/alpha/roster", as: .moderator).body
        #expect(roster.contains("62 %, charging · still since 15:03"))
    }

    @Test func pausedMembersAreNeitherKeptNorShown() async throws {
        let app = try await TestApp.withTrips()
        _ = try await app.postPosition(app.ownTracks())
        #expect(try await app.send(.get, "/trips/alpha/positions.json", as: .host).body.contains("46.02"))
        #expect(try await app.send(.post, "/trips/alpha/members/\(app.id("member"))/pause", as: .host).status == 303)
        #expect(try await app.send(.get, "/trips/alpha/positions.json", as: .host).body == "{\"p\":[]}")
        app.clock.pass(.seconds(5))
        #expect(try await app.postPosition(app.ownTracks(46.3)).status == 200)
        #expect(try await app.send(.get, "/trips/alpha/positions.json", as: .host).body == "{\"p\":[]}")
        #expect(try await app.send(.post, "/trips/alpha/members/\(app.id("member"))/resume", as: .host).status == 303)
        let after = try await app.send(.get, "/trips/alpha/positions.json", as: .host).body
        #expect(after.contains("46.02") && !after.contains("46.3"))
        let map = try await app.send(.get, "/trips/alpha/map", as: .host)
        #expect(map.page.has("[data-lat=46.02]") && map.page.has(".marker.fresh"))
    }

    /// What phones send all day, and commits that the test settles when it likes.
    private func queue(_ app: TestApp) -> (FixQueue, FixCommits, AsyncStream<FixCommit>.Iterator) {
        let (over, feed) = AsyncStream<FixCommit>.makeStream()
        return (FixQueue(app.services.fixes), FixCommits { feed.yield($0) }, over.makeAsyncIterator())
    }

    private func plainMessage() -> TrackerMessage {
        let body =
            "{\"location\":{\"timestamp\":\"2026-01-05T14:03:21Z\",\"coords\":{\"latitude\":46,\"longitude\":7}},\"device_id\":\"1\"}"
        return TrackerMessage(contentType: "application/json", body: Array(body.utf8))
    }

    @Test func aPlainPositionIsOnTheBoardOnceItsCommitIsSettled() async throws {
        let app = try await TestApp.withTrips()
        var (queue, commits, over) = queue(app)
        let (phone, other, token, board) = (Phone(), Phone(), try app.trackerToken, app.services.hub.board(app.id("trip alpha")))
        #expect(queue.ingest(plainMessage(), token: token, from: phone, commits))
        let first = try #require(await over.next())
        #expect(queue.ingest(plainMessage(), token: token, from: other, commits))
        let second = try #require(await over.next())
        #expect(phone.replies.isEmpty && board.entry(app.id("member")) == nil)
        queue.resolve(first)
        #expect(phone.replies.count == 1 && phone.replies.first?.json == nil && other.replies.isEmpty)
        #expect(board.entry(app.id("member"))?.fix.coordinates.latitude == 46)
        queue.resolve(second)
        #expect(phone.replies.count == 1 && other.replies.count == 1 && (phone.refusals + other.refusals).isEmpty)
        // Neither a stranger's nor what has an answer of its own.
        #expect(!queue.ingest(plainMessage(), token: "nobody", from: phone, commits))
        #expect(!queue.ingest(TrackerMessage(body: Array(app.ownTracks().utf8)), token: token, from: phone, commits))
    }

    /// What could not be stored at once is tried again once, and not if its owner paused meanwhile.
    @Test func whatFailedIsTakenAgainOnceUnlessSharingIsPaused() async throws {
        let app = try await TestApp.withTrips()
        var (queue, commits, over) = queue(app)
        let (phone, token) = (Phone(), try app.trackerToken)
        try app.fillDisk()
        #expect(queue.ingest(plainMessage(), token: token, from: phone, commits))
        queue.resolve(try #require(await over.next()))
        #expect(phone.refusals.isEmpty, "it is tried again")
        queue.resolve(try #require(await over.next()))
        #expect(phone.refusals.count == 1 && phone.replies.isEmpty)
        #expect(queue.ingest(plainMessage(), token: token, from: phone, commits))
        let failed = try #require(await over.next())
        try await app.clearDisk()
        #expect(try await app.send(.post, "/trips/alpha/members/\(app.id("member"))/pause", as: .host).status == 303)
        queue.resolve(failed)
        #expect(phone.refusals.count == 2 && phone.replies.isEmpty)
    }

    @Test func revokedAndReplacedLinksAreDead() async throws {
        let app = try await TestApp.withTrips()
        let (tracker, token) = (app.id("tracker"), try app.trackerToken)
        let replaced = try await app.send(.post, "/trips/alpha/trackers/\(tracker)/replace", as: .host)
        #expect(replaced.status == 303)
        #expect(try await app.send(.post, "/t/\(token)", body: app.ownTracks()).status == 404)
        let new = try #require(replaced.location.components("/trackers/").last?.prefix(36))
        let link = try #require(ID(new))
        let fresh = try await app.services.trackers.find(link, app.host()).token
        #expect(try await app.send(.post, "/t/\(fresh)", body: app.ownTracks()).status == 200)
        #expect(try await app.send(.post, "/trips/alpha/trackers/\(link)/revoke", as: .host).status == 303)
        #expect(try await app.send(.post, "/t/\(fresh)", body: app.ownTracks()).status == 404)
        #expect(try await app.send(.get, "/trips/alpha/positions.json", as: .host).body == "{\"p\":[]}")
    }

    /// Where the disk takes no new link, the phone keeps the old one.
    @Test func aLinkThatCannotBeReplacedStaysAlive() async throws {
        let app = try await TestApp.withTrips()
        let old = try app.trackerToken
        try app.fillDisk()
        let path = "/trips/alpha/trackers/\(app.id("tracker"))/replace"
        #expect(try await app.send(.post, path, as: .host).status == 503)
        try await app.clearDisk()
        #expect(try await app.send(.post, "/t/\(old)", body: app.ownTracks()).status == 200)
        #expect(try await app.send(.post, path, as: .host).status == 303)
        #expect(try await app.send(.post, "/t/\(old)", body: app.ownTracks()).status == 404)
    }

    /// What came and is not yet in order waits for room; who looks at a member sees what is there.
    @Test func membersAndTheirWaysAreReadOnAFullDisk() async throws {
        let app = try await TestApp.withTrips()
        let (member, tracker) = (app.id("member"), app.id("tracker"))
        #expect(try await app.postPosition(app.ownTracks(46.03)).status == 200)
        #expect(try await app.send(.get, "/trips/alpha/members/\(member)", as: .host).status == 200)
        app.clock.pass(.minutes(1))
        #expect(try await app.postPosition(app.ownTracks(46.04)).status == 200)
        try app.fillDisk()
        for path in [
            "members/\(member)", "members/\(member)/track.gpx", "members/\(member)/trail.json", "map/trails.json", "trackers/\(tracker)",
        ] {
            #expect(try await app.send(.get, "/trips/alpha/\(path)", as: .host).status == 200, "\(path)")
        }
        let track = "/trips/alpha/members/\(member)/track.gpx"
        #expect(try await app.send(.get, track, as: .host).body.components("<trkpt").count == 2)
        try await app.clearDisk()
        #expect(try await app.send(.get, track, as: .host).body.components("<trkpt").count == 3)
    }

    @Test func tracksAndBoardsSurviveARestart() async throws {
        let app = try await TestApp.withTrips()
        for minute in 0..<3 {
            app.clock.pass(.minutes(1))
            _ = try await app.postPosition(app.ownTracks(46 + Double(minute) / 100))
        }
        let gpx = try await app.send(.get, "/trips/alpha/members/\(app.id("member"))/track.gpx", as: .host)
        #expect(gpx.body.components("<trkpt").count == 4)
        let trail = try await app.send(.get, "/trips/alpha/members/\(app.id("member"))/trail.json", as: .moderator)
        #expect(trail.body.hasPrefix("{\"t\":[[46,"))
        let trails = try await app.send(.get, "/trips/alpha/map/trails.json", as: .moderator)
        #expect(trails.status == 200 && trails.body.hasPrefix("{\"lines\":["))
        app.services.hub.board(app.id("trip alpha")).forget(app.id("member"))
        try await app.services.live.load()
        #expect(app.services.hub.board(app.id("trip alpha")).entry(app.id("member"))?.fix.coordinates.latitude == 46.02)
    }

    @Test func historyGoesWhenItsTimeIsOver() async throws {
        let app = try await TestApp.withTrips()
        _ = try await app.postPosition(app.ownTracks())
        #expect(try await app.services.history.runOnce() == 0)
        // The trip ends on 10 January; 14 days later its positions go.
        for days in [2, 2, 2, 2, 2, 2, 2, 2, 2, 1] {
            app.clock.pass(.days(days))
            #expect(try await app.services.history.runOnce() == 0)
        }
        app.clock.pass(.days(2))
        #expect(try await app.services.history.runOnce() == 1)
        #expect(app.services.hub.board(app.id("trip alpha")).count == 0)
        #expect(try app.services.history.lastReport()?.summary == "1 position deleted")
    }

    /// A start with a wrong clock deletes nothing; a server that rested for long does so after two days.
    @Test func aClockThatIsMonthsAheadDeletesNothing() async throws {
        let app = try await TestApp.withTrips()
        let history = app.services.history
        _ = try await app.postPosition(app.ownTracks())
        #expect(try await history.runOnce() == 0)
        for ahead in [Duration.days(30), .days(120)] {
            app.clock.pass(ahead)
            #expect(try await history.runOnce() == nil)
            app.clock.pass(.days(1))
            #expect(try await history.runOnce() == nil)
            app.clock.pass(.zero - ahead - .days(1))
            #expect(try await history.runOnce() == 0)
        }
        #expect(app.services.hub.board(app.id("trip alpha")).count == 1)
        app.clock.pass(.days(30))
        #expect(try await history.runOnce() == nil)
        app.clock.pass(.days(2))
        #expect(try await history.runOnce() == 1)
        app.clock.pass(.hours(1))
        #expect(try await history.runOnce() == 0)
    }
}

import Domain
import Services
import Store
import Testing

/// The photo of an announcement: who sees it, through which steps it is kept, and when it goes.
@Suite struct AnnouncementPhotoTests {
    private let app: TestApp
    private var path: String { "/trips/alpha/announcements" }

    init() async throws { app = try await TestApp.withTrips() }

    /// As the pictures' own process hands it over.
    private func keep(by member: String? = "member host") async throws -> AnnouncedPhoto {
        let photo = NewPhoto(id: app.services.system.newID(), face: nil, small: [1], large: [2, 3], width: 960, height: 480)
        try await app.store.announcements.keep(photo, trip: app.id("trip alpha"), by: member.map { app.id($0) }, at: app.clock.now)
        return AnnouncedPhoto(picture: MessagePhoto(id: photo.id, width: 960, height: 480), words: "The red bus")
    }

    private func address(_ photo: AnnouncedPhoto, _ size: String = "960") -> String { "/trips/alpha/photos/\(photo.id)/\(size)" }
    private var kept: Int { get throws { try app.firstNumber("SELECT count(*) FROM announcement_photo") } }

    private func post(_ act: String, _ more: [(String, String)], to rest: String = "/new") async throws -> TestApp.TestResponse {
        let form = [("do", act), ("title", "Bus"), ("urgency", "1"), ("part", "all"), ("condition", "everyone")] + more
        return try await app.send(.post, path + rest, as: .host, form: form)
    }

    @Test func ofThoseThatNobodySendsTheNewestStay() async throws {
        let first = try await keep()
        app.clock.pass(.seconds(1))
        for _ in 1...20 { _ = try await keep() }
        #expect(try kept == 20)
        #expect(try app.store.announcements.photo(first.id, trip: app.id("trip alpha")) == nil)
    }

    // MARK: who sees it

    @Test func onlyWhoMayReadTheAnnouncementGetsIt() async throws {
        let photo = try await keep()
        try await app.announce(to: AnnouncementAudience([(.all, .people([app.id("member traveller")]))])) { $0.photo = photo }
        for user in [TestUser.host, .moderator, .traveller, .admin] {
            let found = try await app.send(.get, address(photo), as: user)
            #expect(found.status == 200 && found.bytes == [2, 3] && found.headers[.contentType] == "image/webp", "\(user)")
        }
        #expect(try await app.send(.get, address(photo, "320"), as: .traveller).bytes == [1])
        for user in [TestUser.hostOfAnotherTrip, .travellerOfAnotherTrip, .withoutTrip] {
            #expect(try await app.send(.get, address(photo), as: user).status == 404, "\(user)")
            #expect(try await app.send(.get, address(photo).replacing("alpha", with: "beta"), as: user).status == 404, "\(user)")
        }
        #expect(try await app.send(.get, address(photo, "80"), as: .host).status == 404)
        let other = try await keep()
        try await app.announce(to: AnnouncementAudience([(.all, .role(.moderator))])) { $0.photo = other }
        #expect(try await app.send(.get, address(other), as: .traveller).status == 404, "what somebody else got")
        let waiting = try await keep()
        #expect(try await app.send(.get, address(waiting), as: .traveller).status == 404, "not sent")
        #expect(try await app.send(.get, address(waiting), as: .host).status == 200)
    }

    @Test func itStandsWhereTheAnnouncementIsRead() async throws {
        let photo = try await keep()
        let id = try await app.announce { $0.photo = photo }
        for user in [TestUser.host, .traveller] {
            let page = try await app.send(.get, "\(path)/\(id)", as: user).page
            let image = try #require(page.find(".announce-photo img").first)
            #expect(image["src"] == address(photo) && image["alt"] == "The red bus" && image["width"] == "960" && image["height"] == "480")
        }
        let chat = try await app.send(.get, "/trips/alpha/chat/\(app.id("trip alpha"))", as: .traveller).page
        #expect(chat.find(".announced-line img").first?["src"] == address(photo, "320"))
        let notices = try app.database.read { try $0.all("SELECT title || text FROM notice") { $0.text(0) } }
        let isPlain = !notices.contains { $0.contains("photos/") || $0.contains("The red bus") }
        #expect(!notices.isEmpty && isPlain, "phones and mail show words alone")
        let plain = try await app.announce { $0.photo = AnnouncedPhoto(picture: photo.picture, words: "") }
        #expect(try await app.send(.get, "\(path)/\(plain)", as: .traveller).page.find(".announce-photo img").first?["alt"] == "Photo")
    }

    // MARK: on the form

    @Test func itIsKeptThroughEveryStep() async throws {
        let (photo, id) = (try await keep(), app.services.system.newID())
        let fields = [("photo", photo.id.description), ("photo_words", "The red bus"), ("announcement", id.description)]
        let wrong = try await post("review", fields + [("answer_1", "OK"), ("answer_2", "OK")])
        #expect(wrong.status == 422 && wrong.page.find("input[name=photo]").first?["value"] == photo.id.description)
        #expect(wrong.page.find("#photo_words").first?["value"] == "The red bus")
        #expect(wrong.page.find(".announce-kept img").first?["src"] == address(photo, "320"))
        let review = try await post("review", fields).page
        #expect(review.has(".announce-photo img") && review.find("input[name=photo]").first?["value"] == photo.id.description)
        #expect(try await post("add", fields).page.find("input[name=photo]").first?["value"] == photo.id.description)
        let times = [("schedule_day", "2026-01-10"), ("schedule_time", "15:00")]
        #expect(try await post("schedule", fields + times).status == 303)
        app.clock.pass(.days(5))
        try await app.signInAgain()
        try await app.store.announcements.forgetPhotos(chosenBefore: app.clock.now - .days(AnnouncementService.chosenDays))
        _ = try await app.services.announcements.sendDue()
        let sent = try app.services.announcements.find(id, app.staff(.host))
        #expect(sent.state == .sent && sent.content.photo == photo)
    }

    @Test func whatIsNoPhotoIsSaidBesideTheField() async throws {
        let parts = [
            ("do", "review"), ("title", "Bus"), ("text", "Kept words"), ("urgency", "1"), ("part", "all"), ("condition", "everyone"),
        ]
        var body = parts.map { "--x\r\nContent-Disposition: form-data; name=\"\($0.0)\"\r\n\r\n\($0.1)\r\n" }.joined()
        body += "--x\r\nContent-Disposition: form-data; name=\"photo_file\"; filename=\"bus.jpg\"\r\n\r\nno picture\r\n--x--\r\n"
        let answer = try await app.send(
            .post, path + "/new", as: .host, body: body, headers: ["Content-Type": "multipart/form-data; boundary=x"])
        #expect(answer.status == 422 && answer.page.text("#photo-error")?.isEmpty == false)
        #expect(answer.page.text("textarea#text") == "Kept words" && answer.page.find("#title").first?["value"] == "Bus")
        #expect(try kept == 0)
    }

    @Test func oneThatIsGoneOrOfAnotherTripIsRefused() async throws {
        let other = NewPhoto(id: app.services.system.newID(), face: nil, small: [1], large: [2], width: 9, height: 9)
        try await app.store.announcements.keep(other, trip: app.id("trip beta"), by: nil, at: app.clock.now)
        for id in [other.id, app.services.system.newID()] {
            let answer = try await post("send", [("photo", id.description)])
            #expect(answer.status == 422 && answer.page.text("#photo-error") == "This photo is no longer there. Choose it again.")
        }
        let words = try await post("review", [("photo_words", "The red bus")])
        #expect(words.status == 422 && words.page.find("#photo_words").first?["value"] == "The red bus")
        let photo = try await keep()
        let long = try await post("review", [("photo", photo.id.description), ("photo_words", String(repeating: "x", count: 301))])
        #expect(long.status == 422 && long.page.has("#photo_words-error"))
    }

    // MARK: when it goes

    @Test func aDraftThatLetsItGoDeletesIt() async throws {
        let (photo, id) = (try await keep(), app.services.system.newID())
        #expect(try await post("draft", [("photo", photo.id.description), ("announcement", id.description)]).status == 303)
        let form = try await app.send(.get, "\(path)/\(id)/edit", as: .host).page
        let version = try #require(form.find("input[name=version]").first?["value"])
        let fields = [("photo", photo.id.description), ("remove_photo", "on"), ("version", version)]
        #expect(try await post("draft", fields, to: "/\(id)/edit").status == 303)
        #expect(try kept == 0 && app.services.announcements.find(id, app.staff(.host)).content.photo == nil)
        let second = app.services.system.newID()
        #expect(try await post("draft", [("photo", keep().id.description), ("announcement", second.description)]).status == 303)
        #expect(try await app.send(.post, "\(path)/\(second)/delete", as: .host).status == 303)
        #expect(try kept == 0)
    }

    @Test func recallingDeletesItUnlessACorrectionShowsIt() async throws {
        let photo = try await keep()
        let old = try await app.announce("Old") { $0.photo = photo }
        let form = try await app.send(.get, "\(path)/\(old)/correct", as: .host).page
        #expect(form.find("input[name=photo]").first?["value"] == photo.id.description)
        let new = try await app.announce("New", to: AnnouncementAudience([(.all, .got(old))])) { ($0.corrects, $0.photo) = (old, photo) }
        try await app.services.announcements.recall(old, app.announcer())
        #expect(try await app.send(.get, address(photo), as: .traveller).status == 200 && kept == 1)
        #expect(try app.services.announcements.find(old, app.staff(.host)).content.photo == nil)
        try await app.services.announcements.recall(new, app.announcer())
        #expect(try await app.send(.get, address(photo), as: .traveller).status == 404 && kept == 0)
        #expect(try await app.send(.get, address(photo), as: .host).status == 404)
    }

    @Test func whatNobodySentGoesAfterSomeDays() async throws {
        let sent = try await keep()
        try await app.announce { $0.photo = sent }
        _ = try await keep()
        _ = try await app.services.history.runOnce()
        #expect(try kept == 2, "a form may be open still")
        // After a jump of the clock nothing is deleted for two days.
        for _ in 0..<5 {
            app.clock.pass(.days(2))
            _ = try await app.services.history.runOnce()
        }
        #expect(try kept == 1)
        // With the trip's messages.
        app.clock.pass(.days(100))
        for _ in 0..<5 {
            app.clock.pass(.days(2))
            _ = try await app.services.history.runOnce()
        }
        #expect(try kept == 0 && app.firstNumber("SELECT count(*) FROM announcement WHERE photo_words <> ''") == 0)
    }

    @Test func itGoesWithWhoBroughtItAndIsInTheirOwnData() async throws {
        let (own, other) = (try await keep(by: "member moderator"), try await keep(by: nil))
        let id = try await app.announce { $0.photo = own }
        try await app.announce("Another") { $0.photo = other }
        let names = try await app.ownData(app.member(.moderator)).map(\.name)
        #expect(names.contains { $0.hasPrefix("photos/") && $0.contains("announcement") })
        #expect(try await !app.ownData(app.member(.traveller)).contains { $0.name.hasPrefix("photos/") })
        let list = try await app.ownData(app.member(.traveller)).first { $0.name == "announcements.csv" }?.text ?? ""
        #expect(list.contains("The red bus"))
        try await app.store.deletion.erase(app.id("member moderator"), trip: app.id("trip alpha"), at: app.clock.now)
        #expect(try kept == 1 && app.services.announcements.find(id, app.staff(.host)).content.photo == nil)
        #expect(try await app.send(.get, address(other), as: .traveller).status == 200)
    }

    @Test func itGoesWithTheTrip() async throws {
        let photo = try await keep()
        try await app.announce { $0.photo = photo }
        let trip = app.id("trip alpha")
        try await app.database.write { _ = try $0.run("UPDATE trip SET deleted_at = 1 WHERE id = ?", [.blob(trip.bytes)]) }
        while try await app.store.messages.deleteHistory(trip: trip, limit: 500) == 500 {}
        try await app.store.trips.erase(trip, by: .commandLine, at: app.clock.now)
        #expect(try kept == 0)
    }
}

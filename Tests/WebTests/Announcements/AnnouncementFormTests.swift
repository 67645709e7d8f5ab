import Domain
import Services
import Testing

/// Writing an announcement without scripts, and who may.
@Suite struct AnnouncementFormTests {
    private let app: TestApp
    private var path: String { "/trips/alpha/announcements" }

    init() async throws { app = try await TestApp.withTrips() }

    private func post(_ act: String, _ more: [(String, String)] = [], as user: TestUser = .host, to rest: String = "/new") async throws
        -> TestApp.TestResponse
    {
        var form = [("do", act), ("title", "Bus at 18:40"), ("text", "Be there."), ("urgency", "1"), ("answer_1", "OK")]
        form = form.filter { field in !more.contains { $0.0 == field.0 } } + more
        return try await app.send(.post, path + rest, as: user, form: form)
    }
    private let everyone = [("part", "all"), ("condition", "everyone")]

    @Test func fromTheFormOverTheReviewToTheReceipts() async throws {
        let empty = try await app.send(.get, path, as: .host)
        #expect(empty.body.contains("Nothing is announced yet."))
        let form = try await app.send(.get, path + "/new", as: .host).page
        #expect(form.count(".announce-condition") == 1 && form.has("option[value=everyone]"))
        let id = try #require(form.find("input[name=announcement]").first?["value"])
        let more = everyone + [("announcement", id)]
        let review = try await post("review", more).page
        #expect(review.text("#to") == "To 3 people" && review.texts("button").contains("Send to 2, call 1"))
        // Everybody gets it by one way: the numbers add up.
        #expect(review.texts(".announce-reach b").compactMap { Int($0) }.reduce(0, +) == 3)
        #expect(review.texts(".announce-reach li").last == "1 only by phone: somebody has to call them")
        #expect(review.texts(".announce-names li span").contains { $0.contains("Ada Example") })
        #expect(try app.services.announcements.list(app.staff(.host)).isEmpty, "looking sends nothing")
        let sent = try await post("send", more)
        #expect(sent.status == 303 && sent.location == "\(path)/\(id)?sent=3")
        #expect(try await post("send", more).location == "\(path)/\(id)", "the same form once more")
        let page = try await app.send(.get, sent.location, as: .host).page
        #expect(page.count(".receipt-list tbody tr") == 3 && page.has(".receipt-bar"))
        // What is seldom done is in a menu; how it stands is in one line, and what it says below who knows it.
        #expect(page.texts(".announce-acts > form button") == ["Remind 2"])
        let acts = page.texts(".announce-acts .menu a")
        #expect(acts == ["Print the call list", "Receipts as CSV", "Correct…", "Recall…"])
        let told = try #require(page.text("#announce-sent"))
        #expect(told.hasPrefix("Sent today ") && told.hasSuffix(" to 2 of 3 people; 1 person is not reached."))
        #expect(page.text(".receipt-figure")?.hasPrefix("0 of 3 ") == true)
        #expect(page.has("#announcement details.announce-words .announce-phone") && !page.has(".announce-columns > .announce-phone"))
        #expect(page.text(".toast .notice") == "Sent to 2 of 3 people; 1 person has to be called.")
        #expect(page.find(".toast a").first?["href"] == "\(path)/\(id)?state=unreached#receipts")
        #expect(page.texts(".receipt-list tbody th a").first == "Ada Example", "who cannot be reached stands first")
        #expect(page.find(".receipt-phone a").first?["href"] == "tel:+00000001")
        #expect(try await app.send(.get, "\(path)/\(id)?state=unreached", as: .host).page.count(".receipt-list tbody tr") == 1)
        let csv = try await app.send(.get, "\(path)/\(id)/receipts.csv", as: .host)
        #expect(csv.body.split(separator: "\r\n").count == 4 && csv.headers[.contentType]?.hasPrefix("text/csv") == true)
        #expect(try await app.send(.get, "\(path)/\(id)/print", as: .host).page.count(".print tbody tr") == 3)
    }

    @Test func whatWasTypedComesBackWithTheReason() async throws {
        let wrong = try await post("review", everyone + [("title", ""), ("text", "Kept words"), ("answer_2", "ok")])
        #expect(wrong.status == 422)
        #expect(wrong.page.text("textarea") == "Kept words" && wrong.page.has("#title-error"))
        #expect(wrong.page.text("#answer_2-error") == "This answer is already on the list.")
        let nobody = try await post("review", [("part", "all"), ("condition", "")])
        #expect(nobody.status == 422 && nobody.page.text("#audience-error") == "Choose who gets it.")
        let odd = try await post("review", [("part", "all"), ("condition", "group:nonsense")])
        #expect(odd.status == 422 && odd.page.has("#audience-error"))
        let time = try await post("review", everyone + [("schedule_day", "2020-01-01"), ("schedule_time", "10:00")])
        #expect(time.status == 422 && time.page.has("#schedule_time-error"))
        // The trip's last day is the 10th: nothing holds beyond it.
        let beyond = try await post("review", everyone + [("expires_day", "2026-01-11"), ("expires_time", "00:01")])
        #expect(beyond.status == 422 && beyond.page.text("#expires_day-error")?.hasPrefix("The trip is over by then.") == true)
        #expect(try await post("review", everyone + [("expires_day", "2026-01-10"), ("expires_time", "23:59")]).status == 200)
        let half = try await post("review", everyone + [("schedule_day", "2026-01-08")])
        #expect(half.status == 422 && half.page.has("#schedule_time-error"))
    }

    @Test func aConditionMoreWithoutScripts() async throws {
        let page = try await post("add", everyone).page
        #expect(page.texts("select[name=part] option").prefix(3) == ["Must fit", "One of", "But not"])
        #expect(page.find("select[name=part] option").prefix(3).map { $0["value"] } == ["all", "any", "none"])
        #expect(page.count(".announce-condition") == 2 && page.find("#title").first?["value"] == "Bus at 18:40")
        let chosen = page.find(".announce-condition option[selected]").compactMap { $0["value"] }
        #expect(chosen.contains("everyone"))
    }

    @Test func aDraftIsEditedByOneAtATime() async throws {
        let id = app.services.system.newID()
        let saved = try await post("draft", everyone + [("announcement", id.description)])
        #expect(saved.location == "\(path)/\(id)?done=drafted")
        #expect(try app.inboxes(id) == 0)
        let form = try await app.send(.get, "\(path)/\(id)/edit", as: .host).page
        let version = try #require(form.find("input[name=version]").first?["value"])
        #expect(try await post("draft", everyone + [("version", version), ("title", "First")], to: "/\(id)/edit").status == 303)
        let second = try await post("draft", everyone + [("version", version), ("title", "Second")], to: "/\(id)/edit")
        #expect(second.status == 409 && second.page.find("#title").first?["value"] == "Second")
        #expect(try app.services.announcements.find(id, app.staff(.host)).content.title == "First")
        #expect(try await app.send(.get, "\(path)/\(id)", as: .traveller).status == 404)
    }

    @Test func moderatorsSendOnlyWhereTheTripSaysSo() async throws {
        #expect(try await app.send(.get, path + "/new", as: .moderator).status == 200)
        let host = try app.host()
        var fields = host.trip.fields
        fields.moderatorsAnnounce = false
        try await app.services.trips.update(host, to: fields, version: host.trip.version)
        #expect(try await app.send(.get, path + "/new", as: .moderator).status == 403)
        #expect(try await post("send", everyone, as: .moderator).status == 403)
        #expect(try await app.send(.get, path, as: .moderator).page.has(".heading .primary") == false)
        let id = try await app.announce()
        #expect(try await app.send(.get, "\(path)/\(id)", as: .moderator).status == 200)
        #expect(try await app.send(.post, "\(path)/\(id)/recall", as: .moderator).status == 403)
        #expect(try await post("send", everyone, as: .traveller).status == 403)
    }

    @Test func peopleTickedInTheRosterAreItsAudience() async throws {
        let form = try await app.send(
            .post, path + "/new", as: .host, form: [("do", "people"), ("member", app.id("member").description), ("group", "Bus 1")])
        let chosen = form.page.find(".announce-condition option[selected]").compactMap { $0["value"] }
        #expect(form.status == 200 && chosen.contains("people:\(app.id("member"))"))
        let event = app.id("event")
        let list = try await app.send(.post, path + "/new?event=\(event)", as: .host, form: [("do", "people"), ("tab", "pending")])
        #expect(list.page.find(".announce-condition option[selected]").contains { $0["value"] == "unanswered:\(event)" })
    }

    @Test func theCountComesWithoutSending() async throws {
        let found = try await app.send(.post, path + "/audience.json", as: .host, form: everyone)
        #expect(found.status == 200 && found.body.contains("\"count\":3") && found.body.contains("Ada Example"))
        #expect(try await app.send(.post, path + "/audience.json", as: .traveller, form: everyone).status == 403)
        let area = [("part", "all"), ("condition", "area:46.0,9.0,47.0,10.0")]
        #expect(try await app.send(.post, path + "/audience.json", as: .host, form: area).body.contains("\"count\":0"))
    }

    @Test func anArchivedTripSendsNothing() async throws {
        let id = try await app.announce()
        try await app.services.trips.setArchived(true, app.host())
        #expect(try await post("send", everyone).status == 403)
        #expect(try await app.send(.post, "\(path)/\(id)/remind", as: .host).status == 403)
        #expect(try await app.send(.get, "\(path)/\(id)", as: .host).status == 200)
    }
}

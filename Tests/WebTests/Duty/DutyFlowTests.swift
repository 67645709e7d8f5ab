import Domain
import Services
import Testing

/// Who is on duty: planned, accepted, handed over, and woken first.
@Suite struct DutyFlowTests {
    private let app: TestApp
    init() async throws { app = try await TestApp.withTrips() }

    private func plan(_ who: String, as user: TestUser, from: String = "15:00", until: String = "22:00") async throws
        -> TestApp.TestResponse
    {
        try await app.send(
            .post, "/trips/alpha/duty/new", as: user,
            form: [
                ("member", app.id("member \(who)").description), ("from_day", "2026-01-05"), ("from_time", from),
                ("until_day", "2026-01-05"),
                ("until_time", until),
            ])
    }

    private func post(_ step: String, as user: TestUser, _ form: [(String, String)] = []) async throws -> TestApp.TestResponse {
        let id = try #require(try app.services.duty.roster(app.staff(.host)).duties.first?.id)
        return try await app.send(.post, "/trips/alpha/duty/\(id)/\(step)", as: user, form: form)
    }

    private func woken() throws -> [String] {
        try app.database.read { connection in
            try connection.all(
                "SELECT m.first_name FROM notice n JOIN member m ON m.id = n.member_id WHERE n.kind = 'help' AND n.ended_at IS NULL"
            ) { $0.text(0) }.sorted()
        }
    }

    @Test func whoIsOnDutyIsWokenFirstAndTheOthersTwoMinutesLater() async throws {
        #expect(try await plan("moderator", as: .moderator).status == 303)
        try await app.services.safety.raise(.init(text: "lost", isTest: false, place: nil), app.member(.traveller))
        try await app.services.helpAlarms.runDue()
        #expect(try woken() == ["moderator"])
        app.clock.pass(.seconds(121))
        try await app.services.helpAlarms.runDue()
        #expect(try woken() == ["host", "moderator"])
    }

    @Test func thePageSaysWhatBecameOfADuty() async throws {
        let planned = try await plan("moderator", as: .host)
        let asked = try #require(try await app.send(.get, planned.location, as: .host).page.text(".toast .notice"))
        #expect(asked.hasPrefix("moderator Person has been asked: ") && asked.contains("15:00 to 22:00"))
        let accepted = try await post("accept", as: .moderator)
        let said = try await app.send(.get, accepted.location, as: .moderator).page.text(".toast .notice")
        #expect(said?.hasPrefix("moderator Person is on duty: ") == true)
        let removed = try await post("remove", as: .host)
        let gone = try await app.send(.get, removed.location, as: .host).page.text(".toast .notice")
        #expect(gone?.hasPrefix("The duty of moderator Person is removed: ") == true)
    }

    /// As it was: whoever accepted it still has, and whoever was asked is asked again.
    @Test func aDutyThatWasRemovedIsBroughtBack() async throws {
        #expect(try await plan("moderator", as: .moderator).status == 303)
        #expect(try await post("offer", as: .moderator, [("member", app.id("member host").description)]).status == 303)
        let before = try app.services.duty.roster(app.staff(.host)).duties
        let removed = try await post("remove", as: .host)
        #expect(try app.services.duty.roster(app.staff(.host)).duties.isEmpty)
        let undo = try #require(try await app.send(.get, removed.location, as: .host).page.find(".toast form").first?["action"])
        // Of another trip it is nothing.
        #expect(try await app.send(.post, undo.replacing("alpha", with: "beta"), as: .hostOfAnotherTrip).status == 409)
        let back = try await app.send(.post, undo, as: .host)
        #expect(back.status == 303)
        #expect(try app.services.duty.roster(app.staff(.host)).duties == before)
        let told = try await app.send(.get, back.location, as: .host).page.text(".toast .notice")
        #expect(told?.hasPrefix("host Person has been asked") == true)
        // A second press finds it back, and says the same.
        let second = try await app.send(.post, undo, as: .host)
        #expect(second.status == 303 && second.location == back.location)
        #expect(try app.services.duty.roster(app.staff(.host)).duties == before)
        // What is over stays away.
        _ = try await post("remove", as: .host)
        #expect(try await plan("moderator", as: .moderator, from: "21:00", until: "23:00").status == 303)
        #expect(try await app.send(.post, undo, as: .host).body.contains("They are already on duty at that time."))
        #expect(try await !app.send(.get, removed.location, as: .host).page.has(".toast form"))
        app.clock.pass(.hours(12))
        try await app.signInAgain()
        #expect(try await app.send(.post, undo, as: .host).status == 409)
        #expect(try await !app.send(.get, removed.location, as: .host).page.has(".toast form"))
    }

    /// Whoever left the staff is named no more, and after ten minutes nothing is kept.
    @Test func whatWasRemovedIsOfferedForMinutesAndNamesOnlyStaff() async throws {
        func role(_ role: String) async throws {
            try await app.database.write { [app] in
                _ = try $0.run("UPDATE member SET role = ? WHERE id = ?", [.text(role), .blob(app.id("member moderator").bytes)])
            }
        }
        #expect(try await plan("moderator", as: .moderator).status == 303)
        let removed = try await post("remove", as: .host)
        let undo = try #require(try await app.send(.get, removed.location, as: .host).page.find(".toast form").first?["action"])
        try await role("traveller")
        let told = try await app.send(.get, removed.location, as: .host).page
        #expect(told.text(".toast .notice") == "The duty is removed." && !told.has(".toast form"))
        #expect(try await app.send(.post, undo, as: .host).body.contains("They are no longer on the trip’s staff."))
        try await role("moderator")
        app.clock.pass(.minutes(9))
        #expect(try await app.send(.get, removed.location, as: .host).page.has(".toast form"))
        app.clock.pass(.minutes(1))
        #expect(try await !app.send(.get, removed.location, as: .host).page.has(".toast form"))
        let late = try await app.send(.post, undo, as: .host)
        #expect(late.status == 409 && late.body.contains("This duty can no longer be brought back. Add it again."))
    }

    /// Two presses that arrive together, too.
    @Test func bothOfTwoPressesBringADutyBack() async throws {
        #expect(try await plan("moderator", as: .moderator).status == 303)
        let removed = try await post("remove", as: .host)
        let undo = try #require(try await app.send(.get, removed.location, as: .host).page.find(".toast form").first?["action"])
        async let first = app.send(.post, undo, as: .host)
        async let second = app.send(.post, undo, as: .host)
        let statuses = try await [first.status, second.status]
        #expect(statuses == [303, 303])
        #expect(try app.services.duty.roster(app.staff(.host)).duties.count == 1)
    }

    /// A duty that outlasts its holder's place among the staff must not hold a call up.
    @Test func whoHasLeftTheStaffKeepsNobodyWaiting() async throws {
        #expect(try await plan("moderator", as: .moderator).status == 303)
        try await app.database.write { [app] in
            _ = try $0.run("UPDATE member SET role = 'traveller' WHERE id = ?", [.blob(app.id("member moderator").bytes)])
        }
        try await app.services.safety.raise(.init(text: "lost", isTest: false, place: nil), app.member(.traveller))
        try await app.services.helpAlarms.runDue()
        #expect(try woken() == ["host"])
    }

    @Test func nobodyIsOnDutyBeforeTheyAccept() async throws {
        #expect(try await plan("moderator", as: .host).status == 303)
        let page = try await app.send(.get, "/trips/alpha/duty", as: .host).body
        #expect(page.contains("has not accepted yet") && page.contains("Nobody on duty"))
        #expect(try app.services.notices.unreadCount(app.access(.moderator).actor) > 0)
        // Nobody answers for somebody else.
        #expect(try await post("accept", as: .host).status == 409)
        #expect(try await post("accept", as: .moderator).status == 303)
        #expect(try app.services.duty.roster(app.staff(.host)).now(app.clock.now).map { $0.holder?.id } == [app.id("member moderator")])
    }

    @Test func aDutyStaysWithWhoHasItUntilTheOtherAccepts() async throws {
        #expect(try await plan("host", as: .host).status == 303)
        #expect(try await post("offer", as: .host, [("member", app.id("member moderator").description)]).status == 303)
        #expect(try app.services.duty.roster(app.staff(.host)).duties.first?.holder?.id == app.id("member host"))
        #expect(try await post("decline", as: .moderator).status == 303)
        #expect(try app.services.duty.roster(app.staff(.host)).duties.first?.offered == nil)
        #expect(try await post("offer", as: .host, [("member", app.id("member moderator").description)]).status == 303)
        #expect(try await post("accept", as: .moderator).status == 303)
        #expect(try app.services.duty.roster(app.staff(.host)).duties.first?.holder?.id == app.id("member moderator"))
        #expect(try await post("remove", as: .host).status == 303)
        #expect(try app.services.duty.roster(app.staff(.host)).duties.isEmpty)
    }

    @Test func whoeverNoChannelReachesIsMarkedAndCounted() async throws {
        #expect(try await plan("host", as: .host).status == 303)
        let (duty, sentence) = ("/trips/alpha/duty", "No channel reaches them")
        #expect(try await app.send(.get, duty, as: .moderator).page.texts(".duty-row .chip.bad") == [sentence])
        // Later, too: whoever is on duty then is called meanwhile.
        func call(_ number: String) async throws {
            try await app.database.write { [app] in
                _ = try $0.run("UPDATE member SET phone = ? WHERE id = ?", [.text(number), .blob(app.id("member host").bytes)])
            }
        }
        #expect(try await plan("host", as: .host, from: "22:30", until: "23:30").status == 303)
        try await call("+00 000 88")
        #expect(try await app.send(.get, duty, as: .moderator).page.count(".duty-row a[href^=tel]") == 1)
        try await call("")
        let before = try await app.send(.get, "/trips/alpha", as: .host).body
        #expect(before.contains("3 people cannot be reached") && before.contains("host Person, moderator Person, traveller Person"))
        try await app.store.addressBook.put(
            .init(id: app.services.system.newID(), channel: .push, address: "push of the host"), account: app.id("account host"),
            at: app.clock.now)
        #expect(try await !app.send(.get, duty, as: .moderator).body.contains(sentence))
        #expect(try await app.send(.get, "/trips/alpha", as: .host).body.contains("2 people cannot be reached"))
    }

    @Test func aTimeWithNobodyOnDutyIsMarkedAndFilled() async throws {
        #expect(try await plan("host", as: .host).status == 303)
        #expect(try await plan("host", as: .host, from: "22:30", until: "23:30").status == 303)
        let page = try await app.send(.get, "/trips/alpha/duty", as: .moderator).page
        #expect(page.texts(".duty-gap strong").allSatisfy { $0 == "Nobody on duty" })
        // Until the next morning, while the trip runs.
        #expect(page.texts(".duty-gap .muted") == ["30 min", "8 h 30 min"])
        #expect(page.text(".duty-plan .chip") == "2 gaps")
        // It stands where it is in time.
        #expect(page.find(".duty-rows > li").map { $0.classes.first ?? "" } == ["duty-row", "duty-gap", "duty-row", "duty-gap"])
        let fill = try #require(page.find(".duty-gap a").first?["href"])
        let form = try await app.send(.get, fill, as: .moderator).page
        #expect(form.find("input[name=from_time]").first?["value"] == "22:00")
        #expect(form.find("input[name=until_time]").first?["value"] == "22:30")
        #expect(form.find("input[name=until_day]").first?["value"] == "2026-01-05")
        // What an address says is text in a field, and nothing else.
        let odd = try await app.send(.get, "/trips/alpha/duty/new?from_time=%22%3E%3Cb%3E&until_day=x", as: .moderator)
        #expect(odd.status == 200 && !odd.body.contains("<b>") && odd.page.has("input[name=from_time]"))
    }

    /// Until the first duty, too, and where nothing is planned.
    @Test func nobodyOnDutyNowIsMarkedAtTheTop() async throws {
        let none = try await app.send(.get, "/trips/alpha/duty", as: .host).page
        #expect(none.text(".duty-now.duty-nobody a") == "Fill" && none.has(".empty"))
        #expect(try await plan("host", as: .host, from: "22:30", until: "23:30").status == 303)
        let page = try await app.send(.get, "/trips/alpha/duty", as: .host).page
        #expect(page.text(".duty-now.duty-nobody a") == "Fill" && page.text(".duty-plan .chip") == "1 gap")
        #expect(page.text(".duty-now.duty-nobody strong") == "Nobody on duty")
        #expect(try await plan("moderator", as: .moderator, from: "10:00").status == 303)
        #expect(try await !app.send(.get, "/trips/alpha/duty", as: .host).page.has(".duty-nobody"))
    }

    @Test func whatIsWrongComesBackFilledIn() async throws {
        for (from, until, sentence) in [
            ("15:00", "14:00", "The end must be after the start."), ("15:00", "", "Type a time, for instance 07:40."),
            ("10:00", "11:00", "This time has passed. Choose a later one."),
        ] {
            let answer = try await plan("host", as: .host, from: from, until: until)
            #expect(answer.status == 422 && answer.body.contains(sentence) && answer.body.contains("value=\"\(from)\""), "\(sentence)")
        }
        #expect(try await plan("traveller", as: .host).page.text("#member-error") == "Choose somebody on the trip’s staff.")
        #expect(try await plan("host", as: .host).status == 303)
        #expect(try await plan("host", as: .host, from: "21:00", until: "23:00").body.contains("They are already on duty at that time."))
    }

    @Test func paperHasTheSame() async throws {
        #expect(try await plan("host", as: .host).status == 303)
        let paper = try await app.send(.get, "/trips/alpha/duty/print", as: .moderator).body
        #expect(paper.contains("host Person") && paper.contains("on duty"))
        #expect(!paper.contains("Today") && !paper.contains("Tomorrow"), "paper lies about for days")
        #expect(paper.contains("printed <time datetime=\"\(app.clock.now.iso8601)\">Mon 5 Jan, "), "when it was printed has its day")
        #expect(try await app.send(.get, "/trips/alpha/duty", as: .traveller).status == 403)
    }
}

import Domain
import Services
import Testing

/// A tap too many on “I’m on it” or “Resolve” is taken back, and everybody is told as if it had never been.
@Suite struct HelpHandBackTests {
    private let app: TestApp
    private let path: String

    init() async throws {
        app = try await TestApp.withTripsAndMedic()
        path = "/trips/alpha/help/\(app.id("alert"))"
    }

    private func page(_ query: String = "", as user: TestUser = .host) async throws -> HTMLPage {
        try await app.send(.get, path + query, as: user).page
    }
    private func post(_ address: String, as user: TestUser = .host, _ form: [(String, String)] = []) async throws -> TestApp.TestResponse {
        try await app.send(.post, address, as: user, form: form)
    }
    private func help() throws -> HelpCase { try app.services.safety.find(app.id("alert"), app.staff(.host)) }

    @Test func whoIsOnItTakesItBackFromTheToast() async throws {
        let taken = try await post(path + "/take").location
        let told = try await app.send(.get, taken, as: .host).page
        #expect(told.text(".toast .notice") == "You’re on it: everybody sees your name.")
        let undo = try #require(told.find(".toast form").first?["action"])
        #expect(try await post(undo).location == path + "?done=handed-back")
        #expect(try help().state == .open && help().holder == nil)
        #expect(try app.services.safety.entries(of: help()).map(\.kind) == [.taken, .released])
        let open = try await page("?done=handed-back")
        #expect(open.text(".toast .notice") == "You’re no longer on it. The call is open again.")
        #expect(open.texts("#done-panel li").first?.contains("host Person is no longer on it") == true)
        #expect(try await app.send(.get, "/banners", as: .moderator).body.contains("class=\"alert waiting\""))
        // Once more is told, and changes nothing.
        #expect(try await post(undo).status == 409)
    }

    @Test func aToastThatIsOldTakesNothingFromAnybodyElse() async throws {
        _ = try await post(path + "/take")
        _ = try await post(path + "/hand-over", [("to", app.id("account moderator").description)])
        let late = try await post(path + "/hand-over?to=back")
        #expect(late.status == 409 && late.body.contains("moderator Person is on it."))
        #expect(try help().holder?.name == "moderator Person")
        // Whoever opens the address of the toast then is not told that they are on it.
        #expect(!(try await page("?done=acknowledged").has(".toast")))
    }

    @Test func onlyWhoeverIsOnItHandsItBackOnTheCase() async throws {
        #expect(!(try await page().has(".help-act [value=back]")))
        _ = try await post(path + "/take")
        #expect(try await page().text(".help-act [value=back]") == "Hand back")
        #expect(!(try await page(as: .moderator).has(".help-act [value=back]")))
        #expect(try await page().text("label[for=to]") == "Hand over to")
        _ = try await post(path + "/hand-over", [("to", "back")])
        #expect(try help().state == .open)
        #expect(!(try await page().has(".help-act [value=back]")))
    }

    /// Those who stood down are woken anew.
    @Test func whatIsHandedBackWakesPeopleAsBefore() async throws {
        func isWoken() async throws -> Bool {
            try await app.services.helpAlarms.runDue()
            return try app.database.read { [id = app.id("alert")] connection in
                try connection.one("SELECT told_circle FROM help_case WHERE id = ?", [.blob(id.bytes)]) { $0.int(0) > 0 } ?? false
            }
        }
        #expect(try await isWoken())
        _ = try await post(path + "/take")
        #expect(!(try await isWoken()))
        _ = try await post(path + "/hand-over?to=back")
        #expect(try await isWoken())
    }

    @Test func aCaseThatWasResolvedByMistakeIsOpenedFromTheToast() async throws {
        let resolved = try await post(path + "/resolve", [("outcome", "safe")]).location
        let told = try await app.send(.get, resolved, as: .host).page
        #expect(told.text(".toast .notice") == "The case is resolved.")
        let undo = try #require(told.find(".toast form").first?["action"])
        #expect(try await post(undo).status == 303)
        #expect(try help().state == .open)
        #expect(!(try await page("?done=resolved").has(".toast")), "it is so no more")
    }

    /// Whoever is hurt is in the bar, and not who called before and says that they are OK.
    @Test func theBarIsAboutWhoMayBeHurt() async throws {
        #expect(try await app.send(.post, "/trips/alpha/my/sos/ok", as: .traveller, form: [("sure", "yes")]).status == 303)
        let alone = try await app.send(.get, "/banners?trip=alpha", as: .moderator).page
        #expect(alone.has(".alert.waiting") && alone.text(".alert")?.contains("Says they are OK, nobody has responded yet") == true)
        app.clock.pass(.minutes(1))
        #expect(try await app.send(.post, "/trips/alpha/my/sos", as: .host, form: [("sure", "yes")]).status == 303)
        let both = try await app.send(.get, "/banners?trip=alpha", as: .moderator).page
        #expect(both.texts(".alert .alert-open") == ["SOS: host Person"])
        #expect(both.text(".rest a")?.contains(" · nobody yet, says they are OK · ") == true)
    }

    /// Also where they called twice before: the newest that they did is what counts.
    @Test func theBarSaysWhenTheySaidThatTheyAreOK() async throws {
        let bar = { try await app.send(.get, "/banners?trip=alpha", as: .moderator).page }
        app.clock.pass(.minutes(5))
        #expect(try await app.send(.post, "/trips/alpha/my/sos", as: .traveller, form: [("sure", "yes")]).status == 303)
        #expect(try await bar().text(".alert .again") == "Called again just now")
        app.clock.pass(.minutes(5))
        #expect(try await app.send(.post, "/trips/alpha/my/sos/ok", as: .traveller, form: [("sure", "yes")]).status == 303)
        #expect(try await bar().text(".alert .again") == "Said they are OK just now")
        #expect(try await post(path + "/take").status == 303)
        app.clock.pass(.minutes(3))
        #expect(try await bar().text(".alert.taken.said-ok .again") == "Said they are OK 3 min ago")
    }

    /// The way back of a resolution is of that one alone.
    @Test func anOldUndoReopensNoNewerResolution() async throws {
        let first = try await app.send(.post, path + "/resolve", as: .host, form: [("outcome", "safe")]).location
        let undo = try #require(try await app.send(.get, first, as: .host).page.find(".toast form").first?["action"])
        #expect(!(try await page("?done=resolved").has(".toast form")), "of a resolution that the address does not name")
        app.clock.pass(.minutes(1))
        #expect(try await app.send(.post, path + "/reopen", as: .moderator).status == 303)
        app.clock.pass(.minutes(1))
        let second = try await app.send(.post, path + "/resolve", as: .moderator, form: [("outcome", "rescue")]).location
        let stale = try await app.send(.get, first, as: .host).page
        #expect(first != second && !stale.has(".toast form"))
        let late = try await app.send(.post, undo, as: .host)
        #expect(late.status == 409 && late.body.contains("moderator Person has resolved this case since."))
        #expect(try app.services.safety.find(app.id("alert"), app.staff(.host)).state == .resolved)
        let own = try #require(try await app.send(.get, second, as: .moderator).page.find(".toast form").first?["action"])
        #expect(try await app.send(.post, own, as: .moderator).status == 303)
        #expect(try app.services.safety.find(app.id("alert"), app.staff(.host)).state == .open)
    }
}

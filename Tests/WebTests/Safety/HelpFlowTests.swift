import Domain
import Foundation
import Services
import Store
import Testing

/// A case of help from the call to its end, as each role sees and changes it.
@Suite struct HelpFlowTests {
    private let app: TestApp
    private let path: String

    init() async throws {
        app = try await TestApp.withTripsAndMedic()
        path = "/trips/alpha/help/\(app.id("alert"))"
    }

    private func body(_ path: String, as user: TestUser = .host) async throws -> String {
        try await app.send(.get, path, as: user).body
    }
    @discardableResult
    private func post(_ step: String, as user: TestUser = .host, _ form: [(String, String)] = []) async throws -> TestApp.TestResponse {
        try await app.send(.post, path + "/" + step, as: user, form: form)
    }
    private func help() throws -> HelpCase { try app.services.safety.find(app.id("alert"), app.staff(.host)) }
    private func bar(as user: TestUser = .host) async throws -> String { try await body("/banners", as: user) }

    @Test func theBarIsRedThenAmberThenGone() async throws {
        let red = try await bar()
        #expect(red.contains("class=\"alert waiting\"") && red.contains("Nobody has responded yet") && red.contains("“a twisted knee”"))
        #expect(try await post("take", as: .moderator).location == path + "?done=acknowledged")
        for user in [TestUser.host, .moderator, .admin, .medic] {
            let amber = try await bar(as: user)
            #expect(amber.contains("class=\"alert taken\"") && amber.contains("moderator Person is on it"), "\(user)")
            #expect(!amber.contains(path + "/take") && !amber.contains("data-call="), "\(user)")
        }
        // Nothing but a person ends it: not time, not a note, not the caller's own word.
        app.clock.pass(.hours(9))
        #expect(try await post("note", as: .moderator, [("note", "On the way up")]).status == 303)
        #expect(try await app.send(.post, "/trips/alpha/my/sos/ok", as: .traveller, form: [("sure", "yes")]).status == 303)
        #expect(try await bar(as: .moderator).contains("moderator Person is on it, says they are OK"))
        let resolved = try await post("resolve", as: .moderator, [("outcome", "rescue"), ("words", "Flown out")])
        #expect(resolved.location.hasPrefix(path + "?done=resolved&of="))
        #expect(!(try await bar(as: .moderator).contains("alert")))
        let page = try await body(path, as: .moderator)
        #expect(page.contains("Resolved by moderator Person: with the rescue service") && page.contains("Flown out"))
        #expect(page.contains("moderator Person noted") && page.contains("On the way up") && page.contains("says they are OK"))
    }

    @Test func theMostUrgentCallIsInFullAndTheOthersAreCounted() async throws {
        #expect(!(try await bar().contains("more call")))
        app.clock.pass(.seconds(1))
        #expect(try await app.send(.post, "/trips/alpha/my/sos", as: .host, form: [("sure", "yes")]).status == 303)
        func section(_ bars: String) -> String? {
            let parts = bars.components(separatedBy: "<section class=\"alert")
            return parts.count == 2 ? parts[1].components(separatedBy: "</section>")[0] : nil
        }
        // Of those that nobody is on the oldest.
        let both = try await body("/banners?trip=alpha", as: .moderator)
        #expect(section(both)?.contains("SOS: traveller Person") == true)
        // A screen reader says the other one at once as well; where all are one line, it names whom the bar is about that unfolds.
        #expect(HTMLPage(both).find(".rest.waiting").map { $0["role"] } == ["alert"])
        #expect(both.contains("href=\"/trips/alpha/help\">and 1 more call: SOS: host Person · "))
        let line = HTMLPage(both).texts(".alert-sum > span")
        #expect(line.first?.hasPrefix("SOS: traveller Person nobody yet · ") == true)
        #expect(line.first?.hasSuffix(" host: nobody yet · just now") == true)
        #expect(HTMLPage(both).has(".alert-sum bdi .age") && line.last == "2 calls for help")
        // The other one sounds as well, and is no bar.
        #expect(both.components(separatedBy: "data-call=").count == 3)
        // Red before amber.
        #expect(try await post("take", as: .moderator).status == 303)
        let red = try await body("/banners?trip=alpha", as: .moderator)
        #expect(section(red)?.contains("SOS: host Person") == true)
        #expect(HTMLPage(red).find(".rest.taken").map { $0["role"] } == ["status"])
        // The page of a case leaves its own out.
        let other = try await body("/banners?trip=alpha&case=\(app.id("alert"))", as: .moderator)
        #expect(section(other)?.contains("SOS: host Person") == true && !other.contains("more call"))
        // The bar says that it is somebody else, and the page shows it in one line.
        #expect(HTMLPage(other).text(".alert-open") == "Another person: host Person")
        // "I'm on it" is there once, and means the case that the page is about.
        #expect(!HTMLPage(other).has("section.alert form") && HTMLPage(other).has("section.alert .open-help"))
        #expect(HTMLPage(red).has("section.alert form"))
        let own = HTMLPage(try await body(path, as: .moderator))
        #expect(own.has("#alerts.aside") && own.text("h1") == "SOS: traveller Person")
        #expect(other.contains("id=\"help-\(app.id("alert"))\" class=\"taken\""))
        #expect(try await body(path, as: .moderator).contains("/banners?trip=alpha&amp;case=\(app.id("alert"))"))
        // On a page of another trip the list says whose it is.
        #expect(try await body("/banners?trip=beta", as: .admin).contains("and 1 more call on "))
    }

    @Test func theSectionCountsThoseThatNobodyIsOnInRed() async throws {
        #expect(try await app.send(.post, "/trips/alpha/my/sos", as: .host, form: [("sure", "yes")]).status == 303)
        #expect(try await post("take", as: .moderator).status == 303)
        let badge = HTMLPage(try await body("/trips/alpha", as: .moderator)).text("nav.sections .calls-open.waiting")
        #expect(badge?.hasPrefix("1") == true && badge?.hasSuffix(", 1 open call for help that nobody is on") == true)
    }

    @Test func aTestHidesNoRealCall() async throws {
        try await app.database.write { [id = app.id("alert")] in
            _ = try $0.run("UPDATE help_case SET is_test = 1 WHERE id = ?", [.blob(id.bytes)])
        }
        let alone = HTMLPage(try await body("/trips/alpha", as: .moderator))
        #expect(alone.texts("section.alert.test .alert-open") == ["Test: traveller Person"] && alone.has("section.alert.test form"))
        #expect(!alone.texts("#today-tasks li a").contains { $0.contains("for help") }, "nobody has to come")
        #expect(!alone.has("nav.sections .calls-open"), "a test is counted nowhere")
        app.clock.pass(.hours(6))
        #expect(try await app.send(.post, "/trips/alpha/my/sos", as: .host, form: [("sure", "yes")]).status == 303)
        let page = HTMLPage(try await body("/trips/alpha", as: .moderator))
        #expect(page.texts("section.alert .alert-open") == ["SOS: host Person"])
        #expect(page.text(".rest.waiting.test a")?.hasPrefix("and 1 more call: Test: traveller Person · ") == true)
        let folded = "SOS: host Person nobody yet · just now Test: traveller Person: nobody yet · 6 h ago"
        #expect(page.texts(".alert-sum > span") == [folded, "2 calls for help"])
        #expect(page.text("nav.sections .calls-open span") == "1" && page.has("nav.sections .calls-open.waiting"))
        // Real ones first, whoever waits longest; tests last, under a heading of their own.
        let list = HTMLPage(try await body("/trips/alpha/help", as: .moderator))
        #expect(list.texts("#calls li strong") == ["SOS: host Person", "Test: traveller Person"])
        #expect(list.count("#calls .urgent li") == 1 && list.texts("#calls h2").first == "Tests")
        #expect(page.texts("#today-tasks li").first?.contains("1 open call for help") == true)
        // Also once somebody is on the real one.
        let real = try #require(try app.services.safety.open(app.host()).first { !$0.isTest }).id
        #expect(try await app.send(.post, "/trips/alpha/help/\(real)/take", as: .moderator).status == 303)
        let calm = HTMLPage(try await body("/trips/alpha", as: .moderator))
        #expect(calm.text("nav.sections .calls-open")?.hasSuffix(", 1 open call for help") == true)
        #expect(!calm.has("nav.sections .calls-open.waiting"))
        let taken = HTMLPage(try await body("/banners?trip=alpha", as: .moderator))
        #expect(taken.texts("section.alert.taken .alert-open") == ["SOS: host Person"])
    }

    @Test func aStepIsOneTransactionWithItsEntryAndItsLine() async throws {
        try await post("take")
        try await post("phoned")
        try await post("hand-over", [("to", app.id("account moderator").description)])
        try await post("hand-over", as: .moderator, [("to", "nobody")])
        try await post("resolve", [("outcome", "safe")])
        try await post("reopen", as: .moderator)
        let entries = try app.services.safety.entries(of: help())
        #expect(entries.map(\.kind) == [.taken, .phoned, .handed, .released, .resolved, .reopened])
        #expect(entries[2].text == "moderator Person" && entries[3].name == "moderator Person")
        let trail = try app.store.audit.entries(subject: app.id("member traveller"), trip: app.id("trip alpha"), limit: 9).map(\.action)
        let told = ["opened again", "resolved", "let go", "handed over", "phoned", "is on it"].map { "help: " + $0 }
        #expect(Array(trail.prefix(6)) == told)
        #expect(try help().state == .open && help().holder == nil)
    }

    /// Two at once: one is on it, the other reads who.
    @Test func ofTwoTakersOneWins() async throws {
        let (store, id, trip, now) = (app.store.help, app.id("alert"), app.id("trip alpha"), app.clock.now)
        let accounts = [app.id("account host"), app.id("account moderator")]
        let wins = try await withThrowingTaskGroup(of: Bool.self) { group in
            for (index, account) in (accounts + accounts + accounts).enumerated() {
                group.addTask {
                    let author = Author(id: account, name: "Taker \(index % 2)")
                    return try await store.take(id, trip: trip, by: author, at: now)?.isFirst == true
                }
            }
            return try await group.reduce(0) { $0 + ($1 ? 1 : 0) }
        }
        #expect(wins == 1)
        let found = try help()
        #expect(found.state == .taken && accounts.contains { $0 == found.holder?.account })
        #expect(try app.services.safety.entries(of: found).map(\.kind) == [.taken])
    }

    /// Above the log, for all times of the page; what is read to others has its own.
    @Test func theCaseSaysTheZoneOnce() async throws {
        #expect(try await post("take").status == 303)
        let page = try await app.send(.get, path, as: .host).page
        #expect(page.texts("#said-panel time") == ["15:03"] && page.texts("#done-panel time") == ["15:03"])
        #expect(page.texts("#done-panel > p") == ["Times are CET."])
    }

    /// Of a call without words there is nothing to list: its head says so, until they say more.
    @Test func aCallWithoutWordsHasNoEmptyList() async throws {
        func call(_ words: String) async throws -> HTMLPage {
            #expect(try await app.send(.post, "/trips/alpha/my/sos", as: .host, form: [("sure", "yes"), ("text", words)]).status == 303)
            let own = try #require(try app.services.safety.open(app.staff(.moderator)).first { $0.memberID == app.id("member host") })
            return try await app.send(.get, "/trips/alpha/help/\(own.id)", as: .moderator).page
        }
        let silent = try await call("")
        #expect(silent.has("#said-panel") && !silent.has("#said-panel li") && silent.texts("#calls p.muted") == ["No words"])
        app.clock.pass(.minutes(1))
        let more = try await call("Under the second lift")
        #expect(more.count("#said-panel li") == 2 && !more.has("#calls p.muted") && more.text(".help-newest") == "“Under the second lift”")
    }

    @Test func formsThatLackSomethingComeBackFilled() async throws {
        let empty = try await post("note", [("note", "  ")])
        #expect(empty.status == 422 && empty.body.contains("Between 1 and 1,000 characters."))
        let how = try await post("resolve", [("words", "they walked down")])
        #expect(how.status == 422 && how.body.contains("Choose how it ended.") && how.body.contains("they walked down"))
        let other = try await post("resolve", [("outcome", "other")])
        #expect(other.status == 422 && other.body.contains("Say in a few words how it ended."))
        #expect(other.body.contains("value=\"other\" required checked"))
        let nobody = try await post("hand-over", [("to", ID(high: 7, low: 7).description)])
        #expect(nobody.status == 422 && nobody.body.contains("Choose a colleague on this trip."))
        #expect(try help().state == .open)
        try await post("resolve", [("outcome", "safe")])
        let late = try await post("resolve", as: .moderator, [("outcome", "safe")])
        #expect(late.status == 409 && late.body.contains("host Person has already resolved this case."))
    }

    @Test func theCallersPageFollows() async throws {
        let sos = "/trips/alpha/my/sos"
        #expect(try await body(sos, as: .traveller).contains("Nobody has responded yet: please call them as well."))
        try await post("take")
        let taken = try await body(sos, as: .traveller)
        #expect(taken.contains("host Person is on it.") && taken.contains("They will call you") && taken.contains("Keep warm"))
        try await post("phoned")
        #expect(try await body(sos, as: .traveller).contains("host Person phoned you at 15:03."))
        // The caller's own word needs a confirmation.
        let unsure = try await app.send(.post, sos + "/ok", as: .traveller)
        #expect(unsure.status == 422 && unsure.body.contains("Confirm that you no longer need help."))
        #expect(try help().saidOKAt == nil)
        #expect(try await app.send(.post, sos + "/ok", as: .traveller, form: [("sure", "yes")]).location == sos)
        let said = "You told them at 15:03 that you are OK. A host will still speak to you."
        #expect(try await app.send(.get, sos, as: .traveller).page.text("#state") == said)
        try await post("resolve", [("outcome", "safe")])
        let over = try await app.send(.get, sos, as: .traveller)
        #expect(over.body.contains("is resolved: found and safe.") && !over.body.contains("/sos/ok"))
        // The advice waits, hidden, for a call without a signal.
        #expect(over.page.count(".advice") == over.page.count("#alone .advice") && over.page.has("#alone[hidden]"))
        #expect(try await app.send(.post, sos + "/ok", as: .traveller, form: [("sure", "yes")]).status == 409)
    }

    @Test func medicalNotesAreOpenedAndRecorded() async throws {
        let seconds = app.clock.now.seconds
        let alarm = "/t/\(try app.trackerToken)?id=x&lat=46.43&lon=9.24&timestamp=\(seconds)&alarm=sos"
        #expect(try await app.send(.get, alarm).status == 200)
        let ada = try #require(try app.services.safety.open(app.host()).first { $0.memberID == app.id("member") }).id
        let page = "/trips/alpha/help/\(ada)"
        #expect(!(try await body(page).contains("SECRET-MEDICAL")))
        #expect(try await app.send(.post, page + "/medical", as: .moderator).status == 403)
        for user in [TestUser.host, .medic] {
            let opened = try await app.send(.post, page + "/medical", as: user)
            #expect(opened.status == 200 && opened.body.contains("SECRET-MEDICAL"), "\(user)")
        }
        let trail = try app.store.audit.entries(subject: app.id("member"), trip: app.id("trip alpha"), limit: 9)
        #expect(trail.count { $0.action == "medical notes opened" } == 2)
        // A medic sees no group and no room.
        #expect(try await body(page).contains("Bus 1"))
        #expect(!(try await body(page, as: .medic).contains("Bus 1")))
    }

    @Test func whatIsWrittenInTheChatIsNothingForMedics() async throws {
        app.clock.pass(.seconds(1))
        #expect(try await app.write("I can't move").status == 303)
        #expect(try await bar().contains("Earlier: “a twisted knee”"))
        #expect(!(try await bar(as: .medic).contains("Earlier")))
        #expect(!(try await body(path, as: .medic).contains("move")))
    }

    @Test func anArchivedTripsCaseIsStillHelped() async throws {
        #expect(try await app.send(.post, "/trips/alpha/archive", as: .host).status == 303)
        #expect(try await post("take").status == 303)
        #expect(try await post("resolve", [("outcome", "safe")]).status == 303)
        #expect(try help().state == .resolved)
    }

    /// Nothing that was said or noted of somebody who is erased stays.
    @Test func erasingEmptiesTheCase() async throws {
        try await post("note", [("note", "Left knee, carried down")])
        try await post("resolve", [("outcome", "other"), ("words", "To hospital")])
        try await app.store.deletion.erase(app.id("member traveller"), trip: app.id("trip alpha"), at: app.clock.now)
        let found = try help()
        #expect(found.memberName == "Former traveller" && found.text.isEmpty && found.ending?.words == "")
        #expect(try app.services.safety.entries(of: found).allSatisfy(\.text.isEmpty))
    }

    @Test func onAFullDiskWhoIsOnItIsKnownAndTheRestWaits() async throws {
        try app.fillDisk()
        #expect(try await post("take").status == 303)
        #expect(try await bar().contains("host Person is on it"))
        #expect(try await post("note", [("note", "x")]).status == 503)
        #expect(try await post("resolve", [("outcome", "safe")]).status == 503)
        try await app.clearDisk()
        #expect(try await post("resolve", [("outcome", "safe")]).status == 303)
        #expect(try app.services.safety.entries(of: help()).map(\.kind) == [.taken, .resolved])
    }

    @Test func anOpenMapIsToldWhoNeedsHelp() async throws {
        let json = "/trips/alpha/map/help.json"
        let found = try await body(json)
        #expect(found.hasPrefix("{\"help\":[[\"\(app.id("member traveller"))\",") && found.hasSuffix(",\"open\",\"nobody yet\"]]}"))
        try await post("take")
        #expect(try await body(json).hasSuffix(",\"taken\",\"host Person is on it\"]]}"))
        try await post("resolve", [("outcome", "safe")])
        #expect(try await body(json) == "{\"help\":[]}")
        #expect(try await app.send(.get, json, as: .traveller).status == 403)
    }

    @Test func theOwnDataHasHowItEnded() async throws {
        try await post("take")
        try await post("resolve", [("outcome", "safe")])
        let files = try app.services.ownData.files(app.member(.traveller))
        let calls = try #require(files.first { $0.name == "calls.csv" })
        let text = String(decoding: try #require(try await calls.load()), as: UTF8.self).replacing("\"", with: "")
        #expect(text.contains(",a twisted knee,host Person,"), "\(text)")
        #expect(text.contains(",safe,host Person"), "\(text)")
    }
}

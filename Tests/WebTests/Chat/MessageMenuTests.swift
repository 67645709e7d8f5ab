import Domain
import Foundation
import Services
import Store
import Testing

/// What can be done beside a message: two clicks for moderators, with a way back.
@Suite struct MessageMenuTests {
    private let app: TestApp

    init() async throws { app = try await TestApp.withTrips() }

    private func message(_ text: String = "You are all numpties", as user: TestUser = .traveller) async throws -> String {
        #expect(try await app.write(text, as: user).status == 303)
        return "\(app.chat)/messages/\(try app.newestMessage())"
    }

    @Test func aTravellersMenuHasWhatTheyMay() async throws {
        let message = try await message(as: .host)
        let row = try await app.send(.get, message, as: .traveller).page
        #expect(row.texts(".act-menu a") == ["Reply", "Report", "React and more"] && !row.has(".act-menu form"))
        let own = try await app.send(.get, message, as: .host).page
        #expect(own.texts(".act-menu a") == ["Reply", "Edit", "React and more"] && own.texts(".act-menu button") == ["Delete"])
        let about = try await app.send(.get, message + "/about", as: .traveller).page
        #expect(about.has(".palette") && !about.has(".staff-acts") && about.texts(".buttons a") == ["Reply", "Report"])
    }

    @Test func aMessageIsRemovedAndShownAgain() async throws {
        let message = try await message()
        for user in [TestUser.traveller, .travellerOfAnotherTrip] {
            for act in ["remove", "mute", "restore", "undo?log=1"] {
                let status = try await app.send(.post, "\(message)/\(act)", as: user).status
                #expect(status == 403 || status == 404)
            }
        }
        let removed = try await app.send(.post, message + "/remove", as: .moderator)
        #expect(removed.status == 303 && removed.location.contains("acted="))
        let page = try await app.send(.get, removed.location, as: .moderator).page
        #expect(page.text(".toast .notice") == "Message removed: traveller Person.")
        let undo = try #require(page.find(".toast form").first?["action"])
        // Only whoever did it is offered the way back in a toast; the row offers it to all moderators.
        #expect(try await !app.send(.get, removed.location, as: .host).page.has(".toast"))
        #expect(try await app.send(.get, message, as: .host).page.has("form.restore"))
        let seen = try await app.send(.get, app.chat, as: .traveller).body
        #expect(seen.contains("Removed by a host or moderator.") && !seen.contains("numpties") && !seen.contains("restore"))
        // It is a case like any other: closed, in the log, and the author is told and may appeal.
        #expect(try app.openCase(try app.newestMessage()) == nil)
        let notices = try await app.send(.get, "/trips/alpha/chat/notices", as: .traveller).body
        #expect(notices.contains("A message of yours was removed.") && notices.contains("Appeal"))
        #expect(try await app.send(.post, message + "/remove", as: .host).status == 409)
        let back = try await app.send(.post, undo, as: .moderator)
        #expect(back.status == 303 && back.location.contains("done=undone"))
        #expect(try await app.send(.get, app.chat, as: .traveller).body.contains("numpties"))
        #expect(try app.openCase(try app.newestMessage()) == nil, "nothing is left in the queue")
    }

    @Test func anyModeratorShowsItAgainBesideIt() async throws {
        let message = try await message()
        #expect(try await app.send(.post, message + "/restore", as: .host).status == 409)
        #expect(try await app.send(.post, message + "/remove", as: .moderator).status == 303)
        #expect(try await app.send(.post, message + "/restore", as: .host).status == 303)
        #expect(try await app.send(.get, message, as: .traveller).body.contains("numpties"))
    }

    @Test func anAuthorIsMutedForATime() async throws {
        let message = try await message()
        #expect(try await app.send(.post, message + "/mute", as: .host, form: [("minutes", "61")]).status == 422)
        let headers = ["Accept": "application/json"]
        let muted = try await app.send(.post, message + "/mute", as: .host, form: [("minutes", "60")], headers: headers)
        #expect(muted.status == 200 && muted.body.contains("Muted: traveller Person.") && muted.body.contains("/undo?log="))
        #expect(try await app.write("But…").status == 409)
        #expect(try await app.send(.get, message, as: .traveller).body.contains("numpties"), "the words stay")
        let undo = try #require(muted.body.firstMatch(of: /"undo":"([^"]+)"/)?.1.replacing("\\/", with: "/"))
        #expect(try await app.send(.post, String(undo), as: .host).status == 303)
        #expect(try await app.write("Thank you").status == 303)
    }

    @Test func aReportOfTheSameMessageIsSettledToo() async throws {
        let message = try await message()
        let number = try app.newestMessage()
        let ada = try await app.joined("member")
        let form = [
            ("message", String(number)), ("in", app.id("trip alpha").description), ("reason", "harassment"), ("text", ""),
        ]
        #expect(try await app.send(.post, "/trips/alpha/report", token: ada, form: form).status == 303)
        #expect(try await app.send(.post, message + "/remove", as: .host).status == 303)
        #expect(try app.openCase(number) == nil)
        let told = try await app.send(.get, "/trips/alpha/chat/notices", token: ada).body
        #expect(told.contains("the moderators acted on it"))
    }

    /// A call for help is never settled by taking its words away.
    @Test func anUrgentMessageIsNotRemovedBeside() async throws {
        let message = try await message("Help, I broke my leg")
        let refused = try await app.send(.post, message + "/remove", as: .host)
        #expect(refused.status == 409 && refused.body.contains("call for help"))
    }

    @Test func onesOwnMessageIsDeletedInstead() async throws {
        let message = try await message("Mine", as: .host)
        #expect(try await app.send(.post, message + "/remove", as: .host).status == 409)
    }

    @Test func whatTwoWriteIsNotModeratedUnasked() async throws {
        let path = try await app.send(.post, "/trips/alpha/friends/\(app.id("member host"))/chat", as: .traveller).location
        #expect(try await app.write("Just for you", to: path).status == 303)
        let direct = try #require(ID(String(path.split(separator: "/").last ?? "")))
        let number = try app.store.messages.thread(direct, .newest, limit: 1, reader: app.id("member host"), seesHeld: true)[0].number
        let message = "\(path)/messages/\(number)"
        let form = [("minutes", "60"), ("pinned", "yes")]
        for act in ["remove", "mute", "pin"] {
            #expect(try await app.send(.post, "\(message)/\(act)", as: .host, form: form).status == 404, "\(act)")
        }
        #expect(try await !app.send(.get, message + "/about", as: .host).page.has(".staff-acts"))
        #expect(try await app.send(.get, message + "/about", as: .moderator).status == 404)
    }

    @Test func hostsComeToThePersonsPageAndCallThem() async throws {
        let message = try await message("@host Person, where are you?")
        let row = try await app.send(.get, message, as: .host).page
        let person = "/trips/alpha/members/\(app.id("member traveller"))"
        #expect(row.find("a.author").map { $0["href"] ?? "" } == [person])
        #expect(row.find("a.named").map { $0["href"] ?? "" } == ["/trips/alpha/members/\(app.id("member host"))"])
        let about = try await app.send(.get, message + "/about", as: .host).page
        #expect(about.text(".staff-acts")?.contains("Person") == true && about.text(".staff-acts")?.contains("Remove") == true)
        // In the middle of a screen the end of the menu is out of sight.
        #expect(about.texts(".staff-acts button") == ["Remove", "Mute", "Pin"])
        let seen = try await app.send(.get, message, as: .traveller).page
        #expect(seen.find("a.author").map { $0["href"] ?? "" } == ["/trips/alpha/friends/\(app.id("member traveller"))"])
    }

    @Test func theChatsTabHasADotForWhatIsUnreadInRooms() async throws {
        _ = try await app.send(.get, app.chat, as: .host)
        func hasDot() async throws -> Bool {
            try await app.send(.get, "/trips/alpha/roster", as: .host).page.has("nav a[href=/trips/alpha/chat] .news")
        }
        let before = try await hasDot()
        _ = try await message("Something new")
        #expect(try await hasDot())
        for line in try app.services.chat.list(app.member(.host)) {
            _ = try await app.send(.get, "/trips/alpha/chat/\(line.conversation.id)", as: .host)
        }
        #expect(try await !hasDot(), "before: \(before)")
    }

    @Test func hitsNameTheirRoom() async throws {
        _ = try await message("Powder everywhere")
        let page = try await app.send(.get, "/trips/alpha/chat/search?q=powder", as: .host).page
        #expect(page.text(".found small")?.contains("Trip alpha") == true)
    }
}

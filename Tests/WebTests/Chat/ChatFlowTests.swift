import Domain
import Foundation
import Services
import Store
import Testing

/// Writing and reading, by everybody who may and may not.
@Suite struct ChatFlowTests {
    private let app: TestApp
    private var chat: String { app.chat }
    private var event: String { "/trips/alpha/chat/\(app.id("event"))" }

    init() async throws { app = try await TestApp.withTrips() }

    @Test func aMessageIsSentOnce() async throws {
        let client = UUID().uuidString
        for _ in 0..<3 { #expect(try await app.write("Hello all", client: client).status == 303) }
        let page = try await app.send(.get, chat, as: .host).body
        #expect(page.components(separatedBy: "Hello all").count == 2)
        // Somebody else's same id is another message.
        #expect(try await app.write("Not the same", as: .host, client: client).status == 303)
        #expect(try await app.send(.get, chat, as: .host).body.contains("Not the same"))
    }

    @Test(arguments: [
        ("", "Write something first."), ("  \n ", "Write something first."), ("\u{200B}\u{3164}", "Write something first."),
        (String(repeating: "x", count: 4001), "At most 4,000 characters, this has 4,001."),
    ])
    func whatIsNoMessageComesBack(_ text: String, _ problem: String) async throws {
        let response = try await app.write(text)
        let page = response.page
        #expect(response.status == 422 && page.text("#text-error") == problem)
        if text.count > 4000 { #expect(page.text("#text") == text) }
    }

    @Test func eventsAreReadByTheInvitedAndWrittenByTheGoing() async throws {
        let page = try await app.send(.get, event, as: .traveller)
        #expect(page.status == 200 && page.body.contains("Glacier walk") && page.body.contains(" · Door"))
        let refused = try await app.write("Coming?", to: event)
        #expect(refused.status == 409 && refused.body.contains("Only people who are going to the event can write here."))
        #expect(!refused.page.has("#composer") && refused.page.has("#thread") && !refused.page.has(".message .message-text"))
        _ = try await app.services.myEvents.answer(app.id("event"), isComing: true, app.member(.traveller))
        #expect(try await app.write("I come", to: event).status == 303)
        #expect(try await app.write("Fine", to: event, as: .host).status == 303)
        #expect(try await app.send(.get, "/trips/alpha/my/events/\(app.id("event"))", as: .traveller).body.contains("I come"))
    }

    @Test func directOnesAreForTwo() async throws {
        let opened = try await app.send(.post, "/trips/alpha/friends/\(app.id("member host"))/chat", as: .traveller)
        let path = opened.location
        #expect(opened.status == 303)
        #expect(try await app.write("Just for you SECRETWORD", to: path).status == 303)
        #expect(try await app.send(.get, path, as: .host).body.contains("SECRETWORD"))
        for user in [TestUser.moderator, .hostOfAnotherTrip, .travellerOfAnotherTrip] {
            #expect(try await app.send(.get, path, as: user).status == 404)
            #expect(try await app.write("me too", to: path, as: user).status == 404)
        }
        #expect(try await !app.send(.get, "/trips/alpha/chat/search?q=SECRETWORD", as: .moderator).body.contains("Just for you"))
        #expect(try await app.send(.get, "/trips/alpha/chat/search?q=secretw", as: .traveller).page.texts("mark") == ["SECRETWORD"])
        // In that conversation alone, in another one, and in one that is none of the reader's.
        let room = try #require(path.split(separator: "/").last)
        let inside = try await app.send(.get, "/trips/alpha/chat/search?q=secretw&room=\(room)", as: .traveller).page
        #expect(inside.texts("mark") == ["SECRETWORD"] && inside.has("input[name=room]"))
        let trip = app.id("trip alpha")
        #expect(try await app.send(.get, "/trips/alpha/chat/search?q=secretw&room=\(trip)", as: .traveller).page.count("mark") == 0)
        #expect(try await app.send(.get, "/trips/alpha/chat/search?q=secretw&room=\(room)", as: .moderator).status == 404)
        // The same two, from the other side, and blocked.
        let again = try await app.send(.post, "/trips/alpha/friends/\(app.id("member traveller"))/chat", as: .host)
        #expect(again.location == path)
        _ = try await app.send(.post, "/trips/alpha/friends/\(app.id("member traveller"))/block", as: .host, form: [("blocked", "yes")])
        #expect(try await app.write("Why?", to: path).status == 409)
        _ = try await app.send(.post, "/trips/alpha/friends/\(app.id("member traveller"))/block", as: .host, form: [("blocked", "no")])
        #expect(try await app.write("Friends again", to: path).status == 303)
    }

    @Test func oneChangesAndDeletesOnesOwn() async throws {
        _ = try await app.write("Frist version")
        let path = chat + "/messages/\(try app.newestMessage())"
        #expect(try await app.send(.post, path + "/edit", as: .host, form: [("text", "mine now")]).status == 404)
        #expect(try await app.send(.post, path + "/edit", as: .traveller, form: [("text", "First version")]).status == 303)
        let page = try await app.send(.get, chat, as: .host).body
        #expect(page.contains("First version") && page.contains("edited") && !page.contains("Frist"))
        app.clock.pass(.minutes(16))
        let late = try await app.send(.post, path + "/edit", as: .traveller, form: [("text", "Third")])
        #expect(late.status == 409 && late.body.contains("Third"))
        #expect(try await app.send(.post, path + "/delete", as: .host).status == 404)
        #expect(try await app.send(.post, path + "/delete", as: .traveller).status == 303)
        let after = try await app.send(.get, chat, as: .host).body
        #expect(after.contains("Deleted by its author.") && !after.contains("First version"))
        #expect(try await !app.send(.get, "/trips/alpha/chat/search?q=version", as: .host).body.contains("First"))
    }

    @Test func thirtyAMinuteAndSlowMode() async throws {
        // The app has a line of the traveller's own from before.
        app.clock.pass(.minutes(2))
        for index in 0..<30 { #expect(try await app.write("Line \(index)").status == 303) }
        let response = try await app.write("One too many")
        #expect(response.status == 429 && response.headers[.retryAfter] != nil && response.body.contains("One too many"))
        app.clock.pass(.minutes(1))
        #expect(try await app.write("Later").status == 303)
        let settings = [("slow_seconds", "30"), ("newcomer_minutes", "0"), ("read_only_minutes", "0"), ("reason", "")]
        #expect(try await app.send(.post, chat + "/settings", as: .moderator, form: settings).status == 303)
        app.clock.pass(.seconds(20))
        #expect(try await app.write("Too soon").status == 429)
        app.clock.pass(.seconds(11))
        #expect(try await app.write("Now").status == 303)
        #expect(try await app.write("Hosts", as: .host).status == 303)
        #expect(try await app.write("Hosts do not wait", as: .host).status == 303)
    }

    @Test func readOnlyEndsByItself() async throws {
        let settings = [("slow_seconds", "0"), ("newcomer_minutes", "0"), ("read_only_minutes", "10"), ("reason", "Calm down")]
        #expect(try await app.send(.post, chat + "/settings", as: .host, form: settings).status == 303)
        let response = try await app.write("But…")
        #expect(response.status == 409 && response.body.contains("Read-only until") && response.body.contains("Calm down"))
        app.clock.pass(.minutes(11))
        #expect(try await app.write("Open again").status == 303)
        #expect(try await app.send(.post, chat + "/settings", as: .traveller, form: settings).status == 403)
    }

    @Test func streamsCarryOnlyWhatTheReaderMaySee() async throws {
        let direct = try await app.services.chat.openDirect(with: app.id("member host"), app.member(.traveller))
        let conversation = try #require(try app.store.chat.find(direct, trip: app.id("trip alpha")))
        #expect(try app.store.chat.audience(conversation) == [app.id("member host"), app.id("member traveller")])
        let event = try #require(try app.store.chat.find(app.id("event"), trip: app.id("trip alpha")))
        let audience = try #require(try app.store.chat.audience(event))
        #expect(audience.contains(app.id("member traveller")) && audience.contains(app.id("member moderator")))
        #expect(!audience.contains(app.id("member travellerOfAnotherTrip")))
    }

    @Test func aThreadIsReadAtAnyDepth() async throws {
        for index in 0..<130 {
            _ = try await app.store.messages.send(
                .init(
                    conversation: app.id("trip alpha"), trip: app.id("trip alpha"), member: app.id("member"),
                    clientID: app.services.system.newID(),
                    text: "Deep \(index).", replyTo: nil, state: .visible), at: app.clock.now)
        }
        let last = try app.newestMessage()
        let page = try await app.send(.get, chat, as: .traveller).body
        #expect(page.contains("Deep 129.") && page.contains("Deep 80.") && !page.contains("Deep 79.") && page.contains("Earlier messages"))
        let part = try await app.send(.get, chat + "/messages?before=\(last - 49)", as: .traveller)
        #expect(part.body.contains("Deep 79.") && !part.body.contains("Deep 80.") && !part.body.contains("<html"))
        let around = try await app.send(.get, chat + "?around=\(last - 100)", as: .traveller).body
        #expect(around.contains("Deep 29.") && around.contains("Later messages") && !around.contains("Deep 129."))
    }

    /// Whether changed, deleted or gone before they were indexed or after: the index holds what the messages say.
    @Test func theSearchIndexFollowsTheMessages() async throws {
        func found(_ word: String) async throws -> Int {
            try await app.send(.get, "/trips/alpha/chat/search?q=\(word)", as: .traveller).body.components(separatedBy: "<mark>").count
                - 1
        }
        var numbers: [Int] = []
        for index in 0..<6 {
            #expect(try await app.write("Heron \(index)").status == 303)
            numbers.append(try app.newestMessage())
            if index == 2 { #expect(try await found("heron") == 3) }
        }
        for number in [numbers[0], numbers[3]] {
            let edit = try await app.send(.post, chat + "/messages/\(number)/edit", as: .traveller, form: [("text", "Stork \(number)")])
            #expect(edit.status == 303)
        }
        for number in [numbers[1], numbers[4]] {
            #expect(try await app.send(.post, chat + "/messages/\(number)/delete", as: .traveller).status == 303)
        }
        #expect(try await found("heron") == 2)
        #expect(try await found("stork") == 2)
        _ = try await app.write("Late heron")
        let gone = try app.newestMessage()
        #expect(try await app.store.messages.deleteHistory(trip: app.id("trip alpha"), limit: 1000) > 0)
        // Gone between being seen as the newest and being indexed: indexing must not try for ever.
        try await app.store.messages.indexSome(upTo: gone)
        #expect(try app.database.read { try $0.one("SELECT indexed_to FROM search_progress") { $0.int(0) } } == gone)
        #expect(try await found("heron") == 0)
        _ = try await app.write("Early heron")
        #expect(try await found("heron") == 1)
        // Two who search at once index once.
        _ = try await app.write("Twice a heron")
        async let (one, two) = (found("heron"), found("heron"))
        #expect(try await (one, two) == (2, 2))
        try await app.database.write { connection in
            _ = try connection.run("INSERT INTO message_search (message_search, rank) VALUES ('integrity-check', 1)")
        }
    }

    @Test func groupsAreReadByTheirMembersAndLostWithThem() async throws {
        let opened = try await app.send(.post, "/trips/alpha/groups/\(app.id("group"))/chat", as: .host)
        let path = opened.location
        let ada = try await app.joined("member")
        #expect(try await app.send(.get, path, token: ada).status == 200)
        #expect(try await app.send(.get, path, as: .traveller).status == 404)
        #expect(try await app.send(.get, path, as: .moderator).status == 200)
        let access = try app.host()
        let member = try app.services.roster.member(app.id("member"), access)
        var fields = member.fields
        fields[.groups] = ""
        try await app.services.roster.update(member.id, to: fields, version: member.version, access)
        try app.services.chat.publishLostAccess()
        #expect(try await app.send(.get, path, token: ada).status == 404)
        #expect(
            try await app.send(.post, path + "/messages", token: ada, form: [("text", "x"), ("client_id", UUID().uuidString)]).status
                == 404)
    }

    @Test func chatIsKeptForItsDaysAndEvidenceLonger() async throws {
        let found = try #require(try app.openCase(app.reportedMessage))
        try await app.services.moderation.setHeld(true, found.id, app.host())
        app.clock.pass(.days(90))
        _ = try await app.services.history.runOnce()
        let kept = {
            try app.store.messages.thread(app.id("trip alpha"), .newest, limit: 50, reader: app.id("member"), seesHeld: true)
        }
        #expect(try kept().contains { $0.text == "Who is up early?" })
        for _ in 0..<5 {
            app.clock.pass(.days(2))
            _ = try await app.services.history.runOnce()
        }
        #expect(try !kept().contains { $0.text == "Who is up early?" })
        #expect(try kept().contains { $0.number == app.reportedMessage })
    }

    @Test func aFormerTravellersWordsStayAndTheirPhotosGo() async throws {
        let (ada, trip) = (app.id("member"), app.id("trip alpha"))
        let photo = NewPhoto(id: app.services.system.newID(), face: nil, small: [1], large: [1], width: 1, height: 1)
        _ = try await app.store.messages.send(
            .init(
                conversation: trip, trip: app.id("trip alpha"), member: ada, clientID: app.services.system.newID(), text: "With a view",
                replyTo: nil,
                state: .visible,
                photos: [photo]), at: app.clock.now)
        let access = try app.member(.traveller)
        #expect(try app.services.chat.photo(photo.id, .small, access) == [1])
        try await app.store.deletion.erase(ada, trip: trip, at: app.clock.now)
        let page = try await app.send(.get, chat, as: .traveller).body
        #expect(page.contains("With a view") && page.contains("Former traveller") && !page.contains("Ada Example"))
        #expect(try app.services.chat.photo(photo.id, .small, access) == nil)
    }

    @Test func ofADirectConversationModeratorsSeeWhatWasReported() async throws {
        let path = try await app.send(.post, "/trips/alpha/friends/\(app.id("member host"))/chat", as: .traveller).location
        let id = try #require(ID(path.split(separator: "/").last ?? ""))
        for text in ["PRIVATE before", "REPORTED itself", "PRIVATE after"] { #expect(try await app.write(text, to: path).status == 303) }
        let page = try app.store.messages.thread(id, .newest, limit: 3, reader: app.id("member host"), seesHeld: false)
        try await app.services.moderation.report(
            .message(page[1].number, conversation: id), reason: "hate", text: "", app.member(.host))
        let found = try #require(try app.openCase(page[1].number))
        let body = try await app.send(.get, "/trips/alpha/moderation/cases/\(found.id)", as: .moderator).body
        #expect(body.contains("REPORTED itself") && !body.contains("PRIVATE"))
    }
}

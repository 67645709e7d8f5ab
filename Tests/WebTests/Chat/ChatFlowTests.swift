import Domain
import Foundation
import Services
import Store
import Testing

/// Writing and reading, by everybody who may and may not.
@Suite struct ChatFlowTests {
    private let house: House
    private var chat: String { house.chat }
    private var event: String { "/trips/alpha/chat/\(house.id("event"))" }

    init() async throws { house = try await House.furnished() }

    @Test func aMessageIsSentOnce() async throws {
        let client = UUID().uuidString
        for _ in 0..<3 { #expect(try await house.write("Hello all", client: client).status == 303) }
        let page = try await house.send(.get, chat, as: .host).body
        #expect(page.components(separatedBy: "Hello all").count == 2)
        // Somebody else's same id is another message.
        #expect(try await house.write("Not the same", as: .host, client: client).status == 303)
        #expect(try await house.send(.get, chat, as: .host).body.contains("Not the same"))
    }

    @Test(arguments: [
        ("", "Write something first."), ("  \n ", "Write something first."), ("\u{200B}\u{3164}", "Write something first."),
        (String(repeating: "x", count: 4001), "At most 4000 characters; these are 4001."),
    ])
    func whatIsNoMessageComesBack(_ text: String, _ problem: String) async throws {
        let response = try await house.write(text)
        let page = response.page
        #expect(response.status == 422 && page.text("#text-error") == problem)
        if text.count > 4000 { #expect(page.text("#text") == text) }
    }

    @Test func eventsAreReadByTheInvitedAndWrittenByTheGoing() async throws {
        let page = try await house.send(.get, event, as: .traveller)
        #expect(page.status == 200 && page.body.contains("Glacier walk") && page.body.contains(" · Door"))
        let refused = try await house.write("Coming?", to: event)
        #expect(refused.status == 409 && refused.body.contains("Those who are going to the event write here."))
        #expect(!refused.page.has("#composer") && refused.page.has("#thread") && !refused.page.has(".message .said"))
        _ = try await house.services.myEvents.answer(house.id("event"), isComing: true, house.member(.traveller))
        #expect(try await house.write("I come", to: event).status == 303)
        #expect(try await house.write("Fine", to: event, as: .host).status == 303)
        #expect(try await house.send(.get, "/trips/alpha/my/events/\(house.id("event"))", as: .traveller).body.contains("I come"))
    }

    @Test func directOnesAreForTwo() async throws {
        let opened = try await house.send(.post, "/trips/alpha/friends/\(house.id("member host"))/chat", as: .traveller)
        let path = opened.location
        #expect(opened.status == 303)
        #expect(try await house.write("Just for you SECRETWORD", to: path).status == 303)
        #expect(try await house.send(.get, path, as: .host).body.contains("SECRETWORD"))
        for asker in [Asker.moderator, .hostOfAnotherTrip, .travellerOfAnotherTrip] {
            #expect(try await house.send(.get, path, as: asker).status == 404)
            #expect(try await house.write("me too", to: path, as: asker).status == 404)
        }
        #expect(try await !house.send(.get, "/trips/alpha/chat/search?q=SECRETWORD", as: .moderator).body.contains("Just for you"))
        #expect(try await house.send(.get, "/trips/alpha/chat/search?q=secretw", as: .traveller).page.texts("mark") == ["SECRETWORD"])
        // The same two, from the other side, and blocked.
        let again = try await house.send(.post, "/trips/alpha/friends/\(house.id("member traveller"))/chat", as: .host)
        #expect(again.location == path)
        _ = try await house.send(.post, "/trips/alpha/friends/\(house.id("member traveller"))/block", as: .host, form: [("blocked", "yes")])
        #expect(try await house.write("Why?", to: path).status == 409)
        _ = try await house.send(.post, "/trips/alpha/friends/\(house.id("member traveller"))/block", as: .host, form: [("blocked", "no")])
        #expect(try await house.write("Friends again", to: path).status == 303)
    }

    @Test func oneChangesAndDeletesOnesOwn() async throws {
        _ = try await house.write("Frist version")
        let path = chat + "/messages/\(try house.newestMessage())"
        #expect(try await house.send(.post, path + "/edit", as: .host, form: [("text", "mine now")]).status == 404)
        #expect(try await house.send(.post, path + "/edit", as: .traveller, form: [("text", "First version")]).status == 303)
        let page = try await house.send(.get, chat, as: .host).body
        #expect(page.contains("First version") && page.contains("changed") && !page.contains("Frist"))
        house.fixed.pass(.minutes(16))
        let late = try await house.send(.post, path + "/edit", as: .traveller, form: [("text", "Third")])
        #expect(late.status == 409 && late.body.contains("Third"))
        #expect(try await house.send(.post, path + "/delete", as: .host).status == 404)
        #expect(try await house.send(.post, path + "/delete", as: .traveller).status == 303)
        let after = try await house.send(.get, chat, as: .host).body
        #expect(after.contains("Deleted by its author.") && !after.contains("First version"))
        #expect(try await !house.send(.get, "/trips/alpha/chat/search?q=version", as: .host).body.contains("First"))
    }

    @Test func thirtyAMinuteAndSlowMode() async throws {
        // The house has a line of the traveller's own from before.
        house.fixed.pass(.minutes(2))
        for index in 0..<30 { #expect(try await house.write("Line \(index)").status == 303) }
        let response = try await house.write("One too many")
        #expect(response.status == 429 && response.headers[.retryAfter] != nil && response.body.contains("One too many"))
        house.fixed.pass(.minutes(1))
        #expect(try await house.write("Later").status == 303)
        let settings = [("slow_seconds", "30"), ("newcomer_minutes", "0"), ("read_only_minutes", "0"), ("reason", "")]
        #expect(try await house.send(.post, chat + "/settings", as: .moderator, form: settings).status == 303)
        house.fixed.pass(.seconds(20))
        #expect(try await house.write("Too soon").status == 429)
        house.fixed.pass(.seconds(11))
        #expect(try await house.write("Now").status == 303)
        #expect(try await house.write("Hosts", as: .host).status == 303)
        #expect(try await house.write("Hosts do not wait", as: .host).status == 303)
    }

    @Test func readOnlyEndsByItself() async throws {
        let settings = [("slow_seconds", "0"), ("newcomer_minutes", "0"), ("read_only_minutes", "10"), ("reason", "Calm down")]
        #expect(try await house.send(.post, chat + "/settings", as: .host, form: settings).status == 303)
        let response = try await house.write("But…")
        #expect(response.status == 409 && response.body.contains("Read-only until") && response.body.contains("Calm down"))
        house.fixed.pass(.minutes(11))
        #expect(try await house.write("Open again").status == 303)
        #expect(try await house.send(.post, chat + "/settings", as: .traveller, form: settings).status == 403)
    }

    @Test func streamsCarryOnlyWhatTheReaderMaySee() async throws {
        let direct = try await house.services.chat.openDirect(with: house.id("member host"), house.member(.traveller))
        let conversation = try #require(try house.store.chat.find(direct, trip: house.id("trip alpha")))
        #expect(try house.store.chat.audience(conversation) == [house.id("member host"), house.id("member traveller")])
        let event = try #require(try house.store.chat.find(house.id("event"), trip: house.id("trip alpha")))
        let audience = try #require(try house.store.chat.audience(event))
        #expect(audience.contains(house.id("member traveller")) && audience.contains(house.id("member moderator")))
        #expect(!audience.contains(house.id("member travellerOfAnotherTrip")))
    }

    @Test func aThreadIsReadAtAnyDepth() async throws {
        for index in 0..<130 {
            _ = try await house.store.messages.send(
                .init(
                    conversation: house.id("trip alpha"), member: house.id("member"), clientID: house.services.system.newID(),
                    text: "Deep \(index).", replyTo: nil, state: .visible), at: house.fixed.now)
        }
        let last = try house.newestMessage()
        let page = try await house.send(.get, chat, as: .traveller).body
        #expect(page.contains("Deep 129.") && page.contains("Deep 80.") && !page.contains("Deep 79.") && page.contains("Earlier messages"))
        let part = try await house.send(.get, chat + "/messages?before=\(last - 49)", as: .traveller)
        #expect(part.body.contains("Deep 79.") && !part.body.contains("Deep 80.") && !part.body.contains("<html"))
        let around = try await house.send(.get, chat + "?around=\(last - 100)", as: .traveller).body
        #expect(around.contains("Deep 29.") && around.contains("Later messages") && !around.contains("Deep 129."))
    }

    /// Whether changed, deleted or gone before they were indexed or after: the index holds what the messages say.
    @Test func theSearchIndexFollowsTheMessages() async throws {
        func found(_ word: String) async throws -> Int {
            try await house.send(.get, "/trips/alpha/chat/search?q=\(word)", as: .traveller).body.components(separatedBy: "<mark>").count
                - 1
        }
        var numbers: [Int] = []
        for index in 0..<6 {
            #expect(try await house.write("Heron \(index)").status == 303)
            numbers.append(try house.newestMessage())
            if index == 2 { #expect(try await found("heron") == 3) }
        }
        for number in [numbers[0], numbers[3]] {
            let edit = try await house.send(.post, chat + "/messages/\(number)/edit", as: .traveller, form: [("text", "Stork \(number)")])
            #expect(edit.status == 303)
        }
        for number in [numbers[1], numbers[4]] {
            #expect(try await house.send(.post, chat + "/messages/\(number)/delete", as: .traveller).status == 303)
        }
        #expect(try await found("heron") == 2)
        #expect(try await found("stork") == 2)
        _ = try await house.write("Late heron")
        let gone = try house.newestMessage()
        #expect(try await house.store.messages.deleteHistory(trip: house.id("trip alpha"), limit: 1000) > 0)
        // Gone between being seen as the newest and being indexed: indexing must not try for ever.
        try await house.store.messages.indexSome(upTo: gone)
        #expect(try house.database.read { try $0.one("SELECT indexed_to FROM search_progress") { $0.int(0) } } == gone)
        #expect(try await found("heron") == 0)
        _ = try await house.write("Early heron")
        #expect(try await found("heron") == 1)
        // Two who search at once index once.
        _ = try await house.write("Twice a heron")
        async let (one, two) = (found("heron"), found("heron"))
        #expect(try await (one, two) == (2, 2))
        try await house.database.write { connection in
            _ = try connection.run("INSERT INTO message_search (message_search, rank) VALUES ('integrity-check', 1)")
        }
    }

    @Test func groupsAreReadByTheirMembersAndLostWithThem() async throws {
        let opened = try await house.send(.post, "/trips/alpha/groups/\(house.id("group"))/chat", as: .host)
        let path = opened.location
        let ada = try await house.joined("member")
        #expect(try await house.send(.get, path, token: ada).status == 200)
        #expect(try await house.send(.get, path, as: .traveller).status == 404)
        #expect(try await house.send(.get, path, as: .moderator).status == 200)
        let access = try house.host()
        let member = try house.services.roster.member(house.id("member"), access)
        var fields = member.fields
        fields[.groups] = ""
        try await house.services.roster.update(member.id, to: fields, version: member.version, access)
        try house.services.chat.publishLostAccess()
        #expect(try await house.send(.get, path, token: ada).status == 404)
        #expect(
            try await house.send(.post, path + "/messages", token: ada, form: [("text", "x"), ("client_id", UUID().uuidString)]).status
                == 404)
    }

    @Test func chatIsKeptForItsDaysAndEvidenceLonger() async throws {
        let found = try #require(try house.openCase(house.reportedMessage))
        try await house.services.moderation.setHeld(true, found.id, house.host())
        house.fixed.pass(.days(90))
        _ = try await house.services.history.runOnce()
        let kept = {
            try house.store.messages.thread(house.id("trip alpha"), .newest, limit: 50, reader: house.id("member"), seesHeld: true)
        }
        #expect(try kept().contains { $0.text == "Who is up early?" })
        for _ in 0..<5 {
            house.fixed.pass(.days(2))
            _ = try await house.services.history.runOnce()
        }
        #expect(try !kept().contains { $0.text == "Who is up early?" })
        #expect(try kept().contains { $0.number == house.reportedMessage })
    }

    @Test func aFormerTravellersWordsStayAndTheirPhotosGo() async throws {
        let (ada, trip) = (house.id("member"), house.id("trip alpha"))
        let photo = NewPhoto(id: house.services.system.newID(), face: nil, small: [1], large: [1], width: 1, height: 1)
        _ = try await house.store.messages.send(
            .init(
                conversation: trip, member: ada, clientID: house.services.system.newID(), text: "With a view", replyTo: nil,
                state: .visible,
                photos: [photo]), trip: trip, at: house.fixed.now)
        let access = try house.member(.traveller)
        #expect(try house.services.chat.photo(photo.id, .small, access) == [1])
        try await house.store.deletion.erase(ada, trip: trip, at: house.fixed.now)
        let page = try await house.send(.get, chat, as: .traveller).body
        #expect(page.contains("With a view") && page.contains("Former traveller") && !page.contains("Ada Example"))
        #expect(try house.services.chat.photo(photo.id, .small, access) == nil)
    }

    @Test func ofADirectConversationModeratorsSeeWhatWasReported() async throws {
        let path = try await house.send(.post, "/trips/alpha/friends/\(house.id("member host"))/chat", as: .traveller).location
        let id = try #require(ID(path.split(separator: "/").last ?? ""))
        for text in ["PRIVATE before", "REPORTED itself", "PRIVATE after"] { #expect(try await house.write(text, to: path).status == 303) }
        let page = try house.store.messages.thread(id, .newest, limit: 3, reader: house.id("member host"), seesHeld: false)
        try await house.services.moderation.report(
            .message(page[1].number, conversation: id), reason: "hate", text: "", house.member(.host))
        let found = try #require(try house.openCase(page[1].number))
        let body = try await house.send(.get, "/trips/alpha/moderation/cases/\(found.id)", as: .moderator).body
        #expect(body.contains("REPORTED itself") && !body.contains("PRIVATE"))
    }
}

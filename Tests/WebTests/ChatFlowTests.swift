import Domain
import Foundation
import Services
import Store
import Testing

/// Writing and reading, by everybody who may and may not.
@Suite struct ChatFlowTests {
    private let house: House
    private var chat: String { "/trips/alpha/chat/\(house.id("trip alpha"))" }
    private var event: String { "/trips/alpha/chat/\(house.id("event"))" }

    init() async throws { house = try await House.furnished() }

    private func post(_ text: String, to path: String? = nil, as asker: Asker = .traveller, client: String = UUID().uuidString) async throws
        -> House.Answer
    {
        try await house.send(.post, (path ?? chat) + "/messages", as: asker, form: [("text", text), ("client_id", client)])
    }
    private func newest() throws -> Int {
        try house.store.messages.thread(house.id("trip alpha"), .newest, limit: 1, reader: house.id("member host"), seesHeld: true)[0]
            .number
    }
    private func caseOf(_ number: Int) throws -> ModerationCase? {
        try house.services.moderation.queue(house.access(.moderator)).first { $0.messageNumber == number }
    }

    @Test func aMessageIsSentOnce() async throws {
        let client = UUID().uuidString
        for _ in 0..<3 { #expect(try await post("Hello all", client: client).status == 303) }
        let page = try await house.send(.get, chat, as: .host).body
        #expect(page.components(separatedBy: "Hello all").count == 2)
        // Somebody else's same id is another message.
        #expect(try await post("Not the same", as: .host, client: client).status == 303)
        #expect(try await house.send(.get, chat, as: .host).body.contains("Not the same"))
    }

    @Test(arguments: ["", "  \n ", "\u{200B}\u{3164}", String(repeating: "x", count: 4001)])
    func whatIsNoMessageComesBack(_ text: String) async throws {
        let answer = try await post(text)
        #expect(answer.status == 422)
        #expect(answer.body.contains("Write something first.") || answer.body.contains("At most 4000 characters"))
        if text.count > 4000 { #expect(answer.body.contains(String(repeating: "x", count: 4001))) }
    }

    @Test func eventsAreReadByTheInvitedAndWrittenByTheGoing() async throws {
        let page = try await house.send(.get, event, as: .traveller)
        #expect(page.status == 200 && page.body.contains("Glacier walk") && page.body.contains(" · Door"))
        let refused = try await post("Coming?", to: event)
        #expect(refused.status == 409 && refused.body.contains("Those who are going to the event write here."))
        #expect(refused.body.contains("Coming?") == false || refused.body.contains("composer") == false)
        _ = try await house.services.myEvents.answer(house.id("event"), isComing: true, house.access(.traveller))
        #expect(try await post("I come", to: event).status == 303)
        #expect(try await post("Fine", to: event, as: .host).status == 303)
        #expect(try await house.send(.get, "/trips/alpha/my/events/\(house.id("event"))", as: .traveller).body.contains("I come"))
    }

    @Test func directOnesAreForTwo() async throws {
        let opened = try await house.send(.post, "/trips/alpha/friends/\(house.id("member host"))/chat", as: .traveller)
        let path = opened.location
        #expect(opened.status == 303)
        #expect(try await post("Just for you SECRETWORD", to: path).status == 303)
        #expect(try await house.send(.get, path, as: .host).body.contains("SECRETWORD"))
        for asker in [Asker.moderator, .hostOfAnotherTrip, .travellerOfAnotherTrip] {
            #expect(try await house.send(.get, path, as: asker).status == 404)
            #expect(try await post("me too", to: path, as: asker).status == 404)
        }
        #expect(try await !house.send(.get, "/trips/alpha/chat/search?q=SECRETWORD", as: .moderator).body.contains("Just for you"))
        #expect(try await house.send(.get, "/trips/alpha/chat/search?q=secretw", as: .traveller).body.contains("<mark>SECRETWORD</mark>"))
        // The same two, from the other side, and blocked.
        let again = try await house.send(.post, "/trips/alpha/friends/\(house.id("member traveller"))/chat", as: .host)
        #expect(again.location == path)
        _ = try await house.send(.post, "/trips/alpha/friends/\(house.id("member traveller"))/block", as: .host, form: [("blocked", "yes")])
        #expect(try await post("Why?", to: path).status == 409)
        _ = try await house.send(.post, "/trips/alpha/friends/\(house.id("member traveller"))/block", as: .host, form: [("blocked", "no")])
        #expect(try await post("Friends again", to: path).status == 303)
    }

    @Test func oneChangesAndDeletesOnesOwn() async throws {
        _ = try await post("Frist version")
        let path = chat + "/messages/\(try newest())"
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
        for index in 0..<30 { #expect(try await post("Line \(index)").status == 303) }
        let answer = try await post("One too many")
        #expect(answer.status == 429 && answer.headers[.retryAfter] != nil && answer.body.contains("One too many"))
        house.fixed.pass(.minutes(1))
        #expect(try await post("Later").status == 303)
        let settings = [("slow_seconds", "30"), ("newcomer_minutes", "0"), ("read_only_minutes", "0"), ("reason", "")]
        #expect(try await house.send(.post, chat + "/settings", as: .moderator, form: settings).status == 303)
        house.fixed.pass(.seconds(20))
        #expect(try await post("Too soon").status == 429)
        house.fixed.pass(.seconds(11))
        #expect(try await post("Now").status == 303)
        #expect(try await post("Hosts", as: .host).status == 303)
        #expect(try await post("Hosts do not wait", as: .host).status == 303)
    }

    @Test func readOnlyEndsByItself() async throws {
        let settings = [("slow_seconds", "0"), ("newcomer_minutes", "0"), ("read_only_minutes", "10"), ("reason", "Calm down")]
        #expect(try await house.send(.post, chat + "/settings", as: .host, form: settings).status == 303)
        let answer = try await post("But…")
        #expect(answer.status == 409 && answer.body.contains("Read-only until") && answer.body.contains("Calm down"))
        house.fixed.pass(.minutes(11))
        #expect(try await post("Open again").status == 303)
        #expect(try await house.send(.post, chat + "/settings", as: .traveller, form: settings).status == 403)
    }

    @Test func rulesHoldRefuseAndNote() async throws {
        let rule = { (kind: String, effect: String) in
            try await house.send(
                .post, "/trips/alpha/moderation/rules", as: .host,
                form: [("kind", kind), ("effect", effect), ("sentence", "Kindly not."), ("on", "on"), ("exempt", "on"), ("do", "save")])
        }
        #expect(try await rule("phone", "refuse").status == 303)
        #expect(try await rule("link", "hold").status == 303)
        let refused = try await post("Call 079 123 45 67")
        #expect(refused.status == 422 && refused.body.contains("Kindly not.") && refused.body.contains("Call 079 123 45 67"))
        #expect(try await post("See https://x.example").status == 303)
        let held = try newest()
        #expect(try await house.send(.get, chat, as: .traveller).body.contains("Waits for a moderator"))
        #expect(try await house.send(.get, chat, as: .moderator).body.contains("https://x.example"))
        let other = try await house.joined("member")
        #expect(try await !house.send(.get, chat, token: other).body.contains("https://x.example"))
        #expect(try await house.send(.get, chat + "/messages/\(held)", token: other).status == 404)
        let found = try #require(try caseOf(held))
        let dismissed = try await house.send(
            .post, "/trips/alpha/moderation/cases/\(found.id)/act", as: .moderator,
            form: [("action", "dismiss"), ("version", String(found.version)), ("do", "apply")])
        #expect(dismissed.status == 303)
        #expect(try await house.send(.get, chat, token: other).body.contains("https://x.example"))
        // Staff are exempt, and a dry run changes nothing.
        #expect(try await post("0791234567", as: .host).status == 303)
        let trial = try await house.send(
            .post, "/trips/alpha/moderation/rules", as: .moderator,
            form: [("kind", "email"), ("effect", "hold"), ("on", "on"), ("do", "try")])
        #expect(trial.status == 200 && trial.body.contains("In the last week it would have found 0 of"))
    }

    @Test func aCallForHelpIsShownAndUrgent() async throws {
        #expect(try await post("I can’t move, near the T-bar").status == 303)
        let found = try #require(try house.services.moderation.queue(house.access(.moderator)).first)
        #expect(found.isUrgent && found.reason == "safety")
        #expect(try await house.send(.get, chat, as: .host).body.contains("near the T-bar"))
        #expect(try await house.send(.get, "/trips/alpha/roster", as: .host).body.contains("Somebody may need help"))
        let page = try await house.send(.get, "/trips/alpha/moderation/cases/\(found.id)", as: .host).body
        #expect(page.contains("No position is known.") || page.contains("Position "))
    }

    @Test func aMuteShowsItsEndAndEnds() async throws {
        let number = house.reportedMessage
        let found = try #require(try caseOf(number))
        let form = [("action", "remove"), ("action", "mute"), ("minutes", "60"), ("reason", "Be kind"), ("version", String(found.version))]
        let path = "/trips/alpha/moderation/cases/\(found.id)/act"
        let preview = try await house.send(.post, path, as: .moderator, form: form + [("do", "preview")])
        #expect(preview.status == 200 && preview.body.contains("cannot write for 60 minutes"))
        #expect(try house.store.messages.find(number, conversation: house.id("trip alpha"))?.state == .visible)
        #expect(try await house.send(.post, path, as: .moderator, form: form + [("do", "apply")]).status == 303)
        let ada = try await house.joined("member")
        let page = try await house.send(.get, chat, token: ada).body
        #expect(page.contains("You are muted until") && page.contains("Be kind") && page.contains("Removed by the moderators."))
        #expect(!page.contains("Reported words of Ada"))
        let sent = try await house.send(
            .post, chat + "/messages", token: ada, form: [("text", "still here"), ("client_id", UUID().uuidString)])
        #expect(sent.status == 409)
        // The author is told, without a name of who reported; may appeal once.
        let notices = try await house.send(.get, "/trips/alpha/chat/notices", token: ada).body
        #expect(notices.contains("You are muted") && !notices.contains("SECRET-REPORT") && !notices.contains("traveller Person"))
        let mute = try #require(try house.services.moderation.entries(action: .mute, before: nil, limit: 1, house.access(.host)).first)
        let appeal = "/trips/alpha/chat/notices/\(mute.number)/appeal"
        #expect(try await house.send(.post, appeal, as: .traveller, form: [("text", "not mine")]).status == 404)
        #expect(try await house.send(.post, appeal, token: ada, form: [("text", "It was a joke")]).status == 303)
        #expect(try await house.send(.post, appeal, token: ada, form: [("text", "Again")]).status == 409)
        let decided = try await house.send(
            .post, "/trips/alpha/moderation/appeals/\(mute.number)", as: .host, form: [("granted", "yes"), ("reason", "Fair enough")])
        #expect(decided.status == 303)
        let again = try await house.send(
            .post, chat + "/messages", token: ada, form: [("text", "thank you"), ("client_id", UUID().uuidString)])
        #expect(again.status == 303)
        // The reporter hears what became of it.
        #expect(try await house.send(.get, "/trips/alpha/chat/notices", as: .traveller).body.contains("the moderators acted on it"))
    }

    @Test func aMuteEndsByItself() async throws {
        let found = try #require(try caseOf(house.reportedMessage))
        var wish = ModerationService.Wish()
        (wish.actions, wish.reason, wish.version) = ([PlannedAction(.mute, minutes: 10)], "Pause", found.version)
        try await house.services.moderation.apply(wish, to: found.id, house.access(.moderator))
        let ada = try await house.joined("member")
        func send() async throws -> Int {
            try await house.send(.post, chat + "/messages", token: ada, form: [("text", "hm"), ("client_id", UUID().uuidString)]).status
        }
        #expect(try await send() == 409)
        house.fixed.pass(.minutes(10))
        #expect(try await send() == 303)
    }

    @Test func nobodyJudgesTheirOwnCaseAndColleaguesDoNotCollide() async throws {
        // A moderator is reported.
        _ = try await post("Rude words", as: .moderator)
        let number = try newest()
        try await house.services.moderation.report(
            .message(number, conversation: house.id("trip alpha")), reason: "hate", text: "", house.access(.traveller))
        let found = try #require(try caseOf(number))
        let act = "/trips/alpha/moderation/cases/\(found.id)/act"
        let form = [("action", "dismiss"), ("version", String(found.version)), ("do", "apply")]
        #expect(try await house.send(.post, act, as: .moderator, form: form).status == 403)
        #expect(try await house.send(.post, "/trips/alpha/moderation/cases/\(found.id)/claim", as: .host).status == 303)
        // Somebody reports meanwhile: the host sees both versions before going on.
        _ = try await house.services.moderation.report(
            .message(number, conversation: house.id("trip alpha")), reason: "spam", text: "", house.access(.host))
        let conflict = try await house.send(.post, act, as: .host, form: form)
        #expect(conflict.status == 409 && conflict.body.contains("Both versions"))
        let version = try #require(try caseOf(number)).version
        #expect(
            try await house.send(.post, act, as: .host, form: [("action", "dismiss"), ("version", String(version)), ("do", "apply")]).status
                == 303)
    }

    @Test func undoRestoresWhatWasThere() async throws {
        let found = try #require(try caseOf(house.reportedMessage))
        var wish = ModerationService.Wish()
        (wish.actions, wish.reason, wish.version) = ([PlannedAction(.remove)], "No", found.version)
        try await house.services.moderation.apply(wish, to: found.id, house.access(.moderator))
        #expect(try await !house.send(.get, chat, as: .host).body.contains("Reported words of Ada"))
        let removal = try #require(try house.services.moderation.entries(action: .remove, before: nil, limit: 1, house.access(.host)).first)
        let undo = "/trips/alpha/moderation/log/\(removal.number)/undo"
        #expect(try await house.send(.post, undo, as: .host).status == 303)
        #expect(try await house.send(.get, chat, as: .host).body.contains("Reported words of Ada"))
        #expect(try await house.send(.post, undo, as: .host).status == 409)
        #expect(try caseOf(house.reportedMessage) != nil)
        let csv = try await house.send(.get, "/trips/alpha/moderation/log.csv", as: .host).body
        #expect(csv.contains("\"undo\"") || csv.contains(",undo,"))
    }

    @Test func theLogCannotBeChanged() async throws {
        for statement in ["UPDATE moderation_log SET reason = ''", "DELETE FROM moderation_log"] {
            await #expect(throws: (any Error).self) {
                try await house.database.write { connection in _ = try connection.run(statement) }
            }
        }
    }

    @Test func twentyReportsADay() async throws {
        for index in 0..<20 {
            _ = try await post("Line \(index)", as: .moderator)
            let subject = ModerationService.Subject.message(try newest(), conversation: house.id("trip alpha"))
            if index < 18 { try await house.services.moderation.report(subject, reason: "spam", text: "", house.access(.traveller)) }
        }
        let path = "/trips/alpha/report"
        let form = [
            ("message", String(try newest())), ("in", house.id("trip alpha").description), ("reason", "spam"), ("text", "words kept"),
        ]
        let answer = try await house.send(.post, path, as: .traveller, form: form)
        #expect(answer.status == 429 && answer.body.contains("words kept"))
        #expect(
            try await house.send(.post, path, as: .traveller, form: [("member", house.id("member").description), ("reason", "")]).status
                == 422)
    }

    @Test func bulkSaysWhatFailed() async throws {
        _ = try await post("One", as: .host)
        let first = try newest()
        _ = try await post("Two", as: .host)
        let second = try newest()
        for number in [first, second] {
            try await house.services.moderation.report(
                .message(number, conversation: house.id("trip alpha")), reason: "spam", text: "", house.access(.traveller))
        }
        let cases = [try #require(try caseOf(first)), try #require(try caseOf(second))]
        let boxes = [
            ("case", "\(cases[0].id) \(cases[0].version) alpha"), ("case", "\(cases[1].id) \(cases[1].version - 1) alpha"),
        ]
        let preview = try await house.send(
            .post, "/trips/alpha/moderation/bulk", as: .moderator, form: boxes + [("action", "remove"), ("reason", "Spam")])
        #expect(preview.status == 200 && preview.body.contains("what will happen"))
        let done = try await house.send(
            .post, "/trips/alpha/moderation/bulk", as: .moderator,
            form: boxes + [("action", "remove"), ("reason", "Spam"), ("do", "apply")])
        #expect(done.status == 409 && done.body.contains("1 of 2 are done.") && done.body.contains("A colleague was faster"))
    }

    @Test func streamsCarryOnlyWhatTheReaderMaySee() async throws {
        let direct = try await house.services.chat.openDirect(with: house.id("member host"), house.access(.traveller))
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
                    conversation: house.id("trip alpha"), member: house.id("member"), clientID: house.services.surroundings.newID(),
                    text: "Deep \(index).", replyTo: nil, state: .visible), at: house.fixed.now)
        }
        let last = try newest()
        let page = try await house.send(.get, chat, as: .traveller).body
        #expect(page.contains("Deep 129.") && page.contains("Deep 80.") && !page.contains("Deep 79.") && page.contains("Earlier messages"))
        let part = try await house.send(.get, chat + "/messages?before=\(last - 49)", as: .traveller)
        #expect(part.body.contains("Deep 79.") && !part.body.contains("Deep 80.") && !part.body.contains("<html"))
        let around = try await house.send(.get, chat + "?around=\(last - 100)", as: .traveller).body
        #expect(around.contains("Deep 29.") && around.contains("Later messages") && !around.contains("Deep 129."))
    }

    @Test func groupsAreReadByTheirMembersAndLostWithThem() async throws {
        let opened = try await house.send(.post, "/trips/alpha/groups/\(house.id("group"))/chat", as: .host)
        let path = opened.location
        let ada = try await house.joined("member")
        #expect(try await house.send(.get, path, token: ada).status == 200)
        #expect(try await house.send(.get, path, as: .traveller).status == 404)
        #expect(try await house.send(.get, path, as: .moderator).status == 200)
        let access = try house.access(.host)
        let member = try house.services.roster.member(house.id("member"), access)
        var fields = member.fields
        fields[.groups] = ""
        try await house.services.roster.update(member.id, to: fields, version: member.version, access)
        try house.services.chat.tellWhoLostAccess()
        #expect(try await house.send(.get, path, token: ada).status == 404)
        #expect(
            try await house.send(.post, path + "/messages", token: ada, form: [("text", "x"), ("client_id", UUID().uuidString)]).status
                == 404)
    }

    @Test func chatIsKeptForItsDaysAndEvidenceLonger() async throws {
        let found = try #require(try caseOf(house.reportedMessage))
        try await house.services.moderation.setHeld(true, found.id, house.access(.host))
        house.fixed.pass(.days(90))
        _ = try await house.services.history.runOnce()
        let kept = {
            try house.store.messages.thread(house.id("trip alpha"), .newest, limit: 50, reader: house.id("member"), seesHeld: true)
        }
        #expect(try kept().contains { $0.text == "Who is up early?" })
        house.fixed.pass(.days(10))
        _ = try await house.services.history.runOnce()
        #expect(try !kept().contains { $0.text == "Who is up early?" })
        #expect(try kept().contains { $0.number == house.reportedMessage })
    }

    @Test func aFormerTravellersWordsStayAndTheirPhotosGo() async throws {
        let (ada, trip) = (house.id("member"), house.id("trip alpha"))
        let photo = NewPhoto(id: house.services.surroundings.newID(), face: nil, small: [1], large: [1], width: 1, height: 1)
        _ = try await house.store.messages.send(
            .init(
                conversation: trip, member: ada, clientID: house.services.surroundings.newID(), text: "With a view", replyTo: nil,
                state: .visible,
                photos: [photo]), trip: trip, at: house.fixed.now, filing: { _, _ in })
        let access = try house.access(.traveller)
        #expect(try house.services.chat.photo(photo.id, .small, access) == [1])
        try await house.store.deletion.erase(ada, trip: trip, at: house.fixed.now)
        let page = try await house.send(.get, chat, as: .traveller).body
        #expect(page.contains("With a view") && page.contains("Former traveller") && !page.contains("Ada Example"))
        #expect(try house.services.chat.photo(photo.id, .small, access) == nil)
    }

    @Test func ofADirectConversationModeratorsSeeWhatWasReported() async throws {
        let path = try await house.send(.post, "/trips/alpha/friends/\(house.id("member host"))/chat", as: .traveller).location
        let id = try #require(ID(path.split(separator: "/").last ?? ""))
        for text in ["PRIVATE before", "REPORTED itself", "PRIVATE after"] { #expect(try await post(text, to: path).status == 303) }
        let page = try house.store.messages.thread(id, .newest, limit: 3, reader: house.id("member host"), seesHeld: false)
        try await house.services.moderation.report(
            .message(page[1].number, conversation: id), reason: "hate", text: "", house.access(.host))
        let found = try #require(try caseOf(page[1].number))
        let body = try await house.send(.get, "/trips/alpha/moderation/cases/\(found.id)", as: .moderator).body
        #expect(body.contains("REPORTED itself") && !body.contains("PRIVATE"))
    }
}

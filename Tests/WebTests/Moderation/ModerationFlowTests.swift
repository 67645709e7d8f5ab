import Domain
import Foundation
import Services
import Store
import Testing

/// What moderators do, and what comes of it.
@Suite struct ModerationFlowTests {
    private let app: TestApp
    private var chat: String { app.chat }

    init() async throws { app = try await TestApp.withTrips() }

    @Test func rulesHoldRefuseAndNote() async throws {
        let rule = { (kind: String, effect: String) in
            try await app.send(
                .post, "/trips/alpha/moderation/rules", as: .host,
                form: [("kind", kind), ("effect", effect), ("sentence", "Kindly not."), ("on", "on"), ("exempt", "on"), ("do", "save")])
        }
        #expect(try await rule("phone", "refuse").status == 303)
        #expect(try await rule("link", "hold").status == 303)
        let refused = try await app.write("Call 079 123 45 67")
        #expect(refused.status == 422 && refused.body.contains("Kindly not.") && refused.body.contains("Call 079 123 45 67"))
        #expect(try await app.write("See https://x.example").status == 303)
        let held = try app.newestMessage()
        #expect(try await app.send(.get, chat, as: .traveller).body.contains("Waits for a moderator"))
        #expect(try await app.send(.get, chat, as: .moderator).body.contains("https://x.example"))
        let other = try await app.joined("member")
        #expect(try await !app.send(.get, chat, token: other).body.contains("https://x.example"))
        #expect(try await app.send(.get, chat + "/messages/\(held)", token: other).status == 404)
        let found = try #require(try app.openCase(held))
        // Which rule it was, and what it found, in words.
        let queue = try await app.send(.get, "/trips/alpha/moderation", as: .moderator).body
        #expect(queue.contains("Link in the message") && !queue.contains(">rule<"))
        let page = try await app.send(.get, "/trips/alpha/moderation/cases/\(found.id)", as: .moderator).body
        #expect(page.contains("Chat rule “Links”") && page.contains("The message has a link."))
        #expect(HTMLPage(page).find("#reason").first?["value"] == "No links, please.", "Preview needs no typing")
        let dismissed = try await app.send(
            .post, "/trips/alpha/moderation/cases/\(found.id)/act", as: .moderator,
            form: [("action", "dismiss"), ("version", String(found.version)), ("do", "apply")])
        #expect(dismissed.status == 303)
        #expect(try await app.send(.get, chat, token: other).body.contains("https://x.example"))
        // Staff are exempt, and a dry run changes nothing.
        #expect(try await app.write("0791234567", as: .host).status == 303)
        let trial = try await app.send(
            .post, "/trips/alpha/moderation/rules", as: .moderator,
            form: [("kind", "email"), ("effect", "hold"), ("on", "on"), ("do", "try")])
        #expect(trial.status == 200 && trial.body.contains("In the last week it would have found 0 of"))
    }

    @Test func aCallForHelpIsShownAndUrgent() async throws {
        #expect(try await app.write("I can’t move, near the T-bar").status == 303)
        let found = try #require(try app.services.moderation.queue(app.staff(.moderator)).first)
        #expect(found.isUrgent && found.reason == "safety")
        #expect(try await app.send(.get, chat, as: .host).body.contains("near the T-bar"))
        #expect(try await app.send(.get, "/trips/alpha/roster", as: .host).body.contains("near the T-bar"))
        let page = try await app.send(.get, "/trips/alpha/moderation/cases/\(found.id)", as: .host).body
        #expect(page.contains("Open the call for help") && page.contains("/trips/alpha/help/"))
        // Helping comes first: what can be done about the words is folded until the call is resolved.
        #expect(HTMLPage(page).has("details.decide-later #act") && !HTMLPage(page).has("details.decide-later[open]"))
        try await app.database.write {
            _ = try $0.run("UPDATE help_case SET resolved_at = 1, resolved_name = 'x', outcome = 'safe', is_waiting = 0", [])
        }
        let later = try await app.send(.get, "/trips/alpha/moderation/cases/\(found.id)", as: .host).page
        #expect(later.has("#act") && !later.has("details.decide-later"))
    }

    /// Who changes a message into a call for help is heard as who writes one, and once.
    @Test func aMessageThatBecomesACallForHelpIsUrgentOnce() async throws {
        #expect(try await app.write("All fine up here").status == 303)
        let number = try app.newestMessage()
        func edit(_ text: String) async throws {
            app.clock.pass(.seconds(1))
            #expect(try await app.send(.post, chat + "/messages/\(number)/edit", as: .traveller, form: [("text", text)]).status == 303)
        }
        try await edit("All is fine up here")
        #expect(try app.openCase(number) == nil)
        try await edit("I can’t move, near the T-bar")
        let found = try #require(try app.openCase(number))
        #expect(found.isUrgent && found.reason == "safety" && found.snapshot.contains("near the T-bar"))
        #expect(try await app.send(.get, "/trips/alpha/roster", as: .host).body.contains("near the T-bar"))
        try await edit("I can’t move, near the old T-bar")
        let same = try #require(try app.openCase(number))
        #expect(same.id == found.id && same.reportCount == 1 && same.version == found.version)
        // Neither does a word more once the case is closed; another call does.
        let off = "/trips/alpha/moderation/cases/\(found.id)/false-alarm"
        #expect(try await app.send(.post, off, as: .host, form: [("version", String(found.version))]).status == 303)
        try await edit("I can’t move, near the very old T-bar")
        #expect(try app.openCase(number) == nil)
        try await edit("I am bleeding, near the very old T-bar")
        #expect(try #require(try app.openCase(number)).isUrgent)
    }

    @Test func aMuteShowsItsEndAndEnds() async throws {
        let number = app.reportedMessage
        let found = try #require(try app.openCase(number))
        let form = [("action", "remove"), ("action", "mute"), ("minutes", "60"), ("reason", "Be kind"), ("version", String(found.version))]
        let path = "/trips/alpha/moderation/cases/\(found.id)/act"
        let preview = try await app.send(.post, path, as: .moderator, form: form + [("do", "preview")])
        #expect(preview.status == 200 && preview.body.contains("cannot write until "))
        #expect(try app.store.messages.find(number, conversation: app.id("trip alpha"))?.state == .visible)
        #expect(try await app.send(.post, path, as: .moderator, form: form + [("do", "apply")]).status == 303)
        let ada = try await app.joined("member")
        let page = try await app.send(.get, chat, token: ada).body
        #expect(page.contains("You are muted until") && page.contains("Be kind") && page.contains("Removed by a host or moderator."))
        #expect(!page.contains("Reported words of Ada"))
        let sent = try await app.send(
            .post, chat + "/messages", token: ada, form: [("text", "still here"), ("client_id", UUID().uuidString)])
        #expect(sent.status == 409)
        // The author is told, without a name of who reported; may appeal once.
        let notices = try await app.send(.get, "/trips/alpha/chat/notices", token: ada).body
        #expect(notices.contains("You are muted") && !notices.contains("SECRET-REPORT") && !notices.contains("traveller Person"))
        let mute = try #require(try app.services.moderation.entries(action: .mute, before: nil, limit: 1, app.host()).first)
        let appeal = "/trips/alpha/chat/notices/\(mute.number)/appeal"
        #expect(try await app.send(.post, appeal, as: .traveller, form: [("text", "not mine")]).status == 404)
        #expect(try await app.send(.post, appeal, token: ada, form: [("text", "It was a joke")]).status == 303)
        #expect(try await app.send(.post, appeal, token: ada, form: [("text", "Again")]).status == 409)
        let decided = try await app.send(
            .post, "/trips/alpha/moderation/appeals/\(mute.number)", as: .host, form: [("granted", "yes"), ("reason", "Fair enough")])
        #expect(decided.status == 303)
        let again = try await app.send(
            .post, chat + "/messages", token: ada, form: [("text", "thank you"), ("client_id", UUID().uuidString)])
        #expect(again.status == 303)
        // The reporter hears what became of it.
        #expect(try await app.send(.get, "/trips/alpha/chat/notices", as: .traveller).body.contains("the moderators acted on it"))
    }

    @Test func aMuteEndsByItself() async throws {
        let found = try #require(try app.openCase(app.reportedMessage))
        var decision = CaseDecision()
        (decision.actions, decision.reason, decision.version) = ([PlannedAction(.mute, minutes: 10)], "Pause", found.version)
        try await app.services.moderation.apply(decision, to: found.id, app.staff(.moderator))
        let ada = try await app.joined("member")
        func send() async throws -> Int {
            try await app.send(.post, chat + "/messages", token: ada, form: [("text", "hm"), ("client_id", UUID().uuidString)]).status
        }
        func log() async throws -> (ended: Int, undo: Int) {
            let page = try await app.send(.get, "/trips/alpha/moderation/log?kind=mute", as: .host).page
            return (page.texts(".log-entries .chip").count { $0 == "Ended" }, page.find(".log-entries form").count)
        }
        #expect(try await send() == 409)
        #expect(try await log() == (0, 1))
        app.clock.pass(.minutes(10))
        #expect(try await send() == 303)
        // What has ended is not taken back.
        #expect(try await log() == (1, 0))
    }

    @Test func nobodyJudgesTheirOwnCaseAndColleaguesDoNotCollide() async throws {
        // A moderator is reported.
        _ = try await app.write("Rude words", as: .moderator)
        let number = try app.newestMessage()
        try await app.services.moderation.report(
            .message(number, conversation: app.id("trip alpha")), reason: "hate", text: "", app.member(.traveller))
        let found = try #require(try app.openCase(number))
        let act = "/trips/alpha/moderation/cases/\(found.id)/act"
        let form = [("action", "dismiss"), ("version", String(found.version)), ("do", "apply")]
        #expect(try await app.send(.post, act, as: .moderator, form: form).status == 403)
        #expect(try await app.send(.post, "/trips/alpha/moderation/cases/\(found.id)/claim", as: .host).status == 303)
        // Somebody reports meanwhile: the host sees both versions before going on.
        _ = try await app.services.moderation.report(
            .message(number, conversation: app.id("trip alpha")), reason: "spam", text: "", app.member(.host))
        let conflict = try await app.send(.post, act, as: .host, form: form)
        #expect(conflict.status == 409 && conflict.body.contains("Both versions"))
        let version = try #require(try app.openCase(number)).version
        #expect(
            try await app.send(.post, act, as: .host, form: [("action", "dismiss"), ("version", String(version)), ("do", "apply")]).status
                == 303)
    }

    @Test func undoRestoresWhatWasThere() async throws {
        let found = try #require(try app.openCase(app.reportedMessage))
        var decision = CaseDecision()
        (decision.actions, decision.reason, decision.version) = ([PlannedAction(.remove)], "No", found.version)
        try await app.services.moderation.apply(decision, to: found.id, app.staff(.moderator))
        #expect(try await !app.send(.get, chat, as: .host).body.contains("Reported words of Ada"))
        let removal = try #require(try app.services.moderation.entries(action: .remove, before: nil, limit: 1, app.host()).first)
        let undo = "/trips/alpha/moderation/log/\(removal.number)/undo"
        #expect(try await app.send(.post, undo, as: .host).status == 303)
        #expect(try await app.send(.get, chat, as: .host).body.contains("Reported words of Ada"))
        #expect(try await app.send(.post, undo, as: .host).status == 409)
        #expect(try app.openCase(app.reportedMessage) != nil)
        let csv = try await app.send(.get, "/trips/alpha/moderation/log.csv", as: .host).body
        let undone = csv.split(separator: "\r\n").filter { $0.contains("\"undo\"") }
        #expect(undone.count == 1 && undone.allSatisfy { $0.contains("host Person") }, "\(csv)")
    }

    @Test func theLogCannotBeChanged() async throws {
        for statement in ["UPDATE moderation_log SET reason = ''", "DELETE FROM moderation_log"] {
            await #expect(throws: (any Error).self) {
                try await app.database.write { connection in _ = try connection.run(statement) }
            }
        }
    }

    @Test func nobodyLetsGoOfACaseThatIsNotThere() async throws {
        for user in [TestUser.moderator, .host] {
            let response = try await app.send(.post, "/trips/alpha/moderation/cases/\(app.id("member"))/release", as: user)
            #expect(response.status == 404)
        }
    }

    @Test func twentyReportsADay() async throws {
        let (app, trip) = (app, app.id("trip alpha"))
        var numbers: [Int] = []
        for index in 0..<25 {
            _ = try await app.write("Line \(index)", as: .moderator)
            numbers.append(try app.newestMessage())
        }
        @Sendable func report(_ number: Int, _ words: String = "") async throws -> TestApp.TestResponse {
            let form = [("message", String(number)), ("in", trip.description), ("reason", "spam"), ("text", words)]
            return try await app.send(.post, "/trips/alpha/report", as: .traveller, form: form)
        }
        let form = [("member", app.id("member").description), ("reason", "")]
        #expect(try await app.send(.post, "/trips/alpha/report", as: .traveller, form: form).status == 422)
        #expect(try await report(numbers[0], "first words").status == 303)
        #expect(try await report(numbers[0], "first words").status == 303)
        app.clock.pass(.hours(1))
        #expect(try await report(numbers[0], "other words").status == 303)
        // Two lines of the log, and two of the test's trip's. All at once, the bound holds as well.
        let accepted = try await withThrowingTaskGroup(of: Int.self) { group in
            for number in numbers.dropFirst() { group.addTask { try await report(number).status == 303 ? 1 : 0 } }
            return try await group.reduce(0, +)
        }
        #expect(accepted == 16)
        let response = try await report(numbers[0], "words kept")
        #expect(response.status == 429 && response.body.contains("words kept") && response.body.contains("again in 23 hours"))
        #expect(response.headers[.retryAfter] == String(23 * 3600 + 1))
        let access = try app.member(.traveller)
        app.clock.pass(.seconds(23 * 3600 + 1))
        func reportTomorrow(_ words: String) async throws {
            try await app.services.moderation.report(.message(numbers[0], conversation: trip), reason: "spam", text: words, access)
        }
        for words in ["the next day", "once more", "and again"] { try await reportTomorrow(words) }
        await #expect(throws: Refusal.self) { try await reportTomorrow("a fourth") }
    }

    @Test func bulkSaysWhatFailed() async throws {
        _ = try await app.write("One", as: .host)
        let first = try app.newestMessage()
        _ = try await app.write("Two", as: .host)
        let second = try app.newestMessage()
        for number in [first, second] {
            try await app.services.moderation.report(
                .message(number, conversation: app.id("trip alpha")), reason: "spam", text: "", app.member(.traveller))
        }
        let cases = [try #require(try app.openCase(first)), try #require(try app.openCase(second))]
        let boxes = [
            ("case", "\(cases[0].id) \(cases[0].version) alpha"), ("case", "\(cases[1].id) \(cases[1].version - 1) alpha"),
        ]
        let preview = try await app.send(
            .post, "/trips/alpha/moderation/bulk", as: .moderator, form: boxes + [("action", "remove"), ("reason", "Spam")])
        #expect(preview.status == 200 && preview.body.contains("what will happen"))
        let done = try await app.send(
            .post, "/trips/alpha/moderation/bulk", as: .moderator,
            form: boxes + [("action", "remove"), ("reason", "Spam"), ("do", "apply")])
        #expect(done.status == 409 && done.body.contains("1 of 2 are done.") && done.body.contains("A colleague was faster"))
    }

    /// Between two people, without a word, deleted since: whoever decides sees what was reported, and nobody else does.
    @Test func reportedPhotosAreSeenByWhoDecides() async throws {
        let opened = try await app.send(.post, "/trips/alpha/friends/\(app.id("member host"))/chat", as: .traveller).location
        let conversation = try #require(ID(opened.split(separator: "/").last ?? ""))
        func send(_ bytes: [UInt8]) async throws -> (number: Int, address: String) {
            let photo = NewPhoto(id: app.services.system.newID(), face: nil, small: bytes, large: bytes, width: 1, height: 1)
            let sent = try await app.store.messages.send(
                .init(
                    conversation: conversation, trip: app.id("trip alpha"), member: app.id("member traveller"),
                    clientID: app.services.system.newID(),
                    text: "",
                    replyTo: nil, state: .visible, photos: [photo]), at: app.clock.now)
            return (sent.number, "/trips/alpha/photos/\(photo.id)/320")
        }
        func statuses(_ address: String) async throws -> [Int] {
            let ada = try await app.joined("member")
            return [
                try await app.send(.get, address, as: .traveller).status, try await app.send(.get, address, as: .host).status,
                try await app.send(.get, address, as: .moderator).status, try await app.send(.get, address, token: ada).status,
            ]
        }
        let (reported, other) = (try await send([1]), try await send([2]))
        #expect(try await statuses(reported.address) == [200, 200, 404, 404])
        try await app.services.moderation.report(
            .message(reported.number, conversation: conversation), reason: "hate", text: "", app.member(.host))
        #expect(try await statuses(reported.address) == [200, 200, 200, 404])
        #expect(try await statuses(other.address) == [200, 200, 404, 404])
        let found = try #require(try app.openCase(reported.number))
        let path = "/trips/alpha/chat/\(conversation)/messages/\(reported.number)/delete"
        #expect(try await app.send(.post, path, as: .traveller).status == 303)
        #expect(try await statuses(reported.address) == [404, 200, 200, 404])
        let body = try await app.send(.get, "/trips/alpha/moderation/cases/\(found.id)", as: .moderator).body
        #expect(body.contains(reported.address) && !body.contains(other.address) && body.contains("Photos, without words."))
        #expect(try await app.send(.get, "/trips/alpha/moderation", as: .moderator).body.contains("Photos, without words."))
    }
}

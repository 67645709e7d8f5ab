import Domain
import Foundation
import Services
import Store
import Testing

/// Every role × kind of conversation × state of a message × place where it could show.
@Suite struct ChatVisibilityTests {
    private static let kinds = ["trip", "event", "group", "direct"]

    /// The traveller wrote all of it; the direct one is with the host; the group is Ada's and the traveller's.
    private func fill(_ app: TestApp) async throws -> [String: ID] {
        let (trip, author) = (app.id("trip alpha"), app.id("member traveller"))
        let host = try app.host()
        _ = try await app.services.chat.openGroup(try #require(try app.services.roster.groups(host).first), host)
        try await app.database.write { connection in
            _ = try connection.run(
                "INSERT INTO member_of_group (group_id, member_id) VALUES (?, ?) ON CONFLICT DO NOTHING",
                [.blob(app.id("group").bytes), .blob(author.bytes)])
        }
        let direct = try await app.services.chat.openDirect(with: app.id("member host"), app.member(.traveller))
        let conversations = ["trip": trip, "event": app.id("event"), "group": app.id("group"), "direct": direct]
        for (kind, conversation) in conversations {
            for state in ChatMessage.State.allCases {
                _ = try await app.store.messages.send(
                    .init(
                        conversation: conversation, trip: app.id("trip alpha"), member: author, clientID: app.services.system.newID(),
                        text: "word\(kind)\(state.rawValue)", replyTo: nil, state: state), at: app.clock.now)
            }
        }
        return conversations
    }

    private func mayRead(_ kind: String, _ who: String) -> Bool {
        switch (kind, who) {
        case (_, "nobody"), (_, "travellerOfAnotherTrip"), (_, "hostOfAnotherTrip"), (_, "admin"), (_, "withoutTrip"), (_, "medic"): false
        case ("direct", _): who == "traveller" || who == "host"
        // Not invited, and in no group.
        case ("group", _), ("event", _): who != "stranger"
        default: true
        }
    }

    @Test func everyCell() async throws {
        let app = try await TestApp.withTrips()
        let conversations = try await fill(app)
        var tokens = Dictionary(uniqueKeysWithValues: TestUser.allCases.map { ($0.rawValue, app.session($0)) })
        tokens["ada"] = try await app.joined("member")
        tokens["stranger"] = try await stranger(app)
        for (who, token) in tokens {
            for (kind, id) in conversations {
                let pages = [
                    "page": "/trips/alpha/chat/\(id)", "part": "/trips/alpha/chat/\(id)/messages",
                    "search": "/trips/alpha/chat/search?q=word\(kind)", "list": "/trips/alpha/chat",
                    "settings": "/trips/alpha/chat/\(id)/settings", "log": "/trips/alpha/moderation/log.csv",
                    "queue": "/trips/alpha/moderation",
                    "notices": "/trips/alpha/chat/notices", "data": "/trips/alpha/my/data.zip",
                ]
                for (place, path) in pages {
                    let body = try await app.send(.get, path, token: token ?? "none").body
                    for state in ChatMessage.State.allCases {
                        let isSeen = body.contains("word\(kind)\(state.rawValue)")
                        let expected = expects(state, place, kind: kind, who: who)
                        // A search page repeats the word that was asked for, never what follows it.
                        #expect(isSeen == expected, "\(who), \(kind), \(state.rawValue), \(place)")
                    }
                }
            }
        }
    }

    private func expects(_ state: ChatMessage.State, _ place: String, kind: String, who: String) -> Bool {
        // Admins read along, on pages alone; this app has no medic.
        if who == "admin" { return place == "page" && kind != "direct" && [.visible, .held].contains(state) }
        guard mayRead(kind, who) else { return false }
        let isStaff = ["host", "moderator"].contains(who)
        switch place {
        case "page", "part": return state == .visible || (state == .held && (isStaff || who == "traveller"))
        case "search": return state == .visible
        // The list shows the last message, which is a trace here.
        default: return false
        }
    }

    /// A traveller of the trip who is in no group.
    private func stranger(_ app: TestApp) async throws -> String {
        var fields = MemberFields()
        (fields[.firstName], fields[.lastName], fields[.status]) = ("Stran", "Ger", "arrived")
        let id = try await app.services.roster.add(fields, app.host())
        let link = try #require(try await app.services.joining.makeLinks(for: [id], app.host()).first)
        return try #require(try await app.send(.post, "/join/" + link.token).cookie)
    }

    /// The same over streams: who is told of a message in each kind of conversation.
    @Test func streamsReachTheSameReaders() async throws {
        let app = try await TestApp.withTrips()
        for (kind, id) in try await fill(app) {
            let conversation = try #require(try app.store.chat.find(id, trip: app.id("trip alpha")))
            let audience = try app.store.chat.audience(conversation)
            for who in ["traveller", "host", "moderator"] {
                let isTold = audience.map { $0.contains(app.id("member " + who)) } ?? true
                #expect(isTold == mayRead(kind, who), "\(who) in \(kind)")
            }
            let isAdaTold = audience?.contains(app.id("member")) ?? true
            #expect(isAdaTold == (kind != "direct"))
        }
    }

    /// And of the count beside "Chat": everybody is named everywhere, and hears only of what they may read.
    @Test func notificationsAreOfWhatTheReaderMayRead() async throws {
        let app = try await TestApp.withTrips()
        let conversations = try await fill(app)
        let strange = try await stranger(app)
        try await app.database.write { connection in
            _ = try connection.run(
                """
                INSERT INTO mention (member_id, number, text) SELECT p.id, m.number, '@x' FROM member p JOIN message m
                WHERE m.text LIKE 'word%' AND p.trip_id = ?
                """, [.blob(app.id("trip alpha").bytes)])
        }
        let ada = try await app.joined("member")
        let readers: [(String, String)] = [
            ("traveller", try #require(app.session(.traveller))), ("host", try #require(app.session(.host))),
            ("moderator", try #require(app.session(.moderator))), ("ada", ada), ("stranger", strange),
        ]
        for (who, token) in readers {
            let readable = conversations.keys.filter { mayRead($0, who) }.count
            // One's own words call nobody; between two people the other is meant without a name.
            let expected = who == "traveller" ? 0 : readable
            let body = try await app.send(.get, "/trips/alpha/friends", token: token).body
            let found = body.components(separatedBy: "Chat <b class=\"unread\"><span class=\"visually-hidden\">, for you: </span>")
                .dropFirst().first
                .map { String($0.prefix { $0 != "<" }) }
            #expect(found == (expected == 0 ? nil : String(expected)), "\(who)")
        }
    }

    private func reply(_ text: String, to number: Int, in app: TestApp) async throws -> (number: Int, body: String) {
        let form = [("text", text), ("client_id", UUID().uuidString), ("reply_to", String(number))]
        let response = try await app.send(
            .post, app.chat + "/messages", token: app.session(.traveller), form: form, headers: ["Accept": "application/json"])
        #expect(response.status == 200)
        return (try app.newestMessage(), response.body)
    }

    /// Numbers can be guessed: a reply to what is held, removed or deleted quotes nothing, to nobody.
    @Test(arguments: [ChatMessage.State.held, .removed, .deleted])
    func aReplyQuotesWhatEverybodyReads(_ state: ChatMessage.State) async throws {
        let app = try await TestApp.withTrips()
        let ada = try await app.joined("member")
        let hidden = try await app.store.messages.send(
            .init(
                conversation: app.id("trip alpha"), trip: app.id("trip alpha"), member: app.id("member"),
                clientID: app.services.system.newID(),
                text: "HIDDENWORDS", replyTo: nil, state: state), at: app.clock.now)
        let (number, body) = try await reply("An answer", to: hidden.number, in: app)
        #expect(!body.contains("HIDDENWORDS") && !HTMLPage(body).has(".message .quote"))
        #expect(try app.store.messages.find(number, conversation: app.id("trip alpha"))?.quote == nil)
        for token in [app.session(.traveller), app.session(.host), ada] {
            #expect(try await !app.send(.get, app.chat + "/messages/\(number)", token: token).body.contains("HIDDENWORDS"))
        }
        #expect(try await !app.send(.get, app.chat + "?reply=\(hidden.number)", as: .traveller).body.contains("HIDDENWORDS"))
    }

    /// A quote shows what became of the message since.
    @Test(arguments: [
        (ChatMessage.State.held, "Waits for a moderator."), (.removed, "Removed by a host or moderator."),
        (.deleted, "Deleted by its author."),
    ]) func aQuoteFollowsItsMessage(_ state: ChatMessage.State, _ trace: String) async throws {
        let app = try await TestApp.withTrips()
        #expect(try await app.write("QUOTEDWORDS", as: .host).status == 303)
        let quoted = try app.newestMessage()
        let (number, body) = try await reply("An answer", to: quoted, in: app)
        #expect(body.contains("QUOTEDWORDS"))
        try await app.database.write { connection in
            _ = try connection.run(
                "UPDATE message SET state = ? WHERE number = ?", [.text(state.rawValue), .integer(Int64(quoted))])
        }
        for user in [TestUser.traveller, .moderator, .host] {
            let row = try await app.send(.get, app.chat + "/messages/\(number)", as: user).body
            #expect(row.contains(trace) && !row.contains("QUOTEDWORDS"), "\(user)")
        }
        #expect(try await !app.send(.get, app.chat, as: .traveller).body.contains("QUOTEDWORDS"))
        // The moderators' page of the reply shows it no better.
        try await app.services.moderation.report(
            .message(number, conversation: app.id("trip alpha")), reason: "spam", text: "", app.member(.host))
        let found = try #require(try app.openCase(number))
        let around = try #require(
            try await app.services.moderation.open(found.id, app.staff(.moderator)).around.first { $0.number == number })
        #expect(around.quote?.text == "" && around.quote?.state == state)
    }
}

import Domain
import Services
import Store

/// A week of talk, cases that were settled, and three that wait.
struct DemoChat {
    let program: Program
    let trip: Trip
    let people: [Friend]
    let moderator: CaseStore.Moderator
    let now: Instant

    private static let talk = [
        "Morning! Who is up for first tracks?", "Me. Bus at 8:40?", "There is a free seat beside me.", "Snow report says 20 cm up top.",
        "Who lost a blue glove? It is at the reception.", "Mine! Thank you so much.", "Lunch at the Top Hut at 12:30?", "Count me in.",
        "The Rosa chair is closed for wind, take the gondola.", "Has anybody got wax?", "Ski room, second shelf.",
        "The sunset from the terrace is worth it tonight.", "Board games after dinner?", "I bring the cards.", "Best day so far.",
        "My legs disagree.", "Does the class meet at the bottom of the gondola again?", "Yes, ten to ten.", "Fondue was great, thanks for organising.",
        "Whoever is awake: stars are out.",
    ]
    private static let eventTalk = ["Who drives up together?", "What should I bring?", "See you at the meeting point.", "Looking forward to it!"]

    func make() async throws {
        guard people.count > 8 else { return }
        for day in stride(from: 6, through: 0, by: -1) {
            for index in 0..<20 where day > 0 || index < 8 {
                let at = now - .days(day) - .minutes(5) - .minutes((20 - index) * 11)
                try await send(DemoChat.talk[(index + day * 7) % DemoChat.talk.count], by: (index * 5 + day * 3) % people.count, in: trip.id, at: at)
            }
        }
        for (index, event) in try program.store.events.list(trip: trip.id, member: people[0].id).enumerated() where event.event.state == .published {
            for (line, text) in DemoChat.eventTalk.prefix(2 + index % 3).enumerated() {
                try await send(text, by: (index + line * 2) % people.count, in: event.event.id, at: now - .hours(9) + .minutes(index * 7 + line * 3))
            }
        }
        try await settled()
        try await waiting()
    }

    @discardableResult
    private func send(_ text: String, by person: Int, in conversation: ID, at: Instant) async throws -> Int {
        try await program.store.messages.send(
            .init(
                conversation: conversation, member: people[person].id, clientID: program.surroundings.newID(), text: text, replyTo: nil,
                state: .visible), at: at
        ).number
    }

    private func file(
        _ text: String, _ number: Int, by author: Int, reporter: Int?, reason: String, words: String, isUrgent: Bool = false, at: Instant
    ) async throws -> ID {
        try await program.store.cases.file(
            .init(reporter: reporter.map { people[$0].id }, rule: nil, reason: reason, text: words, isUrgent: isUrgent),
            on: .init(
                kind: .message, message: number, member: people[author].id, conversation: trip.id, snapshot: text, place: "the trip's chat"),
            trip: trip.id, by: reporter.map { Author(id: nil, name: people[$0].name) } ?? Author(id: nil, name: "Sotravel"), at: at,
            newID: program.surroundings.newID)
    }

    private func settled() async throws {
        let lines: [(String, String, PlannedAction, Int)] = [
            ("Cheap lift passes, only today, ask me!", "spam", PlannedAction(.remove), 4), ("You ski like my grandmother.", "harassment", PlannedAction(.warn), 3),
            ("Look at this view", "other", PlannedAction(.dismiss), 2), ("BUY BUY BUY BUY", "spam", PlannedAction(.mute, minutes: 60), 1),
        ]
        for (index, line) in lines.enumerated() {
            let at = now - .days(line.3) - .hours(3)
            let number = try await send(line.0, by: index + 3, in: trip.id, at: at)
            let id = try await file(line.0, number, by: index + 3, reporter: index + 1, reason: line.1, words: "", at: at + .minutes(4))
            guard let found = try program.store.cases.find(id, trip: trip.id) else { continue }
            try await program.store.cases.claim(id, trip: trip.id, by: moderator, takesOver: false, at: at + .minutes(7 + index))
            let plan = CaseStore.Plan(
                actions: [line.2], reason: line.2.action == .dismiss ? "" : "Please be kind to each other.", sentence: "", version: found.version,
                tripEnd: trip.endsAt)
            _ = try await program.store.cases.apply(
                plan, to: id, trip: trip.id, by: moderator, at: at + .minutes(12 + index * 3), newID: program.surroundings.newID)
        }
    }

    private func waiting() async throws {
        let lines: [(String, String, Int?, String, Bool)] = [
            ("Can't move, I hurt my knee below the Top Hut", "safety", nil, "Safety words: can't move, hurt", true),
            ("Write to me outside of here: +00 000 1234567", "rule", nil, "Phone numbers", false),
            ("Nobody wants you at the table anyway.", "harassment", 5, "This was about a friend of mine.", false),
        ]
        for (index, line) in lines.enumerated() {
            let at = now - .minutes(3 + index * 26)
            let number = try await send(line.0, by: index + 7, in: trip.id, at: at)
            _ = try await file(
                line.0, number, by: index + 7, reporter: line.2, reason: line.1, words: line.3, isUrgent: line.4, at: at + .seconds(40))
        }
    }
}

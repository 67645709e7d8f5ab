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
        "My legs disagree.", "Does the class meet at the bottom of the gondola again?", "Yes, ten to ten.",
        "Fondue was great, thanks for organising.",
        "Whoever is awake: stars are out.",
    ]
    private struct Settled {
        let text: String
        let reason: String
        let action: PlannedAction
        let daysAgo: Int
    }
    private struct Waiting {
        let text: String
        let reason: String
        let reporter: Int?
        let words: String
        let isUrgent: Bool
    }
    private struct Line {
        let text: String
        let person: Int
        let at: Instant
        var settled: Settled?
        var waiting: Waiting?
    }
    private static let settled = [
        Settled(text: "Cheap lift passes, only today, ask me!", reason: "spam", action: PlannedAction(.remove), daysAgo: 4),
        Settled(text: "You ski like my grandmother.", reason: "harassment", action: PlannedAction(.warn), daysAgo: 3),
        Settled(text: "Look at this view", reason: "other", action: PlannedAction(.dismiss), daysAgo: 2),
        Settled(text: "BUY BUY BUY BUY", reason: "spam", action: PlannedAction(.mute, minutes: 60), daysAgo: 1),
    ]
    private static let waiting = [
        Waiting(
            text: "Can't move, I hurt my knee below the Top Hut", reason: "safety", reporter: nil, words: "Safety words: can't move, hurt",
            isUrgent: true),
        Waiting(
            text: "Write to me outside of here: +00 000 1234567", reason: "rule", reporter: nil, words: "Phone numbers", isUrgent: false),
        Waiting(
            text: "Nobody wants you at the table anyway.", reason: "harassment", reporter: 5, words: "This was about a friend of mine.",
            isUrgent: false),
    ]
    private static let eventTalk = [
        "Who drives up together?", "What should I bring?", "See you at the meeting point.", "Looking forward to it!",
    ]

    func make() async throws {
        guard people.count > 8 else { return }
        var lines: [Line] = []
        for day in stride(from: 6, through: 0, by: -1) {
            for index in 0..<20 where day > 0 || index < 8 {
                lines.append(
                    Line(
                        text: DemoChat.talk[(index + day * 7) % DemoChat.talk.count], person: (index * 5 + day * 3) % people.count,
                        at: now - .days(day) - .minutes(95) - .minutes((20 - index) * 11)))
            }
        }
        lines += DemoChat.settled.enumerated().map { index, line in
            Line(text: line.text, person: index + 3, at: now - .days(line.daysAgo) - .hours(3), settled: line)
        }
        lines += DemoChat.waiting.enumerated().map { index, line in
            Line(text: line.text, person: index + 7, at: now - .minutes(3 + index * 26), waiting: line)
        }
        lines += [(6, "@\(people[0].name) did you get the bus list?"), (2, "@\(people[6].name) yes, it hangs by the door.")].enumerated()
            .map {
                Line(text: $1.1, person: $1.0, at: now - .minutes(80 - $0 * 6))
            }
        for line in lines.sorted(by: { $0.at < $1.at }) {
            let number = try await send(line.text, by: line.person, in: trip.id, at: line.at)
            if let settled = line.settled { try await settle(settled, line, number) }
            if let waiting = line.waiting {
                _ = try await file(
                    line, number, reporter: waiting.reporter, reason: waiting.reason, words: waiting.words, isUrgent: waiting.isUrgent)
            }
        }
        for (index, event) in try program.store.events.list(trip: trip.id, member: people[0].id).enumerated()
        where event.event.state == .published {
            for (line, text) in DemoChat.eventTalk.prefix(2 + index % 3).enumerated() {
                try await send(
                    text, by: (index + line * 2) % people.count, in: event.event.id, at: now - .hours(9) + .minutes(index * 7 + line * 3))
            }
        }
    }

    @discardableResult
    private func send(_ text: String, by person: Int, in conversation: ID, at: Instant) async throws -> Int {
        try await program.store.messages.send(
            .init(
                conversation: conversation, member: people[person].id, clientID: program.surroundings.newID(), text: text, replyTo: nil,
                state: .visible, mentions: program.store.messages.people(trip: trip.id).mentions(in: text)), trip: trip.id, at: at
        ) { _, _ in }.number
    }

    private func file(_ line: Line, _ number: Int, reporter: Int?, reason: String, words: String, isUrgent: Bool = false) async throws -> ID
    {
        try await program.store.cases.file(
            .init(reporter: reporter.map { people[$0].id }, rule: nil, reason: reason, text: words, isUrgent: isUrgent),
            on: .init(
                kind: .message, message: number, member: people[line.person].id, conversation: trip.id, snapshot: line.text,
                place: "the trip's chat"), trip: trip.id,
            by: reporter.map { Author(id: nil, name: people[$0].name) } ?? Author(id: nil, name: "Sotravel"), at: line.at + .seconds(40),
            newID: program.surroundings.newID)
    }

    private func settle(_ settled: Settled, _ line: Line, _ number: Int) async throws {
        let id = try await file(line, number, reporter: line.person - 2, reason: settled.reason, words: "")
        guard let found = try program.store.cases.find(id, trip: trip.id) else { return }
        try await program.store.cases.claim(id, trip: trip.id, by: moderator, takesOver: false, at: line.at + .minutes(7))
        let plan = CaseStore.Plan(
            actions: [settled.action], reason: settled.action.action == .dismiss ? "" : "Please be kind to each other.", sentence: "",
            version: found.version, tripEnd: trip.endsAt)
        _ = try await program.store.cases.apply(
            plan, to: id, trip: trip.id, by: moderator, at: line.at + .minutes(15), newID: program.surroundings.newID)
    }
}

import Domain
import Runtime
import Services
import Store

/// A week of talk in five languages, looked at by the rules as it was written; cases that were settled, and three that wait.
struct DemoChat {
    let program: Program
    let trip: Trip
    let people: [Friend]
    let moderator: CaseStore.Moderator
    let host: CaseStore.Moderator
    let now: Instant

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
    }
    private struct Line {
        let text: String
        let person: Int
        let at: Instant
        var settled: Settled?
        var waiting: Waiting?
        /// What a moderator noted of a call for help.
        var note: String?
    }
    private static let settled = [
        Settled(text: "Cheap lift passes, only today, ask me!", reason: "spam", action: PlannedAction(.remove), daysAgo: 4),
        Settled(text: "You ski like my grandmother.", reason: "harassment", action: PlannedAction(.warn), daysAgo: 3),
        Settled(text: "Look at this view", reason: "other", action: PlannedAction(.dismiss), daysAgo: 2),
        Settled(text: "BUY BUY BUY BUY", reason: "spam", action: PlannedAction(.mute, minutes: 60), daysAgo: 1),
    ]
    private static let waiting = [
        Waiting(text: "Can't move, I hurt my knee below the Top Hut", reason: "safety", reporter: nil, words: ""),
        Waiting(text: "Write to me outside of here: +00 000 1234567", reason: "rule", reporter: nil, words: "Phone numbers"),
        Waiting(
            text: "Nobody wants you at the table anyway.", reason: "harassment", reporter: 5, words: "This was about a friend of mine."),
    ]
    private static let eventTalk = [
        "Who drives up together?", "What should I bring?", "See you at the meeting point.", "Looking forward to it!",
    ]

    func make() async throws {
        guard people.count > 8 else { return }
        for line in (week + marked).sorted(by: { $0.at < $1.at }) {
            let number = try await send(line.text, by: line.person, in: trip.id, at: line.at)
            if let settled = line.settled { try await settle(settled, line, number) }
            if let waiting = line.waiting, waiting.reason != ReportReason.safety.rawValue {
                _ = try await file(line, number, reporter: waiting.reporter, reason: waiting.reason, words: waiting.words)
            }
            if line.waiting == nil { try await answer(line) }
        }
        for (index, event) in try program.store.events.list(trip: trip.id, member: people[0].id).enumerated()
        where event.event.state == .published {
            for (line, text) in DemoChat.eventTalk.prefix(2 + index % 3).enumerated() {
                try await send(
                    text, by: (index + line * 2) % people.count, in: event.event.id, at: now - .hours(9) + .minutes(index * 7 + line * 3))
            }
            if event.event.fields.title == "Glacier day" { try await ask(in: event.event.id) }
        }
    }

    /// Every sentence once, each day some of each language.
    private var week: [Line] {
        let days = 7
        return (0..<days).flatMap { day in
            let texts = DemoTalk.everyday.flatMap { Array($0[($0.count * day / days)..<($0.count * (day + 1) / days)]) }
            return texts.enumerated().map { index, text in
                Line(
                    text: text, person: (index * 5 + day * 3) % people.count,
                    at: now - .days(days - 1 - day) - .minutes(95) - .minutes((texts.count - index) * 9))
            }
        }
    }

    private var marked: [Line] {
        let settled = DemoChat.settled.enumerated().map { index, line in
            Line(text: line.text, person: index + 3, at: now - .days(line.daysAgo) - .hours(3), settled: line)
        }
        let waiting = DemoChat.waiting.enumerated().map { index, line in
            Line(text: line.text, person: index + 7, at: now - .minutes(3 + index * 26), waiting: line)
        }
        let calls = DemoTalk.calls.enumerated().map { index, call in
            Line(text: call.text, person: (index * 3 + 1) % people.count, at: now - .days(call.daysAgo) - .hours(2), note: call.note)
        }
        let asked = Line(text: "@\(people[0].name) did you get the bus list?", person: 6, at: now - .minutes(80))
        let answered = Line(text: "@\(people[6].name) yes, it hangs by the door.", person: 2, at: now - .minutes(74))
        return settled + waiting + calls + [asked, answered]
    }

    /// Of the days before: a moderator saw to a call, and what sounded like one a host called a false alarm.
    private func answer(_ line: Line) async throws {
        guard let help = try program.store.help.open().first(where: { $0.tripID == trip.id }) else { return }
        let (helper, newID) = (line.note == nil ? host : moderator, program.system.newID)
        var lessons: [ID: [SafetyException]] = [:]
        for found in try program.store.cases.urgent(of: help.id) where line.note == nil {
            lessons[found.id] = try program.services.moderation.lessons(from: found)
        }
        _ = try await program.store.help.take(help.id, trip: trip.id, by: helper.author, at: line.at + .minutes(2))
        _ = try await program.store.cases.resolve(
            help.id, trip: trip.id, as: (line.note == nil ? .falseAlarm : .safe, line.note ?? ""), teaching: lessons, by: helper,
            at: line.at + .minutes(10), newID: newID)
    }

    @discardableResult
    private func send(_ text: String, by person: Int, in conversation: ID, at: Instant) async throws -> Int {
        try await program.services.chat.keep(
            .init(
                conversation: conversation, trip: trip.id, member: people[person].id, clientID: program.system.newID(), text: text,
                replyTo: nil,
                state: .visible, mentions: program.store.messages.people(trip: trip.id).mentions(in: text)),
            program.services.rules.verdict(on: text, isStaff: false, recent: [], trip: trip.id), place: "the trip’s chat", at: at
        ).number
    }

    private func file(_ line: Line, _ number: Int, reporter: Int?, reason: String, words: String) async throws -> ID {
        try await program.store.cases.file(
            .init(reporter: reporter.map { people[$0].id }, rule: nil, reason: reason, text: words, isUrgent: false),
            on: .init(
                kind: .message, message: number, member: people[line.person].id, conversation: trip.id, snapshot: line.text,
                place: "the trip’s chat"), trip: trip.id,
            by: reporter.map { Author(id: nil, name: people[$0].name) } ?? Author(id: nil, name: "Sotravel"), at: line.at + .seconds(40),
            newID: program.system.newID)
    }

    private func settle(_ settled: Settled, _ line: Line, _ number: Int) async throws {
        let id = try await file(line, number, reporter: line.person - 2, reason: settled.reason, words: "")
        guard let found = try program.store.cases.find(id, trip: trip.id) else { return }
        try await program.store.cases.claim(id, trip: trip.id, by: moderator, takesOver: false, at: line.at + .minutes(7))
        let plan = CaseStore.Plan(
            actions: [settled.action], reason: settled.action.action == .dismiss ? "" : "Please be kind to each other.", sentence: "",
            version: found.version, tripEnd: trip.endsAt)
        _ = try await program.store.cases.apply(
            plan, to: id, trip: trip.id, by: moderator, at: line.at + .minutes(15), newID: program.system.newID)
    }
}

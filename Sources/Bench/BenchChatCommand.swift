import ArgumentParser
import BenchStore
import Demo
import Domain
import Foundation
import Pages
import Runtime
import Services
import Store

/// Chat and moderation over 100,000 messages and 10,000 cases: times of the services with their pages, as JSON.
struct BenchChatCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(commandName: "chat", abstract: "Reads of chat and moderation.")
    @OptionGroup var data: DataOption
    @Option var messages = 100_000
    @Option var cases = 10_000

    func run() async throws {
        let program = try Program(data.place)
        let (services, now) = (program.services, program.system.now())
        guard let host = try program.store.accounts.credentials(email: "host@sotravel.example")?.account else {
            throw Problem("No demo here.")
        }
        let token = try await services.accounts.sessions.openForLoad(account: host.id)
        guard let actor = try services.accounts.sessions.find(token: token)?.actor else { throw Problem("No session.") }
        let access = try services.trips.open(slug: DemoTrip.slug, for: actor).requireMember()
        let staff = try access.tripAccess.requireStaff()
        let people = try program.store.friends.list(trip: access.trip.id).filter { !$0.isStaff }
        let numbers = try await fill(program, access, people, now)
        try await file(program, access, people, numbers, now)
        var results = thread(services, access, numbers, now)
        await services.chat.indexNew()
        results.merge(try search(program, services, access)) { $1 }
        results["queue"] = median {
            guard let queue = try? services.moderation.queue(CaseFilter(), of: [], staff) else { return }
            var buffer = HTMLBuffer()
            QueuePage(
                layout: TripLayout(layout: Layout(title: "Moderation"), trip: access.trip, role: .host, now: now), queue: queue,
                filter: CaseFilter(), trips: [access.trip], problems: []
            ).render(into: &buffer)
        }
        results.merge(rules()) { $1 }
        print(JSON.object { out in results.sorted { $0.key < $1.key }.forEach { out.add($0.key, $0.value, places: 4) } }.text)
        try await services.accounts.sessions.end(actor.sessionID, by: actor)
    }

    private static let words = [
        "snow", "lift", "bus", "dinner", "glacier", "helmet", "coffee", "morning", "sunset", "ticket", "gondola", "fondue", "terrace",
        "powder",
        "class", "board", "valley", "station", "weather", "evening",
    ]

    private func fill(_ program: Program, _ access: MemberAccess, _ people: [Friend], _ now: Instant) async throws -> [Int] {
        let (trip, store, total) = (access.trip.id, BenchQueries(program.database), messages)
        for start in stride(from: 0, to: total, by: 5000) {
            let some = (start..<min(total, start + 5000)).map { index in
                let text = (0..<12).map { BenchChatCommand.words[(index * 7 + $0 * $0 + index / 20 * $0) % 20] }.joined(separator: " ")
                // One rare word in a thousand messages.
                return BenchQueries.Message(
                    id: program.system.newID(), member: people[index % people.count].id,
                    text: text + (index % 1000 == 0 ? " chamois" : ""), sentAt: now - .seconds((total - index) * 6))
            }
            try await store.add(some, to: trip)
        }
        return try store.messageNumbers(of: trip)
    }

    private func file(_ program: Program, _ access: MemberAccess, _ people: [Friend], _ numbers: [Int], _ now: Instant) async throws {
        let trip = access.trip.id
        await withTaskGroup(of: Void.self) { group in
            for index in 0..<cases {
                group.addTask {
                    _ = try? await program.store.cases.file(
                        .init(
                            reporter: people[index % people.count].id, rule: nil, reason: ReportReason.allCases[index % 8].rawValue,
                            text: "",
                            isUrgent: index % 100 == 0),
                        on: .init(
                            kind: .message, message: numbers[index], member: people[(index + 3) % people.count].id, conversation: trip,
                            snapshot: "words", place: "the trip’s chat"), trip: trip, by: .commandLine, at: now - .seconds(index),
                        newID: program.system.newID)
                }
            }
        }
    }

    /// Milliseconds of the median of several runs.
    private func median(_ runs: Int = 30, _ work: () -> Void) -> Double {
        (0..<runs).map { _ in
            let start = ContinuousClock.now
            work()
            return Double((ContinuousClock.now - start).components.attoseconds) / 1e15 + Double(
                (ContinuousClock.now - start).components.seconds) * 1000
        }.sorted()[runs / 2]
    }

    /// The whole page at five depths; the slowest median counts.
    private func thread(_ services: AppServices, _ access: MemberAccess, _ numbers: [Int], _ now: Instant) -> [String: Double] {
        let depths = [0, numbers.count / 4, numbers.count / 2, numbers.count * 3 / 4, numbers.count - 1]
        let times = depths.map { depth in
            median {
                guard let thread = try? services.chat.open(access.trip.id, .around(numbers[depth]), access) else { return }
                var buffer = HTMLBuffer()
                ThreadPage(
                    layout: TripLayout(layout: Layout(title: "Chat"), trip: access.trip, role: access.role, now: now),
                    content: .init(thread), reply: nil, typed: .init(clientID: access.trip.id), complaint: Complaint()
                ).render(into: &buffer)
            }
        }
        return ["thread": times.max() ?? 0]
    }

    private func search(_ program: Program, _ services: AppServices, _ access: MemberAccess) throws -> [String: Double] {
        let store = BenchQueries(program.database)
        var results: [String: Double] = [:]
        for (name, text, query) in [("search", "glacier sunset", "\"glacier\"* \"sunset\"*"), ("search_rare", "chamois", "\"chamois\"*")] {
            results[name] = median { _ = try? services.chat.search(text, access) }
            results[name + "_direct"] = median {
                _ = try? store.countFound(by: query)
            }
        }
        return results
    }

    /// 10,000 phrases over 4,000 characters: an ordinary text, one of a single letter, and one that nearly matches everywhere.
    private func rules() -> [String: Double] {
        let phrases =
            (0..<9900).map { "phrase\($0)x" } + (1...64).map { "*" + String(repeating: "a", count: $0) } + (0..<36).map { "a*b\($0)*c" }
        let matcher = PhraseMatcher(phrases)
        func time(_ text: String) -> Double { median { _ = matcher.matches(in: FoldedText(text)) } }
        let plain = String(BenchChatCommand.words.joined(separator: " ").prefix(100))
        let texts = [
            String(repeating: plain, count: 41), String(repeating: "a", count: 4000), String(repeating: "phrase9", count: 572),
            String(repeating: "á", count: 4000), String(repeating: "ab1 ", count: 1000), String(repeating: "abc", count: 1334),
        ].map { String($0.prefix(4000)) }
        let times = texts.map(time)
        return [
            "rules": times.max() ?? 0, "rules_kind": Double(times.firstIndex(of: times.max() ?? 0) ?? 0),
            "rules_half": texts.map { time(String($0.prefix(2000))) }.max() ?? 0,
        ]
    }
}

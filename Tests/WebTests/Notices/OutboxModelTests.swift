import Domain
import Services
import Store
import Testing

/// Random days of an outbox: people with some channels, services that fail in every way, clocks that move, and a program that stops
/// between any two steps. Whatever happens, nothing that could be delivered is lost, no device is shown anything twice, and within a topic
/// nothing old comes after something newer.
@Suite struct OutboxModelTests {
    private final class Run {
        let app: TestApp
        var chance: SplitMixer
        var notices: [ID: (notice: NewNotice, number: Int)] = [:]
        /// How far the clock was set forward in all: so much earlier ends what ends by it.
        var ahead = Duration.zero
        /// Attempts that a service took and the program did not note.
        var crashes = 0

        init(seed: UInt64) async throws {
            app = try await TestApp.withTrips()
            chance = SplitMixer(state: seed)
            for user in ["traveller", "host"] {
                for channel in DeliveryChannel.allCases where Bool.random(using: &chance) {
                    try await app.store.addressBook.put(
                        .init(id: app.services.system.newID(), channel: channel, address: "\(channel) \(user)"),
                        account: app.id("account \(user)"), at: app.clock.now)
                }
            }
        }

        func step(jumps: Bool) async throws {
            if jumps, Int.random(in: 0..<8, using: &chance) == 0 { return try await jump() }
            switch Int.random(in: 0..<10, using: &chance) {
            case 0...2: try await add()
            case 3:
                // The dispatcher looks all the time.
                for _ in 0..<Int.random(in: 1...30, using: &chance) {
                    app.clock.pass(.minutes(10))
                    try await app.services.notices.outbox.runDue()
                }
            case 4: try await crash()
            case 5: answer()
            case 6: try await app.store.notices.markRead(nil, account: app.id("account traveller"), at: app.clock.now)
            default:
                app.clock.pass(.seconds(Int.random(in: 0...90, using: &chance)))
                try await app.services.notices.outbox.runDue()
            }
        }

        /// The clock is set, by seconds to hours.
        private func jump() async throws {
            let by = Duration.seconds([2, 90, 1800, 4 * 3600].randomElement(using: &chance) ?? 2)
            let isForward = Bool.random(using: &chance)
            if isForward { ahead += by }
            app.clock.step(isForward ? by : .zero - by)
            try await app.services.notices.outbox.runDue()
            try checkWaits()
        }

        /// Nothing that was to go out at once waits, and no retry waits for longer than the longest delay.
        private func checkWaits() throws {
            let now = app.clock.now.microseconds
            let waiting = try app.database.read {
                try $0.one(
                    """
                    SELECT (SELECT count(*) FROM delivery d JOIN notice n ON n.id = d.notice_id WHERE n.urgency = 3
                            AND d.state IN ('queued', 'sending') AND d.due_at > \(now) + CASE d.reason WHEN '' THEN 0 ELSE 4500000000 END)
                        + (SELECT count(*) FROM notice n WHERE n.urgency = 3 AND n.told_at IS NULL AND n.next_at > \(now))
                    """
                ) { $0.int(0) }
            }
            #expect(waiting == 0, "an urgent one waits for the time of before")
        }

        private func add() async throws {
            let user = Bool.random(using: &chance) ? "traveller" : "host"
            let id = app.services.system.newID()
            let notice = NewNotice(
                id: id, person: .member(app.id("member \(user)"), trip: app.id("trip alpha")), kind: .announcement,
                subject: nil, urgency: Urgency.allCases.randomElement(using: &chance) ?? .normal,
                topic: Bool.random(using: &chance) ? "topic" : "", title: "x", text: "",
                expiresAt: app.clock.now + .minutes(Int.random(in: 1...3000, using: &chance)))
            try await app.store.notices.add([notice], at: app.clock.now)
            notices[id] = (notice, notices.count)
        }

        private func answer() {
            let way = Int.random(in: 0..<4, using: &chance)
            app.post.answer { delivery in
                switch (way, delivery.address.channel) {
                case (0, .push): .later(reason: "Away", after: nil)
                case (1, .email): .refused(reason: "Too long")
                case (2, .push): .later(reason: "Wait", after: .seconds(40))
                default: .accepted
                }
            }
        }

        /// A service takes what it is given, and the program stops before it notes that.
        private func crash() async throws {
            let now = app.clock.now
            for channel in DeliveryChannel.allCases {
                let due = try await app.store.outbox.claim(
                    channel, limit: 5, at: now, leaseEnd: now + .seconds(90), inboxSince: now - Notice.kept)
                crashes += due.count
                for delivery in due { _ = await app.post.senders(app.clock).first { $0.channel == channel }?.send(delivery) }
            }
            try await app.store.outbox.releaseClaims(at: app.clock.now)
        }

        func check(_ context: String) throws {
            let sent = app.post.sent
            for (pair, attempts) in Dictionary(grouping: sent, by: { [$0.notice.description, $0.address] }) {
                #expect(Set(attempts.map(\.id)).count == 1, "\(context): two ids for \(pair)")
            }
            #expect(sent.count - Set(sent.map(\.id)).count <= crashes, "\(context): sent again without a crash")
            for (topic, attempts) in Dictionary(grouping: sent, by: { [$0.address, notices[$0.notice]?.notice.topic ?? ""] })
            where topic[1] != "" {
                let made = attempts.compactMap { notices[$0.notice]?.number }
                #expect(made == made.sorted(), "\(context): something old after something newer for \(topic)")
            }
            for attempt in sent {
                guard let (notice, _) = notices[attempt.notice] else { continue }
                #expect(attempt.at < notice.expiresAt, "\(context): sent after its time")
            }
        }

        /// All services work and two days pass: what is left is what nobody needs or nothing reaches.
        func settle() async throws {
            app.post.answer { _ in .accepted }
            for _ in 0..<100 {
                try await app.services.notices.outbox.runDue()
                app.clock.pass(.minutes(31))
            }
            let open = try app.database.read {
                try $0.one("SELECT count(*) FROM delivery WHERE state IN ('queued', 'sending')") { $0.int(0) }
            }
            #expect(open == 0)
            let lost = try app.database.read {
                try $0.one(
                    """
                    SELECT count(*) FROM notice n JOIN member m ON m.id = n.member_id
                    WHERE n.ended_at IS NULL AND n.read_at IS NULL AND n.expires_at - n.made_at > 40000000000 + \(ahead.microseconds)
                        AND EXISTS (SELECT 1 FROM delivery_address a WHERE a.account_id = m.account_id)
                        AND NOT EXISTS (SELECT 1 FROM delivery d WHERE d.notice_id = n.id AND d.state IN ('accepted', 'failed', 'expired'))
                    """
                ) { $0.int(0) }
            }
            #expect(lost == 0, "nothing went out for something that lasted eleven hours")
        }
    }

    @Test(arguments: 0..<40) func nothingIsLostAndNothingShownTwice(_ seed: UInt64) async throws {
        try await OutboxModelTests.run(seed, jumps: false)
    }

    /// The same days with a clock that is set forward and back by seconds to hours.
    @Test(arguments: 100..<140) func norWhenTheClockJumps(_ seed: UInt64) async throws {
        try await OutboxModelTests.run(seed, jumps: true)
    }

    private static func run(_ seed: UInt64, jumps: Bool) async throws {
        let run = try await Run(seed: seed)
        for step in 0..<200 {
            try await run.step(jumps: jumps)
            try run.check("seed \(seed), step \(step)")
        }
        try await run.settle()
        try run.check("seed \(seed), at the end")
    }
}

/// Chance that repeats (splitmix64).
private struct SplitMixer: RandomNumberGenerator {
    var state: UInt64
    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var z = state
        z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
        return z ^ (z >> 31)
    }
}

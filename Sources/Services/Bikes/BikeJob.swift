import Domain
import Gateways
import Live
import Logging
import Store

/// Asking the feeds: never sooner than they allow, often while somebody looks, and seldom while nobody does.
extension BikeService {
    private static let tick = Duration.milliseconds(250)
    /// Somebody who looked this long ago may still look: their page follows by the stream.
    private static let watched = Duration.minutes(10)
    private static let idle = Duration.minutes(5)
    /// Before a trip begins and after it ended, only who looks makes a feed be asked.
    private static let early = Duration.days(7)
    private static let late = Duration.days(1)
    private static let mostAtOnce = 4

    /// Until the task is cancelled.
    package func run(logger: Logger) async throws {
        beginAsking()
        try await withThrowingDiscardingTaskGroup { group in
            var nextClean = system.now()
            while !Task.isCancelled {
                try await Task.sleep(for: BikeService.tick)
                let job = JobRounds.begin()
                do {
                    try hearLooks()
                    for source in try due() { group.addTask { await self.askAndApply(source, logger) } }
                    if system.now() >= nextClean {
                        nextClean = system.now() + .hours(1)
                        try await clean()
                    }
                    job?.end()
                } catch is CancellationError { return } catch {
                    job?.end(failed: true)
                    logger.failed("feeds are not asked", error)
                }
            }
        }
    }

    /// Everything that is due, one after another.
    package func askDue(logger: Logger) async throws {
        for source in try due() { await askAndApply(source, logger) }
    }

    /// History of more than a week, and feeds that were removed that long ago.
    package func clean() async throws {
        let (limit, old) = (BikeStore.portion, system.now() - BikeMoment.kept)
        while try await store.forget(before: old, limit: limit) == limit {}
        while try await store.forgetRemoved(before: old, limit: limit) > 0 {}
        let feeds = try store.openFeeds()
        board.keep(Set(feeds.map(\.id)))
        for feed in feeds { try await turns.run(feed.id) { try await dropGone(feed, before: old) } }
    }

    /// Stations that are no longer in the feed, but those that somebody marked. In the feed's turn.
    private func dropGone(_ feed: BikeFeed, before time: Instant) async throws {
        var gone = Set<Int>()
        while case let found = try await store.forgetGone(feed: feed.id, before: time, limit: 500), !found.isEmpty { gone.formUnion(found) }
        guard !gone.isEmpty else { return }
        var entry = try board.entry(feed)
        entry.drop(gone)
        board.set(entry, feed.id)
    }

    /// Marked as busy.
    private func due() throws -> [BikeSource] {
        let now = system.now()
        let feeds = try caches.openBikeFeeds.value(for: 0) { try store.openFeeds() }
        let wanted = Dictionary(grouping: feeds, by: \.source)
        let running = try Set(wanted.filter { try $0.value.contains { try isOn($0.tripID, now) } }.keys)
        for (source, feeds) in wanted {
            withState(source) { state in if state.nextAt == nil { state.nextAt = feeds.compactMap(\.nextAt).max() } }
        }
        return states.withLock { states in
            // What was only tried in a form.
            states = states.filter { wanted[$0.key] != nil || $0.value.isBusy || $0.value.madeAt.isWithin(.minutes(5), before: now) }
            // What somebody tries has threads of its own.
            let busy = states.values.count { $0.isBusy && !$0.isTried }
            var due: [BikeSource] = []
            for (source, state) in states where wanted[source] != nil && !state.isBusy && due.count + busy < BikeService.mostAtOnce {
                guard state.nextAt.map({ $0 <= now }) ?? true else { continue }
                let isWatched = state.lookedAt?.isWithin(BikeService.watched, before: now) ?? false
                let isLongAgo = !(state.report?.askedAt.isWithin(BikeService.idle, before: now) ?? false)
                if isWatched || (running.contains(source) && isLongAgo) { due.append(source) }
            }
            for source in due {
                states[source]?.isBusy = true
                states[source]?.isTried = false
            }
            return due
        }
    }

    private func isOn(_ id: ID, _ now: Instant) throws -> Bool {
        guard let trip = try trip(id) else { return false }
        let start = trip.zone.instant(day: trip.fields.startDay, secondsOfDay: 0)
        return start - BikeService.early <= now && now <= trip.endsAt + BikeService.late
    }

    /// Asks a source that is marked as busy, and notes what came.
    @discardableResult
    func ask(_ source: BikeSource) async -> Bool {
        let (reader, isTried) = withState(source) { ($0.reader, $0.isTried) }
        let outcome = await reader.ask(isTried: isTried)
        let report = await noted(BikeReport(outcome, at: system.now()), of: source)
        withState(source) { state in
            (state.isBusy, state.nextAt, state.report) = (false, outcome.nextAt, report)
            if let content = outcome.content { state.content = content }
        }
        return outcome.isNew
    }

    private func askAndApply(_ source: BikeSource, _ logger: Logger) async {
        let before = states.withLock { $0[source]?.report?.problem }
        let isNew = await ask(source)
        let after = states.withLock { $0[source]?.report?.problem }
        if let after, after != before {
            // Never the key, and of the address no more than its host: a query may hold a key, too.
            logger.warning("a bike feed has a problem", metadata: ["host": "\(WebAddress(source.url)?.host ?? "")", "problem": "\(after)"])
        }
        do {
            try await applyKnown(source, isNew: isNew)
        } catch {
            logger.failed("bike stations are not stored", error)
        }
    }

    /// Puts what a source said into every trip that has it.
    func applyKnown(_ source: BikeSource, isNew: Bool = false) async throws {
        for feed in try store.openFeeds() where feed.source == source {
            try await turns.run(feed.id) {
                // Read in its turn: never older than what was there before.
                guard let content = states.withLock({ $0[source]?.content }) else { return }
                if try isNew || !board.entry(feed).isRead { try await apply(content, to: feed) }
            }
        }
    }

    private func apply(_ content: BikeContent, to feed: BikeFeed) async throws {
        let now = system.now()
        let reading = BikeReading(
            content.information, content.statuses, kinds: content.kinds, updatedAt: content.updatedAt, base: try trip(feed.tripID)?.base,
            now: now, faults: content.faults)
        var entry = try board.entry(feed)
        let isSame = entry.isRead && entry.faults == reading.faults
        let (changes, refreshed) = entry.take(reading)
        let data = BikeService.data(changes, refreshed)
        entry.append(try await store.record(changes, telling: data, feed: feed.id, at: now))
        board.set(entry, feed.id)
        if lease.isShared, !isSame { try await store.setFaults(reading.faults, feed: feed.id) }
        if !refreshed.isEmpty { try await tell(refreshed, changes.isEmpty ? data : nil, feed.tripID) }
        if entry.goneCount > BikeBoard.mostGone { try await dropGone(feed, before: now + .days(1)) }
    }

    /// That numbers are as they were is stored for other nodes alone.
    /// - Parameter data: nil if open pages have heard of it.
    private func tell(_ refreshed: [BikeRow], _ data: JSON?, _ trip: ID) async throws {
        if lease.isShared, lease.nodeCount > 1 { return try await store.refresh(refreshed, telling: data, trip) }
        if let data { hub.tripChannel(trip).publish(.bikes, name: "bikes", data: data) }
    }

    /// What open pages need to be true again, as small as can be: it is sent to everybody on the page.
    private static func data(_ changes: BikeStore.Changes, _ refreshed: [BikeRow]) -> JSON {
        let isOther = !changes.new.isEmpty || !changes.parted.isEmpty || changes.changed.contains { $0.isGone }
        return .object(reserving: 64 * (changes.changed.count + 1)) { out in
            out.array("s") { out in for row in changes.changed where !row.isGone { BikeService.write(row, to: &out) } }
            out.array("o") { out in
                for (time, rows) in Dictionary(grouping: refreshed, by: \.station.numbers.reportedAt) {
                    out.array { out in
                        out.add(time)
                        out.array { out in for row in rows { out.add(row.number) } }
                    }
                }
            }
            // Stations came or went: the page is to be read anew.
            out.add("again", isOther)
        }
    }

    /// `[number, bikes, of them electric, docks, flags, reported]`
    private static func write(_ row: BikeRow, to out: inout JSONWriter) {
        let numbers = row.station.numbers
        out.array { out in
            out.add(row.number)
            out.add(numbers.bikes)
            out.add(numbers.electric)
            out.add(numbers.docks)
            out.add(numbers.flags)
            out.add(numbers.reportedAt)
        }
    }
}

import Domain
import Store

/// What hosts do with the feeds of their trip.
extension BikeService {
    /// Complaints that mean that this is no feed at all.
    private static let wrong: [BikeProblem: Texts.Sentence] = [
        .html: "This is a web page, not a feed. Addresses of feeds usually end in gbfs.json.",
        .notJSON: "The answer from this address cannot be read, or is cut off. Check the address.",
        .notGBFS: "This is not the main list of a feed. Use the address that ends in gbfs.json.",
        .noStations: "This feed has no stations. Check the address.",
        .tooManyStations: "This feed has more than 20,000 stations, which is more than Sotravel shows.",
        .graphQL: "Digitransit has no stations at this address. Check it.",
        .privateAddress: "This address is inside a private network. Use the public address of the feed.",
        .badAddress: "This address leads on to one that is not allowed. Use the feed’s own address.",
        .refused: "The key was not accepted. Check it and type it again.",
        .forbidden: "This address needs permission. Use a public feed.",
    ]

    package func add(_ fields: BikeFeedFields, _ access: OpenHostAccess) async throws -> ID {
        let (id, source) = (system.newID(), BikeSource(kind: fields.kind, url: fields.url, key: fields.key))
        try await saving(source) {
            try await check(fields, source, of: id, hasKey: false, access)
            try await store.add(
                fields, source, id: id, nextAt: try nextAt(source), trip: access.trip.id, by: access.author, at: system.now())
        }
        try await keepReport(source)
        try await applyKnown(source)
        return id
    }

    package func update(_ id: ID, to fields: BikeFeedFields, version: Int, _ access: OpenHostAccess) async throws {
        let old = try feed(id, access).source
        // A key is not sent to another server without being typed anew.
        let mayKnow = WebAddress(fields.url).flatMap { new in WebAddress(old.url).map { new.mayKnowSecrets(of: $0) } } ?? false
        if !old.key.isEmpty, fields.key.isEmpty, fields.kind == .digitransit, !mayKnow {
            throw Refusal.invalid([FieldError("key", "You changed the address. Type the key again.")])
        }
        let source = BikeSource(kind: fields.kind, url: fields.url, key: fields.key.isEmpty ? old.key : fields.key)
        try await saving(source) {
            try await check(fields, source, of: id, hasKey: !old.key.isEmpty, access, isKnown: source == old)
            try await store.update(
                id, to: (fields, source, try nextAt(source)), version: version, trip: access.trip.id, by: access.author, at: system.now())
        }
        try await keepReport(source)
        try await applyKnown(source)
    }

    package func setRemoved(_ isRemoved: Bool, _ id: ID, _ access: OpenHostAccess) async throws {
        try await store.setRemoved(isRemoved, id, trip: access.trip.id, by: access.author, at: system.now())
    }

    // MARK: asking before it is stored

    /// Of an address that no trip takes, only what keeps it from being asked again is kept.
    private func saving(_ source: BikeSource, _ work: () async throws -> Void) async throws {
        do {
            try await work()
        } catch {
            let isSaved = try store.openFeeds().contains { $0.source == source }
            states.withLock { states in
                guard !isSaved, let state = states[source], !state.isBusy else { return }
                states[source]?.content = nil
                states[source]?.reader = newReader(source)
            }
            throw error
        }
    }

    /// Whoever may store the fields; the feed is asked, and what is no feed is said beside its field.
    private func check(
        _ fields: BikeFeedFields, _ source: BikeSource, of id: ID, hasKey: Bool, _ access: OpenHostAccess, isKnown: Bool = false
    ) async throws {
        let errors = fields.errors(hasKey: hasKey)
        if !errors.isEmpty { throw Refusal.invalid(errors) }
        try store.requireRoom(source, trip: access.trip.id, but: id)
        // Another name is no reason to ask.
        if isKnown { return }
        try await askOnce(source, for: access.actor.account.id)
        let known = states.withLock { $0[source]?.report }
        // Of what no feed has yet, this node alone knows.
        guard let problem = try (report(of: source) ?? known)?.problem, let message = BikeService.wrong[problem] else { return }
        throw Refusal.invalid([FieldError(problem == .refused ? "key" : "url", message)])
    }

    /// How many new addresses one account has the server ask.
    private static func tries(of account: ID) -> Pace {
        Pace(.bikeFeed, of: account, 10, within: .hours(1)) { seconds in
            let minutes = (seconds + 59) / 60
            return .tooMany("You tried many addresses. Wait \(counted(minutes, "minute")) before the next one.", retryAfter: minutes * 60)
        }
    }

    private enum Claim { case mine, others, notDue }

    /// Asks if the source may be asked now. Where somebody else asks it, waits for what comes of that.
    private func askOnce(_ source: BikeSource, for account: ID) async throws {
        let (stored, now) = (try store.nextAt(of: source), system.now())
        while true {
            let claim = withState(source) { state -> Claim in
                if state.isBusy { return .others }
                // Another node may have asked it since.
                state.nextAt = [state.nextAt, stored].compactMap(\.self).max()
                guard state.nextAt.map({ $0 <= now }) ?? true else { return .notDue }
                (state.isBusy, state.isTried) = (true, true)
                return .mine
            }
            switch claim {
            case .notDue: return
            case .others: try await Task.sleep(for: .milliseconds(100))
            case .mine:
                do {
                    try await passing.take(BikeService.tries(of: account), at: now)
                } catch {
                    withState(source) { $0.isBusy = false }
                    throw error
                }
                await ask(source)
                return
            }
        }
    }

    /// The later one of what this node knows and what is stored: another node may have asked the source since.
    private func nextAt(_ source: BikeSource) throws -> Instant? {
        [states.withLock { $0[source]?.nextAt }, try store.nextAt(of: source)].compactMap(\.self).max()
    }
}

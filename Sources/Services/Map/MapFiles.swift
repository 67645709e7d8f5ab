import Atlas
import Domain
import Foundation
import Logging
import Store
import Synchronization

/// The map's file on several nodes of PostgreSQL. What was imported into one node's folder is stored in the database; the others fetch it
/// and change to it when it is whole. Each has it in its folder, and draws from there.
package final class MapFiles: Sendable {
    /// What a look came to.
    package enum Outcome: Sendable, Equatable {
        /// The folder has what the database has, or neither has a map.
        case settled
        case stored, fetched
        /// Something else has come into the folder or the database meanwhile.
        case again
    }

    private struct State {
        /// What lay in the folder at the last look.
        var seen: FileIdentity?
        /// It came there by an import since, and so is newer than what is stored.
        var isImport = false
        /// Which file has the bytes of which stored map: as long as both are there, nothing is read.
        var agreed: (file: FileIdentity?, map: ID?)?
        var nextCleaning = Duration.zero
        var pause = Pause()
        var problem: String?
    }

    /// After a failure that does not end with the database's return: a map is large, and is not to be sent over and over.
    private struct Pause {
        var until = Duration.zero
        var length = Duration.seconds(15)
        mutating func begin(at now: Duration) {
            length = min(length * 2, .minutes(10))
            until = now + length
        }
    }

    private static let cleanEvery = Duration.minutes(10)
    private let place: AtlasPlace
    private let store: MapFileStore
    private let system: SystemInputs
    private let onPart: @Sendable (Int) throws -> Void
    private let onChange: @Sendable () -> Void
    private let state: Mutex<State>
    private let isStopping = Atomic(false)
    /// What reads and writes files does it here, one after the other.
    private let thread = OperationQueue()
    private let rings = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))

    /// - Parameters:
    ///   - onPart: called with the number of each part that is fetched or stored next, on a thread that may wait; what it throws ends that.
    ///   - onChange: called when another map has come into the folder, on a thread that may wait.
    package init(
        place: AtlasPlace, store: MapFileStore, system: SystemInputs, onPart: @escaping @Sendable (Int) throws -> Void = { _ in },
        onChange: @escaping @Sendable () -> Void = {}
    ) {
        (self.place, self.store, self.system) = (place, store, system)
        (self.onPart, self.onChange) = (onPart, onChange)
        state = Mutex(State(seen: place.identity))
        thread.maxConcurrentOperationCount = 1
        thread.name = "map files"
    }

    /// Why this node's map and the database's differ for longer, for admins; nil if all is well.
    package var problem: String? { state.withLock { $0.problem } }

    // MARK: the job

    /// Lets `run` look at once. Costs nothing, waits for nothing.
    package func look() { rings.continuation.yield() }

    /// Looks once a second, and whenever `look` is called, until the task is cancelled. Once in the life of this value.
    package func run(logger: Logger) async {
        await withTaskCancellationHandler {
            await withTaskGroup(of: Void.self) { group in
                group.addTask { [self] in
                    while !Task.isCancelled {
                        look()
                        try? await Task.sleep(for: .seconds(1))
                    }
                }
                for await _ in rings.stream { await attempt(logger) }
            }
        } onCancel: {
            isStopping.store(true, ordering: .relaxed)
        }
    }

    private func attempt(_ logger: Logger) async {
        guard system.uptime() >= state.withLock({ $0.pause.until }) else { return }
        do {
            switch try await turn() {
            case .stored: logger.info("the map is stored for the other nodes")
            case .fetched: logger.info("the map that another node imported is served")
            case .settled: break
            case .again: return
            }
            state.withLock { ($0.pause, $0.problem) = (Pause(), nil) }
        } catch is CancellationError {
        } catch {
            logger.failed("the map could not be exchanged with the other nodes", error)
            guard !isDatabaseAway(error) else { return }
            state.withLock { state in
                state.pause.begin(at: system.uptime())
                state.problem = "The map could not be exchanged with the other nodes. The server’s log says why; it is tried again."
            }
        }
    }

    // MARK: a look

    /// Stores what was just imported, whatever is stored, and returns when it is.
    package func storeImport() async throws {
        state.withLock { $0.isImport = true }
        for _ in 0..<100 {
            if try await turn() == .settled { return }
        }
        throw Refusal.conflict("Other nodes store maps at the same time. Try again.")
    }

    /// One look, and what follows from it: up to a whole map that is stored or fetched.
    package func turn() async throws -> Outcome {
        let identity = place.identity
        let (isImport, agreed) = state.withLock { state in
            if identity != nil, identity != state.seen { state.isImport = true }
            state.seen = identity
            return (state.isImport, state.agreed)
        }
        let stored = try await onThread { [store] in try store.newest() }
        if let agreed, agreed.file == identity, agreed.map == stored?.id {
            try await clean()
            return .settled
        }
        let local = try await onThread { [place] in try LocalMap(at: place) }
        guard place.identity == identity else { return .again }
        switch MapStep(local: local, stored: stored, isImport: isImport) {
        case .none:
            agree(on: identity, stored?.id)
            return .settled
        case .store(let local, let seen): return try await put(local, unlessAfter: seen)
        case .fetch(let map): return try await fetch(map, insteadOf: identity)
        }
    }

    private func agree(on file: FileIdentity?, _ map: ID?) {
        state.withLock { state in
            (state.agreed, state.seen, state.isImport) = ((file: file, map: map), file, false)
            state.nextCleaning = .zero
        }
    }

    private func fetch(_ map: StoredMap, insteadOf old: FileIdentity?) async throws -> Outcome {
        let found = try await onThread { [self] in
            let found = try MapFetch(store: store, place: place, onPart: pass).run(map, insteadOf: old)
            if found != nil { onChange() }
            return found
        }
        guard let found else { return .again }
        agree(on: found, map.id)
        return .fetched
    }

    private func put(_ local: LocalMap, unlessAfter seen: Int?) async throws -> Outcome {
        guard let file = OpenMap(path: place.path), file.identity == local.identity else { return .again }
        let draft = MapFileStore.Draft(id: system.newID(), digest: local.digest, size: local.size, madeAt: local.madeAt)
        try await store.begin(draft, at: system.now())
        let ending: MapFileStore.Ending
        do {
            for number in 0..<draft.parts {
                let part = try await onThread { [self] in
                    try pass(number)
                    return try file.part(number)
                }
                try await store.add(part, to: draft.id, at: system.now())
            }
            ending = try await store.finish(draft.id, unlessAfter: seen)
        } catch {
            // What stays of it goes some time later.
            if !(error is CancellationError) { try? await store.remove(draft.id) }
            throw error
        }
        guard ending == .newest else {
            try await store.remove(draft.id)
            return .again
        }
        agree(on: local.identity, draft.id)
        return .stored
    }

    /// Before each part.
    private func pass(_ number: Int) throws {
        if isStopping.load(ordering: .relaxed) { throw CancellationError() }
        try onPart(number)
    }

    private func clean() async throws {
        let now = system.uptime()
        let isDue = state.withLock { state in
            guard now >= state.nextCleaning else { return false }
            state.nextCleaning = now + MapFiles.cleanEvery
            return true
        }
        guard isDue else { return }
        let (store, moment) = (store, system.now())
        for id in try await onThread({ try store.leftovers(at: moment) }) { try await store.remove(id) }
    }

    private func onThread<T: Sendable>(_ work: @escaping @Sendable () throws -> T) async throws -> T {
        try await withCheckedThrowingContinuation { continuation in
            thread.addOperation { continuation.resume(with: Result(catching: work)) }
        }
    }
}

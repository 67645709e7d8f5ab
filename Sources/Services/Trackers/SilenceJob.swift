import Domain
import Live
import Logging
import Store
import Synchronization

/// Tells people that their own phone has stopped sending, if they want to be told: once for each silence, and never while sharing is off.
package final class SilenceJob: Sendable {
    private static let tick = Duration.seconds(10)
    private let store: SilenceStore
    private let fixes: FixStore
    private let hub: Hub
    private let system: SystemInputs
    /// When somebody was last seen with sharing off: a phone that just began again has a full time to send.
    private let hidden = Mutex<[ID: Instant]>([:])

    init(store: SilenceStore, fixes: FixStore, hub: Hub, system: SystemInputs) {
        (self.store, self.fixes, self.hub, self.system) = (store, fixes, hub, system)
    }

    /// Until the task is cancelled.
    package func run(logger: Logger) async throws {
        while !Task.isCancelled {
            try await Task.sleep(for: SilenceJob.tick)
            do { try await JobRounds.round(runDue) } catch is CancellationError { return } catch {
                logger.failed("nobody is told that a phone is silent", error)
            }
        }
    }

    package func runDue() async throws {
        let now = system.now()
        let watches = try store.all(at: now)
        let known = Set(watches.map(\.memberID))
        hidden.withLock { hidden in
            hidden = hidden.filter { known.contains($0.key) }
            for watch in watches where !watch.isSharing { hidden[watch.memberID] = now }
        }
        for watch in watches {
            let contact = hub.board(watch.tripID).entry(watch.memberID)?.lastContactAt
            let until = hidden.withLock { $0[watch.memberID] }
            guard let contact, watch.isDue(contact: contact, hiddenUntil: until, at: now) else { continue }
            // This node may not have heard yet what the phone told another one.
            let stored = try await fixes.newest(member: watch.memberID, at: now)?.lastContactAt
            guard watch.isDue(contact: max(contact, stored ?? contact), hiddenUntil: until, at: now) else { continue }
            try await store.tell(watch, contact: contact, at: now)
        }
    }

    // MARK: one's own

    /// Minutes of silence after which the member is told; nil where they are not.
    package func minutes(_ access: MemberAccess) throws -> Int? { try store.minutes(of: access.member) }

    /// - Parameter minutes: nil switches it off.
    package func set(_ minutes: Int?, _ access: MemberAccess) async throws {
        guard minutes.map(SilenceWatch.range.contains) ?? true else {
            throw Refusal.invalid([FieldError("minutes", "Between 5 and 1,440 minutes.")])
        }
        try await store.set(minutes, member: access.member, at: system.now())
    }
}

import Atlas
import Domain
import Foundation
import Live
import Store

/// How the installation does, for whoever runs it. What this node cannot know stays unknown.
package final class InstallationService: Sendable {
    private let store: Stores
    private let hub: Hub
    private let currentAtlas: CurrentAtlas
    private let parts: Parts
    private let startedAt: Instant
    private let system: SystemInputs

    /// The services that are asked.
    struct Parts: Sendable {
        let live: LiveService
        let bikes: BikeService
        let letters: LetterService
        let outbox: OutboxService
        let unsaved: UnsavedWork
        let lease: JobLease
        let rounds: JobRounds
    }

    init(store: Stores, hub: Hub, currentAtlas: CurrentAtlas, parts: Parts, system: SystemInputs) {
        (self.store, self.hub, self.currentAtlas, self.parts, self.system) = (store, hub, currentAtlas, parts, system)
        startedAt = system.now()
    }

    package func health(_ access: AdminAccess) throws -> InstallationHealth {
        let now = system.now()
        let trips = try store.trips.all()
        return InstallationHealth(
            process: process, storage: storage, jobs: parts.rounds.all,
            channels: try store.installation.channels(on: parts.outbox.channels, at: now),
            letters: try store.installation.letters(isOn: parts.letters.isOn, at: now), feeds: try feeds(access, trips), map: map,
            streams: parts.live.subscriberCount, trackers: parts.live.trackerCount, heard: heard(trips, at: now))
    }

    private var process: ProcessFacts {
        ProcessFacts(
            schema: store.installation.schema, startedAt: startedAt, node: store.node, nodeCount: parts.lease.nodeCount,
            doesJobs: parts.lease.isHeld, isElsewhere: parts.lease.isElsewhere)
    }

    private var storage: StorageFacts {
        let folder = (currentAtlas.path as NSString).deletingLastPathComponent
        let disk = try? FileManager.default.attributesOfFileSystem(forPath: folder)
        // A database that does not tell its size still serves.
        return StorageFacts(
            isServer: store.installation.isServer, size: (try? store.installation.size()) ?? nil,
            free: (disk?[.systemFreeSize] as? NSNumber)?.int64Value, unsaved: parts.unsaved.count)
    }

    private var map: MapHealth {
        MapHealth(name: currentAtlas.loaded()?.atlas.facts.name, problem: currentAtlas.problem)
    }

    private func feeds(_ access: AdminAccess, _ trips: [Trip]) throws -> [FeedHealth] {
        try parts.bikes.allFeeds(access).compactMap { state in
            trips.first { $0.id == state.feed.tripID }.map { trip in
                FeedHealth(
                    trip: trip.fields.name, slug: trip.fields.slug, title: state.title, problem: state.problem,
                    answeredAt: state.answeredAt)
            }
        }
    }

    private func heard(_ trips: [Trip], at now: Instant) -> Int {
        trips.reduce(0) { count, trip in
            count
                + hub.board(trip.id).entries().values.count {
                    $0.lastContactAt.isWithin(InstallationHealth.heardWithin, before: now)
                }
        }
    }
}

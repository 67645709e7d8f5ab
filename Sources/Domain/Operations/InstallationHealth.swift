/// How something of the installation does, as far as this node knows.
package enum HealthState: Sendable, Equatable {
    case good
    /// Somebody who runs the installation is to look at it.
    case needsLook
    /// This node cannot know it.
    case unknown
    /// Another node does it, and says how.
    case elsewhere
    /// It is not set up.
    case off
}

/// The installation as one of its nodes sees it.
package struct InstallationHealth: Sendable {
    package let process: ProcessFacts
    package let storage: StorageFacts
    package let jobs: [JobRecord]
    package let channels: [ChannelHealth]
    package let letters: LetterHealth
    package let feeds: [FeedHealth]
    package let map: MapHealth
    /// Pages that are open, on this node.
    package let streams: Int
    /// Trackers that are not revoked, of all trips.
    package let trackers: Int
    /// Members whose phones this node heard of within `heardWithin`.
    package let heard: Int
    package static let heardWithin = Duration.minutes(10)

    package init(
        process: ProcessFacts, storage: StorageFacts, jobs: [JobRecord], channels: [ChannelHealth], letters: LetterHealth,
        feeds: [FeedHealth], map: MapHealth, streams: Int, trackers: Int, heard: Int
    ) {
        (self.process, self.storage, self.jobs, self.channels) = (process, storage, jobs, channels)
        (self.letters, self.feeds, self.map) = (letters, feeds, map)
        (self.streams, self.trackers, self.heard) = (streams, trackers, heard)
    }
}

/// The program that answers.
package struct ProcessFacts: Sendable {
    /// The number of the newest migration.
    package let schema: Int
    package let startedAt: Instant
    /// Nil where there is one node.
    package let node: String?
    /// How many nodes have the database open, with this one.
    package let nodeCount: Int
    /// Whether this node does what is done once for all.
    package let doesJobs: Bool
    /// Whether another one was lately seen to do it.
    package let isElsewhere: Bool
    package init(schema: Int, startedAt: Instant, node: String?, nodeCount: Int, doesJobs: Bool, isElsewhere: Bool) {
        (self.schema, self.startedAt, self.node) = (schema, startedAt, node)
        (self.nodeCount, self.doesJobs, self.isElsewhere) = (nodeCount, doesJobs, isElsewhere)
    }

    /// Whether some node does what is done once for all.
    package var jobs: HealthState { doesJobs ? .good : isElsewhere ? .elsewhere : .needsLook }
}

/// Where the data is. No address of a server, which may hold a password.
package struct StorageFacts: Sendable {
    /// Whether it is a database server's; else one file of this machine.
    package let isServer: Bool
    /// Bytes of the database; nil where it does not say.
    package let size: Int64?
    /// Bytes that are free on the disk of the data folder; nil where the system does not say.
    package let free: Int64?
    /// Changes in memory that no disk has taken yet.
    package let unsaved: Int
    package init(isServer: Bool, size: Int64?, free: Int64?, unsaved: Int) {
        (self.isServer, self.size, self.free, self.unsaved) = (isServer, size, free, unsaved)
    }

    /// Less of the disk is too little: an import of a map and a day of a busy trip need that much.
    package static let least: Int64 = 1 << 30
    package var disk: HealthState { free.map { $0 < StorageFacts.least ? .needsLook : .good } ?? .unknown }
    package var writing: HealthState { unsaved == 0 ? .good : .needsLook }
}

/// What goes out on one channel.
package struct ChannelHealth: Sendable, Equatable {
    package let channel: DeliveryChannel
    /// Whether it is set up.
    package let isOn: Bool
    /// Deliveries that wait for their time or for another attempt.
    package let waiting: Int
    /// Those of them whose time was more than `patience` ago.
    package let late: Int
    /// Of the last `window`.
    package let failed: Int
    package let accepted: Int
    package static let patience = Duration.minutes(5)
    package static let window = Duration.hours(24)
    package init(_ channel: DeliveryChannel, isOn: Bool, waiting: Int = 0, late: Int = 0, failed: Int = 0, accepted: Int = 0) {
        (self.channel, self.isOn) = (channel, isOn)
        (self.waiting, self.late, self.failed, self.accepted) = (waiting, late, failed, accepted)
    }

    /// One address that is gone is nobody's fault; more that fail than go out are.
    package var state: HealthState {
        guard isOn else { return waiting > 0 ? .needsLook : .off }
        return late > 0 || failed > max(accepted, 1) ? .needsLook : .good
    }
}

/// Mails that are no notifications: invites, confirmations, links to new passwords.
package struct LetterHealth: Sendable, Equatable {
    package let isOn: Bool
    package let waiting: Int
    /// Of the last `ChannelHealth.window`.
    package let failed: Int
    package init(isOn: Bool, waiting: Int, failed: Int) { (self.isOn, self.waiting, self.failed) = (isOn, waiting, failed) }

    package var state: HealthState { failed > 0 || !isOn && waiting > 0 ? .needsLook : isOn ? .good : .off }
}

/// A bike feed of one trip.
package struct FeedHealth: Sendable {
    package let trip: String
    package let slug: String
    package let title: String
    package let problem: BikeProblem?
    /// The last answer that could be read; nil where there was none.
    package let answeredAt: Instant?
    package init(trip: String, slug: String, title: String, problem: BikeProblem?, answeredAt: Instant?) {
        (self.trip, self.slug, self.title) = (trip, slug, title)
        (self.problem, self.answeredAt) = (problem, answeredAt)
    }

    package var state: HealthState { problem != nil ? .needsLook : answeredAt == nil ? .unknown : .good }
}

/// The map that is served.
package struct MapHealth: Sendable {
    /// Nil while there is none.
    package let name: String?
    /// Why the stored one cannot be used.
    package let problem: String?
    package init(name: String?, problem: String?) { (self.name, self.problem) = (name, problem) }

    package var state: HealthState { problem != nil || name == nil ? .needsLook : .good }
}

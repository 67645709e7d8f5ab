import Domain
import Live
import Logging
import ServiceLifecycle
import Services

/// What the program does by itself, apart from requests.
struct Jobs {
    let hub: Hub
    let services: AppServices
    let logger: Logger

    /// What each node does: it concerns streams that this one has, or what it has in memory.
    var own: [Job] {
        let bot = services.telegramBot.map { bot in [Job { try await bot.learnName() }] } ?? []
        let map = services.mapFiles.map { files in [Job { await files.run(logger: logger) }] } ?? []
        return bot + map + [
            Job { try await hub.run() }, noted(.access) { try await services.live.watch(logger: logger) },
            noted(.unsaved) { try await services.unsaved.run(logger: logger) },
            noted(.sharing) { try await services.sharing.run(logger: logger) },
            Job { try await services.history.clearBoards(logger: logger) },
            Job { try await services.coHosts.forgetTrackers(logger: logger) },
            Job { try await services.bikes.tellLooks(logger: logger) },
        ]
    }

    /// What one node does for all.
    var shared: SharedJobs {
        let bot: [SharedJobs.Work] = services.telegramBot.map { bot in [{ try await bot.run(logger: logger) }] } ?? []
        return SharedJobs(people + sending + bot, lease: services.lease, logger: logger)
    }

    private var people: [SharedJobs.Work] {
        [
            noting(.positions) { try await services.live.tidy(logger: logger) },
            noting(.history) { try await services.history.run(logger: logger) },
            noting(.answers) { try await services.answers.run(logger: logger) },
            noting(.erasures) { try await services.personalData.run(logger: logger) },
            noting(.bins) { try await services.bins.run(logger: logger) },
            noting(.coHosts) { try await services.coHosts.run(logger: logger) },
            noting(.places) { try await services.placeMatching.run(logger: logger) },
            noting(.bikes) { try await services.bikes.run(logger: logger) },
        ]
    }

    private var sending: [SharedJobs.Work] {
        [
            noting(.notices) { try await services.notices.outbox.run(logger: logger) },
            noting(.announcements) { try await services.announcements.run(logger: logger) },
            noting(.letters) { try await services.letters.run(logger: logger) },
            noting(.morning) { try await services.morning.run(logger: logger) },
            noting(.helpAlarms) { try await services.helpAlarms.run(logger: logger) },
            noting(.messageNotices) { try await services.messageNotices.run(logger: logger) },
            noting(.silence) { try await services.silence.run(logger: logger) },
        ]
    }

    /// The same, whose rounds the installation's page tells.
    private func noting(_ kind: JobKind, _ work: @escaping SharedJobs.Work) -> SharedJobs.Work { services.rounds.noting(kind, work) }
    private func noted(_ kind: JobKind, _ work: @escaping SharedJobs.Work) -> Job { Job(work: noting(kind, work)) }
}

/// Work in the background that ends when it is cancelled.
struct Job: Service {
    let work: @Sendable () async throws -> Void

    func run() async throws {
        try await cancelWhenGracefulShutdown {
            do { try await work() } catch is CancellationError {}
        }
    }
}

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
            Job { try await hub.run() }, Job { try await services.live.watch(logger: logger) },
            Job { try await services.unsaved.run(logger: logger) }, Job { try await services.sharing.run(logger: logger) },
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
            { try await services.live.tidy(logger: logger) }, { try await services.history.run(logger: logger) },
            { try await services.answers.run(logger: logger) }, { try await services.personalData.run(logger: logger) },
            { try await services.bins.run(logger: logger) }, { try await services.coHosts.run(logger: logger) },
            { try await services.placeMatching.run(logger: logger) }, { try await services.bikes.run(logger: logger) },
        ]
    }

    private var sending: [SharedJobs.Work] {
        [
            { try await services.notices.outbox.run(logger: logger) }, { try await services.announcements.run(logger: logger) },
            { try await services.letters.run(logger: logger) }, { try await services.morning.run(logger: logger) },
            { try await services.helpAlarms.run(logger: logger) }, { try await services.messageNotices.run(logger: logger) },
            { try await services.silence.run(logger: logger) },
        ]
    }
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

import ArgumentParser
import Domain
import Foundation
import Hummingbird
import Live
import Logging
import NIOCore
import ServiceLifecycle
import Services
import Web

/// The options of `serve`, and the server that they make.
package struct ServeOptions: ParsableArguments {
    @OptionGroup var data: DataOption
    @Option(help: "Address to listen on (default 127.0.0.1).") var host: String?
    @Option(help: "Port to listen on (default 8080).") var port: Int?
    @Flag(help: "Trust X-Forwarded-For and X-Forwarded-Proto: a proxy stands in front.") var behindProxy = false
    @Option(help: "What links for phones begin with, for instance https://trip.example.") var publicURL: String?
    @Option(help: "Whom push services write to: mailto:you@trip.example or an https address (default the public URL).")
    var pushContact: String?
    @Option(help: "Lets /metrics be read from elsewhere with this bearer token.") var metricsToken: String?
    @Option(help: "Connections at once (default 15000).") var maxConnections: Int?
    @Option(help: "Connections of one address at once, not behind a proxy (default a quarter of all).")
    var maxConnectionsPerAddress: Int?
    @Option(help: "Seconds to go on serving after SIGTERM while /readyz says no, so that a proxy takes this node out (default 0).")
    var drain: Int?
    @Option(help: "trace, debug, info, notice, warning or error (default info).") var logLevel: String?
    @Flag(help: "Serve /styleguide, for whoever builds pages.") var development = false
    @Flag(help: "Ask bike feeds of this machine and its network as well: hosts may then reach what only this machine reaches.")
    var allowPrivateFeeds = false
    package init() {}

    /// Serves until it is told to stop, and then ends in order.
    /// - Parameter version: as admins see it.
    package func serve(version: String = "", omitting omissions: Omissions = Omissions()) async throws {
        let settings = try data.settings
        let logger = try logger(settings)
        let descriptors = descriptors(
            try settings.number("max-connections", maxConnections, default: 15_000, in: 1...1_000_000), logger)
        let place = try data.place
        place.waitForServer(logger)
        let program = try Program(
            place, telegram: try telegram(settings), omissions: omissions, firstDescriptor: descriptors.firstFree,
            allowsPrivateFeeds: try settings.isOn("allow-private-feeds", allowPrivateFeeds), push: try push(settings),
            mail: try mail(settings))
        let lock = try FolderLock(folder: data.folder)
        try await program.services.live.load()
        try await program.services.key.prepare()
        try await program.services.push.prepare()
        let host = settings.text("host", host, default: "127.0.0.1") ?? "127.0.0.1"
        let port = try settings.number("port", port, default: 8080, in: 0...65535)
        let drain = Duration.seconds(try settings.number("drain", drain, default: 0, in: 0...300))
        let web = WebApplication(services: program.services, options: try options(settings, version))
        let ledger = try ledger(descriptors.connections, settings)
        let application = Application(
            responder: web.router.buildResponder(), server: .edge(web.fastPaths, connections: ledger),
            configuration: .init(
                address: .hostname(host, port: port), backlog: 4096,
                availableConnectionsDelegate: .maximum(
                    descriptors.connections + ConnectionLedger.spare(of: descriptors.connections), logger: logger)),
            onServerRunning: { announce($0, program, place) }, logger: logger)
        try await ServiceGroup(
            configuration: groupConfiguration(program, application, drain, logger)
        ).run()
        await program.services.unsaved.retry(logger)
        await program.services.live.mergeFixes(logger)
        try program.close()
        withExtendedLifetime(lock) {}
    }

    /// A connection that the system has no number for would be accepted over and over again.
    private func descriptors(_ wanted: Int, _ logger: Logger) -> Descriptors {
        let descriptors = Descriptors(connections: wanted, possible: Descriptors.raiseLimit())
        if descriptors.connections < wanted {
            logger.warning(
                "fewer connections than wanted: open files are limited",
                metadata: ["wanted": "\(wanted)", "possible": "\(descriptors.connections)"])
        }
        return descriptors
    }

    /// No limit per address behind a proxy, which has one address for everybody and limits its clients itself.
    private func ledger(_ connections: Int, _ settings: Settings) throws -> ConnectionLedger {
        let share = try settings.number(
            "max-connections-per-address", maxConnectionsPerAddress, default: max(8, connections / 4), in: 1...1_000_000)
        return ConnectionLedger(total: connections, perAddress: try settings.isOn("behind-proxy", behindProxy) ? nil : share)
    }

    /// The last service stops first: the streams end, then the server drains, then the jobs.
    private func groupConfiguration(
        _ program: Program, _ application: some Service, _ drain: Duration, _ logger: Logger
    ) -> ServiceGroupConfiguration {
        let jobs = Jobs(hub: program.hub, services: program.services, logger: logger)
        let shared = jobs.shared
        let parting = Parting(hub: program.hub, services: program.services, jobs: shared, drain: drain, logger: logger)
        let services: [any Service] = jobs.own + [Job { try await shared.run() }, application, parting]
        return ServiceGroupConfiguration(services: services, gracefulShutdownSignals: [.sigterm, .sigint], logger: logger)
    }

    private func options(_ settings: Settings, _ version: String) throws -> WebOptions {
        var options = WebOptions()
        options.version = version
        options.isBehindProxy = try settings.isOn("behind-proxy", behindProxy)
        options.isDevelopment = try settings.isOn("development", development)
        options.metricsToken = settings.text("metrics-token", metricsToken)
        options.publicURL = settings.text("public-url", publicURL).map { $0.hasSuffix("/") ? String($0.dropLast()) : $0 }
        return options
    }

    /// Secrets come from the environment or the file, not from a command line that everybody on the machine can read.
    private func telegram(_ settings: Settings) throws -> TelegramOptions {
        var options = TelegramOptions()
        options.clientID = settings.text("telegram-client-id", nil, default: "") ?? ""
        options.clientSecret = settings.text("telegram-client-secret", nil, default: "") ?? ""
        options.botToken = settings.text("telegram-bot-token", nil, default: "") ?? ""
        // What was typed is a secret, and is not repeated.
        guard options.botToken.isEmpty || options.hasBot else {
            throw ValidationError("“telegram-bot-token” must be as BotFather gave it: digits, a colon, letters.")
        }
        try readBot(&options, settings)
        options.issuer = settings.text("telegram-issuer", nil, default: options.issuer) ?? options.issuer
        guard TelegramOptions.isSafe(options.issuer) else {
            throw ValidationError("“telegram-issuer” must be an https address, not “\(options.issuer)”.")
        }
        return options
    }

    private func readBot(_ options: inout TelegramOptions, _ settings: Settings) throws {
        options.api = settings.text("telegram-api", nil, default: options.api) ?? options.api
        guard TelegramOptions.isSafe(api: options.api) else {
            throw ValidationError("“telegram-api” must be an https address, not “\(options.api)”.")
        }
        let address = settings.text("public-url", publicURL) ?? ""
        // Telegram refuses buttons that lead anywhere else.
        if address.hasPrefix("https://") { options.publicURL = address.hasSuffix("/") ? String(address.dropLast()) : address }
        options.takesHook = try settings.isOn("telegram-webhook", false)
        guard !options.takesHook || !options.publicURL.isEmpty || options.api.hasPrefix("http://") else {
            throw ValidationError("“telegram-webhook” needs a “public-url” that begins with https.")
        }
    }

    /// Without a contact of its own, push services are told the server's public address.
    private func push(_ settings: Settings) throws -> PushOptions {
        var options = PushOptions()
        let hosts = settings.text("push-services", nil, default: "") ?? ""
        guard let services = PushServices(hosts) else {
            throw ValidationError("“push-services” must be host names with commas between them, not “\(hosts)”.")
        }
        options.services = services
        guard let contact = settings.text("push-contact", pushContact).flatMap({ $0.isEmpty ? nil : $0 }) else {
            options.contact = settings.text("public-url", publicURL).flatMap(PushContact.checked)
            return options
        }
        options.contact = PushContact.checked(contact)
        guard options.contact != nil else {
            throw ValidationError("“push-contact” must be mailto:you@trip.example or an https address, not “\(contact)”.")
        }
        return options
    }

    /// Only from the environment or the file: there is a password in it.
    private func mail(_ settings: Settings) throws -> MailOptions {
        guard let url = settings.text("smtp-url", nil), !url.isEmpty else { return MailOptions() }
        guard let server = MailServer(url) else {
            throw ValidationError("“smtp-url” must be smtp://name:password@host:587 or smtps://name:password@host:465.")
        }
        guard let from = MailName(settings.text("mail-from", nil, default: "") ?? "") else {
            throw ValidationError("“smtp-url” needs a “mail-from”: an address, or Name <address>.")
        }
        guard let origin = settings.text("public-url", publicURL), WebAddress(origin) != nil else {
            throw ValidationError("“smtp-url” needs a “public-url”: links in mail begin with it.")
        }
        let authorities = settings.text("smtp-authorities", nil, default: "") ?? ""
        guard authorities.isEmpty || FileManager.default.isReadableFile(atPath: authorities) else {
            throw ValidationError("“smtp-authorities” is a file with certificates, and “\(authorities)” cannot be read.")
        }
        return MailOptions(
            server: server, from: from, authorities: authorities, origin: origin.hasSuffix("/") ? String(origin.dropLast()) : origin)
    }

    private func logger(_ settings: Settings) throws -> Logger {
        LoggingSystem.bootstrap(StreamLogHandler.standardError)
        var logger = Logger(label: "sotravel")
        let name = settings.text("log-level", logLevel, default: "info") ?? "info"
        guard let level = Logger.Level(rawValue: name) else { throw ValidationError("There is no log level “\(name)”.") }
        logger.logLevel = level
        return logger
    }

    private func announce(_ channel: any Channel, _ program: Program, _ place: DataPlace) {
        let address = channel.localAddress
        let host = address?.ipAddress == "0.0.0.0" || address?.ipAddress == "::" ? "127.0.0.1" : address?.ipAddress ?? "127.0.0.1"
        let url = "http://\(host):\(address?.port ?? 8080)"
        print("Sotravel is at \(url)")
        // Whoever forgot a setting sees that another database is served.
        print("Its data is in \(place.server.map(String.init(describing:)) ?? Program.databasePath(place.folder)).")
        if let token = (try? program.services.accounts.setupToken()) ?? nil {
            print("Make the first admin's account at \(url)/setup/\(token)")
        }
        fflush(nil)
    }
}

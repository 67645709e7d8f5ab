import ArgumentParser
import Runtime

struct ServeCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "serve", abstract: "Serve the dashboard.",
        discussion: """
            Every option can also be set in the environment (SOTRAVEL_HOST, SOTRAVEL_PORT, …) or in a file with lines \
            “name = value”: the one named by --config, else sotravel.conf in the data folder, or for an installed package \
            /etc/sotravel/sotravel.conf. A flag wins over the environment, the environment over the file. All are read \
            once, at start.

            On an empty data folder a one-time link for the first admin is printed.
            """)

    @OptionGroup var options: ServeOptions

    func run() async throws { try await options.serve(version: Sotravel.configuration.version) }
}

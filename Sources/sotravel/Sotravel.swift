import ArgumentParser

@main
struct Sotravel: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "sotravel", abstract: "The host operations dashboard for group trips.",
        // The only place with the version; CHANGELOG.md says what is in it.
        version: "0.1.0",
        subcommands: [
            ServeCommand.self, AccountCommand.self, BackupCommand.self, RestoreCommand.self, CheckCommand.self, MoveCommand.self,
            MapCommand.self,
        ])
}

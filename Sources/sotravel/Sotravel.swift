import ArgumentParser

@main
struct Sotravel: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "sotravel", abstract: "The host operations dashboard for group trips.",
        subcommands: [
            ServeCommand.self, DemoCommand.self, SimulateCommand.self, AccountCommand.self, BackupCommand.self,
            RestoreCommand.self, CheckCommand.self, MapCommand.self, BenchCommand.self, RoutesCommand.self,
        ])
}

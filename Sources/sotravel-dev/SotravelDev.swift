import ArgumentParser
import Bench
import Demo
import Simulator

/// What whoever works on Sotravel needs and nobody who runs it: it is in no package.
@main
struct SotravelDev: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "sotravel-dev", abstract: "Tools for those who work on Sotravel.",
        subcommands: [DemoCommand.self, SimulateCommand.self, BenchCommand.self, BenchServeCommand.self, RoutesCommand.self])
}

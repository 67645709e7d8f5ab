import ArgumentParser
import Domain
import Foundation
import Runtime

/// The server of `sotravel serve`, without what is to be measured.
package struct BenchServeCommand: AsyncParsableCommand {
    package static let configuration = CommandConfiguration(
        commandName: "serve", abstract: "Serve like sotravel, without some of its work: shows what that work costs.")
    @OptionGroup var options: ServeOptions
    @Flag(help: "Acknowledge positions and forget them.") var withoutStoring = false
    @Flag(help: "Let members send messages as fast as they can.") var withoutLimits = false
    @Option(help: "Writes that share a commit; 1 gives each its own.") var groupLimit = Omissions().groupLimit
    package init() {}

    package func run() async throws {
        // A language that nobody speaks, for tests of what is translated; the server of `sotravel` has none.
        if let name = ProcessInfo.processInfo.environment["SOTRAVEL_TEXTS"] {
            guard let language = Texts.Language(name: name) else { throw ValidationError("There is no language “\(name)”.") }
            Texts.speak(language)
        }
        var omissions = Omissions()
        omissions.storesFixes = !withoutStoring
        omissions.limitsMessages = !withoutLimits
        omissions.groupLimit = groupLimit
        try await options.serve(omitting: omissions)
    }
}

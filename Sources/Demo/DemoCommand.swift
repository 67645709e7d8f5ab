import ArgumentParser
import Foundation
import Runtime

package struct DemoCommand: AsyncParsableCommand {
    package static let configuration = CommandConfiguration(
        commandName: "demo", abstract: "Fill an empty data folder with a fictional ski trip, and print its sign-ins.")
    @OptionGroup var data: DataOption
    @Option(help: "Travellers on the trip.") var members = 48
    @Option(help: "Where the trip's bike feed is published, for instance http://127.0.0.1:8081/gbfs.json.") var bikes = ""
    package init() {}

    private static func signInsPath(_ folder: String) -> String { folder + "/demo-sign-ins.txt" }

    package func run() async throws {
        let program = try Program(data.place)
        let path = DemoCommand.signInsPath(data.folder)
        if try program.store.accounts.count() > 0 {
            guard let text = try? String(contentsOfFile: path, encoding: .utf8) else {
                throw Problem("\(data.folder) holds data already: the demo only fills an empty folder.")
            }
            print(text, terminator: "")
            return
        }
        try ValleyMap.install(in: data.folder + "/demo-map", as: Program.atlasPath(data.folder), at: program.system.now())
        let text = try await DemoTrip(program: program, count: members, bikes: bikes).make()
        try text.write(toFile: path, atomically: true, encoding: .utf8)
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: path)
        print(text, terminator: "")
        try program.close()
    }
}

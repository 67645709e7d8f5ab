import ArgumentParser
import Foundation
import Runtime
import Web

/// Every route with the access that it declares, for tests and reviewers: "POST /trips/:slug/my/sos member".
struct RoutesCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "routes", abstract: "Print every route: method, path, who may use it.")

    func run() async throws {
        // Routes belong to services, and those to a folder: an empty one, for as long as this takes.
        let folder = FileManager.default.temporaryDirectory.appending(path: "sotravel-routes-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        let program = try Program(DataPlace(folder: folder.path))
        for route in WebApplication(services: program.services, options: WebOptions()).routes {
            print(route.method.rawValue, route.path, route.access)
        }
        try program.close()
    }
}

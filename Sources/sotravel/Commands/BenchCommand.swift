import ArgumentParser
import Domain
import Foundation
import Hummingbird
import Live
import Logging
import NIOCore
import Web

/// What `make bench` needs inside the program. Not shown in the help.
struct BenchCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "bench", abstract: "Servers for the benchmarks.", shouldDisplay: false,
        subcommands: [Streams.self])

    /// The real hub behind the real edge on loopback, open to everybody; `/publish?bytes=` sends one event.
    struct Streams: AsyncParsableCommand {
        static let configuration = CommandConfiguration(abstract: "A stream server for the load client.")
        @Option var port = 8090

        func run() async throws {
            let hub = Hub(epoch: "bench")
            let id = ID(high: 1, low: 1)
            let router = Router(context: Context.self)
            router.get("/live") { _, context in
                Response(
                    status: .ok, headers: [.contentType: "text/event-stream"],
                    body: .init { [channel = context.channel] writer in
                        let identity = StreamIdentity(sessionID: id, accountID: id, tripID: id)
                        try await hub.serve(on: channel, identity: identity, topics: .roster, lastEventID: nil)
                        try await writer.finish(nil)
                    })
            }
            router.post("/publish") { request, _ in
                var request = request
                let body = try await request.collectBody(upTo: 4096)
                hub.room(id).publish(.roster, name: "message", data: String(buffer: body))
                return Response(status: .ok)
            }
            let application = Application(
                responder: router.buildResponder(), server: .edge,
                configuration: .init(address: .hostname("127.0.0.1", port: port), backlog: 4096),
                logger: Logger(label: "bench") { _ in SwiftLogNoOpLogHandler() })
            try await application.runService()
        }
    }
}

import ArgumentParser
import BenchStore
import Domain
import Hummingbird
import Logging
import NIOCore
import Runtime
import Synchronization
import Web

/// The least that a route of this framework can do and still store something: one indexed look-up and one durable insert by the
/// same group commit. The peer of whatever people send.
struct BenchInsertCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(commandName: "insert", abstract: "The peer of messages and answers.")
    @OptionGroup var data: DataOption
    @Option var port = 8093

    func run() async throws {
        let store = BenchQueries(try Program(data.place).database)
        let members = try await store.prepareRows()
        let next = Atomic(0)
        let router = Router(context: Context.self)
        router.post("**") { request, _ in
            var request = request
            let text = String(buffer: try await request.collectBody(upTo: 1 << 14))
            let member = members[next.add(1, ordering: .relaxed).newValue % members.count]
            let number = try await store.insertRow(of: member, text: text)
            return Response(
                status: .ok, headers: [.contentType: "application/json"],
                body: .init(byteBuffer: ByteBuffer(bytes: JSON.object { $0.add("number", number) }.bytes)))
        }
        let application = Application(
            responder: router.buildResponder(), server: .edge(), configuration: .init(address: .hostname("127.0.0.1", port: port)),
            logger: Logger(label: "bench") { _ in SwiftLogNoOpLogHandler() })
        try await application.runService()
    }
}

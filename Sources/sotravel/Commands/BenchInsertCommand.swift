import ArgumentParser
import Database
import Domain
import Hummingbird
import Logging
import NIOCore
import Synchronization
import Web

/// The least that a route of this framework can do and still store something: one indexed look-up and one durable insert by the
/// same group commit. The peer of whatever people send.
struct BenchInsertCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(commandName: "insert", abstract: "The peer of messages and answers.")
    @OptionGroup var data: DataOption
    @Option var port = 8093

    func run() async throws {
        let database = try Program(folder: data.folder).database
        let members = try database.read { try $0.all("SELECT id FROM member") { $0.blob(0) } }
        _ = try await database.write { connection in
            try connection.run("CREATE TABLE IF NOT EXISTS bench_row (id INTEGER PRIMARY KEY, member_id BLOB NOT NULL, text TEXT NOT NULL)")
        }
        let next = Atomic(0)
        let router = Router(context: Context.self)
        router.post("**") { request, _ in
            var request = request
            let text = String(buffer: try await request.collectBody(upTo: 1 << 14))
            let member = members[next.add(1, ordering: .relaxed).newValue % members.count]
            _ = try database.read { try $0.one("SELECT first_name FROM member WHERE id = ?", [.blob(member)]) { $0.text(0) } }
            let number = try await database.append { connection in
                try connection.one(
                    "INSERT INTO bench_row (member_id, text) VALUES (?, ?) RETURNING id", [.blob(member), .text(text)]
                ) { $0.int(0) }
            }
            return Response(
                status: .ok, headers: [.contentType: "application/json"],
                body: .init(byteBuffer: ByteBuffer(string: "{\"number\":\(number ?? 0)}")))
        }
        let application = Application(
            responder: router.buildResponder(), server: .edge(), configuration: .init(address: .hostname("127.0.0.1", port: port)),
            logger: Logger(label: "bench") { _ in SwiftLogNoOpLogHandler() })
        try await application.runService()
    }
}

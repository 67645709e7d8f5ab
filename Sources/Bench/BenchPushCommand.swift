import ArgumentParser
import Cryptography
import Domain

/// How many messages for browsers are encrypted and signed in a second, on one core.
struct BenchPushCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(commandName: "push", abstract: "Web Push: encrypting and signing messages.")
    @Option var messages = 2000

    func run() async throws {
        let (browser, server) = (P256Key(), P256Key())
        guard let receiver = PushEncryption.Receiver(point: browser.publicPoint, secret: Array(repeating: 7, count: 16)) else { return }
        let text = [UInt8](repeating: 65, count: 400)
        let clock = ContinuousClock()
        let begin = clock.now
        for number in 0..<messages {
            let salt = (0..<16).map { _ in UInt8.random(in: 0...255) }
            let sealed = PushEncryption.encrypt(text, for: receiver, key: P256Key(), salt: salt)
            let claims = PushClaims(
                origin: "https://push.example", expires: 1_800_000_000 + number, contact: "mailto:push@trip.example")
            let token = VAPIDToken.header(head: PushClaims.head.bytes, claims: claims.json.bytes, key: server)
            guard sealed?.count == 503, !token.isEmpty else { return print("messages_s=0") }
        }
        print("messages_s=\(Int(Double(messages) / ((clock.now - begin) / .seconds(1)), in: 0...1_000_000_000) ?? 0)")
    }
}

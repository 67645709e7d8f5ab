import Domain
import Foundation
import Services
import Store
import Testing

extension TestApp {
    var chat: String { "/trips/alpha/chat/\(id("trip alpha"))" }

    func write(_ text: String, to path: String? = nil, as user: TestUser = .traveller, client: String = UUID().uuidString) async throws
        -> TestApp.TestResponse
    {
        try await send(.post, (path ?? chat) + "/messages", as: user, form: [("text", text), ("client_id", client)])
    }
    func newestMessage() throws -> Int {
        try store.messages.thread(id("trip alpha"), .newest, limit: 1, reader: id("member host"), seesHeld: true)[0]
            .number
    }
    func openCase(_ number: Int) throws -> ModerationCase? {
        try services.moderation.queue(staff(.moderator)).first { $0.messageNumber == number }
    }
}

import Domain
import Services
import Testing

extension TestApp {
    /// Asks everybody whether they are well, and sends it.
    @discardableResult
    func announce(
        _ title: String = "Are you back?", to audience: AnnouncementAudience = AnnouncementAudience([(.all, .everyone)]),
        urgency: Urgency = .normal, as user: TestUser = .host, _ change: (inout AnnouncementContent) -> Void = { _ in }
    ) async throws -> ID {
        var content = AnnouncementContent()
        (content.title, content.text, content.urgency, content.audience) = (title, "See https://walk.example/map.", urgency, audience)
        content.answers = [.init(label: "I'm fine", asksText: false), .init(label: "I need help", asksText: true, asksForHelp: true)]
        change(&content)
        let id = services.system.newID()
        try await services.announcements.send(id, content, version: nil, announcer(user))
        return id
    }

    func announcer(_ user: TestUser = .host) throws -> AnnouncerAccess {
        try services.announcements.announcer(staff(user))
    }

    func receipts(_ id: ID) throws -> AnnouncementReceipts { try services.announcements.receipts(id, staff(.host)) }

    /// What a page of the traveller sends of the answer that it shows; empty where it shows none.
    func seenAnswer(_ id: ID) throws -> String {
        let receipt = try receipts(id).receipts.first { $0.member == self.id("member traveller") }
        return receipt?.answered.map { String($0.microseconds) } ?? ""
    }

    func state(_ id: ID, of name: String) throws -> ReceiptState? {
        try receipts(id).receipts.first { $0.name.hasPrefix(name) }?.state
    }

    /// How many notices of it stand in inboxes.
    func inboxes(_ id: ID) throws -> Int {
        try database.read { connection in
            try connection.one("SELECT count(*) FROM notice WHERE subject_id = ? AND ended_at IS NULL", [.blob(id.bytes)]) { $0.int(0) }
                ?? 0
        }
    }
}

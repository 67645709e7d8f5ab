import Domain
import Services
import Testing

/// The table of who knows an announcement, where most have to be phoned.
@Suite struct ReceiptsPageTests {
    private let app: TestApp

    init() async throws { app = try await TestApp.withTrips() }

    private func page(_ id: ID, _ query: String = "") async throws -> HTMLPage {
        try await app.send(.get, "/trips/alpha/announcements/\(id)" + query, as: .host).page
    }

    @Test func whoHasNotJoinedIsSaidOnceAndCallsComeFirst() async throws {
        // Besides Ada, who has no account.
        try await app.database.write { [traveller = app.id("member traveller")] connection in
            _ = try connection.run("UPDATE member SET account_id = NULL WHERE id = ?", [.blob(traveller.bytes)])
        }
        let sent = try await app.announce { $0.answers = [] }
        let table = try await page(sent)
        #expect(table.text("#receipts .hint") == "2 people have not joined: by phone only.")
        #expect(!table.texts(".receipt-when").contains { $0.contains("Not joined") })
        // Nobody is asked anything: there is no column for it.
        #expect(table.texts(".receipt-list thead th") == ["Name", "Receipt", "When", "Phone", "By phone"])
        #expect(!table.has("td.receipt-answer"))
        // Of those whom nothing reached there is no time either.
        let unreached = try await page(sent, "?state=unreached")
        #expect(unreached.count(".receipt-list tbody tr") == 2 && !unreached.has(".receipt-when"))
        #expect(unreached.texts(".receipt-list thead th") == ["Name", "Receipt", "Phone", "By phone"])
        #expect(table.texts(".announce-acts .primary") == ["Whom to call"])
        #expect(table.find(".announce-acts .primary").first?["href"]?.hasSuffix("?state=unreached#receipts") == true)
        #expect(table.texts(".announce-acts > form button") == ["Remind 1"])
        #expect(table.texts(".announce-acts .menu a").contains("Print the call list"))
    }

    @Test func whereMostAreRemindedThatComesFirstAndOneIsSaidInTheRow() async throws {
        let table = try await page(app.announce())
        #expect(table.texts(".announce-acts .primary") == ["Remind 2"])
        #expect(table.texts(".announce-acts .menu a").contains("Print the call list"))
        #expect(table.texts(".receipt-when").contains("Not joined: by phone only") && !table.has("#receipts .hint"))
        #expect(table.texts(".receipt-list thead th") == ["Name", "Receipt", "When", "Answer", "Phone"])
        #expect(table.count("td.receipt-answer") == table.count(".receipt-list tbody tr"))
    }
}

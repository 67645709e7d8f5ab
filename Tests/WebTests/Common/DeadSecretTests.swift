import Domain
import Testing
import Web

/// Links with a secret that lead nowhere: each says what it was for and whom to ask, and nothing of whether there was such a secret.
@Suite struct DeadSecretTests {
    private static let html = ["Accept": "text/html"]

    @Test(arguments: [
        ("/join/", "This invitation link does not work", "ask a host of your trip for a new one"),
        ("/join-trip/", "This invitation link does not work", "ask a host of your trip for a new one"),
        ("/join-request/", "This request to join is not here", "Ask a host of your trip"),
        ("/staff-invites/", "This invitation does not work", "ask whoever sent it"),
        ("/r/", "This invitation does not work", "Ask a host of your trip for a new link"),
        ("/well/", "This question is not open", "Tell a host of your trip how you are"),
        ("/helper/", "This helper link does not work", "Ask the host who gave it to you"),
        ("/feeds/", "This calendar address does not work", "ask a host"),
        ("/t/", "This set-up link for a phone does not work", "ask a host of your trip"),
        ("/setup/", "This set-up link does not work", "ask whoever runs the server"),
        ("/sign-in/forgotten/", "This link for a new password does not work", "Ask for a new one where you sign in"),
        ("/notices/email/confirm/", "This link from an email does not work", "ask for a new one in your notification settings"),
        ("/notices/email/stop/", "This link from an email does not work", "choose in your notification settings"),
    ]) func aDeadLinkSaysWhomToAsk(start: String, heading: String, next: String) async throws {
        let app = try await TestApp.withTrips()
        for path in [start + "nothing", start + String(repeating: "x", count: 43)] {
            let answer = try await app.send(.get, path, headers: DeadSecretTests.html)
            #expect(answer.status == 404 && answer.page.text("h1") == heading, "\(path)")
            #expect(answer.body.contains(next) && !answer.body.contains("you may not have access"), "\(path)")
        }
    }

    /// Used, revoked or made up: one page.
    @Test func whatWasTurnedOffIsLikeWhatNeverWas() async throws {
        let app = try await TestApp.withTrips()
        let token = try app.personalToken("member")
        #expect(try await app.send(.get, "/r/" + token).status == 200)
        let event = try app.services.events.find(app.id("event"), app.host())
        try await app.services.events.revokeLink(of: app.id("member"), event, app.host())
        let (revoked, never) = (try await app.send(.get, "/r/" + token), try await app.send(.get, "/r/ABCDEF-never"))
        #expect(revoked.status == 404 && revoked.status == never.status)
        #expect(revoked.page.texts("main p") == never.page.texts("main p") && revoked.page.text("h1") == never.page.text("h1"))
    }

    /// An app that sends positions reads no page, and other addresses keep their words.
    @Test func appsAndOtherAddressesHearWhatTheyDid() async throws {
        let app = try await TestApp.withTrips()
        for answer in [
            try await app.send(.get, "/t/nothing"), try await app.send(.post, "/t/nothing", body: "{}", headers: DeadSecretTests.html),
            try await app.send(.get, "/t/nothing?lat=46.4&lon=9.2", headers: DeadSecretTests.html),
        ] {
            #expect(answer.status == 404 && answer.headers[.contentType] == "application/problem+json")
        }
        // A person chose another device, or a messenger lengthened the address.
        for query in ["?on=iphone", "?on=nokia", "?fbclid=x"] {
            let dead = try await app.send(.get, "/t/nothing" + query, headers: DeadSecretTests.html)
            #expect(dead.status == 404 && dead.page.text("h1") == "This set-up link for a phone does not work", "\(query)")
        }
        #expect(try await app.send(.get, "/nothing", headers: DeadSecretTests.html).page.text("h1") == "Page not found")
        #expect(try await app.send(.get, "/join", headers: DeadSecretTests.html).page.text("h1") == "Page not found")
    }
}

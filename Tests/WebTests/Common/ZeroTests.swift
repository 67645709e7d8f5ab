import Domain
import Services
import Testing

/// U+0000 in what people and programs send: one engine of databases cannot store it. It goes at the door, and the rest counts.
@Suite struct ZeroTests {
    private let app: TestApp
    init() async throws { app = try await TestApp.withTrips() }

    @Test func itGoesFromForms() async throws {
        #expect(try await app.write("Hello\0 all").status == 303)
        #expect(try await app.send(.get, app.chat, as: .host).body.contains("Hello all"))
        #expect(try await app.write("\0").status == 422)
        let signIn = [("email", "nobody\0@x.example"), ("password", "wrong\0")]
        #expect(try await app.send(.post, "/sign-in", form: signIn).status < 500)
    }

    @Test func itGoesFromAddressesAndLists() async throws {
        for path in ["roster?q=a%00b&group=%00&room=%00", "chat/search?q=%00a", "events?q=%00", "map/search?q=%00"] {
            #expect(try await app.send(.get, "/trips/alpha/" + path, as: .host).status < 500, "\(path)")
        }
        let list = "First name,Last name\nZe\0ro,Exam\0ple\n"
        let begun = try await app.send(.post, "/trips/alpha/roster/import", as: .host, form: [("text", list)])
        #expect(begun.status == 303)
        let shown = try await app.send(.get, begun.location, as: .host)
        #expect(shown.status == 200 && shown.body.contains("Zero") && !shown.body.contains("\0"))
    }
}

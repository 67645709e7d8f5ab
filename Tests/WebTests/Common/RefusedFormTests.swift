import Testing

/// A form that comes back: the first field that is wrong has the focus of the page, wherever it stands, and no other.
@Suite struct RefusedFormTests {
    struct Refused: Sendable {
        let path: String
        let user: TestUser
        let form: [String: String]
        /// In the order of the page.
        let wrong: [String]
    }
    private static let long = String(repeating: "long ", count: 600)
    private static let said = ["do": "review", "title": "Bus", "text": "Be there.", "urgency": "1", "part": "all", "condition": "everyone"]

    static let refused = [
        Refused(path: "members/new", user: .host, form: ["first_name": "Nova", "attention": long], wrong: ["attention"]),
        Refused(
            path: "members/new", user: .host, form: ["email": "nobody", "attention": long], wrong: ["first_name", "email", "attention"]),
        Refused(path: "my/events/new", user: .traveller, form: ["capacity": "0"], wrong: ["title", "start_day", "place", "capacity"]),
        Refused(
            path: "my/events/new", user: .traveller,
            form: [
                "title": "Lap", "place": "Rosa", "start_day": "2026-01-06", "start_time": "10:00", "audience": "everyone", "capacity": "0",
            ], wrong: ["capacity"]),
        Refused(
            path: "announcements/new", user: .host, form: said.merging(["schedule_day": "soon"]) { $1 },
            wrong: ["schedule_day", "schedule_time"]),
        Refused(
            path: "announcements/new", user: .host, form: said.merging(["area_points": "46.1", "schedule_day": "soon"]) { $1 },
            wrong: ["area_points", "schedule_day", "schedule_time"]),
        Refused(
            path: "chat/{trip alpha}/poll", user: .traveller,
            form: ["question": "Where?", "answer_1": "Here", "answer_2": "There", "closes_day": "soon"],
            wrong: ["closes_day", "closes_time"]),
        Refused(
            path: "chat/{trip alpha}/poll", user: .traveller, form: ["answer_1": "Here"], wrong: ["question", "answer_2"]),
        Refused(
            path: "my/profile", user: .traveller, form: ["phone": "abc", "emergency_phone": "abc", "first_name": "", "version": "1"],
            wrong: ["phone", "emergency_phone", "first_name"]),
        Refused(
            path: "announcements/new", user: .host, form: said.merging(["answer_1": long]) { $1 }, wrong: ["answer_1"]),
        Refused(path: "my/phones", user: .traveller, form: ["label": long], wrong: ["label"]),
    ]

    @Test(arguments: refused.indices) func theFirstFieldThatIsWrongHasTheFocus(_ number: Int) async throws {
        let (app, refused) = (try await TestApp.withTrips(), RefusedFormTests.refused[number])
        let path = "/trips/alpha/" + refused.path.replacing("{trip alpha}", with: app.id("trip alpha").description)
        let response = try await app.send(.post, path, as: refused.user, form: refused.form.map { ($0.key, $0.value) })
        #expect(response.status == 422)
        let wrong = response.page.find("[aria-invalid]").compactMap { $0["id"] }
        #expect(Set(refused.wrong).isSubset(of: wrong), "\(wrong)")
        #expect(response.page.find("[autofocus]").map { $0["id"] } == [wrong.first], "\(wrong)")
        #expect(response.page.has("script[src$=/js/alone/mended.js]"))
        #expect(response.page.find(".mistakes a").map { $0["href"] } == wrong.map { "#" + $0 })
        // Without a number: while somebody corrects, the lines get fewer.
        #expect(response.page.text(".problem p") == "Please check:")
    }
}

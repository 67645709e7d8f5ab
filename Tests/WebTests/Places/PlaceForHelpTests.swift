import Domain
import Testing
import Web

/// Places where one gets help: the phone comes first, and nobody gives them stars.
@Suite struct PlaceForHelpTests {
    private static let list: [(north: Double, tags: [String: String])] = [
        (
            100,
            [
                "amenity": "hospital", "name": "Spital", "opening_hours": "24/7", "phone": "+41 00 000 10; +41 00 000 11",
                "addr:street": "Gasse",
            ]
        ), (200, ["emergency": "mountain_rescue", "name": "Bergrettung"]), (300, ["amenity": "restaurant", "name": "Zum Löwen"]),
    ]

    private func app() async throws -> TestApp {
        let app = try await TestApp.withTrips()
        try await app.fillPlaces(Self.list)
        return app
    }

    private func page(_ app: TestApp, _ place: String, as user: TestUser = .traveller) async throws -> HTMLPage {
        HTMLPage(try await app.send(.get, "/trips/alpha/places/\(place)", as: user).body)
    }

    @Test func theNumberComesFirstAndReviewsAreNotThere() async throws {
        let app = try await app()
        for user in [TestUser.traveller, .host] {
            let page = try await page(app, "n1", as: user)
            #expect(page.find(".place-phone a.primary").map { $0["href"] } == ["tel:+410000010", "tel:+410000011"])
            #expect(page.text(".place-state")?.contains("Open day and night") == true)
            #expect(page.text("#place-head")?.contains("Hospital") == true)
            #expect(page.has(".place-acts") && page.has(".coordinates") && !page.has("#reviews"))
            #expect(page.find("a").allSatisfy { $0["href"]?.contains("/review") != true && $0["href"]?.contains("/events/new") != true })
        }
        let body = try await app.send(.get, "/trips/alpha/places/n1", as: .traveller).body
        #expect(!body.contains("Kitchen") && !body.contains("kitchen"))
        let rescue = try await page(app, "n2")
        #expect(rescue.text(".place-phone")?.contains("The map has no phone number for this place.") == true)
        #expect(rescue.find(".place-phone a").contains { $0["href"] == "tel:112" })
        #expect(try await page(app, "n3").has("#reviews"))
    }

    @Test func nobodyReviewsThemOrReportsTheirKitchen() async throws {
        let app = try await app()
        let review = try await app.send(
            .post, "/trips/alpha/places/n1/review", as: .traveller, form: [("stars", "2"), ("text", "Long wait")])
        #expect(review.status == 409 && review.body.contains("Places where people get help have no reviews."))
        #expect(try await app.send(.get, "/trips/alpha/places/n1/review", as: .traveller).status == 404)
        let kitchen = [("kind", "kitchen"), ("time", "20:00")]
        let report = try await app.send(.post, "/trips/alpha/places/n1/reports", as: .traveller, form: kitchen)
        #expect(report.status == 422 && report.body.contains("This place has no kitchen."))
        #expect(try await page(app, "n1/reports").find("#kind option").allSatisfy { $0["value"] != "kitchen" })
        #expect(try await page(app, "n3/reports").find("#kind option").contains { $0["value"] == "kitchen" })
    }
}

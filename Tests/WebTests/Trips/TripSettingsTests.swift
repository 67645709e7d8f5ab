import Domain
import Pages
import Testing

/// The settings of a trip, in sections.
@Suite struct TripSettingsTests {
    @Test func everyFieldStandsInASectionWithItsUnit() async throws {
        let app = try await TestApp.withTrips()
        let page = try await app.send(.get, "/trips/alpha/settings", as: .host).page
        #expect(page.texts(".settings .tab-list a") == ["General", "Base", "Safety", "Privacy", "Chat", "Bikes", "Deliveries", "Archive"])
        #expect(page.texts(".settings .setting h2") == ["General", "Base", "Safety", "Privacy", "Chat"])
        let fields = TripForm.fields([:], errors: [])
        #expect(page.count(".settings .setting .field") == fields.count)
        #expect(page.text("#stale_minutes-unit") == "minutes" && page.text("#section-chat .unit") == "days")
        #expect(page.find("#stale_minutes").first?["aria-describedby"] == "stale_minutes-unit")
        #expect(page.count(".buttons.sticky button") == 1)
        // Folded, with the anchor inside, which browsers open by themselves.
        // What a browser cannot read as a number it sends as nothing, which would clear the height: it has to refuse it.
        #expect(page.has("form[action=/trips/alpha/settings]") && !page.has("form[novalidate]"))
        #expect(page.count(".setting") == 5 && !page.has(".setting[open]"))
        #expect(page.find(".setting > .form").compactMap { $0["id"] }.first == "section-general")
    }

    /// Without scripts too: the section that was changed is where one reads on.
    @Test func savingLeadsBackToTheSectionThatWasChanged() async throws {
        let app = try await TestApp.withTrips()
        let page = try await app.send(.get, "/trips/alpha/settings", as: .host).page
        func saved(_ changes: [String: String], section: String = "") async throws -> String {
            let trip = try app.host().trip
            var values = TripForm.values(trip.fields)
            values["version"] = String(trip.version)
            values["section"] = section
            let form = values.merging(changes) { $1 }.filter { !$0.value.isEmpty }.map { ($0.key, $0.value) }
            return try await app.send(.post, "/trips/alpha/settings", as: .host, form: form).location
        }
        #expect(page.has("input[name=section]"))
        #expect(try await saved(["emergency_numbers": "Rescue: 112"]) == "/trips/alpha/settings?done=settings#section-safety")
        #expect(try await saved(["place": "Elsewhere", "chat_days": "31"]) == "/trips/alpha/settings?done=settings#section-general")
        #expect(try await saved(["chat_days": "32"], section: "section-privacy").hasSuffix("#section-privacy"))
        #expect(try await saved([:]) == "/trips/alpha/settings?done=settings")
    }

    @Test func mistakesAreNamedAboveTheForm() async throws {
        let app = try await TestApp.withTrips()
        let form = [("name", ""), ("slug", "alpha"), ("stale_minutes", "x"), ("version", "1")]
        let refused = try await app.send(.post, "/trips/alpha/settings", as: .host, form: form)
        #expect(refused.status == 422 && refused.page.texts(".mistakes a").contains("Contact is lost after"))
        // What is wrong is in no folded section.
        #expect(refused.page.has(".setting[open] #stale_minutes"))
    }

    @Test func theLimitOfLostContactNamesTheNumberThatIsSet() async throws {
        let app = try await TestApp.withTrips()
        let form = [("fresh_minutes", "2"), ("stale_minutes", "2"), ("version", "1")]
        let refused = try await app.send(.post, "/trips/alpha/settings", as: .host, form: form)
        #expect(refused.status == 422 && refused.body.contains("Must be more than 2 minutes and at most 1,440 minutes."))
    }
}

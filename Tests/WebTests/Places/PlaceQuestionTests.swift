import Domain
import Foundation
import Testing

/// Lists answer what was asked, and say what they left out.
@Suite struct PlaceQuestionTests {
    @Test func anEventThatIsOverSaysSo() async throws {
        let app = try await TestApp.withTrips()
        try await app.fillPlaces()
        let page = try await app.placesPage("?open=e018f0000-0000-7000-8000-000000000001")
        #expect(page.text(".problem")?.hasPrefix("That event is over, or not on your list.") == true)
        #expect(page.count(".place-card") == 4 && page.find("#place-open option[selected]").first?["value"] == "")
        let paper = try await app.page("/trips/alpha/places/call-list?open=e018f0000-0000-7000-8000-000000000001", as: .host)
        #expect(paper.text(".heading .muted")?.hasPrefix("From Haus, 1.0 km. That event is over, or not on your list.") == true)
    }

    /// Without scripts the form sends every box that is ticked, and none where none is.
    @Test func everythingStaysEverythingWithoutScripts() async throws {
        let app = try await TestApp.withTrips()
        try await app.fillPlaces()
        let page = try await app.placesPage("?kind=all")
        let boxes = page.find("input[name=kind]")
        #expect(boxes.count == PlaceKind.allCases.count && boxes.allSatisfy { $0["checked"] != nil })
        let query = "?radius=900&" + boxes.compactMap { $0["value"] }.map { "kind=" + $0 }.joined(separator: "&")
        let again = try await app.placesPage(query)
        #expect(again.texts(".place-name").contains("Apotheke") && again.text("#place-tabs a[aria-current]") == "Everything")
    }

    @Test func theCallListIsOfTheDayThatItIsFor() async throws {
        let app = try await TestApp.withTrips()
        try await app.fillPlaces([
            (
                200,
                ["amenity": "restaurant", "name": "Rosa", "opening_hours": "Mo-Fr 10:00-12:00; Sa 11:00-20:00", "phone": "+41 00 000 01"]
            )
        ])
        _ = try await app.send(.post, "/trips/alpha/places/n1/reports", as: .traveller, form: [("kind", "closed")])
        let today = try await app.page("/trips/alpha/places/call-list", as: .host)
        #expect(today.texts(".facts dt").first == "Today" && today.texts(".facts dd").first == "10:00–12:00")
        #expect(today.text(".call-state")?.contains("Closed today") == true)
        let saturday = try await app.page("/trips/alpha/places/call-list?open=at&day=2026-01-10&time=12:00", as: .host)
        #expect(saturday.texts(".facts dt").first == "Sat, 10 Jan" && saturday.texts(".facts dd").first == "11:00–20:00")
        #expect(saturday.text(".call-state")?.contains("Closed today") == false)
        let list = try await app.placesPage("?open=at&day=2026-01-10&time=12:00")
        #expect(list.texts(".place-state .chip") == ["Open until 20:00"])
    }

    @Test func theBestFiveAreOfAllAndNotOfTheNearest() async throws {
        let app = try await TestApp.withTrips()
        let near = (0..<80).map { (Double($0 + 1), ["amenity": "cafe", "name": "Café \($0)"]) }
        try await app.fillPlaces(near + [(900, ["amenity": "cafe", "name": "Rosa", "phone": "+41 00 000 01"])])
        let page = try await app.page("/trips/alpha/places/call-list", as: .host)
        #expect(page.texts(".call-rows h2") == ["Rosa", "Café 0", "Café 1", "Café 2", "Café 3"])
    }

    /// Those that are shown are not counted, and of those farther away nobody has asked.
    @Test func whatIsNotKnownIsCountedAsFarAsItWasLookedAt() async throws {
        let app = try await TestApp.withTrips()
        try await app.fillPlaces(
            (0..<90).map { index in
                let hours = index % 3 == 0 ? [:] : ["opening_hours": "24/7"]
                return (Double(index + 1) * 10, ["amenity": "cafe", "name": "Café \(index)"].merging(hours) { $1 })
            })
        #expect(try await app.placesPage("?open=now").text("#show-unknown") == "At least 26 places have no known hours: show them too")
        #expect(try await app.placesPage("?open=now&sort=longest").text("#show-unknown") == "30 places have no known hours: show them too")
        #expect(try await !app.placesPage("?open=now&unknown=yes").has("#show-unknown"))
    }

    /// A seen-open report counts for two hours, for the card and for the filter alike.
    @Test func whatWasSeenOpenIsOpenForCardAndFilterAlike() async throws {
        let app = try await TestApp.withTrips()
        try await app.fillPlaces()
        _ = try await app.send(.post, "/trips/alpha/places/n4/reports", as: .traveller, form: [("kind", "open")])
        let names = { (page: HTMLPage) in page.texts(".place-name") }
        #expect(try await names(app.placesPage("?open=now")) == ["Zum Löwen", "Ohne Zeiten"])
        #expect(try await names(app.placesPage("?open=now&sort=longest")) == ["Zum Löwen", "Ohne Zeiten"])
        app.clock.pass(.minutes(121))
        #expect(try await names(app.placesPage("?open=now")) == ["Zum Löwen"])
        let card = try #require(try await app.page("/trips/alpha/places/n4/card", as: .host).text(".place-words"))
        #expect(card.contains("Hours not known") && card.contains("Seen open today"))
    }
}

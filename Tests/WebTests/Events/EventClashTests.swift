import Domain
import Services
import Store
import Testing

/// Two events at a time, and what travellers' lists say of each.
@Suite struct EventClashTests {
    private func own(_ app: TestApp, _ rest: String = "") -> String { "/trips/alpha/my/events/\(app.id("event"))\(rest)" }

    /// Another event that the traveller is going to, half an hour after the first begins.
    private func dinner(_ app: TestApp, startingAfter: Duration) async throws -> ID {
        let access = try app.host()
        let first = try app.services.events.find(app.id("event"), access)
        var fields = first.fields
        (fields.title, fields.startsAt, fields.endsAt) = ("Secret dinner", first.fields.startsAt + startingAfter, nil)
        let id = try await app.services.events.create(fields, confirmsPast: false, access)
        try await app.services.events.publish(
            app.services.events.find(id, access), to: .selected, groups: [], members: [app.id("member traveller")],
            admitsNewcomers: false, access)
        let form = [("answer", "yes")]
        #expect(try await app.send(.post, "/trips/alpha/my/events/\(id)/answer", as: .traveller, form: form).status == 303)
        return id
    }

    @Test func whoeverAnswersSeesWhatElseIsAtThatTime() async throws {
        let app = try await TestApp.withTrips()
        #expect(!(try await app.send(.get, own(app), as: .traveller).body.contains("At the same time")))
        _ = try await dinner(app, startingAfter: .hours(4))
        #expect(!(try await app.send(.get, own(app), as: .traveller).body.contains("At the same time")))
        let other = try await dinner(app, startingAfter: .minutes(30))
        let page = try await app.send(.get, own(app), as: .traveller).body
        #expect(page.contains("At the same time: ") && HTMLPage(page).text("a[href=/trips/alpha/my/events/\(other)]") == "Secret dinner")
        for list in ["/trips/alpha/my", "/trips/alpha/my/events"] {
            #expect(try await app.send(.get, list, as: .traveller).body.contains("same time as Secret dinner"), "\(list)")
        }
        // A personal link names the other invitation of whoever has it, and leads nowhere else.
        let link = try await app.send(.get, "/r/" + app.personalToken("member traveller")).page
        #expect(link.text(".clash")?.contains("at the same time: Secret dinner, ") == true)
        #expect(!link.has(".panel .problem") && !link.has(".clash a"))
        // Others' events are no clash of one's own.
        #expect(!(try await app.send(.get, own(app), as: .moderator).body.contains("At the same time")))
        #expect(!(try await app.send(.get, "/r/" + app.personalToken("member")).body.contains("at the same time")))
    }

    @Test func aLinkWarnsOfAnotherEventOnlyWhoeverIsGoing() async throws {
        let app = try await TestApp.withTrips()
        _ = try await dinner(app, startingAfter: .minutes(30))
        let link = "/r/" + (try app.personalToken("member traveller"))
        func warns(_ asked: String) async throws -> Bool {
            try await app.send(.get, link + asked).page.text(".clash")?.contains("at the same time: Secret dinner, ") == true
        }
        for (asked, isWarned) in [("", true), ("?answer=yes", true), ("?answer=no", false), ("?answer=maybe", true)] {
            #expect(try await warns(asked) == isWarned, "pending \(asked)")
        }
        // Who has declined hears of it again once they are about to come after all.
        _ = try await app.send(.post, link, form: [("answer", "no")])
        for (asked, isWarned) in [("", false), ("?answer=yes", true), ("?answer=no", false)] {
            #expect(try await warns(asked) == isWarned, "declined \(asked)")
        }
        // Who goes to both is told, and may give either place back without it.
        _ = try await app.send(.post, link, form: [("answer", "yes")])
        for (asked, isWarned) in [("", true), ("?answer=no", false)] { #expect(try await warns(asked) == isWarned, "going \(asked)") }
    }

    @Test func belowAHeadingThatSaysItNoRowSaysThatOneGoes() async throws {
        let app = try await TestApp.withTrips()
        _ = try await dinner(app, startingAfter: .hours(4))
        #expect(try await app.send(.post, own(app, "/answer"), as: .traveller, form: [("answer", "yes")]).status == 303)
        let home = try await app.send(.get, "/trips/alpha/my", as: .traveller).page
        let later = "section[aria-labelledby=later] "
        #expect(home.text(later + "h2") == "You are going" && home.text(later + ".event-name") == "Secret dinner")
        #expect(!home.has(later + ".own-answer"))
        // Among others it is said, beside each.
        let list = try await app.send(.get, "/trips/alpha/my/events", as: .traveller).page
        #expect(list.texts("main .own-answer") == ["You are going", "You are going"])
    }

    /// What waits for an answer is what to do first: a new event is offered filled where nothing waits.
    @Test func oneButtonOfTheEventsIsFilled() async throws {
        let (app, list) = (try await TestApp.withTrips(), "/trips/alpha/my/events")
        let asked = try await app.send(.get, list, as: .traveller).page
        #expect(asked.texts("main .heading .button") == ["Programme", "New event"] && !asked.has("main .heading .primary"))
        #expect(asked.count("main .primary") == 1)
        #expect(try await app.send(.post, own(app, "/answer"), as: .traveller, form: [("answer", "yes")]).status == 303)
        #expect(try await app.send(.get, list, as: .traveller).page.texts("main .primary") == ["New event"])
    }
}

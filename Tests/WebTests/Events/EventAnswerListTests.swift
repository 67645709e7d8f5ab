import Domain
import Services
import Store
import Testing

/// Who answered what, for travellers: where the trip allows it, and without whom it hides.
@Suite struct EventAnswerListTests {
    private func own(_ house: House, _ rest: String = "") -> String { "/trips/alpha/my/events/\(house.id("event"))\(rest)" }

    private func answered() async throws -> House {
        let house = try await House.furnished()
        _ = try await house.send(.post, "/r/" + house.personalToken("member"), form: [("answer", "no")])
        _ = try await house.send(.post, own(house, "/answer"), as: .moderator, form: [("answer", "yes")])
        return house
    }

    private func showAnswers(_ house: House) async throws {
        let host = try house.host()
        var fields = host.trip.fields
        #expect(!fields.showsAnswers)
        fields.showsAnswers = true
        try await house.services.trips.update(host, to: fields, version: host.trip.version)
    }

    private func list(_ house: House, _ label: String, _ asker: House.Asker = .traveller) async throws -> String {
        let parts = try await house.send(.get, own(house), as: asker).body.components(separatedBy: "<summary>" + label)
        return parts.dropFirst().first?.components(separatedBy: "</details>").first ?? ""
    }

    @Test func travellersSeeWhoAnsweredWhatWhereTheTripAllowsIt() async throws {
        let house = try await answered()
        let closed = try await house.send(.get, own(house), as: .traveller).body
        #expect(!closed.contains("Can’t") && !closed.contains("No answer <span") && !closed.contains("Ada Example"))
        // How many go is said, and nobody by name: not here, and not on the page of whoever goes.
        #expect(closed.contains(">2 going") && !closed.contains("moderator Person"))
        let friend = "/trips/alpha/friends/\(house.id("member moderator"))"
        #expect(try await !house.send(.get, friend, as: .traveller).body.contains("Glacier walk"))
        #expect(try await house.send(.get, friend, as: .moderator).body.contains("Glacier walk"))
        try await showAnswers(house)
        #expect(try await list(house, "Can’t").contains("Ada Example"))
        #expect(try await house.send(.get, friend, as: .traveller).body.contains("Glacier walk"))
        // What a list counts is who stands on it, and the heading says the same of those who go.
        for label in ["Going", "Can’t", "No answer"] {
            let text = try await list(house, label)
            #expect(text.contains("<span class=\"chip\">\(text.components(separatedBy: "<li>").count - 1)</span>"), "\(label)")
        }
        let going = try await list(house, "Going")
        #expect(going.contains("moderator Person") && going.contains("host Person"))
        #expect(try await list(house, "No answer").contains("traveller Person"))
        // Names, and nothing else of anybody.
        let page = try await house.send(.get, own(house), as: .traveller).body
        for secret in ["+00 000", "ada@x.example", "SECRET"] { #expect(!page.contains(secret)) }
    }

    @Test func whoBlocksOrLeftIsOnNoList() async throws {
        let house = try await answered()
        try await showAnswers(house)
        // Whoever blocks is not shown to whom they block, nor the other way round.
        let (ada, moderator) = (house.id("member"), house.id("member moderator"))
        try await house.services.chat.setBlocked(true, ada, house.member(.traveller))
        #expect(!(try await list(house, "Can’t").contains("Ada Example")))
        #expect(try await list(house, "Can’t", .moderator).contains("Ada Example"))
        try await house.services.chat.setBlocked(true, house.id("member traveller"), house.member(.moderator))
        #expect(!(try await list(house, "Going").contains("moderator Person")))
        #expect(!(try await list(house, "No answer", .moderator).contains("traveller Person")))
        // Whoever left is on no list.
        let left = try house.services.roster.member(moderator, house.host())
        var gone = left.fields
        gone[.status] = "left"
        try await house.services.roster.update(moderator, to: gone, version: left.version, house.host())
        #expect(!(try await list(house, "Going").contains("moderator Person")))
    }
}

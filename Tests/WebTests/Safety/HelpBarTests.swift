import Domain
import Services
import Testing

/// Several calls at once, in the one line to which the bar is folded on a phone.
@Suite struct HelpBarTests {
    private let app: TestApp
    private let path: String

    init() async throws {
        app = try await TestApp.withTripsAndMedic()
        path = "/trips/alpha/help/\(app.id("alert"))"
    }

    private func bars(_ rest: String = "") async throws -> HTMLPage {
        try await app.send(.get, "/banners?trip=alpha" + rest, as: .admin).page
    }

    @Test func theLineNamesWhomTheUnfoldedBarIsAbout() async throws {
        for caller in [TestUser.host, .moderator] {
            app.clock.pass(.seconds(1))
            #expect(try await app.send(.post, "/trips/alpha/my/sos", as: caller, form: [("sure", "yes")]).status == 303)
        }
        let page = try await bars()
        let rest = "and 2 more calls: SOS: moderator Person (nobody yet), SOS: host Person (nobody yet)"
        #expect(page.texts(".alert.rest a") == [rest])
        let line = "SOS: traveller Person nobody yet · just now moderator: nobody yet · just now host: nobody yet · just now"
        #expect(page.texts(".alert-sum > span") == [line, "3 calls for help"])
        #expect(page.texts("section.alert .alert-open") == ["SOS: traveller Person"])
        // Unfolded it names nobody a second time.
        #expect(page.texts(".alert-sum > b") == ["3 calls for help"])
        // On the page of a case the name comes first as well.
        let aside = try await bars("&case=\(app.id("alert"))")
        let other = "SOS: host Person Another person, nobody yet · just now moderator: nobody yet · just now"
        #expect(aside.texts(".alert-sum > span") == [other, "2 more calls"])
    }

    /// Folded as well: who is on each, which are new, and who says that they are OK.
    @Test func theLineSaysHowEachCallStands() async throws {
        for caller in [TestUser.host, .moderator] {
            app.clock.pass(.seconds(1))
            #expect(try await app.send(.post, "/trips/alpha/my/sos", as: caller, form: [("sure", "yes")]).status == 303)
        }
        #expect(try await app.send(.post, path + "/take", as: .host).status == 303)
        let line = { try await bars().texts(".alert-sum bdi") }
        let first = ["SOS: host Person", "nobody yet · just now", "moderator: nobody yet · just now"]
        #expect(try await line() == first + ["traveller: host Person is on it"])
        app.clock.pass(.minutes(4))
        #expect(try await app.send(.post, "/trips/alpha/my/sos/ok", as: .traveller, form: [("sure", "yes")]).status == 303)
        #expect(try await line().last == "traveller: host Person is on it, says they are OK · just now")
    }
}

import Domain
import Services
import Testing

/// What the form of one person asks before it saves.
@Suite struct MemberFormTests {
    private let app: TestApp
    private let add = "/trips/alpha/members/new"

    init() async throws { app = try await TestApp.withTrips() }

    /// Typed twice, somebody would be counted twice and be missed at every bus.
    @Test func somebodyOfTheSameNameIsAskedAboutBeforeTheyAreAdded() async throws {
        let first = [
            ("first_name", "Olga"), ("last_name", "Doppel"), ("status", "confirmed"), ("groups", "Bus 2"), ("room", "301"),
            ("phone", "+41 79 000 00 21"),
        ]
        let path = String(try await app.send(.post, add, as: .host, form: first).location.prefix { $0 != "?" })
        let second = [("first_name", "olga "), ("last_name", "DOPPEL"), ("status", "confirmed"), ("phone", "+41 79 000 00 22")]
        let asked = try await app.send(.post, add, as: .host, form: second)
        let link = try #require(asked.page.find(".problem a").first)
        #expect(asked.status == 409 && asked.page.text(".problem strong") == "Perhaps the same person")
        #expect(link["href"] == path && link.text == "Olga Doppel · Room 301 · Bus 2 · +41 79 000 00 21")
        #expect(asked.page.text("form.form button.primary") == "Add a new person")
        #expect(asked.page.find("#phone").first?["value"] == "+41 79 000 00 22")
        let answer = [("namesake", try #require(asked.page.find("input[name=namesake]").first?["value"]))]
        // An answer is about that name alone.
        #expect(try await app.send(.post, add, as: .host, form: [("first_name", "Ada"), ("last_name", "Example")] + answer).status == 409)
        #expect(try await app.send(.post, add, as: .host, form: second + answer).status == 303)
    }

    /// Who was added is asked in at once, without the way over Joining.
    @Test func whoHasNotJoinedIsInvitedFromTheirPageAndRightAfterTheyAreAdded() async throws {
        let form = [("first_name", "Nova"), ("last_name", "Fictional"), ("status", "confirmed")]
        let added = try await app.send(.get, app.send(.post, add, as: .host, form: form).location, as: .host).page
        let links = "/trips/alpha/joining/links"
        #expect(added.text(".toast form[action=\(links)] button") == "Invite")
        let button = try #require(added.find(".member-head form[action=\(links)] button.primary").first)
        let made = try await app.send(.post, links, as: .host, form: [("only", button["value"] ?? "")])
        #expect(made.page.texts(".link-name") == ["Nova Fictional"])
        // Who has joined needs no link.
        let host = try #require(try app.services.roster.entries(RosterFilter(), app.host()).first { $0.row.hasAccount }).row
        #expect(try await !app.send(.get, "/trips/alpha/members/\(host.id)", as: .host).page.has(".member-head form[action=\(links)]"))
    }

    /// Of two who edit one person, the second sees who changed what, keeps what they typed, and loses nothing of the first.
    @Test func whatOthersSavedMeanwhileIsSaidAndWhatWasTypedIsKept() async throws {
        let edit = "/trips/alpha/members/\(app.id("member"))/edit"
        let form = try await app.send(.get, edit, as: .host).page
        let version = try #require(form.find("input[name=version]").first?["value"])
        let fields = try app.services.roster.member(app.id("member"), app.host()).fields
        func typed(_ changes: [String: String], version: String) -> [(String, String)] {
            MemberField.typed.map { ($0.rawValue, changes[$0.rawValue] ?? fields[$0]) } + [("version", version)]
        }
        let first = typed(["room": "901", "diet": "vegan"], version: version)
        #expect(try await app.send(.post, edit, as: .host, form: first).status == 303)
        let stale = try await app.send(.post, edit, as: .host, form: typed(["room": "902"], version: version))
        #expect(stale.status == 409 && stale.page.text(".problem strong")?.hasSuffix("was changed while you typed") == true)
        #expect(stale.page.texts(".problem li").contains { $0.hasPrefix("host Person, ") && $0.contains("→ 901") })
        #expect(stale.page.find(".problem a").first?["href"] == edit && stale.page.text("form.form button.primary") == "Save mine")
        #expect(stale.page.find("#room").first?["value"] == "902" && stale.page.find("#diet").first?["value"] == "vegan")
        let again = try #require(stale.page.find("input[name=version]").first?["value"])
        #expect(try await app.send(.post, edit, as: .host, form: typed(["room": "902", "diet": "vegan"], version: again)).status == 303)
    }
}

import Domain
import Testing

/// What is found for what somebody types, and in which order.
@Suite struct SearchIndexTests {
    private static let names = [
        "Olga Dummy", "Ola Person", "Björn Ærøskjold", "Łukasz Example", "Mariana Sample", "Marianne Sample", "Maximilian Sample",
        "Ann Olgason", "Zoë Bus", "Đorđe Muster",
    ]
    private static let index = SearchIndex(names.map { SearchIndex.Name($0, $0, details: "room 104\nBus 1", phone: "+41 79 123 45 67") })

    private func found(_ text: String) -> [String] { SearchIndexTests.index.hits(SearchQuery(text)).map(\.key) }

    @Test func theTitleComesFirstThenItsLaterWordsThenDetails() {
        #expect(Array(found("olga").prefix(2)) == ["Olga Dummy", "Ann Olgason"])
        #expect(found("bus").first == "Zoë Bus" && found("bus").count == SearchIndexTests.names.count)
        #expect(found("dummy olga") == ["Olga Dummy"])
        #expect(Array(found("sample mari").prefix(2)) == ["Mariana Sample", "Marianne Sample"])
        #expect(found("room 104").count == SearchIndexTests.names.count)
    }

    @Test(arguments: [
        ("aeroskj", "Björn Ærøskjold"), ("bjorn", "Björn Ærøskjold"), ("lukasz", "Łukasz Example"), ("ŁUKASZ", "Łukasz Example"),
        ("zoe", "Zoë Bus"), ("dorde", "Đorđe Muster"),
    ]) func lettersOfAnotherKeyboard(_ typed: String, _ name: String) { #expect(found(typed).first == name) }

    /// One error from four letters on, two from eight.
    @Test(arguments: [
        ("olgs", "Olga Dummy"), ("lukazs", "Łukasz Example"), ("lukas", "Łukasz Example"), ("lukkasz", "Łukasz Example"),
        ("bjrn", "Björn Ærøskjold"), ("maximillian", "Maximilian Sample"), ("maximillain", "Maximilian Sample"),
        ("maxymilain", "Maximilian Sample"),
        ("musetr", "Đorđe Muster"),
    ]) func typingErrorsAreForgiven(_ typed: String, _ name: String) { #expect(found(typed).contains(name), "\(found(typed))") }

    @Test(arguments: ["xyz", "ola dummy", "zoo", "lxkaxz", "mxxlian", "qqqqqqqq", "maxilimxan", ""]) func nothingElseIs(_ typed: String) {
        #expect(found(typed) == [], "\(typed)")
    }

    /// Who types a name as it is written means nobody with a similar one.
    @Test func aTypingErrorCountsOnlyWhereNothingFitsWithoutOne() {
        #expect(found("mariana") == ["Mariana Sample"] && found("marianb") == ["Mariana Sample", "Marianne Sample"])
    }

    @Test(arguments: ["079 123", "1234567", "+41 79", "(079) 123"]) func aPartOfAPhoneNumber(_ typed: String) {
        #expect(found(typed).count == SearchIndexTests.names.count)
    }

    @Test func whatWeighsMoreComesLater() {
        let index = SearchIndex([SearchIndex.Name(1, "Ada", weight: 1), SearchIndex.Name(2, "Ada")])
        #expect(index.hits(SearchQuery("ada")).map(\.key) == [2, 1])
    }

    /// Names of the atlas are folded already, and many.
    @Test func namesThatAreFolded() {
        #expect(SearchQuery("valrsoa").rank(inFolded: "valrosa dorf") != nil)
        #expect(SearchQuery("dorf valrosa").rank(inFolded: "valrosa dorf") == SearchQuery("valrosa dorf").rank(inFolded: "valrosa dorf"))
        #expect(SearchQuery("alp").rank(inFolded: "valrosa dorf") == nil && SearchQuery("").rank(inFolded: "valrosa") == nil)
    }

    @Test func commandsAreOfferedToThoseWhoMay() {
        func reader(_ role: Role, isMember: Bool = true, isArchived: Bool = false) -> SearchCommand.Reader {
            .init(role: role, isMember: isMember, isArchived: isArchived, createsEvents: false, hasBikes: false, hasPistes: false)
        }
        func found(_ text: String, _ reader: SearchCommand.Reader) -> [SearchCommand] {
            SearchCommand.index(for: reader).hits(SearchQuery(text)).map(\.key)
        }
        #expect(found("new event", reader(.host)).first == .newEvent && found("new event", reader(.moderator)) == [])
        #expect(found("new event", reader(.host, isArchived: true)) == [] && found("new event", reader(.traveller)) == [])
        #expect(found("settings", reader(.host)).first == .settings && found("settings", reader(.traveller)).isEmpty)
        #expect(found("import", reader(.host)).first == .importList && found("medic", reader(.medic)).contains(.medic))
        #expect(found("profile", reader(.traveller)).first == .profile && found("sos", reader(.host, isMember: false)).first == .calls)
        // Before anything is typed the first are offered, in the order of the sections.
        #expect(Array(SearchCommand.allCases.filter { $0.isFor(reader(.traveller)) }.prefix(4)) == [.home, .myEvents, .myMap, .chat])
    }
}

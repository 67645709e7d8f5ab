import Domain
import Testing

/// What of everything that was found is shown first.
@Suite struct SearchOrderTests {
    private func place(_ name: String) -> PlaceHit { PlaceHit(name: name, kind: "Gondola", latitude: 46, longitude: 9, zoom: 15) }

    /// Who types "fond" means the message about fondue, not three gondolas.
    @Test func whatBeginsSoStandsBeforeTypingErrorsInEveryKind() {
        var results = SearchResults(query: "fond")
        results.note(.commands, best: SearchRank.typos)
        results.note(.places, best: SearchRank.typos)
        results.note(.messages, best: 0)
        results.note(.events, best: 1)
        #expect(results.order == [.events, .messages, .commands, .places])
    }

    /// "fond" finds the fondue, and neither a gondola nor what one can do.
    @Test func whereAnythingFitsTypingErrorsAreLeftOut() {
        var results = SearchResults(query: "fond")
        results.places = [place("Gondola")]
        results.commands = [.newEvent, .settings]
        results.groups = [FoundSet(name: "Fondue cooks", count: 2)]
        results.note(.places, best: SearchRank.typos)
        results.note(.commands, best: SearchRank.typos)
        results.note(.acts, best: SearchRank.typos)
        results.note(.groups, best: 1)
        results.dropGuesses()
        #expect(results.order == [.groups] && results.places.isEmpty && results.commands.isEmpty && results.groups.count == 1)
    }

    @Test func whereNothingFitsTypingErrorsAreKept() {
        var results = SearchResults(query: "gondela")
        results.places = [place("Gondola")]
        results.note(.places, best: SearchRank.typos)
        results.dropGuesses()
        #expect(results.order == [.places] && results.places.count == 1)
    }

    /// A command that begins something and what waits to be done stand in one list.
    @Test func commandsWithTypingErrorsGoWhereWhatWaitsFits() {
        var results = SearchResults(query: "olga")
        results.commands = [.newEvent, .settings]
        results.note(.acts, best: SearchRank.typos)
        results.note(acts: [], best: 0)
        #expect(results.commands == [.settings] && results.rank(.acts) == 0)
    }

    @Test func ofWhatFitsOnlyWithTypingErrorsThreeAreShown() {
        var results = SearchResults(query: "gondela")
        results.places = (1...5).map { place("Gondola \($0)") }
        results.groups = (1...4).map { FoundSet(name: "Bus \($0)", count: 1) }
        results.note(.places, best: SearchRank.typos)
        results.note(.groups, best: 0)
        results.shortenGuesses()
        #expect(results.places.map(\.name) == ["Gondola 1", "Gondola 2", "Gondola 3"] && results.groups.count == 4)
    }
}

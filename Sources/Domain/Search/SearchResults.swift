/// Somebody who was found, as far as the reader may know them.
package struct FoundPerson: Sendable {
    package let id: ID
    package let name: String
    package let photo: ID?
    /// For staff alone.
    package var row: RosterRow?
    /// For staff and medics alone; empty for everybody else.
    package var phone = ""
    /// Who may know where people are: with the newest position, if there is one.
    package var freshness: Freshness?
    package var lastFix: Instant?
    package init(id: ID, name: String, photo: ID?) {
        (self.id, self.name, self.photo) = (id, name, photo)
    }
}

/// A room or a group of the roster, with those in it who have neither cancelled nor left.
package struct FoundSet: Sendable, Equatable {
    package let name: String
    package let count: Int
    package init(name: String, count: Int) { (self.name, self.count) = (name, count) }
}

/// What was found for one reader, each kind with the best first.
package struct SearchResults: Sendable {
    /// The kinds in the order in which equals are shown.
    package enum Kind: Sendable, CaseIterable {
        case people, groups, rooms, events, acts, commands, conversations, places, messages
    }
    package let query: String
    package var people: [FoundPerson] = []
    /// Further people on the roster whom the text fits.
    package var morePeople = 0
    package var groups: [FoundSet] = []
    package var rooms: [FoundSet] = []
    package var events: [EventSummary] = []
    /// Beside the commands that begin something.
    package var acts: [SearchAct] = []
    package var commands: [SearchCommand] = []
    package var conversations: [ConversationLine] = []
    package var places: [PlaceHit] = []
    package var messages: [ChatMessage] = []
    /// Names of the conversations that the reader has.
    package var titles: [ID: String] = [:]
    private var ranks: [Kind: Int] = [:]
    package init(query: String) { self.query = query }

    /// Where a message was written; nil for the trip's own conversation.
    package func place(of message: ChatMessage) -> String? { titles[message.conversationID].flatMap { $0.isEmpty ? nil : $0 } }

    /// Notes how well the best of a kind fits; kinds without one are not shown.
    package mutating func note(_ kind: Kind, best rank: Int?) { ranks[kind] = rank }

    package func rank(_ kind: Kind) -> Int? { ranks[kind] }

    /// Of a kind that fits only with typing errors, at first.
    private static let guesses = 3

    /// The kinds of which something was found: first those whose title fits, then those by a detail and messages, then those with typing
    /// errors.
    package var order: [Kind] {
        func key(_ kind: Kind) -> Int { kind == .messages ? 1 : SearchRank.tier(ranks[kind] ?? .max) }
        return Kind.allCases.filter { ranks[$0] != nil }.enumerated().sorted {
            (key($0.element), $0.offset) < (key($1.element), $1.offset)
        }.map(\.element)
    }

    /// Notes what waits to be done, beside the commands that begin something: what fits only with typing errors goes where the others fit
    /// without.
    package mutating func note(acts found: [SearchAct], best rank: Int?) {
        let (begun, done) = (ranks[.acts], [ranks[.acts], rank].compactMap(\.self).min())
        acts = (rank ?? .max) < SearchRank.typos || (begun ?? .max) >= SearchRank.typos ? found : []
        if (done ?? .max) < SearchRank.typos, (begun ?? 0) >= SearchRank.typos { commands.removeAll(where: \.isAct) }
        ranks[.acts] = done
    }

    /// Where anything fits as it was typed, what fits only with typing errors is noise.
    package mutating func dropGuesses() {
        guard ranks.values.contains(where: { $0 < SearchRank.typos }) else { return }
        let guessed = Set(ranks.filter { $0.value >= SearchRank.typos }.keys)
        ranks = ranks.filter { !guessed.contains($0.key) }
        if guessed.contains(.people) { (people, morePeople) = ([], 0) }
        if guessed.contains(.groups) { groups = [] }
        if guessed.contains(.rooms) { rooms = [] }
        if guessed.contains(.events) { events = [] }
        if guessed.contains(.acts) { acts = [] }
        commands.removeAll { guessed.contains($0.isAct ? .acts : .commands) }
        if guessed.contains(.conversations) { conversations = [] }
        if guessed.contains(.places) { places = [] }
    }

    /// Leaves few of the kinds that fit only with typing errors: what was meant is most often the first, or somewhere else.
    package mutating func shortenGuesses() {
        func isGuess(_ kind: Kind) -> Bool { ranks[kind].map { $0 >= SearchRank.typos } ?? false }
        func few<Element>(_ found: [Element]) -> [Element] { Array(found.prefix(SearchResults.guesses)) }
        if isGuess(.groups) { groups = few(groups) }
        if isGuess(.rooms) { rooms = few(rooms) }
        if isGuess(.events) { events = few(events) }
        if isGuess(.acts), isGuess(.commands) || ranks[.commands] == nil { acts = few(acts) }
        if isGuess(.commands) { commands = few(commands) }
        if isGuess(.conversations) { conversations = few(conversations) }
        if isGuess(.places) { places = few(places) }
    }
}

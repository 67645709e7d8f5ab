/// Words that rules look for.
package struct PhraseList: Sendable {
    package let id: ID
    package let name: String
    /// A line each.
    package let phrases: String
    /// Other trips may use it.
    package let isShared: Bool
    /// Of this trip: others are read only.
    package let isOwn: Bool
    package init(id: ID, name: String, phrases: String, isShared: Bool, isOwn: Bool) {
        self.id = id
        self.name = name
        self.phrases = phrases
        self.isShared = isShared
        self.isOwn = isOwn
    }

    package var count: Int { ChatRules.phrases(phrases).count }
}

/// The rules of a trip's chat, the lists that they look for, and what was learned from false alarms.
package struct RuleOverview: Sendable {
    package let rules: [ChatRule]
    package let lists: [PhraseList]
    package let learned: [LearnedException]
    package init(rules: [ChatRule], lists: [PhraseList], learned: [LearnedException]) {
        self.rules = rules
        self.lists = lists
        self.learned = learned
    }
}

/// What a rule would have done in the last seven days.
package struct RuleTrial: Sendable {
    /// Messages that were read.
    package let texts: Int
    package let hits: Int
    /// A few that it would have found.
    package let examples: [String]
    package init(texts: Int, hits: Int, examples: [String]) {
        self.texts = texts
        self.hits = hits
        self.examples = examples
    }
}

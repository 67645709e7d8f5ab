import Domain

/// What a page says where a list has nothing: what is not there, and what to do about it or one button.
package struct Nothing: Sendable {
    package struct Act: Sendable {
        let label: String
        let link: Link
    }
    let missing: String
    let next: String?
    let act: Act?

    /// What stands there says what to do about it, in words, by a button, or both.
    init(_ missing: Texts.Sentence, _ next: Texts.Sentence, act: (label: Texts.Sentence, link: Link)? = nil) {
        self.init(missing: missing, next: next, act: act)
    }

    init(_ missing: Texts.Sentence, act: (label: Texts.Sentence, link: Link)) { self.init(missing: missing, next: nil, act: act) }

    /// Where all is done, or nobody can do anything about it.
    static func settled(_ missing: Texts.Sentence) -> Nothing { Nothing(missing: missing, next: nil, act: nil) }

    private init(missing: Texts.Sentence, next: Texts.Sentence?, act: (label: Texts.Sentence, link: Link)?) {
        self.missing = Texts.said(missing)
        self.next = next.map { Texts.said($0) }
        self.act = act.map { Act(label: Texts.said($0.label), link: $0.link) }
    }

    /// A search that nobody matches: the way out is the whole list, else what helps typing.
    /// - Parameter everybody: the list without it; nil where there is none.
    static func nobody(for words: String, everybody: Link?) -> Nothing {
        let wider = everybody.map { (label: "Show everybody" as Texts.Sentence, link: $0) }
        return search(words.isEmpty ? "Nobody found." : "Nobody found for “\(cut(words, 60))”.", wider)
    }

    /// A list of people on which the reader is the only one.
    static var alone: Nothing { Nothing("Nobody else is on the list yet.", "Whoever joins appears here.") }

    /// A search that nothing matches.
    static func nothing(for words: String) -> Nothing { search("Nothing found for “\(cut(words, 60))”.", nil) }

    private static func search(_ missing: Texts.Sentence, _ wider: (label: Texts.Sentence, link: Link)?) -> Nothing {
        Nothing(missing: missing, next: wider == nil ? "Check the spelling, or type fewer letters." : nil, act: wider)
    }
}

import Domain

/// That a message is a call for help, and who is on it.
package struct CallMark: Sendable {
    let text: String
    /// "bad" while nobody is on it, else "warn".
    let style: String
    let link: Link

    /// - Parameter namesWho: where no author stands beside it.
    init(_ help: HelpCase, _ slug: String, namesWho: Bool = false) {
        let what = namesWho ? HelpText.headline(help) : Texts.said(help.isCall ? "Call for help" : "May need help")
        text = what + " · " + HelpText.short(help)
        style = help.state == .open ? "bad" : "warn"
        link = Path.helpCase(slug, help.id)
    }

    package static func byNumber(_ messages: [HelpMessage], _ slug: String) -> [Int: CallMark] {
        Dictionary(messages.map { ($0.number, CallMark($0.help, slug)) }, uniquingKeysWith: { first, _ in first })
    }

    /// Of several in one conversation the one that nobody is on.
    static func byConversation(_ messages: [HelpMessage], _ slug: String) -> [ID: CallMark] {
        let marks = messages.map { ($0.conversation, CallMark($0.help, slug, namesWho: true)) }
        return Dictionary(marks, uniquingKeysWith: { $0.style == "bad" ? $0 : $1 })
    }
}

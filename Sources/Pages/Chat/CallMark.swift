import Domain

/// That a message is a call for help, and who is on it.
package struct CallMark: Sendable {
    let text: String
    /// "bad" while nobody is on it, else "warn".
    let style: String
    let link: Link

    init(_ help: HelpCase, _ slug: String) {
        text = Texts.said(help.isCall ? "Call for help" : "May need help") + " · " + HelpText.short(help)
        style = help.state == .open ? "bad" : "warn"
        link = Path.helpCase(slug, help.id)
    }

    package static func byNumber(_ messages: [HelpMessage], _ slug: String) -> [Int: CallMark] {
        Dictionary(messages.map { ($0.number, CallMark($0.help, slug)) }, uniquingKeysWith: { first, _ in first })
    }

    /// Of several in one conversation the one that nobody is on.
    static func byConversation(_ messages: [HelpMessage], _ slug: String) -> [ID: CallMark] {
        Dictionary(messages.map { ($0.conversation, CallMark($0.help, slug)) }, uniquingKeysWith: { $0.style == "bad" ? $0 : $1 })
    }
}

import Domain

/// All calls in one line, where bars would leave little of the page: on a phone. How each of them stands is read without unfolding it.
package struct HelpLine: Sendable {
    package struct Call: Sendable {
        /// "Olga" beside a whole name; in full who may need help or tests, and where two are called alike.
        let name: String
        /// "nobody yet", "Hanna Muster is on it".
        let state: String
        /// When they said that they are OK, else since when they wait; nil once somebody is on it.
        let age: AgeText?
    }

    /// All but the one that the bar is about which unfolds first.
    struct Others: Sendable {
        static let named = 2
        /// The most urgent.
        let first: [Call]
        /// "2 more calls: nobody yet on 1"; nil where all are named.
        let unnamed: String?

        /// - Parameter others: the most urgent first.
        init(_ others: [HelpCase], beside bar: HelpBar?, _ now: Instant?) {
            let names = others.map { HelpLine.firstName($0.memberName) } + [bar.map { HelpLine.firstName($0.name) } ?? ""]
            first = others.prefix(Others.named).map { help in
                Call(name: Others.name(help, names), state: HelpText.short(help), age: HelpLine.age(help, now ?? help.raisedAt))
            }
            let rest = others.dropFirst(Others.named)
            let (more, waiting) = (counted(rest.count, "more call", "more calls"), rest.count { $0.state == .open })
            let state = waiting == 0 ? Texts.said("somebody is on each") : Texts.said("nobody yet on \(String(waiting))")
            unnamed = rest.isEmpty ? nil : "\(more): \(state)"
        }

        /// - Parameter names: the first names of all.
        private static func name(_ help: HelpCase, _ names: [String]) -> String {
            guard help.isCall, !help.isTest else { return HelpText.headline(help) }
            let short = HelpLine.firstName(help.memberName)
            return names.count { $0 == short } == 1 ? short : help.memberName
        }
    }

    /// "3 calls for help": seen once it is unfolded, for then the bars say the rest; heard before that as well.
    let all: String
    /// "SOS: Olga Dummy": of whom the bar is that unfolds first, with its buttons.
    let first: String
    /// "nobody yet"; on the page of another case after that this is somebody else. It has a line of its own where both need more room.
    let state: String
    let age: AgeText?
    let others: [Call]
    let unnamed: String?
    let style: String

    init?(_ bars: HelpBars) {
        guard !bars.rest.isEmpty, let bar = bars.first else { return nil }
        let number = bars.others + 1
        all = bars.isAside ? counted(number, "more call", "more calls") : counted(number, "call for help", "calls for help")
        (first, state, age) = (bar.headline, bar.shortStatus, bar.shortAge)
        (others, unnamed) = (bars.inOneLine.first, bars.inOneLine.unnamed)
        style = bar.isWaiting ? "waiting" : "taken"
    }

    static func age(_ help: HelpCase, _ now: Instant) -> AgeText? {
        (help.saidOKAt ?? (help.state == .open ? help.raisedAt : nil)).map { .ago($0, now: now) }
    }

    private static func firstName(_ name: String) -> String { name.split(separator: " ").first.map(String.init) ?? name }
}

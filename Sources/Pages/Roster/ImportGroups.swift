import Domain

/// What the list's groups do to those that people have. It is asked where somebody would leave one.
package struct ImportGroups: Sendable {
    package struct Choice: Sendable {
        let value: String
        let label: String
        /// What it does, with how many leave which group.
        let note: String
        let isChosen: Bool
    }
    package static let field = "groups"
    package static let replace = "replace"
    /// How many groups and names are told of.
    private static let (groupLimit, nameLimit) = (5, 3)

    let choices: [Choice]

    init?(_ preview: ImportPreview) {
        let leaving = preview.plan.leaving
        guard !leaving.isEmpty else { return nil }
        let replaces = preview.rule.replacesGroups
        choices = [
            Choice(
                value: "add", label: Texts.said("Add to these groups"), note: Texts.said("Nobody leaves a group."), isChosen: !replaces),
            Choice(
                value: ImportGroups.replace, label: Texts.said("Replace their groups"), note: ImportGroups.told(leaving),
                isChosen: replaces),
        ]
    }

    /// "2 people leave Ski: Ada Example, Rosa Sample. 1 person leaves Bus 2: Rosa Sample."
    private static func told(_ leaving: [(group: String, names: [String])]) -> String {
        let sentences = leaving.prefix(groupLimit).map { group, names in
            let people = counted(names.count, "person leaves", "people leave")
            let known = names.prefix(nameLimit).map { cut($0, 60) }.joined(separator: ", ")
            let who = names.count > nameLimit ? Texts.said("\(known) and \(names.count - nameLimit) more") : known
            return Texts.said("\(people) \(cut(group, 60)): \(who).")
        }
        let rest = leaving.count - groupLimit
        let more = rest > 0 ? [counted(rest, "more group loses people.", "more groups lose people.")] : []
        return (sentences + more).joined(separator: " ")
    }
}

import Domain

/// One line of the form's audience: how it counts, and what must be so.
package struct AudienceRow: Sendable {
    package struct Choices: Sendable {
        let label: String
        let options: [FormField.Choice]
    }
    let number: String
    let label: String
    let parts: [FormField.Choice]
    let groups: [Choices]

    /// - Parameter offered: what every line may say.
    init(_ number: Int, _ typed: AnnouncementTyped.Condition, offered: [(label: String, options: [(String, String)])]) {
        self.number = String(number)
        label = Texts.said("Condition \(number)")
        parts = AudienceRow.partLabels.map { FormField.Choice(value: $0.0, label: Texts.said(text: $0.1), isSelected: $0.0 == typed.part) }
        let isOffered = typed.condition.isEmpty || offered.contains { $0.options.contains { $0.0 == typed.condition } }
        // What came from the roster or the map stands in no list.
        let own = isOffered ? [] : [(label: Texts.said("Chosen"), options: [(typed.condition, AudienceRow.words(typed.condition))])]
        groups = (own + offered).filter { !$0.options.isEmpty }.map { group in
            Choices(
                label: group.label,
                options: group.options.map { FormField.Choice(value: $0.0, label: $0.1, isSelected: $0.0 == typed.condition) })
        }
    }

    private static let partLabels = [("all", "Must fit"), ("any", "One of"), ("none", "But not")]

    private static func words(_ condition: String) -> String {
        switch AudienceCondition(condition) {
        case .people(let people): counted(people.count, "chosen person", "chosen people")
        case .inside: Texts.said("In another drawn area")
        case .got: Texts.said("Those who got the one that this corrects")
        case .silent(let minutes): AudienceRow.silent(minutes)
        default: Texts.said("Something that is no longer there")
        }
    }

    private static func silent(_ minutes: Int) -> String {
        Texts.said("Silent for more than \(AudienceCondition.span(minutes))")
    }

    /// Everything that a line may say, in groups.
    static func offered(_ choices: AudienceChoices) -> [(label: String, options: [(String, String)])] {
        let people: [(AudienceCondition, String)] = [
            (.everyone, "Everyone"), (.role(.traveller), "Travellers"), (.role(.host), "Hosts"), (.role(.moderator), "Moderators"),
            (.role(.medic), "Medics"), (.arrived, "Arrived"), (.notArrived, "Not arrived yet"),
            (.unreachable, "No channel reaches them"),
        ]
        func named(_ items: [(id: ID, name: String)], _ conditions: [(String, (ID) -> AudienceCondition)]) -> [(String, String)] {
            items.flatMap { item in conditions.map { ($0.1(item.id).text, item.name + ": " + Texts.said(text: $0.0)) } }
        }
        return [
            (Texts.said("People"), people.map { ($0.0.text, Texts.said(text: $0.1)) }),
            (Texts.said("Groups"), choices.groups.map { (AudienceCondition.group($0.id).text, $0.name) }),
            (
                Texts.said("Events"),
                named(choices.events, [("going", { .going($0) }), ("not answered", { .unanswered($0) }), ("waiting", { .waiting($0) })])
            ),
            (Texts.said("Check-in lists"), named(choices.lists, [("not checked in", { .notCheckedIn($0) })])),
            (Texts.said("Map"), [(AnnouncementTyped.drawn, Texts.said("In the area drawn below, now"))]),
            (Texts.said("Contact"), AudienceCondition.silences.map { (AudienceCondition.silent($0).text, silent($0)) }),
            (
                Texts.said("Announcements"),
                choices.announcements.flatMap { item in
                    named([(item.id, item.name)], [("not opened", { .notOpened($0) })])
                        + (item.hasAnswers ? named([(item.id, item.name)], [("not answered", { .notAnswered($0) })]) : [])
                }
            ),
        ]
    }
}

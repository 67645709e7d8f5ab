import Domain

/// The form by which travellers make events: what they need and no more.
package enum MyEventForm {
    package static func fields(
        _ values: [String: String], errors: [FieldError], friends: [(friend: Friend, distance: Double?)], nearby: Int, radius: Int,
        map: FormField.PinMap?
    ) -> [FormField] {
        func field(
            _ name: String, _ label: String, _ kind: FormField.Kind = .line, _ hint: String? = nil, isRequired: Bool = false,
            choices: [(String, String)] = []
        ) -> FormField {
            FormField(name, label, values[name] ?? "", kind: kind, hint: hint, errors: errors, isRequired: isRequired).offering(choices)
        }
        let near = counted(nearby, "friend is", "friends are")
        return [
            field("title", "What", isRequired: true), field("place", "Place", isRequired: true),
            field("meeting_point", "Meeting point", .line, "Where people meet.", isRequired: true),
        ] + (map.map { [field("meeting", "", .pin($0))] } ?? []) + [
            field("meeting_latitude", "Latitude"), field("meeting_longitude", "Longitude"),
            field("start_day", "Day", .date, isRequired: true), field("start_time", "Time", .time, isRequired: true),
            field("end_time", "Until", .time, "Leave empty if open-ended."), field("capacity", "Places", .number, "Empty for no limit."),
            field(
                "audience", "For whom", .choice, Texts.said("\(near) within \(radius) m of you right now, by a fresh position."),
                choices: [
                    ("everyone", Texts.said("Everyone on the trip")), ("nearby", Texts.said("Friends nearby")),
                    ("selected", Texts.said("The friends chosen below")),
                ]),
            field(
                "members", "Friends", .people,
                choices: friends.map { ($0.friend.id.description, $0.friend.name) }),
            field("details", "Details", .text),
        ]
    }

    /// Degrees, which few type, below the map that fills them in.
    package static func folded(_ fields: [FormField]) -> (fields: [FormField], folds: [FormPage.Fold]) {
        guard fields.contains(where: { $0.pin != nil }) else { return (fields, []) }
        let names = ["meeting_latitude", "meeting_longitude"]
        return (
            fields.filter { !names.contains($0.name) },
            [FormPage.Fold("Enter the meeting point by hand", isOpen: false, fields: fields.filter { names.contains($0.name) })]
        )
    }
}

import Domain

/// The form by which travellers make events: what they need and no more.
package enum MyEventForm {
    /// Whom somebody can ask along now.
    package struct Guests: Sendable {
        let friends: [(friend: Friend, distance: Double?)]
        let nearby: Int
        let radius: Int
        package init(friends: [(friend: Friend, distance: Double?)], nearby: Int, radius: Int) {
            (self.friends, self.nearby, self.radius) = (friends, nearby, radius)
        }
    }

    /// What a form is filled with that changes an event.
    package static func values(_ fields: EventFields, zone: TripZone) -> [String: String] {
        var values = EventForm.values(fields, zone: zone)
        if let end = fields.endsAt, end - fields.startsAt < .days(1) { values["end_day"] = nil }
        return values
    }

    /// - Parameter guests: nil for an event whose guests are asked already.
    package static func fields(
        _ values: [String: String], errors: [FieldError], guests: Guests?, map: FormField.PinMap?
    ) -> [FormField] {
        func field(
            _ name: String, _ label: String, _ kind: FormField.Kind = .line, _ hint: String? = nil, isRequired: Bool = false,
            choices: [(String, String)] = []
        ) -> FormField {
            FormField(name, label, values[name] ?? "", kind: kind, hint: hint, errors: errors, isRequired: isRequired).offering(choices)
        }
        let hasEndDay = !(values["end_day"] ?? "").isEmpty
        return [
            field("title", "What", isRequired: true), field("place", "Place", isRequired: true),
            field("meeting_point", "Meeting point", .line, "Where people meet.", isRequired: true),
        ] + (map.map { [field("meeting", "", .pin($0))] } ?? []) + [
            field("meeting_latitude", "Latitude"), field("meeting_longitude", "Longitude"),
            field("start_day", "Day", .date, isRequired: true), field("start_time", "Time", .time, isRequired: true),
        ] + (hasEndDay ? [field("end_day", "End date", .date)] : []) + [
            field("end_time", "Until", .time, "Leave empty if open-ended. A time before the start is on the next day."),
            field("capacity", "Places", .number, "Empty for no limit."),
        ] + (guests.map { MyEventForm.audience(values, errors: errors, $0) } ?? []) + [field("details", "Details", .text)]
    }

    private static func audience(_ values: [String: String], errors: [FieldError], _ guests: Guests) -> [FormField] {
        func field(
            _ name: String, _ label: String, _ kind: FormField.Kind, _ hint: String? = nil, choices: [(String, String)]
        ) -> FormField {
            FormField(name, label, values[name] ?? "", kind: kind, hint: hint, errors: errors).offering(choices)
        }
        let near = counted(guests.nearby, "friend is", "friends are")
        return [
            field(
                "audience", "For whom", .choice, Texts.said("\(near) within \(guests.radius) m of you right now, by a fresh position."),
                choices: [
                    ("everyone", Texts.said("Everyone on the trip")), ("nearby", Texts.said("Friends nearby")),
                    ("selected", Texts.said("The friends chosen below")),
                ]),
            field("members", "Friends", .people, choices: guests.friends.map { ($0.friend.id.description, $0.friend.name) }),
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

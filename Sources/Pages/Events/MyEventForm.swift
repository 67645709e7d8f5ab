import Domain

/// The form by which travellers make events: what they need and no more.
package enum MyEventForm {
    /// Whom somebody can ask along now.
    package struct Guests: Sendable {
        let friends: [(friend: Friend, distance: Double?)]
        let nearby: Int
        let radius: Int
        /// Where they show themselves; nil for whoever does.
        let share: Link?
        package init(friends: [(friend: Friend, distance: Double?)], nearby: Int, radius: Int, share: Link?) {
            (self.friends, self.nearby, self.radius, self.share) = (friends, nearby, radius, share)
        }
    }

    /// What a form is filled with that changes an event.
    package static func values(_ fields: EventFields, zone: TripZone) -> [String: String] {
        var values = EventForm.values(fields, zone: zone)
        if let end = fields.endsAt, end - fields.startsAt < .days(1) { values["end_day"] = nil }
        return values
    }

    /// What every event needs: what, when, where and who.
    /// - Parameter guests: nil for an event whose guests are asked already.
    package static func essentials(_ values: [String: String], errors: [FieldError], guests: Guests?) -> [FormField] {
        let field = EventForm.Maker(values: values, errors: errors)
        return [
            field("title", "What", isRequired: true),
            field("start_day", "Day", .date, isRequired: true), field("start_time", "Time", .time, isRequired: true),
            field("place", "Place", isRequired: true),
            field("meeting_point", "Meeting point", .line, "Leave it empty if people meet at the place itself."),
        ] + (guests.map { MyEventForm.audience(field, $0) } ?? [])
    }

    /// Friends to tick are in sight only for those who choose among them.
    private static func audience(_ field: EventForm.Maker, _ guests: Guests) -> [FormField] {
        [
            field(
                "audience", "Who may come", .radios,
                choices: [
                    ("everyone", Texts.said("Everyone on the trip")),
                    ("nearby", Texts.said("Friends nearby: \(guests.nearby) within \(guests.radius) m of you now")),
                    ("selected", Texts.said("Only people I choose")),
                ]
            ).withheld(guests.share.map { ("nearby", Texts.said("Share your position to invite who is near"), $0) }),
            field("members", "People", .people, choices: guests.friends.map { ($0.friend.id.description, $0.friend.name) }),
        ]
    }

    /// What some events need: folded, unless somebody typed something there. A meeting point on the map is no reason.
    package static func more(_ values: [String: String], errors: [FieldError], map: FormField.PinMap?) -> FormPage.Fold {
        let field = EventForm.Maker(values: values, errors: errors)
        return FormPage.Fold(
            "More options (all optional)", isOpen: field.hasAny(["end_day", "end_time", "capacity", "details"]),
            fields: (field.hasAny(["end_day"]) ? [field("end_day", "End date", .date)] : []) + [
                field("end_time", "Until", .time, "A time before the start is on the next day."),
                field("capacity", "Places", .number, "Empty for no limit.").half, field("details", "Details", .text),
            ] + (map.map { [field("meeting", "", .pin($0))] } ?? []) + [
                field("meeting_latitude", "Latitude"), field("meeting_longitude", "Longitude"),
            ])
    }
}

import Domain

/// The form of an event: values as they are typed, in the trip's time.
package enum EventForm {
    package static func values(_ fields: EventFields, zone: TripZone) -> [String: String] {
        var values: [String: String] = [:]
        func set(_ name: String, _ instant: Instant?) {
            guard let instant else { return }
            let local = zone.local(instant)
            (values[name + "_day"], values[name + "_time"]) = (local.day.description, local.clock)
        }
        set("start", fields.startsAt)
        set("end", fields.endsAt)
        set("answer", fields.answerBy)
        values["title"] = fields.title
        values["details"] = fields.details
        values["place"] = fields.place
        values["meeting_point"] = fields.meetingPoint
        values["meeting_latitude"] = fields.meetingLatitude.map { decimal($0, 6) } ?? ""
        values["meeting_longitude"] = fields.meetingLongitude.map { decimal($0, 6) } ?? ""
        values["back_by"] = fields.isBackBy ? "on" : ""
        values["capacity"] = fields.capacity.map(String.init) ?? ""
        values["host"] = fields.hostID?.description ?? ""
        values["co_hosts"] = fields.coHosts.map(\.description).joined(separator: "\n")
        values["bring"] = fields.bring
        values["cost"] = fields.cost
        values["category"] = fields.category.rawValue
        values["automatic"] = fields.offersAutomatically ? "on" : ""
        values["offer_hours"] = String(fields.offerMinutes / 60)
        return values
    }

    /// What a form of an event is made for.
    package struct Setting: Sendable {
        let people: [RosterRow]
        let zone: TripZone
        let map: FormField.PinMap?
        /// Asks whether people should answer again.
        let isPublished: Bool
        package init(people: [RosterRow], zone: TripZone, map: FormField.PinMap?, isPublished: Bool) {
            self.people = people
            self.zone = zone
            self.map = map
            self.isPublished = isPublished
        }
    }

    /// A field of it, with its value and what is wrong with it.
    struct Maker {
        let values: [String: String]
        let errors: [FieldError]

        func callAsFunction(
            _ name: String, _ label: String, _ kind: FormField.Kind = .line, _ hint: String? = nil, isRequired: Bool = false,
            choices: [(String, String)] = []
        ) -> FormField {
            FormField(name, label, values[name] ?? "", kind: kind, hint: hint, errors: errors, isRequired: isRequired).offering(choices)
        }

        func hasAny(_ names: [String]) -> Bool { names.contains { !(values[$0] ?? "").isEmpty } }
    }

    /// What every event needs.
    package static func essentials(_ values: [String: String], errors: [FieldError], _ setting: Setting) -> [FormField] {
        let field = Maker(values: values, errors: errors)
        let needsPast = errors.contains { $0.field == "confirm_past" }
        return [
            field("title", "Title", isRequired: true), field("place", "Place", isRequired: true),
            field(
                "meeting_point", "Meeting point", .line, "Where people meet: in front of the hotel, at the lower lift station.",
                isRequired: true),
        ] + (setting.map.map { [field("meeting", "", .pin($0))] } ?? []) + [
            field("start_day", "Start date", .date, isRequired: true),
            field("start_time", "Start time", .time, "Trip time, \(setting.zone.identifier).", isRequired: true),
        ] + (needsPast ? [field("confirm_past", "Yes, it starts in the past", .tick)] : []) + [
            field("end_day", "End date", .date, "Leave empty for the same day."),
            field("end_time", "End time", .time, "Leave empty if open-ended."),
            field("back_by", "Everyone must be back by the end", .tick),
            field("capacity", "Places", .number, "Leave empty for no limit. Hosts and the creator take places too."),
            field("answer_day", "Answer by", .date), field("answer_time", "Answer by (time)", .time, "Leave empty: until it starts."),
        ]
            + (setting.isPublished
                ? [field("ask_again", "Ask those who are going to confirm again", .tick, "If the time or the place changed.")] : [])
    }

    /// What some events need: folded, unless it has a value or an error.
    package static func folds(_ values: [String: String], errors: [FieldError], _ setting: Setting) -> [FormPage.Fold] {
        let field = Maker(values: values, errors: errors)
        let staffFirst = setting.people.filter(\.role.isStaff) + setting.people.filter { !$0.role.isStaff }
        let everybody = staffFirst.map {
            ($0.id.description, $0.fullName + ($0.role == .traveller ? "" : " (\(Texts.said(text: $0.role.rawValue)))"))
        }
        let hint = "Decimal degrees. A click on the map and “New event here” fills both in."
        let hasOwnOffers = values["automatic"] != "on" || values["offer_hours"] != "12"
        return [
            FormPage.Fold(
                setting.map == nil ? "Coordinates of the meeting point (optional)" : "Enter the meeting point by hand",
                isOpen: setting.map == nil && field.hasAny(["meeting_latitude", "meeting_longitude"]),
                fields: [field("meeting_latitude", "Latitude", .line, hint), field("meeting_longitude", "Longitude")]),
            FormPage.Fold(
                "More options (all optional)", isOpen: hasOwnOffers || field.hasAny(["co_hosts", "bring", "cost", "details"]),
                fields: [
                    field(
                        "category", "Category", .choice, choices: EventCategory.allCases.map { ($0.rawValue, Texts.said(text: $0.label)) }),
                    field("details", "Details", .text, "Plain text. Addresses that begin with https:// become links."),
                    field("bring", "What to bring", .text),
                    field("cost", "Cost", .line, "For instance 25 CHF for the lift, paid there."),
                    field("host", "Host", .choice, choices: [("", Texts.said("Nobody yet"))] + everybody),
                    field("co_hosts", "Co-hosts", .people, choices: everybody),
                    field("automatic", "Offer freed places to the waitlist by itself", .tick),
                    field(
                        "offer_hours", "An offered place is held for (hours)", .number,
                        "Never beyond the deadline or two hours before the start."),
                ]),
        ]
    }
}

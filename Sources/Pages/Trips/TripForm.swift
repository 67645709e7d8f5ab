import Domain

/// The fields of the trip form, from what is stored or from what was typed.
package enum TripForm {
    /// - Parameter map: on which the base is chosen; nil where there is no map data.
    package static func fields(_ values: [String: String], errors: [FieldError], map: FormField.PinMap? = nil) -> [FormField] {
        func field(_ name: String, _ label: String, _ kind: FormField.Kind = .line, hint: String? = nil, required: Bool = false)
            -> FormField
        {
            FormField(name, label, values[name] ?? "", kind: kind, hint: hint, errors: errors, isRequired: required)
        }
        return [
            field("name", "Name", required: true),
            field("slug", "Web address", hint: "Lower-case letters, digits and hyphens: the end of the trip’s address.", required: true),
            field("place", "Place", hint: "Where the trip goes."),
            field("start_day", "First day", .date, required: true),
            field("end_day", "Last day", .date, required: true),
            field("time_zone", "Time zone", hint: "For instance Europe/Zurich. Every time is shown in it.", required: true),
            field("travellers_create", "Travellers may make events of their own", .tick),
            field("base_name", "Base", hint: "Where everybody sleeps or starts from."),
        ] + (map.map { [field("base", "", .pin($0))] } ?? []) + [
            field("base_latitude", "Base latitude", hint: "Decimal degrees, north is positive."),
            field("base_longitude", "Base longitude", hint: "Decimal degrees, east is positive."),
            field("meeting_information", "Meeting information", .text),
            field("nearby_radius", "Nearby within", .number, hint: "Who is asked when an event is for people nearby.", required: true)
                .in("metres").half,
            field(
                "mountain_from", "Mountain map from", .number,
                hint: "Above the sea. Leave empty for 150 m above the base, where the map data knows its height."
            ).in("metres").half,
            field("emergency_numbers", "Emergency numbers", .text, hint: "One per line. Shown on Today and on prints."),
            field("fresh_minutes", "A position is fresh for", .number, required: true).in("minutes").half,
            field("stale_minutes", "Contact is lost after", .number, required: true).in("minutes").half,
        ] + privacy(values, errors) + [
            field("history_days", "Keep positions after the trip for", .number, hint: "Then they are deleted.", required: true).in("days"),
            field("direct_chat", "Allow direct messages", .tick),
            field("moderators_announce", "Moderators may send announcements", .tick),
            field("chat_days", "Keep chat after the trip for", .number, hint: "Then it is deleted.", required: true).in("days"),
        ]
    }

    private static func privacy(_ values: [String: String], _ errors: [FieldError]) -> [FormField] {
        func tick(_ name: String, _ label: String, hint: String? = nil) -> FormField {
            FormField(name, label, values[name] ?? "", kind: .tick, hint: hint, errors: errors)
        }
        return [
            tick("shares_friends", "Travellers may see each other on the map, where they share with everyone"),
            tick(
                "shows_hidden_tracks", "Hosts may see the earlier track of a traveller who switched sharing off",
                hint: "Travellers read this beside their switch. It applies to those who switch off from now on."),
            tick(
                "shows_answers", "Travellers see who goes, who cannot and who has not answered",
                hint: "By name, at events they are invited to. Otherwise they see only how many go."),
            tick(
                "shows_on_lock_screens", "Notifications say what they are about",
                hint: "Also on a locked screen, for everybody near it to read. Otherwise they say “News from your hosts”."),
        ]
    }

    /// A new trip asks for its name, its days and where it is. All else has a value that one can live with.
    /// - Parameter map: on which the base is chosen; nil where there is no map data.
    package static func new(_ values: [String: String], errors: [FieldError], map: FormField.PinMap?) -> (
        asked: [FormField], fold: FormPage.Fold
    ) {
        let all = fields(values, errors: errors, map: map)
        func named(_ names: [String]) -> [FormField] { names.compactMap { name in all.first { $0.name == name } } }
        let asked = named(["name", "start_day", "end_day", "place"]) + named(["base"])
        let slug = FormField("slug", "Web address", values["slug"] ?? "", hint: "Leave empty to make it from the name.", errors: errors)
        let rest = all.filter { field in field.name != "slug" && !asked.contains { $0.name == field.name } }
        return (asked, FormPage.Fold("More settings (they can wait)", isOpen: false, fields: [slug] + rest))
    }

    /// The first field of each section of the settings, with the section's name and what is in it.
    static let sections = [
        ("name", "General", "Name, dates, time zone"), ("base_name", "Base", "Where the trip lives, on the map"),
        ("emergency_numbers", "Safety", "Emergency numbers, missing positions"),
        ("shares_friends", "Privacy", "What travellers and hosts see"), ("direct_chat", "Chat", "Direct messages, announcements"),
    ]

    package static func values(_ fields: TripFields) -> [String: String] {
        [
            "name": fields.name, "slug": fields.slug, "place": fields.place, "start_day": fields.startDay.description,
            "end_day": fields.endDay.description, "time_zone": fields.timeZone, "base_name": fields.baseName,
            "base_latitude": fields.baseLatitude.map { decimal($0, 6) } ?? "",
            "base_longitude": fields.baseLongitude.map { decimal($0, 6) } ?? "",
            "meeting_information": fields.meetingInformation, "emergency_numbers": fields.emergencyNumbers,
            "nearby_radius": String(fields.nearbyRadius), "fresh_minutes": String(fields.freshMinutes),
            "stale_minutes": String(fields.staleMinutes), "history_days": String(fields.historyDays),
            "shares_friends": fields.sharesFriends ? "on" : "", "shows_hidden_tracks": fields.showsHiddenTracks ? "on" : "",
            "travellers_create": fields.travellersCreate ? "on" : "",
            "shows_answers": fields.showsAnswers ? "on" : "", "moderators_announce": fields.moderatorsAnnounce ? "on" : "",
            "shows_on_lock_screens": fields.showsOnLockScreens ? "on" : "",
            "direct_chat": fields.directChat ? "on" : "", "chat_days": String(fields.chatDays),
            "mountain_from": fields.mountainFrom.map { String($0) } ?? "",
        ]
    }
}

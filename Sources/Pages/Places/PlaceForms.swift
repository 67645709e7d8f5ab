import Domain

/// Forms about places: what somebody saw, what hosts note, and a place that the map lacks.
package enum PlaceForms {
    package static func report(
        layout: TripLayout, place: KnownPlace, _ draft: ReportDraft, _ complaint: Complaint
    ) -> FormPage {
        let isEating = place.mayHaveKitchen
        let all: [(String, String)] = [
            ("", Texts.said("Choose…")), ("open", Texts.said("It is open today")), ("closed", Texts.said("It is closed today")),
            ("kitchen", Texts.said("The kitchen closes at a certain time today")), ("phone", Texts.said("The phone number is wrong")),
        ]
        let kinds = all.filter { $0.0 != "kitchen" || isEating }
        let known = Texts.said(place.phone.isEmpty ? "No number is known yet." : "The number now: \(place.phone).")
        let errors = complaint.errors
        let kind = FormField("kind", Texts.said("At \(PlaceName.shown(place))"), draft.kind?.rawValue ?? "", kind: .choice, errors: errors)
            .offering(kinds)
        let kitchen = isEating ? [FormField("time", "Kitchen closes at", draft.time, kind: .time, errors: errors)] : []
        let phone = FormField("phone", "Right phone number, if you know it", draft.phone, hint: known, errors: errors).filled(by: "off")
        return FormPage(
            layout: layout.layout, heading: "What did you see?", action: Path.reportPlace(layout.slug, place.id),
            fields: [kind] + kitchen + [phone], submit: "Report"
        )
        .with(intro: "Everybody on the trip sees it with your name and the time. What you say about today ends with the day.")
        .with(other: ("Back", Path.place(layout.slug, place.id)))
        .with(problem: complaint.problem)
        .narrow
    }

    /// - Parameter last: the note that it was filled from.
    package static func note(
        layout: TripLayout, place: KnownPlace, _ draft: NoteDraft, last: ID?, _ complaint: Complaint
    ) -> FormPage {
        FormPage(
            layout: layout.layout, heading: Texts.said("Note about \(PlaceName.shown(place))"),
            action: Path.placeNote(layout.slug, place.id),
            fields: [
                FormField(
                    "text", "Note", draft.text, kind: .text, hint: "For instance: 24 booked at 19:00, ask for Rosa. Everybody reads it.",
                    errors: complaint.errors),
                FormField("recommended", "Recommend it", draft.isRecommended ? "on" : "", kind: .tick, errors: complaint.errors),
                FormField(
                    "hidden", "Hide it from travellers’ lists and map", draft.isHidden ? "on" : "", kind: .tick,
                    hint: "Its page stays, with the reason. Hosts still see it on the list.", errors: complaint.errors),
                FormField("reason", "Why it is hidden", draft.reason, errors: complaint.errors),
            ], submit: "Save"
        )
        .with(hidden: [("last", last?.description ?? "")])
        .with(other: ("Back", Path.place(layout.slug, place.id)))
        .with(problem: complaint.problem)
        .narrow
    }

    /// - Parameter id: nil for a new one.
    package static func own(
        layout: TripLayout, id: ID?, _ draft: OwnPlaceDraft, map: FormField.PinMap?, _ complaint: Complaint
    ) -> FormPage {
        let errors = complaint.errors
        let kinds = PlaceGroup.allCases.flatMap { group in
            group.kinds.map { ($0.rawValue, Texts.said(text: group.label) + ": " + Texts.said(text: $0.label)) }
        }
        let hint = "As OpenStreetMap writes it: Mo-Fr 09:00-18:00; Sa 10:00-14:00. Leave it empty if you do not know them."
        let back = id.map { Path.place(layout.slug, .added($0)) } ?? Path.places(layout.slug)
        return FormPage(
            layout: layout.layout, heading: id == nil ? "Add a place" : "Edit this place",
            action: id.map { Path.editPlace(layout.slug, .added($0)) } ?? Path.newPlace(layout.slug),
            fields: [
                FormField("name", "Name", draft.name, errors: errors, isRequired: true),
                FormField("kind", "What it is", draft.kind, kind: .choice, errors: errors).offering(kinds),
            ] + (map.map { [FormField("place", "", "", kind: .pin($0))] } ?? []) + [
                FormField(
                    "place_latitude", "Latitude", draft.latitude, hint: "Decimal degrees. A tap on the map fills both in.",
                    errors: moved(errors), isRequired: true),
                FormField("place_longitude", "Longitude", draft.longitude, errors: errors, isRequired: true),
                FormField("hours", "Opening hours", draft.hours, hint: hint, errors: errors),
                FormField("phone", "Phone", draft.phone, errors: errors),
                FormField("website", "Website", draft.website, errors: errors),
            ], submit: id == nil ? "Add the place" : "Save"
        )
        .with(intro: "For what the map lacks. Only this trip sees it.")
        .with(hidden: [("version", String(draft.version))])
        .with(other: ("Cancel", back))
        .with(problem: complaint.problem)
    }

    /// The service knows the field by a shorter name.
    private static func moved(_ errors: [FieldError]) -> [FieldError] {
        errors.map { $0.field == "latitude" ? FieldError("place_latitude", $0.message) : $0 }
    }
}

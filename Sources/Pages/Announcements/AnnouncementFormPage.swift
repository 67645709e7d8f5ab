import Domain

/// Where an announcement is written: what it says, to whom it goes, when.
package struct AnnouncementFormPage: Page {
    package struct Answer: Sendable {
        let name: String
        let label: String
        let value: String
        let asks: String
        let isAsking: Bool
        let help: String
        let isForHelp: Bool
        let error: String?
        let hasFocus: Bool
    }
    /// What the form is about, and where it goes.
    package struct Setting: Sendable {
        let id: ID
        /// What it is typed over; nil for a new one.
        let version: Int?
        let choices: AudienceChoices
        let maps: Maps
        /// That is kept already.
        let photo: AnnouncedPhoto?
        /// How many urgent ones may still go out this hour; nil for any number.
        let urgentLeft: Int?
        let signer: String
        package init(
            id: ID, version: Int?, choices: AudienceChoices, maps: Maps, photo: AnnouncedPhoto?, urgentLeft: Int?, signer: String
        ) {
            (self.id, self.version, self.choices, self.maps, self.photo) = (id, version, choices, maps, photo)
            (self.urgentLeft, self.signer) = (urgentLeft, signer)
        }

        /// Where a place is set, and where an area is drawn; nil while there is no map data.
        package typealias Maps = (place: FormField.PinMap?, area: FormField.PinMap?)
    }

    /// What stands on one of an urgency, as the phone beside the form shows it.
    package struct Chip: Sendable {
        let value: String
        let label: String
        let style: String
    }

    let layout: Layout
    /// Its heading, hidden fields and what is wrong.
    let form: FormPage
    let words: [FormField]
    let answers: [Answer]
    let isAnswersOpen: Bool
    let rows: [AudienceRow]
    let audienceError: String?
    let area: AnnouncementAreaPart
    let photo: AnnouncementPhotoPart
    let later: FormField
    let urgency: FormField
    var chips: [Chip] {
        Urgency.allCases.compactMap { one in one.chip.map { Chip(value: String(one.rawValue), label: $0, style: one.style) } }
    }
    let folds: [FormPage.Fold]
    let preview: Link
    let roster: Link
    let map: Link
    let cancel: Link
    let signer: String
    let answerLimit: Int

    package init(layout tripLayout: TripLayout, setting: Setting, typed: AnnouncementTyped, complaint: Complaint) {
        let (slug, errors) = (tripLayout.slug, complaint.errors)
        layout = tripLayout.layout
        let isNew = setting.version == nil
        let heading = !isNew ? "Edit announcement" : typed["corrects"].isEmpty ? "New announcement" : "Correct an announcement"
        words = AnnouncementFormPage.words(typed, errors)
        urgency = AnnouncementFormPage.urgency(typed, errors, left: setting.urgentLeft)
        let offered = AudienceRow.offered(setting.choices)
        let conditions = typed.conditions.isEmpty ? [("all", "everyone")] : typed.conditions
        rows = conditions.enumerated().map { AudienceRow($0.offset + 1, $0.element, offered: offered) }
        let audience = FormField("audience", "Who gets it", errors: errors)
        audienceError = audience.error
        let drawn = AnnouncementAreaPart(typed, errors, map: setting.maps.area)
        photo = AnnouncementPhotoPart(typed, errors, photo: setting.photo, slug: slug)
        later = FormField("later", "Also send it to people who match later", typed["later"], kind: .tick)
        let folded = AnnouncementFormPage.folds(typed, errors, setting, tripLayout)
        let told = AnnouncementFormPage.answerFields(typed, errors)
        let fields = words + [urgency, audience] + drawn.fields + told + [photo.field, photo.words] + folded.flatMap(\.fields)
        answers = told.map { AnnouncementFormPage.answer($0.focused(among: fields), typed) }
        isAnswersOpen = answers.contains { !$0.value.isEmpty || $0.error != nil }
        (area, folds) = (drawn.focused(among: fields), folded.map { $0.focused(among: fields) })
        form = FormPage(
            layout: layout, heading: heading,
            action: isNew ? Path.newAnnouncement(slug) : Path.editAnnouncement(slug, setting.id), fields: fields,
            submit: "Review"
        )
        .with(
            hidden: [("announcement", setting.id.description), ("corrects", typed["corrects"])]
                + (setting.version.map { [("version", String($0))] } ?? [])
        )
        .with(problem: complaint.problem)
        preview = Path.announcementAudience(slug)
        (roster, map) = (Path.roster(slug), Path.map(slug))
        cancel = isNew ? Path.announcements(slug) : Path.announcement(slug, setting.id)
        signer = setting.signer
        answerLimit = AnnouncementContent.answerLength
    }
    package func render(into out: inout HTMLBuffer) { Template.announcementsAnnounceForm(self, &out) }

    private static func words(_ typed: AnnouncementTyped, _ errors: [FieldError]) -> [FormField] {
        let fields = [
            FormField("title", "Title", typed["title"], hint: "What a phone shows first.", errors: errors, isRequired: true),
            FormField(
                "text", "Text", typed["text"], kind: .text, hint: "Plain text. Addresses that begin with https:// become links.",
                errors: errors),
        ]
        return fields.map { $0.among(fields) }
    }

    private static func urgency(_ typed: AnnouncementTyped, _ errors: [FieldError], left: Int?) -> FormField {
        let value = typed["urgency"].isEmpty ? String(Urgency.normal.rawValue) : typed["urgency"]
        let hint = left == 0 ? "No urgent announcements are left for this hour: only an admin can send more." : nil
        return FormField("urgency", "Urgency", value, kind: .choice, hint: hint, errors: errors)
            .offering(Urgency.allCases.map { (String($0.rawValue), $0.choice) })
    }

    private static func answerFields(_ typed: AnnouncementTyped, _ errors: [FieldError]) -> [FormField] {
        (1...AnnouncementContent.answerLimit).map { FormField("answer_\($0)", "Answer \($0)", typed["answer_\($0)"], errors: errors) }
    }

    private static func answer(_ field: FormField, _ typed: AnnouncementTyped) -> Answer {
        let number = field.name.dropFirst("answer_".count)
        return Answer(
            name: field.name, label: field.label, value: field.value, asks: "asks_\(number)",
            isAsking: typed["asks_\(number)"] == "on", help: "help_\(number)", isForHelp: typed["help_\(number)"] == "on",
            error: field.error, hasFocus: field.hasFocus)
    }

    private static func folds(
        _ typed: AnnouncementTyped, _ errors: [FieldError], _ setting: Setting, _ tripLayout: TripLayout
    ) -> [FormPage.Fold] {
        func field(_ name: String, _ label: String, _ kind: FormField.Kind = .line, hint: String? = nil) -> FormField {
            FormField(name, label, typed[name], kind: kind, hint: hint, errors: errors)
        }
        let zone = tripLayout.trip.zone.abbreviation(at: tripLayout.now)
        let events = [("", Texts.said("No event"))] + setting.choices.events.map { ($0.id.description, $0.name) }
        let place = ["event", "place", "place_latitude", "place_longitude"]
        let times = ["schedule_day", "schedule_time", "expires_day", "expires_time"]
        func isTyped(_ names: [String]) -> Bool { names.contains { !typed[$0].isEmpty } }
        return [
            FormPage.Fold(
                "Event or place", isOpen: isTyped(place),
                fields: [
                    field("event", "Event", .choice).offering(events),
                    field("place", "Place", hint: "For instance: the lodge’s front door."),
                ] + (setting.maps.place.map { [field("place_map", "", .pin($0))] } ?? [])
                    + [field("place_latitude", "Latitude"), field("place_longitude", "Longitude")]),
            FormPage.Fold(
                "Time and signature", isOpen: isTyped(times) || errors.contains { $0.field == "signed_by" },
                fields: [
                    field("schedule_day", "Send on", .date, hint: "Leave empty to send it at once."),
                    field("schedule_time", "Send at", .time, hint: zone),
                    field(
                        "expires_day", "Valid until", .date,
                        hint: "Left empty, a question is open until its day ends, and all else holds for a week or until the trip ends."),
                    field("expires_time", "Until", .time, hint: zone), field("signed_by", "Signed by", hint: setting.signer),
                ]),
        ]
    }
}

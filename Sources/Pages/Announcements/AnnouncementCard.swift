import Domain

/// An announcement as those see it who get it.
package struct AnnouncementCard: Sendable {
    package struct Attached: Sendable {
        let name: String
        let detail: String?
        let link: Link?
    }
    let title: String
    let urgency: String?
    let urgencyStyle: String
    let signed: String
    let sent: TimeText?
    let text: [TextPart]
    var hasText: Bool { !text.isEmpty }
    let event: Attached?
    let place: Attached?
    let photo: AnnouncedPicture?
    /// The buttons, with which nothing is answered here.
    let answers: [AnswerPanel.Button]
    var hasAnswers: Bool { !answers.isEmpty }

    /// What a reader may open of what is attached.
    struct Reader {
        let trip: Trip
        let role: Role
        let opensEvent: Bool
        let now: Instant
    }

    init(_ content: AnnouncementContent, sentAt: Instant?, event: Event?, reader: Reader) {
        let (slug, zone, now) = (reader.trip.fields.slug, reader.trip.zone, reader.now)
        title = content.title
        (urgency, urgencyStyle) = (content.urgency.chip, content.urgency.style)
        signed = content.signedBy
        sent = sentAt.map { TimeText($0, zone: zone, now: now) }
        text = TextPart.parts(content.text)
        self.event = event.map { event in
            let link = reader.role.isStaff ? Path.event(slug, event.id) : Path.myEvent(slug, event.id)
            return Attached(
                name: event.fields.title, detail: EventText(zone: zone, now: now).sentence(event.fields),
                link: reader.opensEvent ? link : nil)
        }
        place = content.place.map { place in
            Attached(name: place.name, detail: nil, link: place.coordinates.map { AnnouncementCard.map(slug, $0, reader.role) })
        }
        photo = content.photo.map { AnnouncedPicture($0, slug: slug, within: 960) }
        answers = AnswerPanel.buttons(content.answers, chosen: nil)
    }

    private static func map(_ slug: String, _ place: Coordinates, _ role: Role) -> Link {
        (role.isStaff ? Path.map : Path.myMap)(slug).around(place, zoom: 16)
    }
}

extension Urgency {
    /// What stands on it; nothing on a normal one.
    var chip: String? {
        switch self {
        case .low: Texts.said("Low urgency")
        case .normal: nil
        case .high: Texts.said("Important")
        case .urgent: Texts.said("Urgent")
        }
    }
    var style: String {
        switch self {
        case .low, .normal: ""
        case .high: "warn"
        case .urgent: "bad"
        }
    }
    /// As a form offers it.
    var choice: String {
        switch self {
        case .low: Texts.said("Low: no hurry")
        case .normal: Texts.said("Normal")
        case .high: Texts.said("High: important today")
        case .urgent: Texts.said("Urgent: on every channel at once, also at night")
        }
    }
}

extension AnnouncementState {
    var style: String {
        switch self {
        case .draft: ""
        case .scheduled: "warn"
        case .sent: "ok"
        case .recalled: "bad"
        }
    }
}

/// An announcement among the messages of the trip's conversation: what it is, and where it is answered.
package struct AnnouncedLine: Sendable {
    let title: String
    let signed: String
    let link: Link
    let time: TimeText?
    /// When it was sent, as messages say it: they are placed after it if they came later.
    let milliseconds: String
    let isCorrected: Bool
    let photo: AnnouncedPicture?
    /// For staff, of one that is not for everybody: "To: People in “Bus 1” · 24 people".
    let audience: String?

    /// - Parameter people: how many it is for; nil for whoever may not know.
    init(_ announcement: Announcement, _ layout: TripLayout, people: Int?) {
        let isForAll = announcement.content.audience == AnnouncementAudience([(.all, .everyone)])
        let to = people.map { Texts.said("To: \(announcement.audienceWords) · \(counted($0, "person", "people"))") }
        audience = isForAll ? nil : to
        (title, signed) = (announcement.content.title, announcement.content.signedBy)
        link = Path.announcement(layout.slug, announcement.id)
        time = announcement.sentAt.map { TimeText($0, zone: layout.trip.zone, now: layout.now) }
        milliseconds = announcement.sentAt.map { String($0.milliseconds) } ?? ""
        isCorrected = announcement.correctedBy != nil
        photo = announcement.content.photo.map { AnnouncedPicture($0, slug: layout.slug, within: 64) }
    }
}

import Domain

/// What stands in the form of an announcement: as it was typed, or as it is stored.
package struct AnnouncementTyped: Sendable {
    package typealias Condition = (part: String, condition: String)
    /// The condition that asks about the area of the form's own fields.
    package static let drawn = "drawn"
    package var values: [String: String]
    package var conditions: [Condition]
    package init(values: [String: String], conditions: [Condition]) { (self.values, self.conditions) = (values, conditions) }

    package init(_ content: AnnouncementContent, zone: TripZone) {
        var values = [
            "title": content.title, "text": content.text, "urgency": String(content.urgency.rawValue), "signed_by": content.signedBy,
            "event": content.event?.description ?? "", "place": content.place?.name ?? "",
            "place_latitude": content.place?.coordinates.map { decimal($0.latitude, 6) } ?? "",
            "place_longitude": content.place?.coordinates.map { decimal($0.longitude, 6) } ?? "",
            "photo": content.photo?.id.description ?? "", "photo_words": content.photo?.words ?? "",
            "later": content.addsLater ? "on" : "", "corrects": content.corrects?.description ?? "",
        ]
        for (index, answer) in content.answers.enumerated() {
            values["answer_\(index + 1)"] = answer.label
            values["asks_\(index + 1)"] = answer.asksText ? "on" : ""
            values["help_\(index + 1)"] = answer.asksForHelp ? "on" : ""
        }
        for (name, moment) in [("schedule", content.scheduledAt), ("expires", content.expiresAt)] {
            guard let local = moment.map(zone.local) else { continue }
            (values[name + "_day"], values[name + "_time"]) = (local.day.description, local.clock)
        }
        self.values = values
        conditions = content.audience.conditions.map { ($0.part.rawValue, $0.condition.text) }
        // There is one drawing: further areas stay as they are.
        if let area = content.audience.conditions.lazy.compactMap(\.condition.area).first { draw(area) }
    }

    /// Puts an area into the form's fields; conditions that ask about it ask about these.
    package mutating func draw(_ area: AnnouncedArea) {
        (values["area_points"], values["area_radius"]) = (area.points, area.radius)
        let text = AudienceCondition.inside(area).text
        conditions = conditions.map { $0.condition == text ? (part: $0.part, condition: AnnouncementTyped.drawn) : $0 }
    }
    /// Whether a condition asks about the form's area.
    var isDrawn: Bool { conditions.contains { $0.condition == AnnouncementTyped.drawn } }

    package subscript(name: String) -> String { values[name] ?? "" }

    /// Every field by name, for a page that keeps them.
    var fields: [(String, String)] {
        values.filter { !$0.value.isEmpty }.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
            + conditions.flatMap { [("part", $0.part), ("condition", $0.condition)] }
    }
}

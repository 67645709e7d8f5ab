import Domain

/// Where the area of an audience is drawn: on a map, or by coordinates.
package struct AnnouncementAreaPart: Sendable {
    let isOpen: Bool
    let map: FormField.PinMap?
    /// Whether the coordinates are what one begins with: without a map, and where something is wrong with them.
    let isTyped: Bool
    private(set) var fields: [FormField]

    init(_ typed: AnnouncementTyped, _ errors: [FieldError], map: FormField.PinMap?) {
        self.map = map
        fields = [
            FormField(
                "area_points", "Corners", typed["area_points"], kind: .text,
                hint: "Latitude and longitude of each corner, a line each: 46.4275, 9.2345. One line alone is a point with a radius.",
                errors: errors),
            FormField("area_radius", "Radius of a point", typed["area_radius"], hint: "From 50 to 50,000.", errors: errors).in("metres"),
        ]
        isTyped = map == nil || fields.contains(where: \.isInvalid)
        isOpen = typed.isDrawn || !typed["area_points"].isEmpty || fields.contains(where: \.isInvalid)
    }

    func focused(among all: [FormField]) -> AnnouncementAreaPart {
        var part = self
        part.fields = fields.map { $0.focused(among: all) }
        return part
    }
}

extension AreaCount {
    /// "4 people are inside by a position of the last 30 min. 2 people have an older one: they count as outside."
    package var sentence: String {
        let found =
            inside == 0
            ? Texts.said("Nobody is inside by a position of the last \(minutes) min.")
            : Texts.said("\(counted(inside, "person is", "people are")) inside by a position of the last \(minutes) min.")
        let unseen = [
            older == 0 ? nil : Texts.said("\(counted(older, "person has", "people have")) an older one"),
            unknown == 0 ? nil : Texts.said("\(counted(unknown, "person shows", "people show")) none"),
        ].compactMap(\.self)
        return unseen.isEmpty ? found : found + " " + Texts.said("\(unseen.joined(separator: ", ")): they count as outside.")
    }
}

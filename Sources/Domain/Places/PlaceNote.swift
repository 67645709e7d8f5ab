/// What hosts say of a place to everybody on the trip. The newest of a place counts.
package struct PlaceNote: Sendable, Equatable {
    package static let textLimit = 500
    package static let reasonLimit = 200
    package let id: ID
    package let text: String
    package let isRecommended: Bool
    /// Why it is hidden from the trip's lists; nil for a place that is not.
    package let hiddenReason: String?
    package let madeAt: Instant
    package let author: String
    package init(id: ID, text: String, isRecommended: Bool, hiddenReason: String?, madeAt: Instant, author: String) {
        self.id = id
        self.text = text
        self.isRecommended = isRecommended
        self.hiddenReason = hiddenReason
        self.madeAt = madeAt
        self.author = author
    }

    /// Whether it says nothing any more.
    package var isEmpty: Bool { text.isEmpty && !isRecommended && hiddenReason == nil }
}

/// A note as it was typed.
package struct NoteDraft: Sendable, Equatable {
    package var text = ""
    package var isRecommended = false
    package var isHidden = false
    package var reason = ""
    package init() {}
    package init(_ note: PlaceNote) {
        (text, isRecommended, isHidden, reason) = (note.text, note.isRecommended, note.hiddenReason != nil, note.hiddenReason ?? "")
    }

    package var errors: [FieldError] {
        var check = Validation()
        let (limit, count) = (grouped(PlaceNote.textLimit), grouped(text.count))
        check.require(text.count <= PlaceNote.textLimit, "text", "At most \(limit) characters, this has \(count).")
        check.require(!isHidden || !tidyLine(reason).isEmpty, "reason", "Say why it is hidden: people will ask.")
        check.require(reason.count <= PlaceNote.reasonLimit, "reason", "At most \(grouped(PlaceNote.reasonLimit)) characters.")
        check.require(!(isHidden && isRecommended), "recommended", "Recommend the place or hide it, not both.")
        return check.errors
    }
}

/// What people report of one place and hosts note of it, as one of the trip reads it.
package struct PlaceSaid: Sendable {
    package var reports = PlaceReports.none
    package var note: PlaceNote?
    package static let nothing = PlaceSaid()
    package init() {}

    /// As far as it holds on other days than today.
    package var lasting: PlaceSaid {
        var said = self
        said.reports = reports.lasting
        return said
    }
    package var isHidden: Bool { note?.hiddenReason != nil }
    package var isRecommended: Bool { note?.isRecommended == true }
}

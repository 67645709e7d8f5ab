/// What people wrote about the places of a trip, as every one of them reads it: kept until somebody writes something.
package struct PlaceVoices: Sendable {
    package let ratings: PlaceRatings
    /// The newest photo of each place.
    package let photos: [PlaceID: ID]
    package let notes: [PlaceID: PlaceNote]
    package let added: [OwnPlace]
    /// Also of those that are over by now.
    private let reports: [PlaceID: PlaceReports]

    package init(
        ratings: PlaceRatings, photos: [PlaceID: ID], notes: [PlaceID: PlaceNote], added: [OwnPlace], reports: [PlaceID: PlaceReports]
    ) {
        (self.ratings, self.photos, self.notes, self.added, self.reports) = (ratings, photos, notes, added, reports)
    }

    /// Of the places of which somebody reports or notes something that holds at a moment.
    package func said(at now: Instant) -> [PlaceID: PlaceSaid] {
        var said: [PlaceID: PlaceSaid] = [:]
        for (place, reports) in reports {
            let holding = PlaceReports(reports.all.filter { $0.holds(at: now) })
            if !holding.isEmpty { said[place, default: .nothing].reports = holding }
        }
        for (place, note) in notes { said[place, default: .nothing].note = note }
        return said
    }
}

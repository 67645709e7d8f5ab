/// Somebody calls for help. Open until a host says by name that they have it.
package struct Alert: Sendable, Equatable {
    package enum Source: String, Sendable { case page, tracker }

    /// Where they were when they called, as far as anybody knew.
    package struct Place: Sendable, Equatable {
        package let coordinates: Coordinates
        /// Metres.
        package let accuracy: Double?
        package let fixedAt: Instant
        package init(coordinates: Coordinates, accuracy: Double?, fixedAt: Instant) {
            self.coordinates = coordinates
            self.accuracy = accuracy
            self.fixedAt = fixedAt
        }
    }

    package static let textLimit = 300

    package let id: ID
    package let tripID: ID
    package let memberID: ID
    package let memberName: String
    package let phone: String
    package let source: Source
    package let text: String
    package let isTest: Bool
    package let raisedAt: Instant
    package let place: Place?
    package let acknowledgedAt: Instant?
    package let acknowledgedBy: String
    package init(
        id: ID, tripID: ID, memberID: ID, memberName: String, phone: String, source: Source, text: String, isTest: Bool,
        raisedAt: Instant, place: Place?, acknowledgedAt: Instant? = nil, acknowledgedBy: String = ""
    ) {
        self.id = id
        self.tripID = tripID
        self.memberID = memberID
        self.memberName = memberName
        self.phone = phone
        self.source = source
        self.text = text
        self.isTest = isTest
        self.raisedAt = raisedAt
        self.place = place
        self.acknowledgedAt = acknowledgedAt
        self.acknowledgedBy = acknowledgedBy
    }
}

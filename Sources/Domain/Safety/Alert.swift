/// Somebody calls for help, once or again. Open until a host says by name that they have it.
package struct Alert: Sendable, Equatable {
    /// Where a call came from: the button on the page, or a phone app's alarm. The raw value is stored.
    package enum Source: String, Sendable { case page, tracker }

    /// Where they were when they called, as far as anybody knew.
    package struct Location: Sendable, Equatable {
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

    /// One call. Who calls again while the first is open adds to it.
    package struct Call: Sendable, Equatable {
        package let id: ID
        package let source: Source
        package let text: String
        /// When they called; from a dead zone it arrives later.
        package let calledAt: Instant
        package let receivedAt: Instant
        package let place: Location?
        package init(id: ID, source: Source, text: String, calledAt: Instant, receivedAt: Instant, place: Location?) {
            self.id = id
            self.source = source
            self.text = text
            self.calledAt = calledAt
            self.receivedAt = receivedAt
            self.place = place
        }
    }

    package static let textLimit = 300

    package let id: ID
    package let tripID: ID
    package let memberID: ID
    package let memberName: String
    package let phone: String
    package let isTest: Bool
    package let raisedAt: Instant
    package let acknowledgedAt: Instant?
    package let acknowledgedBy: String
    /// In the order in which they arrived; never empty.
    package let calls: [Call]
    /// False while a full disk has not stored all of it: the rest is only in memory, and lost after a restart.
    package let isStored: Bool
    package init(
        id: ID, tripID: ID, memberID: ID, memberName: String, phone: String, isTest: Bool, raisedAt: Instant, calls: [Call],
        acknowledgedAt: Instant? = nil, acknowledgedBy: String = "", isStored: Bool = true
    ) {
        self.id = id
        self.tripID = tripID
        self.memberID = memberID
        self.memberName = memberName
        self.phone = phone
        self.isTest = isTest
        self.raisedAt = raisedAt
        self.calls = calls
        self.acknowledgedAt = acknowledgedAt
        self.acknowledgedBy = acknowledgedBy
        self.isStored = isStored
    }

    /// The same alert with other calls.
    package func with(_ calls: [Call], isStored: Bool = true) -> Alert {
        Alert(
            id: id, tripID: tripID, memberID: memberID, memberName: memberName, phone: phone, isTest: isTest, raisedAt: raisedAt,
            calls: calls, acknowledgedAt: acknowledgedAt, acknowledgedBy: acknowledgedBy, isStored: isStored)
    }

    /// The same alert in somebody's hands. The name is kept as it is now.
    package func acknowledged(by name: String, at now: Instant) -> Alert {
        Alert(
            id: id, tripID: tripID, memberID: memberID, memberName: memberName, phone: phone, isTest: isTest, raisedAt: raisedAt,
            calls: calls, acknowledgedAt: now, acknowledgedBy: name, isStored: isStored)
    }

    /// The newest position that came with any of the calls.
    package var place: Location? { calls.compactMap(\.place).max { $0.fixedAt < $1.fixedAt } }
    package var newest: Call? { calls.last }
    package var text: String { calls.map(\.text).filter { !$0.isEmpty }.joined(separator: " / ") }
}

/// An alert that nobody has yet, with its trip: it is shown whatever trip is open.
package struct OpenCall: Sendable {
    package let alert: Alert
    package let trip: Trip
    package init(alert: Alert, trip: Trip) {
        self.alert = alert
        self.trip = trip
    }
}

/// The member's own call, and the phone number of the person who took it; empty if nobody has, or if they gave none.
package struct OwnAlert: Sendable {
    package let alert: Alert
    package let takerPhone: String
    package init(alert: Alert, takerPhone: String) {
        self.alert = alert
        self.takerPhone = takerPhone
    }
}

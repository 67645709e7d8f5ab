/// How somebody on the roster gets in.
package enum JoinState: Sendable, Equatable {
    case noLink
    /// The link was made and not used yet.
    case invited(until: Instant)
    case expired
    case joined
}

/// Somebody who found the trip's link and waits for a host.
package struct JoinRequest: Sendable, Equatable {
    package let id: ID
    package let tripID: ID
    package let firstName: String
    package let lastName: String
    package let phone: String
    package let note: String
    package let askedAt: Instant
    package let decidedAt: Instant?
    /// The member whom a host made of them, or let them be.
    package let memberID: ID?
    package let isUsed: Bool
    package init(
        id: ID, tripID: ID, firstName: String, lastName: String, phone: String, note: String, askedAt: Instant,
        decidedAt: Instant? = nil, memberID: ID? = nil, isUsed: Bool = false
    ) {
        self.id = id
        self.tripID = tripID
        self.firstName = firstName
        self.lastName = lastName
        self.phone = phone
        self.note = note
        self.askedAt = askedAt
        self.decidedAt = decidedAt
        self.memberID = memberID
        self.isUsed = isUsed
    }
    package var name: String { [firstName, lastName].filter { !$0.isEmpty }.joined(separator: " ") }
}

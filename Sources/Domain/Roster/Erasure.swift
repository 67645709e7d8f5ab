/// A member who will be gone, unless they or a host think again.
package struct Erasure: Sendable {
    /// When the rest follows the positions, which are gone already.
    package let due: Instant
    /// Who asked for it, as a host wrote it down; empty where the member did so themselves.
    package let askedBy: String
    /// The host who began it.
    package let hostName: String
    package init(due: Instant, askedBy: String, hostName: String) {
        self.due = due
        self.askedBy = askedBy
        self.hostName = hostName
    }
}

/// What a host types to erase a member.
package struct ErasureRequest: Sendable {
    package static let askedByLimit = 100
    package let askedBy: String
    package let name: String
    package init(askedBy: String, name: String) {
        self.askedBy = tidyLine(askedBy)
        self.name = tidyLine(name)
    }

    /// - Parameter fullName: of the member, to be typed again as it is.
    package func check(_ fullName: String) throws(Refusal) {
        var check = Validation()
        check.require(!askedBy.isEmpty, "asked_by", "Say who asked for it, and how.")
        check.require(askedBy.count <= ErasureRequest.askedByLimit, "asked_by", "At most \(ErasureRequest.askedByLimit) characters.")
        check.require(folded(name) == folded(tidyLine(fullName)), "name", "Type the name exactly as above: \(fullName).")
        try check.check()
    }
}

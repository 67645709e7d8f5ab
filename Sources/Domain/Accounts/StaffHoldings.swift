/// What a member holds on a trip as staff, and gives up by leaving.
package struct StaffHoldings: Sendable {
    package let role: Role
    package let isCoHost: Bool
    /// Number of open cases that they have claimed.
    package let cases: Int
    /// Names of the groups they lead.
    package let groups: [String]
    /// No other member is a permanent host.
    package let isLastHost: Bool
    /// Names of other staff who could become host.
    package let others: [String]
    package init(role: Role, isCoHost: Bool, cases: Int, groups: [String], isLastHost: Bool, others: [String]) {
        self.role = role
        self.isCoHost = isCoHost
        self.cases = cases
        self.groups = groups
        self.isLastHost = isLastHost
        self.others = others
    }

    /// - Throws: a conflict that says what is to be done first.
    package func requireLeavable() throws(Refusal) {
        guard role != .traveller || isCoHost else {
            throw .conflict("You have no role on this trip to give up. Under “Me” you can ask to be deleted from it.")
        }
        guard isLastHost else { return }
        let next = others.prefix(3).joined(separator: ", ")
        throw .conflict(
            "You are this trip’s only host. Make somebody else a host first, under Staff."
                + (next.isEmpty ? " Nobody else on the staff has joined yet: invite somebody." : " You could choose \(next)."))
    }
}

import Domain

/// What one change of the roster is made of.
extension RosterStore {
    package struct NewMember: Sendable {
        package let id: ID
        package let fields: MemberFields
        package let role: Role
        package let accountID: ID?
        /// Who sees where they are until they choose themselves.
        package let sharing: SharingLevel
        package init(
            id: ID, fields: MemberFields, role: Role = .traveller, accountID: ID? = nil, sharing: SharingLevel = .hosts
        ) {
            self.sharing = sharing
            self.id = id
            self.fields = fields
            self.role = role
            self.accountID = accountID
        }
    }

    package struct Change: Sendable {
        let id: ID
        let expectedVersion: Int?
        let transform: @Sendable (MemberFields) -> MemberFields
        /// - Parameter expectedVersion: the member's version that the change started from; nil takes any.
        package init(
            id: ID, expectedVersion: Int? = nil, transform: @escaping @Sendable (MemberFields) -> MemberFields
        ) {
            self.id = id
            self.expectedVersion = expectedVersion
            self.transform = transform
        }
    }

    package struct Batch: Sendable {
        package var added: [NewMember] = []
        package var changed: [Change] = []
        /// Own columns that come along.
        package var columns: [OwnColumn] = []
        /// The roster version that the batch was planned on; nil takes any.
        package var expectedRosterVersion: Int?
        /// What the audit trail calls it.
        package var action = RosterAction.changed
        package init() {}
    }
}

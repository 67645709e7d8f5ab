import Domain
import Store

/// Staff leave a trip by themselves.
package struct LeavingService: Sendable {
    let store: StaffStore
    let sharing: SharingService
    let system: SystemInputs

    /// What the reader would give up by leaving.
    /// - Throws: a conflict if the reader cannot leave; it says what must be done first.
    package func holdings(_ access: MemberAccess) throws -> StaffHoldings {
        let held = try store.holdings(of: access.member, trip: access.trip.id)
        try held.requireLeavable()
        return held
    }

    package func leave(staysAsTraveller: Bool, isSure: Bool, _ access: MemberAccess) async throws {
        let member = access.member
        _ = try holdings(access)
        guard isSure else { throw Refusal.invalid([FieldError("sure", "Tick the box to confirm that you mean it.")]) }
        try await store.leave(
            member, account: access.actor.account.id, trip: access.trip.id, staysAsTraveller: staysAsTraveller, by: access.author,
            at: system.now())
        if !staysAsTraveller { try await sharing.set(.off, .trip, access) }
        try await sharing.refresh()
    }
}

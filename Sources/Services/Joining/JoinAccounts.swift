import Domain
import Store

/// Somebody who has an account asks to be let into a trip.
extension JoinService {
    /// Requests of one account for one trip in a day.
    private static let dailyLimit = 3
    /// For how long one reads that a host has declined.
    private static let declinedLife = Duration.days(7)

    static func limits(at now: Instant) -> JoinStore.Limits {
        .init(ofTrip: JoinService.requestLimit, ofAccount: (JoinService.dailyLimit, now - .hours(24)))
    }

    package func ownRequests(_ actor: Actor) throws -> [OwnJoinRequest] {
        try store.requests(of: actor.account.id, declinedSince: system.now() - JoinService.declinedLife)
    }

    package func isWaiting(_ actor: Actor, for trip: Trip) throws -> Bool {
        try store.isWaiting(account: actor.account.id, trip: trip.id)
    }

    /// Who waits to be let in; nobody for whoever decides nothing.
    package func waiting(_ access: some TripProof) throws -> [JoinRequest] {
        isDecided(by: access) ? try store.openRequests(trip: access.trip.id) : []
    }

    package func waitingCount(_ access: some TripProof) throws -> Int {
        isDecided(by: access) ? try store.openCount(trip: access.trip.id) : 0
    }

    private func isDecided(by access: some TripProof) -> Bool { access.role == .host && access.trip.archivedAt == nil }

    package func withdraw(_ request: ID, by actor: Actor) async throws {
        try await store.withdraw(request, account: actor.account, at: system.now())
    }

    /// The last word of a trip's link, whole or by itself, as somebody pasted it.
    /// - Throws: `.invalid` beside "link" for what leads to no trip.
    package func linkToken(in text: String) throws -> String {
        let text = tidyLine(text).prefix { $0 != "?" && $0 != "#" }
        let token = String(text.split(separator: "/").last ?? "")
        guard try store.trip(linkToken: token) != nil else {
            throw Refusal.invalid([
                FieldError("link", "This link leads to no trip, or a host has switched it off. Ask your host for the current one.")
            ])
        }
        return token
    }
}

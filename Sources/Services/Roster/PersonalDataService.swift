import Domain
import Live
import Logging
import Store

/// What is kept of a traveller: to take along, and to have deleted.
package struct PersonalDataService: Sendable {
    package static let grace = Duration.days(7)
    private static let trackLimit = 200_000
    let store: DeletionStore
    let roster: RosterStore
    let friends: FriendService
    let fixes: FixStore
    let events: EventStore
    let alerts: AlertStore
    let messages: MessageStore
    let sharing: SharingService
    let directory: TrackerDirectory
    let surroundings: Surroundings

    /// Files by name: a profile, answers, what happened, the way on the map.
    package func files(_ access: TripAccess) async throws -> [(name: String, text: String)] {
        let (member, now) = (try friends.own(access), surroundings.now())
        let fields = try roster.ownFields(member.id, trip: access.trip.id) ?? member.fields
        let profile = MemberField.allCases.filter { !$0.isInternal }.map { "  \(json($0.rawValue)): \(json(fields[$0]))" }
        let answers = try events.list(trip: access.trip.id, member: member.id).filter { $0.own != nil && $0.event.state != .draft }.map {
            [$0.event.fields.title, $0.event.fields.startsAt.iso8601, $0.own?.rawValue ?? ""]
        }
        let history = try friends.history(access).map { entry in
            [
                entry.at.iso8601, entry.actorName, entry.action,
                entry.changes.map { "\($0.field): \($0.from) → \($0.to)" }.joined(separator: "; "),
            ]
        }
        let calls = try alerts.all(of: member.id).map {
            [$0.raisedAt.iso8601, $0.text, $0.acknowledgedBy]
        }
        let track = Track(
            name: member.fields.fullName,
            fixes: try await fixes.track(
                member: member.id, from: FixRefusal.earliest, to: now + .minutes(5), limit: PersonalDataService.trackLimit))
        return [
            ("profile.json", "{\n" + profile.joined(separator: ",\n") + "\n}\n"),
            ("answers.csv", PersonalDataService.csv(["event", "start", "answer"], answers)),
            ("history.csv", PersonalDataService.csv(["time", "who", "what", "changes"], history)),
            (
                "messages.csv",
                PersonalDataService.csv(
                    ["time", "text", "state"],
                    try messages.all(by: member.id, limit: PersonalDataService.trackLimit).map {
                        [$0.sentAt.iso8601, $0.text, $0.state.rawValue]
                    })
            ),
            ("calls.csv", PersonalDataService.csv(["time", "text", "taken by"], calls)),
            ("track.gpx", TrackExport.gpx([track], name: access.trip.fields.name, at: now)),
        ]
    }

    private static func csv(_ header: [String], _ rows: [[String]]) -> String {
        "\u{FEFF}" + ([header] + rows).map(RosterCSV.line).joined()
    }

    // MARK: deletion

    package func due(_ access: TripAccess) throws -> Instant? { try store.find(access.requireMember())?.due }

    /// Positions are gone when this returns; the rest follows after the grace.
    package func requestDeletion(_ access: TripAccess) async throws {
        let member = try friends.own(access)
        try await begin(member, name: member.fields.fullName, askedBy: "", hostName: "", access)
    }

    private func begin(_ member: Member, name: String?, askedBy: String, hostName: String, _ access: TripAccess) async throws {
        // Before anything is switched off that could not be switched on again.
        try store.requireTraveller(member.id, trip: access.trip.id)
        try await sharing.hide(member.id, access)
        let now = surroundings.now()
        let erasure = Erasure(due: now + PersonalDataService.grace, askedBy: askedBy, hostName: hostName)
        let tokens = try await store.request(member.id, name: name, trip: access.trip.id, erasure, by: access.author, at: now)
        tokens.forEach(directory.remove)
        // What still lay in the inbox is dropped now, while the request stands.
        try await fixes.merge()
    }

    package func cancelDeletion(_ access: TripAccess) async throws {
        let member = try friends.own(access)
        try await store.cancel(member.id, name: member.fields.fullName, trip: access.trip.id, by: access.author, at: surroundings.now())
    }

    // MARK: by a host, at the member's request

    /// Of a member who will be gone.
    package func erasure(of member: ID, _ access: TripAccess) throws -> Erasure? {
        try access.requireHost()
        return try store.find(member)
    }

    /// Whether a host may erase them: whoever has a role gives it up first.
    /// - Throws: a conflict where not.
    package func requireErasable(_ member: Member) throws {
        try store.requireTraveller(member.id, trip: member.tripID)
        guard try store.find(member.id) == nil else { throw Refusal.conflict("This is under way already.") }
    }

    /// Their positions are gone when this returns; the rest follows after the grace.
    package func erase(_ member: Member, _ wish: ErasureWish, _ access: TripAccess) async throws {
        try access.requireHost()
        try requireErasable(member)
        try wish.check(member.fields.fullName)
        try await begin(member, name: nil, askedBy: wish.askedBy, hostName: access.author.name, access)
    }

    package func keep(_ member: Member, _ access: TripAccess) async throws {
        try access.requireHost()
        try await store.cancel(member.id, name: nil, trip: access.trip.id, by: access.author, at: surroundings.now())
    }

    package func settle() async throws {
        for (member, trip) in try store.allDue(at: surroundings.now()) { try await store.erase(member, trip: trip, at: surroundings.now()) }
    }

    /// Every minute, until the task is cancelled.
    package func run(logger: Logger) async throws {
        while !Task.isCancelled {
            do { try await settle() } catch is CancellationError { return } catch {
                logger.error("deletion job failed", metadata: ["error": "\(error)"])
            }
            try await Task.sleep(for: .seconds(60))
        }
    }
}

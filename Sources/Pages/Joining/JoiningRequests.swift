import Domain

/// Who waits to be let in, and what was decided lately.
extension JoiningPage {
    static func request(_ request: JoinRequest, _ free: [RosterRow], _ trip: Trip, _ now: Instant) -> Request {
        let slug = trip.fields.slug
        return Request(
            name: request.name, detail: [request.fields[.phone], request.note].filter { !$0.isEmpty }.map { $0 + " · " }.joined(),
            asked: TimeText(request.askedAt, zone: trip.zone, now: now), asker: request.asker.map(asker),
            accept: Path.acceptRequest(slug, request.id), decline: Path.declineRequest(slug, request.id),
            matches: JoiningPage.matches(request, free))
    }

    private static func asker(_ asker: JoinRequest.Asker) -> Asker {
        let telegram = asker.telegram.map { $0.isEmpty ? "Telegram" : Texts.said("Telegram, as \($0)") }
        return Asker(
            ways: [asker.email.isEmpty ? nil : asker.email, telegram].compactMap(\.self).joined(separator: " · "),
            isUnconfirmed: !asker.email.isEmpty && !asker.isConfirmed)
    }

    static func decided(_ request: JoinRequest, _ trip: Trip, _ now: Instant) -> Decided {
        let by = request.decision?.by ?? ""
        return Decided(
            name: request.name, what: Texts.said(request.isAccepted ? "was let in by \(by)" : "was declined by \(by)"),
            at: TimeText(request.decision?.at ?? request.askedAt, zone: trip.zone, now: now),
            undo: Path.undoRequest(trip.fields.slug, request.id))
    }

    /// Those of the list who may be the one who asks: the same address first if somebody vouches for it, then the same name.
    private static func matches(_ request: JoinRequest, _ free: [RosterRow]) -> [FormField.Choice] {
        let wanted = folded(request.name)
        let address = request.asker.flatMap { $0.isConfirmed && !$0.email.isEmpty ? folded($0.email) : nil }
        func rank(_ row: RosterRow) -> Int { address == folded(row[.email]) ? 0 : folded(row.fullName) == wanted ? 1 : 2 }
        let sorted = free.map { (rank: rank($0), row: $0) }.sorted { ($0.rank, $0.row.fullName) < ($1.rank, $1.row.fullName) }
        let hasMatch = sorted.first.map { $0.rank < 2 } ?? false
        return [.init(value: "", label: Texts.said("Somebody new"), isSelected: !hasMatch)]
            + sorted.enumerated().map { .init(value: $1.row.id.description, label: $1.row.fullName, isSelected: hasMatch && $0 == 0) }
    }
}

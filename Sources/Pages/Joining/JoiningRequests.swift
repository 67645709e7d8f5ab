import Domain

/// Who waits to be let in, and what was decided lately.
extension JoiningPage {
    /// - Parameter open: all that wait.
    static func request(_ request: JoinRequest, _ open: [JoinRequest], _ people: [RosterRow], _ trip: Trip, _ now: Instant) -> Request {
        let slug = trip.fields.slug
        let others = open.count { $0.id != request.id && $0.saysSame(as: request) }
        let joined = people.filter(\.hasAccount).first { isNamesake($0, request) }
        return Request(
            name: request.name, detail: [request.fields[.phone], request.note].filter { !$0.isEmpty }.map { $0 + " · " }.joined(),
            asked: TimeText(request.askedAt, zone: trip.zone, now: now), asker: request.asker.map(asker),
            accept: Path.acceptRequest(slug, request.id), decline: Path.declineRequest(slug, request.id),
            doubt: others == 0
                ? nil
                : Texts.said(
                    "\(counted(others + 1, "request")) give this name and this phone. Ask them when they asked, and let in that one."),
            joined: joined.map { JoiningPage.joined($0, request, slug) },
            matches: JoiningPage.matches(request, people.filter { !$0.hasAccount }, isKnown: joined != nil))
    }

    /// Of the same name, unless their phones differ.
    private static func isNamesake(_ row: RosterRow, _ request: JoinRequest) -> Bool {
        folded(row.fullName) == folded(request.name) && isSamePhone(row[.phone], request.fields[.phone]) != false
    }

    private static func joined(_ row: RosterRow, _ request: JoinRequest, _ slug: String) -> Joined {
        let room = row[.room].isEmpty ? [] : [Texts.said("room \(row[.room])")]
        let phone = isSamePhone(row[.phone], request.fields[.phone]) == true ? [Texts.said("same phone")] : []
        let known = (row.groupNames + room + phone).joined(separator: ", ")
        let name = known.isEmpty ? row.fullName : "\(row.fullName) (\(known))"
        return Joined(
            text: Texts.said("\(name) has joined already."), id: row.id.description, link: Path.member(slug, row.id),
            label: Texts.said("Make a new link for \(row.fullName)"))
    }

    private static func asker(_ asker: JoinRequest.Asker) -> Asker {
        let telegram = asker.telegram.map { $0.isEmpty ? "Telegram" : Texts.said("Telegram, as \($0)") }
        return Asker(
            ways: [asker.email.isEmpty ? nil : asker.email, telegram].compactMap(\.self).joined(separator: " · "),
            isUnconfirmed: !asker.email.isEmpty && !asker.isConfirmed)
    }

    /// Whom something was just decided about, with the way back.
    package static func flash(_ overview: JoinOverview, done: String, of request: ID?, _ trip: Trip) -> Flash? {
        if done == "waits-again", let again = overview.requests.first(where: { $0.id == request }) {
            return Flash(Texts.said("The request of \(again.name) waits for your answer again."))
        }
        guard ["let-in", "declined"].contains(done), let found = overview.decided.first(where: { $0.id == request }) else { return nil }
        let text: Texts.Sentence =
            !found.isAccepted
            ? "\(found.name) was declined."
            : found.asker == nil ? "\(found.name) can come in now." : "\(found.name) is on the trip now."
        return Flash(Texts.said(text), undo: Path.undoRequest(trip.fields.slug, found.id))
    }

    static func decided(_ request: JoinRequest, _ trip: Trip, _ now: Instant) -> Decided {
        let by = request.decision?.by ?? ""
        return Decided(
            name: request.name, what: Texts.said(request.isAccepted ? "was let in by \(by)" : "was declined by \(by)"),
            at: TimeText(request.decision?.at ?? request.askedAt, zone: trip.zone, now: now),
            undo: Path.undoRequest(trip.fields.slug, request.id))
    }

    /// Those of the list who may be the one who asks: the same address first if somebody vouches for it, then the same name.
    /// - Parameter isKnown: whether they seem to be on the trip already: then nobody is chosen beforehand.
    private static func matches(_ request: JoinRequest, _ free: [RosterRow], isKnown: Bool) -> [FormField.Choice] {
        let wanted = folded(request.name)
        let address = request.asker.flatMap { $0.isConfirmed && !$0.email.isEmpty ? folded($0.email) : nil }
        func rank(_ row: RosterRow) -> Int { address == folded(row[.email]) ? 0 : folded(row.fullName) == wanted ? 1 : 2 }
        let sorted = free.map { (rank: rank($0), row: $0) }.sorted { ($0.rank, $0.row.fullName) < ($1.rank, $1.row.fullName) }
        let hasMatch = sorted.first.map { $0.rank < 2 } ?? false
        let (isKnown, new) = (isKnown && !hasMatch, Texts.said("Somebody new"))
        let first: [FormField.Choice] = isKnown ? [.init(value: "", label: Texts.said("Choose who they are"), isSelected: true)] : []
        return first + [.init(value: "new", label: new, isSelected: !hasMatch && !isKnown)]
            + sorted.enumerated().map { .init(value: $1.row.id.description, label: $1.row.fullName, isSelected: hasMatch && $0 == 0) }
    }
}

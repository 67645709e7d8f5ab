import Domain
import QRCodes

/// A personal link, opened: one button, so that previews of links use nothing up.
package enum JoinForm {
    package static func page(
        _ layout: Layout, token: String, tripName: String, firstName: String, invitedBy: String, signedInAs name: String?, problem: String?
    ) -> FormPage {
        FormPage(
            layout: layout, heading: "Hello \(firstName)", action: Path.join(token), fields: [], submit: "Join \(tripName)"
        )
        .with(
            intro: "\(invitedBy) invites you to \(tripName). This link works once and is only for you."
                + (name.map { " You are signed in as \($0): the trip is added to your account." } ?? "")
        )
        .with(problem: problem)
        .narrow
    }

    /// The trip's own link: who asks says who they are, a host lets them in.
    /// - Parameter account: whose account is let in; nil for who has none, or is not signed in.
    package static func ask(
        _ layout: Layout, token: String, tripName: String, account: Account?, values: [String: String], errors: [FieldError],
        problem: String?
    ) -> FormPage {
        func field(_ name: String, _ label: String, hint: String? = nil, isRequired: Bool = false, autocomplete: String = "off")
            -> FormField
        {
            FormField(name, label, values[name] ?? "", hint: hint, errors: errors, isRequired: isRequired).filled(by: autocomplete)
        }
        return FormPage(
            layout: layout, heading: "Join \(tripName)", action: Path.joinTrip(token),
            fields: [
                field("first_name", "First name", isRequired: true, autocomplete: "given-name"),
                field("last_name", "Last name", autocomplete: "family-name"),
                field("phone", "Phone", hint: "Only hosts and medics see it.", autocomplete: "tel"),
                field("note", "Who are you with?", hint: "Helps the host to find you on the list."),
            ], submit: "Ask to join"
        )
        .with(intro: intro(account))
        .with(other: account == nil ? ("I have an account", Path.signIn(next: Path.joinTrip(token).text)) : ("Not now", Path.trips))
        .with(problem: problem)
        .narrow
    }

    private static func intro(_ account: Account?) -> String {
        guard let account else { return "A host looks at it and lets you in. Keep the page that follows open." }
        let who = account.email.isEmpty ? account.name : "\(account.name), \(account.email)"
        return "You are signed in as \(who). A host sees that and lets you in."
    }
}

/// Waiting for a host, then in with one tap.
package struct JoinRequestPage: Page {
    let layout: Layout
    let heading: String
    let text: String
    let isAccepted: Bool
    let isWaiting: Bool
    let action: Link
    let again: Link
    let problem: String?

    package init(layout: Layout, trip: Trip, request: JoinRequest, token: String, problem: String?) {
        self.layout = layout
        heading = trip.fields.name
        isWaiting = request.decision == nil
        isAccepted = request.isAccepted && !request.isUsed
        text =
            isWaiting
            ? "Thank you, \(request.firstName). A host has to let you in: reload this page in a while."
            : request.isUsed
                ? "This was used already. Ask a host for a link of your own if you need to sign in again."
                : request.isAccepted
                    ? "You may come in, \(request.firstName)." : "A host has declined. Speak to them if that is a mistake."
        action = Path.joinRequest(token)
        again = Path.joinRequest(token)
        self.problem = problem
    }
    package func render(into out: inout HTMLBuffer) { Template.accountsJoinRequest(self, &out) }
}

/// Who has joined and who has not, the trip's link, and who waits to be let in.
package struct JoiningPage: Page {
    package struct Row: Sendable {
        let id: String
        let name: String
        let link: Link
        let groups: String
        let state: String
        let style: String
        /// Has not joined yet.
        let isOpen: Bool
    }
    package struct Request: Sendable {
        let name: String
        let detail: String
        let asked: TimeText
        let asker: Asker?
        let accept: Link
        let decline: Link
        let matches: [FormField.Choice]
    }
    /// The account that asks.
    package struct Asker: Sendable {
        let ways: String
        let isUnconfirmed: Bool
    }
    package struct Decided: Sendable {
        let name: String
        let what: String
        let at: TimeText
        let undo: Link
    }
    let layout: Layout
    let rows: [Row]
    let requests: [Request]
    let decided: [Decided]
    let hasDecided: Bool
    let summary: String
    let tripName: String
    let tripURL: String?
    let qrPath: String
    let qrBox: String
    let action: Link
    let tripLinkAction: Link
    let mayEdit: Bool
    let problem: String?

    package init(layout tripLayout: TripLayout, overview: JoinOverview, origin: String, problem: String?) {
        layout = tripLayout.layout
        let (trip, now) = (tripLayout.trip, tripLayout.now)
        let (slug, people) = (trip.fields.slug, overview.people)
        rows = people.map { JoiningPage.row($0.row, $0.state, slug, trip.zone) }
        let free = people.filter { !$0.row.hasAccount }.map(\.row)
        requests = overview.requests.map { JoiningPage.request($0, free, trip, now) }
        decided = overview.decided.map { JoiningPage.decided($0, trip, now) }
        hasDecided = !decided.isEmpty
        let joined = people.count { $0.state == .joined }
        summary = "\(joined) of \(people.count) have joined."
        tripName = trip.fields.name
        let url = overview.tripLink.map { origin + Path.joinTrip($0).text }
        tripURL = url
        let code = url.flatMap { QRCode($0) }
        qrPath = code?.path ?? ""
        qrBox = "0 0 \(code?.size ?? 1) \(code?.size ?? 1)"
        action = Path.joining(slug, "/links")
        tripLinkAction = Path.joining(slug, "/trip-link")
        mayEdit = trip.archivedAt == nil
        self.problem = problem
    }
    package func render(into out: inout HTMLBuffer) { Template.accountsJoining(self, &out) }

    private static func request(_ request: JoinRequest, _ free: [RosterRow], _ trip: Trip, _ now: Instant) -> Request {
        let slug = trip.fields.slug
        return Request(
            name: request.name, detail: [request.fields[.phone], request.note].filter { !$0.isEmpty }.map { $0 + " · " }.joined(),
            asked: TimeText(request.askedAt, zone: trip.zone, now: now), asker: request.asker.map(asker),
            accept: Path.joining(slug, "/requests/\(request.id)/accept"), decline: Path.joining(slug, "/requests/\(request.id)/decline"),
            matches: JoiningPage.matches(request, free))
    }

    private static func asker(_ asker: JoinRequest.Asker) -> Asker {
        let telegram = asker.telegram.map { $0.isEmpty ? "Telegram" : "Telegram, as " + $0 }
        return Asker(
            ways: [asker.email.isEmpty ? nil : asker.email, telegram].compactMap(\.self).joined(separator: " · "),
            isUnconfirmed: !asker.email.isEmpty && !asker.isConfirmed)
    }

    private static func decided(_ request: JoinRequest, _ trip: Trip, _ now: Instant) -> Decided {
        let by = request.decision?.by ?? ""
        return Decided(
            name: request.name, what: (request.isAccepted ? "let in by " : "declined by ") + by,
            at: TimeText(request.decision?.at ?? request.askedAt, zone: trip.zone, now: now),
            undo: Path.joining(trip.fields.slug, "/requests/\(request.id)/undo"))
    }

    private static func row(_ row: RosterRow, _ state: JoinState, _ slug: String, _ zone: TripZone) -> Row {
        let (text, style): (String, String) =
            switch state {
            case .noLink: ("No link yet", "none")
            case .invited(let end): ("Link until \(zone.local(end).day.short)", "warn")
            case .expired: ("Link ran out", "bad")
            case .joined: ("Joined", "ok")
            }
        return Row(
            id: row.id.description, name: row.fullName, link: Path.member(slug, row.id), groups: row[.groups], state: text, style: style,
            isOpen: state != .joined)
    }

    /// Those of the list who may be the one who asks: the same address first if somebody vouches for it, then the same name.
    private static func matches(_ request: JoinRequest, _ free: [RosterRow]) -> [FormField.Choice] {
        let wanted = folded(request.name)
        let address = request.asker.flatMap { $0.isConfirmed && !$0.email.isEmpty ? folded($0.email) : nil }
        func rank(_ row: RosterRow) -> Int { address == folded(row[.email]) ? 0 : folded(row.fullName) == wanted ? 1 : 2 }
        let sorted = free.map { (rank: rank($0), row: $0) }.sorted { ($0.rank, $0.row.fullName) < ($1.rank, $1.row.fullName) }
        let hasMatch = sorted.first.map { $0.rank < 2 } ?? false
        return [.init(value: "", label: "Somebody new", isSelected: !hasMatch)]
            + sorted.enumerated().map { .init(value: $1.row.id.description, label: $1.row.fullName, isSelected: hasMatch && $0 == 0) }
    }
}

/// Fresh links as cards to cut out: shown once.
package struct JoinCardsPage: Page {
    package struct Card: Sendable {
        let name: String
        let url: String
        let path: String
        let viewBox: String
    }
    let layout: Layout
    let tripName: String
    let cards: [Card]
    let back: Link

    package init(layout: Layout, trip: Trip, links: [(row: RosterRow, token: String)], origin: String) {
        self.layout = layout
        tripName = trip.fields.name
        cards = links.map { link in
            let url = origin + Path.join(link.token).text
            let code = QRCode(url)
            return Card(name: link.row.fullName, url: url, path: code?.path ?? "", viewBox: "0 0 \(code?.size ?? 1) \(code?.size ?? 1)")
        }
        back = Path.joining(trip.fields.slug)
    }
    package func render(into out: inout HTMLBuffer) { Template.accountsJoinCards(self, &out) }
}

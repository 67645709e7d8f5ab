import Domain
import QRCodes

/// A personal link, opened: one button, so that previews of links use nothing up.
package enum JoinForm {
    package static func page(
        _ frame: Frame, token: String, tripName: String, firstName: String, invitedBy: String, signedInAs name: String?, problem: String?
    ) -> FormPage {
        FormPage(
            frame: frame, heading: "Hello \(firstName)",
            intro: "\(invitedBy) invites you to \(tripName). This link works once and is yours alone."
                + (name.map { " You are signed in as \($0): the trip joins your others." } ?? ""),
            action: Path.join(token), fields: [], submit: "Join \(tripName)", problem: problem, isNarrow: true)
    }

    /// The trip's own link: who asks says who they are, a host lets them in.
    package static func ask(
        _ frame: Frame, token: String, tripName: String, values: [String: String], errors: [FieldError], problem: String?
    ) -> FormPage {
        func field(_ name: String, _ label: String, hint: String? = nil, isRequired: Bool = false, autocomplete: String = "off")
            -> FormField
        {
            FormField(name, label, values[name] ?? "", hint: hint, errors: errors, isRequired: isRequired, autocomplete: autocomplete)
        }
        return FormPage(
            frame: frame, heading: "Join \(tripName)", intro: "A host looks at it and lets you in. Keep the page that follows open.",
            action: Path.joinTrip(token),
            fields: [
                field("first_name", "First name", isRequired: true, autocomplete: "given-name"),
                field("last_name", "Last name", autocomplete: "family-name"),
                field("phone", "Phone", hint: "Only hosts and medics see it.", autocomplete: "tel"),
                field("note", "Who are you with?", hint: "Helps the host to find you on the list."),
            ], submit: "Ask to join", problem: problem, isNarrow: true)
    }
}

/// Waiting for a host, then in with one tap.
package struct JoinRequestPage: Page {
    let frame: Frame
    let heading: String
    let text: String
    let isAccepted: Bool
    let isWaiting: Bool
    let action: Link
    let again: Link
    let problem: String?

    package init(frame: Frame, trip: Trip, request: JoinRequest, token: String, problem: String?) {
        self.frame = frame
        heading = trip.fields.name
        isWaiting = request.decidedAt == nil
        isAccepted = request.memberID != nil && !request.isUsed
        text =
            isWaiting
            ? "Thank you, \(request.firstName). A host has to let you in: reload this page in a while."
            : request.isUsed
                ? "This was used already. Ask a host for a link of your own if you need to sign in again."
                : request.memberID == nil
                    ? "A host has declined. Speak to them if that is a mistake." : "You may come in, \(request.firstName)."
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
    }
    package struct Request: Sendable {
        let name: String
        let detail: String
        let asked: TimeText
        let accept: Link
        let decline: Link
        let matches: [FormField.Choice]
    }
    let frame: Frame
    let rows: [Row]
    let requests: [Request]
    let summary: String
    let tripURL: String?
    let qrPath: String
    let qrBox: String
    let action: Link
    let tripLinkAction: Link
    let mayEdit: Bool
    let problem: String?

    package init(
        frame: Frame, trip: Trip, people: [(row: RosterRow, state: JoinState)], tripLink: String?, requests: [JoinRequest], origin: String,
        problem: String?, now: Instant
    ) {
        self.frame = frame
        let slug = trip.fields.slug
        rows = people.map { JoiningPage.row($0.row, $0.state, slug, trip.zone) }
        let free = people.filter { !$0.row.hasAccount }.map(\.row)
        self.requests = requests.map { request in
            Request(
                name: request.name, detail: [request.phone, request.note].filter { !$0.isEmpty }.joined(separator: " · "),
                asked: TimeText(request.askedAt, zone: trip.zone, now: now), accept: Path.joining(slug, "/requests/\(request.id)/accept"),
                decline: Path.joining(slug, "/requests/\(request.id)/decline"), matches: JoiningPage.matches(request, free))
        }
        let joined = people.count { $0.state == .joined }
        summary = "\(joined) of \(people.count) have joined."
        let url = tripLink.map { origin + Path.joinTrip($0).text }
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

    private static func row(_ row: RosterRow, _ state: JoinState, _ slug: String, _ zone: TripZone) -> Row {
        let (text, style): (String, String) =
            switch state {
            case .noLink: ("No link yet", "none")
            case .invited(let end): ("Link until \(zone.local(end).day.short)", "warn")
            case .expired: ("Link ran out", "bad")
            case .joined: ("Joined", "ok")
            }
        return Row(
            id: row.id.description, name: row.fullName, link: Path.member(slug, row.id), groups: row[.groups], state: text, style: style)
    }

    /// Those of the list who may be the one who asks: the same name first.
    private static func matches(_ request: JoinRequest, _ free: [RosterRow]) -> [FormField.Choice] {
        let wanted = folded(request.name)
        let sorted = free.sorted {
            (folded($0.fullName) == wanted ? 0 : 1, $0.fullName) < (folded($1.fullName) == wanted ? 0 : 1, $1.fullName)
        }
        let hasMatch = sorted.first.map { folded($0.fullName) == wanted } ?? false
        return [.init(value: "", label: "Somebody new", isSelected: !hasMatch)]
            + sorted.enumerated().map { .init(value: $1.id.description, label: $1.fullName, isSelected: hasMatch && $0 == 0) }
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
    let frame: Frame
    let tripName: String
    let cards: [Card]
    let back: Link

    package init(frame: Frame, trip: Trip, links: [(row: RosterRow, token: String)], origin: String) {
        self.frame = frame
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

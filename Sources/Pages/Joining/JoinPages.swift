import Domain

/// A personal link, opened: one button, so that previews of links use nothing up.
package enum JoinForm {
    package static func page(
        _ layout: Layout, token: String, trip: Trip, firstName: String, invitedBy: String, signedInAs name: String?, problem: String?
    ) -> FormPage {
        FormPage(
            layout: layout, heading: Texts.said("Hello \(firstName)"), action: Path.join(token), fields: [],
            submit: Texts.said("Join \(trip.fields.name)")
        )
        .with(
            intro: Texts.said("\(invitedBy) invites you to \(trip.fields.name). This link works once and is only for you.")
                + (name.map { " " + Texts.said("You are signed in as \($0): the trip is added to your account.") } ?? "")
        )
        .with(facts: facts(trip) + [("Host", invitedBy)])
        .with(footnote: "It takes about two minutes. Only hosts, moderators and medics see your phone and whom to call in an emergency.")
        .with(problem: problem)
        .asDoor()
    }

    /// The trip's own link: who asks says who they are, a host lets them in.
    /// - Parameter account: whose account is let in; nil for who has none, or is not signed in.
    package static func ask(
        _ layout: Layout, token: String, trip: Trip, account: Account?, values: [String: String], errors: [FieldError],
        problem: String?
    ) -> FormPage {
        func field(_ name: String, _ label: String, hint: String? = nil, isRequired: Bool = false, autocomplete: String = "off")
            -> FormField
        {
            FormField(name, label, values[name] ?? "", hint: hint, errors: errors, isRequired: isRequired).filled(by: autocomplete)
        }
        return FormPage(
            layout: layout, heading: Texts.said("Join \(trip.fields.name)"), action: Path.joinTrip(token),
            fields: [
                field("first_name", "First name", isRequired: true, autocomplete: "given-name"),
                field("last_name", "Last name", autocomplete: "family-name"),
                field("phone", "Phone", hint: "Only hosts, moderators and medics see it.", autocomplete: "tel"),
                field("note", "Who are you with?", hint: "Helps the host to find you on the list."),
            ], submit: "Ask to join"
        )
        .with(intro: intro(account))
        .with(facts: facts(trip))
        .with(
            other: account == nil
                ? ("I have an account", Path.signIn().asking("next", Path.joinTrip(token).text)) : ("Not now", Path.trips())
        )
        .with(problem: problem)
        .asDoor()
    }

    /// Before the trip's link ends: nobody can bring back one that many may have.
    /// - Parameters:
    ///   - token: of the link, which the form names too: another one is not ended.
    ///   - renews: whether another takes its place.
    package static func ending(_ tripLayout: TripLayout, token: String, origin: String, use: TripLinkUse?, renews: Bool) -> FormPage {
        let told = use.map { [("So far", JoiningPage.told($0, tripLayout.trip.zone, tripLayout.now))] } ?? []
        return FormPage(
            layout: tripLayout.layout, heading: renews ? "Make a new link for everybody?" : "Switch off the link for everybody?",
            action: Path.setTripLink(tripLayout.slug), fields: [], submit: renews ? "Make a new one" : "Switch it off"
        )
        .with(
            intro: renews
                ? "Whoever has the old link can no longer ask to join by it. Who has asked already still waits for you."
                : "Whoever has it can no longer ask to join by it, and it does not come back: switched on again, it is another link."
        )
        .with(facts: [("Link", origin + Path.joinTrip(token).text)] + told)
        .with(hidden: [("do", renews ? "renew" : "revoke"), ("confirm", "yes"), ("link", token)])
        .with(other: ("Cancel", Path.joining(tripLayout.slug)))
        .asDanger
    }

    /// What is worth knowing before one comes in.
    fileprivate static func facts(_ trip: Trip) -> [(String, String)] {
        let fields = trip.fields
        let place = [fields.place, fields.baseName].filter { !$0.isEmpty }.joined(separator: ", ")
        return [("When", fields.startDay.span(to: fields.endDay)), ("Where", place)].filter { !$0.1.isEmpty }
    }

    private static func intro(_ account: Account?) -> String {
        guard let account else { return Texts.said("A host looks at it and lets you in. Keep the next page open until then.") }
        let who = account.email.isEmpty ? account.name : "\(account.name), \(account.email)"
        return Texts.said("You are signed in as \(who). A host sees that and lets you in.")
    }
}

/// Waiting for a host, then in with one tap: in the card in which the trip's link asked. Its heading and its title say how far it is.
package struct JoinRequestPage: Page {
    let layout: Layout
    let heading: String
    let facts: [FormPage.Fact]
    var hasFacts: Bool { !facts.isEmpty }
    let text: String
    let isAccepted: Bool
    let isWaiting: Bool
    let action: Link
    let again: Link
    let problem: String?
    /// Of whoever is on the trip already: they came back to this page, and ask nobody for anything.
    let home: Link?

    /// - Parameter actor: who reads it.
    package init(layout: Layout, trip: Trip, request: (made: JoinRequest, token: String), problem: String?, actor: Actor?) {
        self.layout = layout
        let (token, request) = (request.token, request.made)
        heading = JoinRequestPage.heading(request)
        home = request.isUsed ? actor?.role(on: trip.id).map { $0.isStaff ? Path.trip(trip.fields.slug) : Path.my(trip.fields.slug) } : nil
        facts = JoinForm.facts(trip).map { FormPage.Fact(label: Texts.said(text: $0.0), text: $0.1) }
        isWaiting = request.decision == nil
        isAccepted = request.isAccepted && !request.isUsed
        text = home == nil ? JoinRequestPage.text(request, trip.fields.name) : Texts.said("You are on \(trip.fields.name), and signed in.")
        action = Path.joinRequest(token)
        again = Path.joinRequest(token)
        self.problem = problem
    }
    package func render(into out: inout HTMLBuffer) { Template.accountsJoinRequest(self, &out) }

    package static func heading(_ request: JoinRequest) -> String {
        guard request.decision != nil else { return Texts.said("Waiting for a host to let you in") }
        if request.isUsed { return Texts.said("You have come in already") }
        return request.isAccepted ? Texts.said("A host has let you in") : Texts.said("A host has declined your request")
    }

    /// What happens next.
    private static func text(_ request: JoinRequest, _ trip: String) -> String {
        guard request.decision != nil else {
            let asked = Texts.said("You asked to join \(trip), \(request.firstName). A host has to let you in.")
            return asked + " " + Texts.said("Keep this page open: it looks every few seconds, and then shows the button to come in.")
        }
        if request.isUsed {
            return Texts.said("This was used already. Ask a host of \(trip) for a link of your own if you need to sign in again.")
        }
        return request.isAccepted
            ? Texts.said("Come in now, \(request.firstName). The next steps take about two minutes.")
            : Texts.said("You are not on \(trip). Speak to a host if that is a mistake.")
    }
}

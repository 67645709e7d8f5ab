import Domain

/// Four steps after joining. Each can be left out and come back to, and works without scripts.
package struct WelcomePage: Page {
    package struct Step: Sendable {
        let number: String
        let label: String
        let link: Link
        let isCurrent: Bool
        let isDone: Bool
    }
    package struct Level: Sendable {
        let value: String
        let label: String
        let text: String
        let isSelected: Bool
    }
    /// What a step is made from, besides the trip.
    package enum Content: Sendable {
        case details(Member)
        case sharing(Sharing)
        /// - Parameter url: of the phone's tracker; nil before there is one.
        case phone(Member, url: String?, system: PhoneSystem)
        case done(Sharing)
    }
    package static let last = 4

    let layout: Layout
    let heading: String
    let progress: String
    let steps: [Step]
    let mistakes: Mistakes
    let back: Link?
    /// Where a step is left out, and where there is nothing left to fill in.
    let skip: Link?
    let onward: Link?
    var isForm: Bool { isDetails || isSharing }
    let fields: [FormField]
    let version: String
    let isDetails: Bool
    let isSharing: Bool
    let isPhone: Bool
    let isDone: Bool
    /// Back to the phone, for whoever shares while no position has arrived.
    let missingPhone: Link?
    let levels: [Level]
    let times: [FormField.Choice]
    /// The one that is offered first, and what else sends positions.
    let first: AppSetup?
    let others: [AppSetup]
    var hasOthers: Bool { !others.isEmpty }
    let hasPhone: Bool
    /// The app that the phone opens by itself comes before going on.
    var opensApp: Bool { first?.opensHere ?? false }
    let devices: [PhoneDevice]
    let detailsAction: Link
    let sharingAction: Link
    let phoneAction: Link
    let home: Link
    let events: Link
    let chat: Link
    let photo: Link

    /// - Parameter step: 1 to `last`.
    package init(
        layout tripLayout: TripLayout, step: Int, content: Content, typed: MemberFields? = nil, complaint: Complaint = Complaint()
    ) {
        layout = tripLayout.layout
        let (slug, trip) = (tripLayout.slug, tripLayout.trip)
        let names = ["You", "Who sees you", "This phone", "Done"].map { Texts.said(text: $0) }
        steps = names.enumerated().map { index, name in
            Step(
                number: String(index + 1), label: name, link: WelcomePage.link(slug, index + 1), isCurrent: index + 1 == step,
                isDone: index + 1 < step)
        }
        progress = Texts.said("Step \(step) of \(WelcomePage.last)")
        heading = WelcomePage.heading(content, trip)
        back = step > 1 ? WelcomePage.link(slug, step - 1) : nil
        (isDetails, isSharing, isPhone, isDone) = (step == 1, step == 2, step == 3, step == 4)
        missingPhone = WelcomePage.lacksPhone(content) ? WelcomePage.link(slug, 3) : nil
        (fields, version) = WelcomePage.details(content, typed, complaint.errors)
        mistakes = Mistakes(fields, problem: complaint.problem)
        (levels, times) = WelcomePage.sharing(content, trip)
        let apps: [AppSetup]
        (apps, devices) = WelcomePage.phone(content, trip)
        (first, others, hasPhone) = (apps.first, Array(apps.dropFirst()), !apps.isEmpty)
        let next = step < WelcomePage.last ? WelcomePage.link(slug, step + 1) : nil
        (skip, onward) = hasPhone ? (nil, next) : (next, nil)
        detailsAction = Path.setWelcomeDetails(slug)
        sharingAction = Path.setWelcomeSharing(slug)
        phoneAction = Path.addWelcomePhone(slug)
        (home, events, chat) = (Path.my(slug), Path.myEvents(slug), Path.chat(slug))
        photo = Path.myPhoto(slug)
    }
    package func render(into out: inout HTMLBuffer) { Template.accountsWelcome(self, &out) }

    private static func link(_ slug: String, _ step: Int) -> Link { Path.welcome(slug).asking("step", String(step)) }

    private static func heading(_ content: Content, _ trip: Trip) -> String {
        switch content {
        case .details: Texts.said("Welcome to \(trip.fields.name)")
        case .sharing: Texts.said("Who may see where you are?")
        case .phone: Texts.said("Share from this phone")
        case .done: WelcomePage.lacksPhone(content) ? Texts.said("One thing left: your phone") : Texts.said("You are all set")
        }
    }

    private static func lacksPhone(_ content: Content) -> Bool {
        if case .done(let sharing) = content { sharing.lacksPosition } else { false }
    }

    private static func details(_ content: Content, _ typed: MemberFields?, _ errors: [FieldError]) -> ([FormField], String) {
        guard case .details(let member) = content else { return ([], "") }
        let values = typed ?? member.fields
        func field(
            _ field: MemberField, _ label: String, hint: String? = nil, isRequired: Bool = false, _ autocomplete: String
        ) -> FormField {
            FormField(field.rawValue, label, values[field], hint: hint, errors: errors, isRequired: isRequired).filled(by: autocomplete)
        }
        let all = [
            field(.firstName, "First name", isRequired: true, "given-name"), field(.lastName, "Last name", "family-name"),
            field(.phone, "Your phone", "tel"),
            field(.emergencyName, "Whom to call in an emergency", hint: "Somebody who is not on this trip.", "off"),
            field(.emergencyPhone, "Their phone", "off"),
        ]
        return (all.map { $0.among(all) }, String(member.version))
    }

    private static func sharing(_ content: Content, _ trip: Trip) -> ([Level], [FormField.Choice]) {
        guard case .sharing(let sharing) = content else { return ([], []) }
        let chosen = sharing.effective(trip.fields)
        let offered: [(SharingLevel, String)] = [
            (.hosts, "The people who look after the trip can find you if something happens."),
            (.everyone, "Your friends see you on their map, and you meet more easily."),
            (.off, "You are on no map. A call for help always shows your position."),
        ]
        let levels = offered.filter { $0.0 != .everyone || trip.fields.sharesFriends }.map { level, text in
            Level(value: level.rawValue, label: Texts.said(text: level.label), text: Texts.said(text: text), isSelected: level == chosen)
        }
        return (levels, SharingTime.allCases.map { .init(value: $0.rawValue, label: Texts.said(text: $0.label), isSelected: $0 == .trip) })
    }

    private static func phone(_ content: Content, _ trip: Trip) -> ([AppSetup], [PhoneDevice]) {
        guard case .phone(let member, let url, let system) = content else { return ([], []) }
        let devices = PhoneDevice.all(chosen: system) { Path.welcome(trip.fields.slug).asking([("step", "3"), ("on", $0.rawValue)]) }
        return (url.map { AppSetup.all(url: $0, member: member, trip: trip, on: system) } ?? [], devices)
    }
}

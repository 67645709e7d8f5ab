import Domain

/// The cases of help of a trip: those that nobody is on first, then those that somebody is on, then tests, then what is resolved.
package struct HelpListPage: Page {
    package struct Row: Sendable {
        let id: String
        let link: Link
        let title: String
        let words: String
        let style: String
        let status: String
        let raised: AgeText
        let at: TimeText
        /// "from the phone app"
        let source: String
        let notStored: String?
        let phone: MedicPage.Phone?
        let take: Link?
    }
    let layout: Layout
    /// Where a page that is open looks again.
    let address: Link
    let open: [Row]
    let tests: [Row]
    let resolved: [Row]
    var hasOpen: Bool { !open.isEmpty }
    var hasTests: Bool { !tests.isEmpty }
    var hasResolved: Bool { !resolved.isEmpty }
    let checked: TimeText

    /// - Parameter reader: who looks at them, as a member of the trip.
    package init(layout tripLayout: TripLayout, cases: [HelpCase], reader: ID?) {
        layout = tripLayout.layout
        let (trip, now) = (tripLayout.trip, tripLayout.now)
        address = Path.help(trip.fields.slug)
        let row = { (help: HelpCase) in HelpListPage.row(help, trip, isOwn: help.memberID == reader, now) }
        let unresolved = cases.filter { $0.state != .resolved }.sorted { $0.isBefore($1) }
        open = unresolved.filter { !$0.isTest }.map(row)
        tests = unresolved.filter(\.isTest).map(row)
        resolved = cases.filter { $0.state == .resolved }.map(row)
        checked = TimeText(now, zone: trip.zone, now: now)
    }

    private static func row(_ help: HelpCase, _ trip: Trip, isOwn: Bool, _ now: Instant) -> Row {
        Row(
            id: help.id.description, link: Path.helpCase(trip.fields.slug, help.id), title: HelpText.headline(help),
            words: help.text.isEmpty ? "" : "“\(cut(help.text, 200))”", style: HelpCasePage.style(help), status: HelpText.status(help),
            raised: .ago(help.raisedAt, now: now), at: TimeText(help.raisedAt, zone: trip.zone, now: now, zoneIsSaid: true),
            source: help.newest.flatMap { HelpText.late($0, trip) }.map { ", " + $0 } ?? "",
            notStored: help.isStored ? nil : Words.notStored,
            phone: isOwn || help.ending != nil ? nil : MedicPage.Phone(help.phone),
            take: help.state == .open && !isOwn ? Path.takeHelp(trip.fields.slug, help.id) : nil)
    }
    package func render(into out: inout HTMLBuffer) { Template.safetyHelpList(self, &out) }
}

/// One case: who needs help, what they said, where they are, whom to phone, and what was done.
package struct HelpCasePage: Page {
    package struct Call: Sendable {
        let text: String
        let at: TimeText
        let ago: AgeText
        let detail: String
        /// Of a message: where it is decided about.
        let report: Link?
    }
    package struct Done: Sendable {
        let text: String
        let words: String?
        let by: String
        let at: TimeText
    }
    package struct Position: Sendable {
        let text: String
        let age: AgeText
        let at: TimeText
    }
    /// What a form that came back held, and why.
    package struct Typed: Sendable {
        package var note = ""
        package var outcome = ""
        package var words = ""
        package init() {}
    }
    private let slug: String
    private let id: ID
    let layout: Layout
    let problem: String?
    let name: String
    let face: Face
    let headline: String
    let style: String
    let status: String
    let raised: AgeText
    let chips: [String]
    let isTest: Bool
    let isOwn: Bool
    let notStored: String?
    let take: Link?
    let phone: MedicPage.Phone?
    let emergencyName: String
    let emergencyPhone: MedicPage.Phone?
    let lacksEmergency: Bool
    let person: Link
    /// Nil where no position is known.
    let map: Link?
    let calls: [Call]
    /// Of one call without words, that it has none and how it came: then there is no list of what they said.
    let silent: String?
    /// Their newest words, which stand at the top of a phone's page; nil for a call without any.
    let newestWords: String?
    /// These are all, and whole.
    let isSaidOnce: Bool
    let place: CoordinateForms?
    let placeAge: AgeText?
    let accuracy: String
    /// "240 m north-east of Chamanna Rosa, 2,190 m above sea level".
    let inWords: String?
    let smallMap: SmallMap?
    let rescue: String
    /// Whom a host phones besides: 112, the piste rescue.
    let rescuers: [EmergencyLine]
    let fixes: [Position]
    var hasFixes: Bool { !fixes.isEmpty }
    let history: [Done]
    /// Of all that this page says: the zone stands once, above the log.
    let times: String
    let notes: String?
    let openNotes: Link?
    /// Of notes that the reader may not open, or that are not there.
    let noNotes: String
    let isClosed: Bool
    /// The forms of who may do something about it.
    let mayAct: Bool
    /// The reader is on it, and may let go.
    let mayHandBack: Bool
    let colleagues: [FormField.Choice]
    let outcomes: [FormField.Choice]
    let typed: Typed
    /// The form came back: it is not folded.
    var isEnding: Bool { !typed.outcome.isEmpty || !typed.words.isEmpty }
    var note: String { typed.note }
    var words: String { typed.words }
    var noteLimit: Int { HelpCase.noteLimit }
    /// What the button says that calls them; their whole name is the heading.
    var firstName: String { name.split(separator: " ").first.map(String.init) ?? name }
    var phoned: Link { at(Path.markHelpPhoned) }
    var noteAction: Link { at(Path.addHelpNote) }
    var handOver: Link { at(Path.handOverHelp) }
    var resolve: Link { at(Path.resolveHelp) }
    var reopen: Link { at(Path.reopenHelp) }
    var back: Link { Path.help(slug) }
    var address: Link { at(Path.helpCase) }

    /// - Parameters:
    ///   - notes: medical ones, nil before they were opened.
    ///   - problem: why a step could not be made.
    package init(layout tripLayout: TripLayout, detail: HelpDetail, notes: String?, typed: Typed, problem: String?) {
        layout = tripLayout.layout
        let (trip, now, help) = (tripLayout.trip, tripLayout.now, detail.help)
        (slug, id) = (trip.fields.slug, help.id)
        (self.problem, self.notes, self.typed) = (problem, notes, typed)
        let known = detail.person
        name = help.memberName
        face = Face(name, slug, known?.photo, .small)
        (headline, style, status) = (HelpText.headline(help), HelpCasePage.style(help), HelpText.status(help))
        (raised, times) = (.ago(help.raisedAt, now: now), TimeText.zoneSaid(trip.zone, now: now))
        chips = (known?.groups ?? []) + [known?.room ?? ""].filter { !$0.isEmpty }.map { Texts.said("Room \($0)") }
        (isTest, isOwn, isClosed) = (help.isTest, detail.isOwn, help.ending != nil)
        notStored = help.isStored ? nil : Words.notStored
        take = help.state == .open && !isOwn ? Path.takeHelp(slug, id) : nil
        phone = isOwn ? nil : MedicPage.Phone(known?.phone ?? help.phone)
        (emergencyName, emergencyPhone) = (known?.emergencyName ?? "", MedicPage.Phone(known?.emergencyPhone ?? ""))
        lacksEmergency = emergencyName.isEmpty && emergencyPhone == nil
        person = Path.person(slug, help.memberID, tripLayout.role)
        let toMap = Path.map(slug, of: help) ?? Path.map(slug).asking("member", help.memberID.description)
        map = help.place == nil && detail.place == nil ? nil : toMap
        calls = help.calls.map { HelpCasePage.call($0, trip, now) }
        isSaidOnce = help.calls.count == 1 && help.calls[0].text.count <= HelpBar.length && calls[0].report == nil
        silent = isSaidOnce && help.text.isEmpty ? calls[0].text + calls[0].detail : nil
        newestWords = help.calls.last { !$0.text.isEmpty }.map { HelpBar.quoted($0.text) }
        (place, placeAge) = (detail.place.map { CoordinateForms($0.coordinates) }, detail.place.map { AgeText(of: $0.fixedAt, now: now) })
        (accuracy, inWords) = (detail.place?.accuracy.map { ", ± \(decimal($0, 0)) m" } ?? "", detail.inWords)
        smallMap = SmallMap(
            detail.place?.coordinates, on: detail.ground, label: name, link: toMap,
            pin: .init(face, style: HelpCasePage.pin(detail, trip, now)), accuracy: detail.place?.accuracy, zoom: 14)
        (rescue, rescuers) = (HelpCasePage.rescue(detail, trip, now), EmergencyLine.rescuers(trip.fields.emergencyNumbers))
        fixes = HelpCasePage.apart(detail.fixes).map { HelpCasePage.position($0, trip, now) }
        history = detail.entries.reversed().map { HelpCasePage.done($0, help, trip, now) }
        openNotes = detail.opensNotes && known?.hasNotes == true && notes == nil ? Path.openHelpNotes(slug, id) : nil
        noNotes = known?.hasNotes == true ? Texts.said("There are notes: hosts and medics may open them.") : Texts.said("No medical notes.")
        (mayAct, mayHandBack) = (!isOwn && !isClosed, help.state == .taken && HelpCasePage.isMine(detail))
        colleagues = HelpCasePage.colleagues(detail)
        outcomes = HelpCase.Outcome.allCases.map {
            .init(value: $0.rawValue, label: HelpText.outcomeLabel($0), isSelected: $0.rawValue == typed.outcome)
        }
    }
    package func render(into out: inout HTMLBuffer) { Template.safetyHelpCase(self, &out) }

    private func at(_ address: Address<String, ID>) -> Link { address(slug, id) }

    /// The ring on the small map: the colours of the bar, and of any position once it is over.
    private static func pin(_ detail: HelpDetail, _ trip: Trip, _ now: Instant) -> String {
        switch detail.help.state {
        case .open: "help"
        case .taken: "help taken"
        case .resolved: Freshness(lastFix: detail.place?.fixedAt, isPaused: false, now: now, trip: trip.fields).rawValue
        }
    }

    static func style(_ help: HelpCase) -> String {
        switch help.state {
        case .open: "bad"
        case .taken: "warn"
        case .resolved: "ok"
        }
    }
}

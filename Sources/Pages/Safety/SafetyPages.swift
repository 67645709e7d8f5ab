import Domain

/// Calling for help: whom to phone first, then hold and confirm. Without scripts two taps. The browser keeps this page.
package struct SOSPage: Page {
    /// What a form that came back held.
    package struct Typed: Sendable {
        let text: String
        let isTest: Bool
        package init(text: String, isTest: Bool) {
            self.text = text
            self.isTest = isTest
        }
    }
    let layout: Layout
    let text: String
    let error: String?
    let limit: Int
    let mayTest: Bool
    let isTest: Bool
    let call: OwnCall?
    let isOpen: Bool
    let place: CoordinateForms?
    let phones: [EmergencyLine]
    let action: Link
    let back: Link

    package init(layout tripLayout: TripLayout, calling: CallingHelp, typed: Typed, complaint: Complaint) {
        layout = tripLayout.layout
        let (trip, now) = (tripLayout.trip, tripLayout.now)
        let own = calling.own
        text = typed.text
        let messages = complaint.errors.map(\.message) + [complaint.problem].compactMap(\.self)
        error = messages.isEmpty ? nil : messages.joined(separator: " ")
        limit = Alert.textLimit
        mayTest = calling.mayTest
        isTest = typed.isTest
        call = own.map { OwnCall($0, trip, now: now) }
        isOpen = own.map { $0.alert.acknowledgedAt == nil } ?? false
        place = own?.alert.place.map { CoordinateForms($0.coordinates) }
        phones =
            EmergencyLine.all(trip.fields.emergencyNumbers)
            + calling.hosts.map { .init(text: "\($0.name) \($0.fields[.whatsapp])", link: Path.telephone($0.fields[.whatsapp])) }
        action = Path.my(trip.fields.slug, "/sos")
        back = Path.my(trip.fields.slug)
    }
    package func render(into out: inout HTMLBuffer) { Template.safetySos(self, &out) }
}

/// One's own call, on the start page and where one calls: what of it arrived, and who has it.
package struct OwnCall: Sendable {
    package struct Arrived: Sendable {
        let at: TimeText
        let text: String
    }
    private static let shown = 10
    let state: String
    let style: String
    let arrived: [Arrived]
    /// Of whoever has it.
    let taker: String
    let phone: MedicPage.Phone?

    init(_ own: OwnAlert, _ trip: Trip, now: Instant) {
        let alert = own.alert
        (taker, phone) = (alert.acknowledgedBy, MedicPage.Phone(own.takerPhone))
        state = OwnCall.sentence(alert, EventText(zone: trip.zone, now: now))
        style = alert.acknowledgedAt == nil ? "problem" : "notice inline"
        arrived = alert.calls.suffix(OwnCall.shown).map { call in
            let words = call.text.isEmpty ? "without words" : "“\(call.text)”"
            let late = Layout.late(call, trip).map { ", " + $0 } ?? ""
            return Arrived(at: TimeText(call.calledAt, zone: trip.zone, now: now), text: words + late)
        }
    }

    private static func sentence(_ call: Alert, _ text: EventText) -> String {
        let what = (call.isTest ? "Your test call of " : "Your call for help of ") + text.clock(call.raisedAt)
        let kept = call.isStored ? "" : " " + Words.notStored
        guard call.acknowledgedAt != nil else {
            return what + " is on every host's screen. Nobody has taken it yet: phone them too." + kept
        }
        return what + ": \(call.acknowledgedBy) has it." + kept
    }
}

/// The calls of the trip, for its staff and medics.
package struct AlertsPage: Page {
    package struct Call: Sendable {
        let text: String
        let at: TimeText
        let detail: String
    }
    package struct Row: Sendable {
        let id: String
        let name: String
        let link: Link
        let kind: String
        let style: String
        let calls: [Call]
        let taken: String
        let place: CoordinateForms?
        let known: String
        let notStored: String?
        /// Nobody dials themselves.
        let phone: MedicPage.Phone?
        let map: Link?
        let acknowledge: Link?
        let isOwn: Bool
    }
    /// Who looks at them.
    package struct Reader: Sendable {
        let member: ID?
        let isStaff: Bool
        package init(member: ID?, isStaff: Bool) {
            self.member = member
            self.isStaff = isStaff
        }
    }
    let layout: Layout
    let problem: String?
    /// Where a page that is open looks again.
    let address: Link
    /// Those that nobody has come first.
    let rows: [Row]
    var hasRows: Bool { !rows.isEmpty }
    let checked: TimeText

    /// - Parameter problem: why a call could not be taken.
    package init(layout tripLayout: TripLayout, alerts: [Alert], reader: Reader, problem: String?) {
        layout = tripLayout.layout
        let (trip, now) = (tripLayout.trip, tripLayout.now)
        self.problem = problem
        address = Path.alerts(trip.fields.slug)
        let sorted = alerts.filter { $0.acknowledgedAt == nil } + alerts.filter { $0.acknowledgedAt != nil }
        rows = sorted.map { AlertsPage.row($0, trip, reader, now) }
        checked = TimeText(now, zone: trip.zone, now: now)
    }

    /// What is said to whoever comes too late.
    package static func taken(_ alert: Alert) -> String { alert.acknowledgedBy + " has it already." }

    private static func row(_ alert: Alert, _ trip: Trip, _ reader: Reader, _ now: Instant) -> Row {
        let (slug, zone, place) = (trip.fields.slug, trip.zone, alert.place)
        let (isOpen, isOwn) = (alert.acknowledgedAt == nil, alert.memberID == reader.member)
        return Row(
            id: alert.id.description, name: alert.memberName,
            link: reader.isStaff ? Path.member(slug, alert.memberID) : Path.medic(slug, alert.memberID),
            kind: alert.isTest ? "Test" : "SOS",
            style: isOpen ? (alert.isTest ? "warn" : "bad") : "none",
            calls: alert.calls.map { call in
                Call(
                    text: call.text, at: TimeText(call.calledAt, zone: zone, now: now),
                    detail: Layout.late(call, trip).map { ", " + $0 } ?? "")
            },
            taken: alert.acknowledgedAt.map { "\(alert.acknowledgedBy) has it, since \(TimeText($0, zone: zone, now: now).text)" }
                ?? "Nobody yet",
            place: place.map { CoordinateForms($0.coordinates) },
            known: place.map { "Position of \(TimeText($0.fixedAt, zone: zone, now: now).text)" } ?? "No position known",
            notStored: alert.isStored ? nil : Words.notStored,
            phone: isOwn ? nil : MedicPage.Phone(alert.phone), map: Path.map(slug, alert),
            acknowledge: isOpen && !isOwn ? Path.alerts(slug, "/\(alert.id)/acknowledge") : nil, isOwn: isOpen && isOwn)
    }
    package func render(into out: inout HTMLBuffer) { Template.safetyAlerts(self, &out) }
}

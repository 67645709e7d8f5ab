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
    let frame: Frame
    let text: String
    let error: String?
    let limit: Int
    let mayTest: Bool
    let isTest: Bool
    let state: String?
    let stateStyle: String
    let isOpen: Bool
    let place: PlaceForms?
    let phones: [MyPage.EmergencyLine]
    let action: Link
    let back: Link

    package init(
        frame: Frame, trip: Trip, own: Alert?, hosts: [Friend], mayTest: Bool, typed: Typed, errors: [FieldError], problem: String?,
        now: Instant
    ) {
        self.frame = frame
        text = typed.text
        let messages = errors.map(\.message) + [problem].compactMap(\.self)
        error = messages.isEmpty ? nil : messages.joined(separator: " ")
        limit = Alert.textLimit
        self.mayTest = mayTest
        isTest = typed.isTest
        state = own.map { MyPage.sentence($0, EventText(zone: trip.zone, now: now)) }
        isOpen = own.map { $0.acknowledgedAt == nil } ?? false
        stateStyle = isOpen ? "problem" : "notice"
        place = own?.place.map { PlaceForms($0.coordinates) }
        phones =
            MyPage.emergency(trip.fields.emergencyNumbers)
            + hosts.map { .init(text: "\($0.name) \($0.fields[.whatsapp])", link: Path.telephone($0.fields[.whatsapp])) }
        action = Path.my(trip.fields.slug, "/sos")
        back = Path.my(trip.fields.slug)
    }
    package func render(into out: inout HTMLBuffer) { Template.safetySos(self, &out) }
}

/// The calls of the trip, for its staff and medics.
package struct AlertsPage: Page {
    package struct Call: Sendable {
        let text: String
        let at: TimeText
        let detail: String
    }
    package struct Row: Sendable {
        let name: String
        let link: Link
        let kind: String
        let style: String
        let calls: [Call]
        let taken: String
        let place: PlaceForms?
        let known: String
        let notStored: String?
        let map: Link?
        let acknowledge: Link?
    }
    let frame: Frame
    let rows: [Row]
    let checked: TimeText

    package init(frame: Frame, trip: Trip, alerts: [Alert], isStaff: Bool, now: Instant) {
        self.frame = frame
        rows = alerts.map { AlertsPage.row($0, trip, isStaff, now) }
        checked = TimeText(now, zone: trip.zone, now: now)
    }

    private static func row(_ alert: Alert, _ trip: Trip, _ isStaff: Bool, _ now: Instant) -> Row {
        let (slug, zone, place) = (trip.fields.slug, trip.zone, alert.place)
        return Row(
            name: alert.memberName, link: isStaff ? Path.member(slug, alert.memberID) : Path.medic(slug, alert.memberID),
            kind: alert.isTest ? "Test" : "SOS",
            style: alert.acknowledgedAt == nil ? (alert.isTest ? "warn" : "bad") : "none",
            calls: alert.calls.map { call in
                Call(
                    text: call.text, at: TimeText(call.calledAt, zone: zone, now: now),
                    detail: Frame.late(call, trip).map { ", " + $0 } ?? "")
            },
            taken: alert.acknowledgedAt.map { "\(alert.acknowledgedBy), \(TimeText($0, zone: zone, now: now).text)" } ?? "Nobody yet",
            place: place.map { PlaceForms($0.coordinates) },
            known: place.map { "Position of \(TimeText($0.fixedAt, zone: zone, now: now).text)" } ?? "No position known",
            notStored: alert.isStored ? nil : Words.notStored,
            map: place.map {
                Path.map(slug, [("lat", decimal($0.coordinates.latitude, 6)), ("lon", decimal($0.coordinates.longitude, 6)), ("z", "16")])
            }, acknowledge: alert.acknowledgedAt == nil ? Path.alerts(slug, "/\(alert.id)/acknowledge") : nil)
    }
    package func render(into out: inout HTMLBuffer) { Template.safetyAlerts(self, &out) }
}

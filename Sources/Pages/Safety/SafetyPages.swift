import Domain

/// Calling for help: hold, then confirm. Without scripts two taps.
package struct SOSPage: Page {
    let frame: Frame
    let text: String
    let error: String?
    let limit: Int
    let mayTest: Bool
    let isTest: Bool
    let state: String?
    let stateStyle: String
    let emergency: [MyPage.EmergencyLine]
    let action: Link
    let back: Link

    package init(
        frame: Frame, trip: Trip, own: Alert?, mayTest: Bool, text: String, isTest: Bool, errors: [FieldError], problem: String?,
        now: Instant
    ) {
        self.frame = frame
        self.text = text
        let messages = errors.map(\.message) + [problem].compactMap(\.self)
        error = messages.isEmpty ? nil : messages.joined(separator: " ")
        limit = Alert.textLimit
        self.mayTest = mayTest
        self.isTest = isTest
        state = own.map { MyPage.sentence($0, EventText(zone: trip.zone, now: now)) }
        stateStyle = own?.acknowledgedAt == nil ? "problem" : "notice"
        emergency = MyPage.emergency(trip.fields.emergencyNumbers)
        action = Path.my(trip.fields.slug, "/sos")
        back = Path.my(trip.fields.slug)
    }
    package func render(into out: inout HTMLBuffer) { Template.safetySos(self, &out) }
}

/// Every call of the trip, for its staff.
package struct AlertsPage: Page {
    package struct Row: Sendable {
        let name: String
        let link: Link
        let text: String
        let kind: String
        let style: String
        let raised: TimeText
        let taken: String
        let map: Link?
        let acknowledge: Link?
    }
    let frame: Frame
    let rows: [Row]
    let checked: TimeText

    package init(frame: Frame, trip: Trip, alerts: [Alert], now: Instant) {
        self.frame = frame
        let (slug, zone) = (trip.fields.slug, trip.zone)
        rows = alerts.map { alert in
            Row(
                name: alert.memberName, link: Path.member(slug, alert.memberID), text: alert.text, kind: alert.isTest ? "Test" : "SOS",
                style: alert.acknowledgedAt == nil ? (alert.isTest ? "warn" : "bad") : "none",
                raised: TimeText(alert.raisedAt, zone: zone, now: now),
                taken: alert.acknowledgedAt.map { "\(alert.acknowledgedBy), \(TimeText($0, zone: zone, now: now).text)" } ?? "Nobody yet",
                map: alert.place.map {
                    Path.map(
                        slug, [("lat", decimal($0.coordinates.latitude, 6)), ("lon", decimal($0.coordinates.longitude, 6)), ("z", "16")])
                }, acknowledge: alert.acknowledgedAt == nil ? Path.alerts(slug, "/\(alert.id)/acknowledge") : nil)
        }
        checked = TimeText(now, zone: zone, now: now)
    }
    package func render(into out: inout HTMLBuffer) { Template.safetyAlerts(self, &out) }
}

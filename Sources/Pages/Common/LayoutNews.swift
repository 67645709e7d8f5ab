import Domain

/// What a page says above everything else: calls for help, who sees the reader, what they were given for a time.
extension Layout {
    static func term(_ coHost: CoHost?, _ trip: Trip?, _ now: Instant?) -> String? {
        guard let coHost, let trip, let now, !coHost.isOver(at: now) else { return nil }
        let start = coHost.isActive(at: now) ? "You are a co-host " : "You will be a co-host "
        let reason = coHost.reason.isEmpty ? "" : " (\(coHost.reason))"
        return start + coHost.period(trip.zone, now: now) + ", named by \(coHost.namedBy)\(reason)."
    }

    static func banners(_ reader: LayoutReader, _ now: Instant?) -> [AlertBanner] {
        reader.alerts.map {
            let isOwn = reader.actor?.members[$0.trip.id] == $0.alert.memberID
            return banner($0.alert, $0.trip, isOfOpenTrip: $0.trip.id == reader.trip?.id, isOwn: isOwn, now ?? $0.alert.raisedAt)
        }
    }

    static func urgent(_ reader: LayoutReader, _ now: Instant?) -> [UrgentMessage] {
        guard let trip = reader.trip else { return [] }
        return reader.urgent.cases.map {
            let isOwn = reader.actor?.members[trip.id] == $0.memberID
            let person = UrgentMessage.Reader(account: reader.actor?.account.id, isOwn: isOwn, isHost: reader.role == .host)
            return UrgentMessage($0, trip, reach: reader.urgent.reach[$0.id], person, now: now ?? $0.openedAt)
        }
    }

    static func urgentRest(_ reader: LayoutReader) -> UrgentRest? {
        let rest = reader.urgent.count - reader.urgent.cases.count
        guard let trip = reader.trip, rest > 0 else { return nil }
        return UrgentRest(text: "And " + counted(rest, "more urgent message") + ".", link: Path.moderation(trip.fields.slug))
    }

    static func badge(_ sharing: Sharing, _ trip: Trip) -> SharingBadge {
        let level = sharing.effective(trip.fields)
        let end = sharing.endsAt.map { " until " + trip.zone.local($0).clock } ?? ""
        let (label, style) =
            switch level {
            case .off: ("Not sharing", "off")
            case .hosts: ("Hosts see you" + end, "ok")
            case .everyone: ("Everyone sees you" + end, "warn")
            }
        return SharingBadge(label: Texts.said(label), style: style, link: Path.my(trip.fields.slug, "#sharing"))
    }

    private static func banner(_ alert: Alert, _ trip: Trip, isOfOpenTrip: Bool, isOwn: Bool, _ now: Instant) -> AlertBanner {
        let first = alert.calls.first
        let place = alert.place
        let known = place == nil ? "no position known" : "position"
        let detail = [isOfOpenTrip ? nil : trip.fields.name, first.flatMap { late($0, trip) }, known]
        return AlertBanner(
            text: (alert.isTest ? "Test: " : "SOS: ") + alert.memberName
                + (first?.text.isEmpty == false ? " – “\(first?.text ?? "")”" : ""),
            detail: detail.compactMap(\.self).joined(separator: ", "), age: place.map { AgeText(of: $0.fixedAt, now: now) },
            accuracy: place?.accuracy.map { ", ± \(decimal($0, 0)) m" } ?? "", isTest: alert.isTest,
            raised: TimeText(alert.raisedAt, zone: trip.zone, now: now), again: again(alert, trip, now),
            newest: alert.newest?.id.description ?? "", memberID: alert.memberID.description,
            place: place.map { CoordinateForms($0.coordinates) },
            phone: isOwn || alert.phone.isEmpty ? nil : Path.telephone(alert.phone),
            map: Path.map(trip.fields.slug, alert), action: isOwn ? nil : Path.alerts(trip.fields.slug, "/\(alert.id)/acknowledge"))
    }

    /// A banner shows the last few; the list of calls has all.
    private static func again(_ alert: Alert, _ trip: Trip, _ now: Instant) -> [AlertBanner.Again] {
        alert.calls.dropFirst().suffix(3).map { call in
            AlertBanner.Again(
                text: call.text.isEmpty ? "Called again" : "Again: “\(call.text)”", at: TimeText(call.calledAt, zone: trip.zone, now: now),
                detail: late(call, trip).map { ", " + $0 } ?? "")
        }
    }

    /// Where a call came from, and that it waited for a line.
    static func late(_ call: Alert.Call, _ trip: Trip) -> String? {
        let source = call.source == .tracker ? "from the phone app" : nil
        let arrived =
            call.receivedAt - call.calledAt < .seconds(120) ? nil : "got through at " + trip.zone.local(call.receivedAt).clock
        let parts = [source, arrived].compactMap(\.self)
        return parts.isEmpty ? nil : parts.joined(separator: ", ")
    }
}

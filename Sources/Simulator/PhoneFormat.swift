import Domain

/// What each app sends for one fix, byte for byte as its users' phones do.
enum PhoneFormat: CaseIterable {
    case ownTracks, traccar, overland, gpsLogger, osmAnd

    /// A whole HTTP/1.1 request.
    func request(_ fix: Fix, token: String, host: String) -> String {
        switch self {
        case .ownTracks: return post(ownTracks(fix), token, host, "application/json; charset=utf-8")
        case .traccar: return post(traccar(fix), token, host, "application/json")
        case .overland: return post(overland(fix), token, host, "application/json")
        case .gpsLogger:
            return get(
                "lat=\(latitude(fix))&lon=\(longitude(fix))&timestamp=\(fix.time.seconds)&acc=\(text(fix.accuracy))"
                    + "&alt=\(text(fix.altitude))&spd=\(text(fix.speed))&batt=\(fix.battery ?? 50)", token, host)
        case .osmAnd:
            let knots = fix.speed.map { $0 / 0.514_444 }
            let query =
                "id=1&timestamp=\(fix.time.milliseconds)&lat=\(latitude(fix))&lon=\(longitude(fix))&speed=\(text(knots))"
                + "&altitude=\(text(fix.altitude))&accuracy=\(text(fix.accuracy))&batt=\(fix.battery ?? 50)"
            return "POST /t/\(token)?\(query) HTTP/1.1\r\nHost: \(host)\r\nContent-Length: 0\r\n\r\n"
        }
    }

    private func post(_ body: String, _ token: String, _ host: String, _ type: String) -> String {
        "POST /t/\(token) HTTP/1.1\r\nHost: \(host)\r\nContent-Type: \(type)\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)"
    }
    private func get(_ query: String, _ token: String, _ host: String) -> String {
        "GET /t/\(token)?\(query) HTTP/1.1\r\nHost: \(host)\r\n\r\n"
    }

    private func ownTracks(_ fix: Fix) -> String {
        "{\"_type\":\"location\",\"tid\":\"ph\",\"lat\":\(latitude(fix)),\"lon\":\(longitude(fix)),\"tst\":\(fix.time.seconds)"
            + ",\"acc\":\(text(fix.accuracy)),\"alt\":\(text(fix.altitude)),\"vel\":\(decimal((fix.speed ?? 0) * 3.6, 0))"
            + ",\"batt\":\(fix.battery ?? 50),\"t\":\"t\",\"m\":2,\"conn\":\"m\"}"
    }

    private func traccar(_ fix: Fix) -> String {
        "{\"location\":{\"timestamp\":\"\(fix.time.iso8601)\",\"coords\":{\"latitude\":\(latitude(fix)),\"longitude\":\(longitude(fix))"
            + ",\"accuracy\":\(text(fix.accuracy)),\"speed\":\(text(fix.speed)),\"heading\":-1,\"altitude\":\(text(fix.altitude))}"
            + ",\"is_moving\":true,\"odometer\":10442,\"event\":\"motionchange\",\"battery\":{\"level\":0.\(padded(fix.battery ?? 50, 2))"
            + ",\"is_charging\":false},\"activity\":{\"type\":\"unknown\"},\"extras\":{}},\"device_id\":\"1\"}"
    }

    private func overland(_ fix: Fix) -> String { "{\"locations\":[\(PhoneFormat.feature(fix))]}" }

    /// One position of an Overland batch.
    static func feature(_ fix: Fix) -> String {
        "{\"type\":\"Feature\",\"geometry\":{\"type\":\"Point\",\"coordinates\":[\(decimal(fix.coordinates.longitude, 6)),"
            + "\(decimal(fix.coordinates.latitude, 6))]},\"properties\":{\"timestamp\":\"\(fix.time.iso8601)\""
            + ",\"altitude\":\(decimal(fix.altitude ?? 0, 0)),\"speed\":\(decimal(fix.speed ?? -1, 0)),\"horizontal_accuracy\":"
            + "\(decimal(fix.accuracy ?? 5, 0)),\"vertical_accuracy\":-1,\"motion\":[\"driving\"],\"battery_state\":\"unplugged\""
            + ",\"battery_level\":0.\(padded(fix.battery ?? 50, 2)),\"device_id\":\"\",\"wifi\":\"\"}}"
    }

    private func latitude(_ fix: Fix) -> String { decimal(fix.coordinates.latitude, 6) }
    private func longitude(_ fix: Fix) -> String { decimal(fix.coordinates.longitude, 6) }
    private func text(_ value: Double?) -> String { value.map { decimal($0, 1) } ?? "-1" }
}

import Domain

/// What a phone app sent to `/t/{token}`, by whichever door it came; or what the page sends for itself.
package struct TrackerMessage: Sendable {
    private let query: String
    private let isForm: Bool
    private let body: [UInt8]
    /// What was read already, where it did not come as bytes.
    private let known: TrackerReport?

    /// - Parameters:
    ///   - query: what follows the address's question mark.
    ///   - contentType: as the head says it.
    package init(query: String = "", contentType: String? = nil, body: [UInt8]) {
        (self.query, self.body, known) = (query, body, nil)
        isForm = contentType?.lowercased().hasPrefix("application/x-www-form-urlencoded") == true
    }

    /// A report that did not come over `/t/{token}`.
    init(_ report: TrackerReport) { (query, isForm, body, known) = ("", false, [], report) }

    /// - Throws: invalid where it cannot be read.
    func report(at now: Instant) throws -> TrackerReport {
        if let known { return known }
        // Some apps begin with a byte-order mark.
        let body = body.dropFirst(body.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0)
        if let first = body.first(where: { $0 > 32 }), !isForm || first == UInt8(ascii: "{") || first == UInt8(ascii: "[") {
            return try TrackerMessage.report(json: body)
        }
        let form = String(decoding: body, as: UTF8.self)
        let text = query.isEmpty ? form : form.isEmpty ? query : query + "&" + form
        guard !text.isEmpty else {
            var report = TrackerReport(format: .owntracks)
            report.notes.append("an empty message")
            return report
        }
        return TrackerDecoder.decode(query: parseQuery(text), receivedAt: now)
    }

    private static func report(json body: ArraySlice<UInt8>) throws -> TrackerReport {
        do {
            return try body.withUnsafeBufferPointer { bytes throws(JSONReader.Malformed) in try TrackerDecoder.decode(json: bytes) }
        } catch {
            throw Refusal.invalid([FieldError("body", "This is not JSON (byte \(error.offset)).")])
        }
    }
}

/// What the app hears when its message is taken: 200, and what its format asks for.
package struct TrackerReply: Sendable, Equatable {
    /// Nil for no body.
    package let json: JSON?

    static let empty = TrackerReply(json: nil)
    private static let ok = TrackerReply(json: .object { $0.add("result", "ok") })

    init(json: JSON?) { self.json = json }

    /// Nil where it depends on more than the format.
    init?(_ format: TrackerFormat) {
        switch format {
        case .overland: self = .ok
        case .traccar, .osmand, .telegram, .unknown: self = .empty
        case .owntracks: return nil
        }
    }
}

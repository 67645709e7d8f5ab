import Cryptography
import Domain

/// What a browser's worker gets of a notice: one JSON object that fits into one message. What is cut off is read when the notice is
/// opened.
struct PushPayload {
    private static let longestTitle = 200
    private let delivery: DueDelivery
    private let screen: LockScreen
    private let link: String

    /// - Parameters:
    ///   - showsText: whether the trip lets notices say on a locked screen what they are about.
    ///   - link: the path where it is looked at and answered.
    init(_ delivery: DueDelivery, showsText: Bool, link: String) {
        self.delivery = delivery
        self.link = link
        screen = LockScreen(delivery.notice, showsText: showsText)
    }

    /// Of a notice that another one replaces, on a device and at its service. Nobody can tell from it what the topic is.
    static func topic(of delivery: DueDelivery) -> String? {
        delivery.topic.isEmpty ? nil : String(base64URL(Digest.sha256(Array(("topic " + delivery.topic).utf8))).prefix(32))
    }

    /// At most `PushEncryption.longestText`.
    var bytes: [UInt8] {
        let whole = json(screen.text)
        guard whole.count > PushEncryption.longestText else { return whole }
        // Letters take one byte and up to a dozen as JSON: the longest beginning that fits is found by halving.
        let letters = Array(screen.text)
        var (fits, tooLong) = (0, letters.count)
        while tooLong - fits > 1 {
            let middle = (fits + tooLong) / 2
            if json(String(letters[..<middle]) + "…").count <= PushEncryption.longestText { fits = middle } else { tooLong = middle }
        }
        return json(fits == 0 ? "" : String(letters[..<fits]) + "…")
    }

    private func json(_ text: String) -> [UInt8] {
        JSON.object(reserving: 512) { out in
            out.add("id", delivery.id)
            out.add("title", String(screen.title.prefix(PushPayload.longestTitle)))
            out.add("body", text)
            out.add("url", link)
            out.add("tag", PushPayload.topic(of: delivery) ?? delivery.notice.id.description)
            out.add("badge", delivery.unread)
            out.add("kind", delivery.notice.kind.rawValue)
            out.add("urgent", delivery.notice.urgency == .urgent)
        }.bytes
    }
}

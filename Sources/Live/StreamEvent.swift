import Domain
import NIOCore

/// What a subscriber asks for with `?topics=`.
package struct Topics: OptionSet, Sendable {
    package let rawValue: UInt16
    package init(rawValue: UInt16) { self.rawValue = rawValue }
    package static let positions = Topics(rawValue: 1)
    package static let roster = Topics(rawValue: 2)
    package static let events = Topics(rawValue: 4)
    /// Positions for travellers: of those who share with everyone.
    package static let friends = Topics(rawValue: 8)
    package static let alerts = Topics(rawValue: 16)
    /// Messages in the trip's conversations, as each subscriber may read them.
    package static let chat = Topics(rawValue: 32)
    /// News of the subscriber's own invitations.
    package static let own = Topics(rawValue: 64)
    /// What bike stations have.
    package static let bikes = Topics(rawValue: 128)
    /// That somebody wrote something about places.
    package static let places = Topics(rawValue: 256)
    static let all = Topics(rawValue: 511)
    /// What travellers may watch.
    package var isForTravellers: Bool { isSubset(of: [.friends, .chat, .own, .bikes, .places]) }
    /// The right that it takes to watch these topics.
    package var need: WatchRight {
        isForTravellers ? .member : subtracting([.positions, .alerts]).isForTravellers ? .medic : .staff
    }

    /// From "positions,roster"; nil for an unknown name or none.
    package init?(names: String) {
        var topics: Topics = []
        for name in names.split(separator: ",") {
            switch name {
            case "positions": topics.insert(.positions)
            case "roster": topics.insert(.roster)
            case "events": topics.insert(.events)
            case "friends": topics.insert(.friends)
            case "alerts": topics.insert(.alerts)
            case "chat": topics.insert(.chat)
            case "own": topics.insert(.own)
            case "bikes": topics.insert(.bikes)
            case "places": topics.insert(.places)
            default: return nil
            }
        }
        guard !topics.isEmpty else { return nil }
        self = topics
    }
}

/// One event, framed once; every subscriber is written the same buffer.
struct StreamEvent: Sendable {
    /// In the order in which this node sends.
    let sequence: UInt64
    /// Of the newest change that it or an event before it tells of.
    let place: UInt64
    /// Whether it tells of a change itself. What does not, each node sends at its own time.
    let isChange: Bool
    let sentAt: NIODeadline
    let topics: Topics
    let frame: ByteBuffer
    /// The only members who may read it; nil for everybody with the topic.
    let audience: Set<ID>?
    /// Members who may not, whatever the audience.
    var others: Set<ID> = []

    var isForEverybody: Bool { audience == nil && others.isEmpty }

    func isFor(_ member: ID?) -> Bool {
        if let member, others.contains(member) { return false }
        guard let audience else { return true }
        return member.map(audience.contains) ?? false
    }
}

/// Writes server-sent events (WHATWG HTML §9.2) inside HTTP/1.1 chunks (RFC 9112 §7.1).
enum Framing {
    static func event(id: String, name: String, data: JSON) -> ByteBuffer {
        chunk("id: \(id)\nevent: \(name)\ndata: ", data.bytes, "\n\n")
    }

    static let heartbeat = chunk(":\n\n")
    /// Sent first, so that proxies pass the head on and the browser knows how long to wait before it reconnects, and from which event to go
    /// on even if it heard nothing. Has no id if the browser is about to be told to read everything anew.
    static func opening(id: String?) -> ByteBuffer {
        chunk((id.map { "id: \($0)\n" } ?? "") + "retry: 2000\n: sotravel\n\n")
    }

    /// Sent last, where the browser is to come back after another pause than it was told at first.
    /// - Parameter pause: milliseconds.
    static func parting(pause: Int) -> ByteBuffer { chunk("retry: \(pause)\n\n") }

    private static func chunk(_ head: String, _ data: [UInt8] = [], _ end: StaticString = "") -> ByteBuffer {
        let count = head.utf8.count + data.count + end.utf8CodeUnitCount
        var buffer = ByteBufferAllocator().buffer(capacity: count + 12)
        buffer.writeString(String(count, radix: 16))
        buffer.writeStaticString("\r\n")
        buffer.writeString(head)
        buffer.writeBytes(data)
        buffer.writeStaticString(end)
        buffer.writeStaticString("\r\n")
        return buffer
    }
}

/// Metres above the sea at a place; nil where nobody knows.
package typealias GroundHeight = @Sendable (Coordinates) -> Double?

/// Positions as JSON: `{"p":[[id, latitude, longitude, accuracy, fix time ms, battery, speed, altitude, contact ms, ground height,
/// charging, motion], …]}`, null where unknown; metres, metres a second, percent; charging true or false; motion 0 while the phone
/// moves, else since when it is still, in ms.
package enum PositionsJSON {
    /// About as many bytes as one position takes.
    private static let entryByteCount = 144

    /// - Parameter isForFriends: leaves out what is no friend's business: battery, charging, motion, speed, last contact.
    package static func encode(_ entries: some Collection<BoardEntry>, ground: GroundHeight, isForFriends: Bool = false) -> JSON {
        .object(reserving: 16 + entries.count * entryByteCount) { out in
            out.array("p") { out in
                for entry in entries { out.array { write(entry, ground(entry.fix.coordinates), isForFriends, to: &$0) } }
            }
        }
    }

    private static func write(_ entry: BoardEntry, _ height: Double?, _ isForFriends: Bool, to out: inout JSONWriter) {
        let fix = entry.fix
        out.add(entry.memberID)
        out.add(fix.coordinates.latitude, places: 6)
        out.add(fix.coordinates.longitude, places: 6)
        out.add(fix.accuracy, places: 0)
        out.add(fix.time)
        out.add(isForFriends ? nil : fix.battery)
        out.add(isForFriends ? nil : fix.speed, places: 1)
        out.add(fix.altitude, places: 0)
        out.add(isForFriends ? fix.time : entry.lastContactAt)
        out.add(height, places: 0)
        out.add(isForFriends ? nil : fix.isCharging)
        out.add(isForFriends ? nil : stillness(entry))
    }

    private static func stillness(_ entry: BoardEntry) -> Int? {
        entry.stillSince.map { Int($0.milliseconds) } ?? (entry.fix.isMoving == true ? 0 : nil)
    }
}

/// In which language a feed answers.
package enum BikeFeedKind: String, Sendable, CaseIterable {
    case gbfs, digitransit
}

/// What is asked, and with which key: feeds of several trips with the same source are one request.
package struct BikeSource: Hashable, Sendable {
    package let kind: BikeFeedKind
    /// Spelled as `WebAddress.plain` has it.
    package let url: String
    /// A secret: on no page and in no log. GBFS is asked without one.
    package let key: String
    package init(kind: BikeFeedKind, url: String, key: String) {
        self.kind = kind
        self.url = WebAddress(url)?.plain ?? url
        self.key = kind == .gbfs ? "" : key
    }
}

/// A feed of bike stations that hosts added to a trip.
package struct BikeFeed: Sendable, Equatable {
    package let id: ID
    package let tripID: ID
    package let source: BikeSource
    /// What hosts call it; "" leaves it to the feed.
    package let name: String
    package let addedAt: Instant
    package let addedBy: String
    /// Raised by every change of the feed's fields.
    package let version: Int
    /// It may be asked again from then on; nil where it never was.
    package let nextAt: Instant?
    package init(
        id: ID, tripID: ID, source: BikeSource, name: String, addedAt: Instant, addedBy: String, version: Int, nextAt: Instant? = nil
    ) {
        self.id = id
        self.tripID = tripID
        self.source = source
        self.name = name
        self.addedAt = addedAt
        self.addedBy = addedBy
        self.version = version
        self.nextAt = nextAt
    }
}

/// What a host types about a feed.
package struct BikeFeedFields: Sendable, Equatable {
    package static let most = 5
    package var name = ""
    package var kind = BikeFeedKind.gbfs
    package var url = ""
    /// "" keeps the key that there is.
    package var key = ""
    package init() {}

    /// Every complaint about the fields, beside the name of its field.
    /// - Parameter hasKey: whether one is stored already.
    package func errors(hasKey: Bool) -> [FieldError] {
        var check = Validation()
        check.require(name.count <= 60, "name", "At most 60 characters.")
        check.require(!url.isEmpty, "url", "The address of the feed, for instance https://gbfs.example/gbfs.json.")
        check.require(url.utf8.count <= 500, "url", "At most 500 characters.")
        if !url.isEmpty, url.utf8.count <= 500 {
            let address = WebAddress(url)
            check.require(
                address != nil, "url", "An address that begins with https:// or http://, without a name and password in it.")
            check.require(address?.hasUsualPort != false, "url", "Feeds are asked at the ports 80 and 443, and from 1024 on.")
        }
        check.require(
            kind != .digitransit || hasKey || !key.isEmpty, "key", "Digitransit answers only with a key: portal-api.digitransit.fi has it.")
        check.require(key.utf8.count <= 200 && key.utf8.allSatisfy { $0 > 32 && $0 < 127 }, "key", "A key has no blanks.")
        return check.errors
    }
}

/// An address of the web with a plain host: what feeds are asked at, and what a feed may lead people to.
package struct WebAddress: Sendable, Equatable {
    package let text: String
    package let isSecure: Bool
    /// In lower case.
    package let host: String
    /// As it is written, or what the scheme means without one.
    package let port: Int
    /// What stands behind host and port, as it is written.
    private let rest: String

    /// Nil for every other scheme, for a name and password before the host, and for bytes that no address has.
    package init?(_ text: String) {
        guard text.utf8.count <= 2000, text.utf8.allSatisfy({ $0 > 32 && $0 < 127 && !"<>\"\\^`{|}".utf8.contains($0) }) else { return nil }
        let lower = text.lowercased()
        guard let scheme = ["https://", "http://"].first(where: lower.hasPrefix) else { return nil }
        let authority = lower.dropFirst(scheme.count).prefix { !"/?#".contains($0) }
        guard !authority.contains("@") else { return nil }
        let name: Substring
        if authority.hasPrefix("[") {
            guard let end = authority.firstIndex(of: "]") else { return nil }
            name = authority[...end]
        } else {
            name = authority.prefix { $0 != ":" }
        }
        guard let first = name.first, first.isLetter || first.isNumber || first == "[" else { return nil }
        let isSecure = scheme == "https://"
        guard let port = WebAddress.port(authority[name.endIndex...], isSecure) else { return nil }
        (self.text, self.isSecure, host, self.port) = (text, isSecure, String(name), port)
        rest = String(text.dropFirst(scheme.count + authority.count))
    }

    /// - Parameter text: what stands behind the host: ":8080", or nothing.
    private static func port(_ text: Substring, _ isSecure: Bool) -> Int? {
        text.isEmpty ? usualPort(isSecure) : text.first == ":" ? text.dropFirst().whole(in: 1...65_535) : nil
    }

    private static func usualPort(_ isSecure: Bool) -> Int { isSecure ? 443 : 80 }

    /// One spelling of the same address: scheme and host in lower case, no port that goes without saying, no fragment.
    package var plain: String {
        let place = port == WebAddress.usualPort(isSecure) ? "" : ":\(port)"
        let path = rest.prefix { $0 != "#" }
        return (isSecure ? "https://" : "http://") + host + place + (path.hasPrefix("/") ? "" : "/") + path
    }

    /// Without the query, which may hold a key.
    package var withoutQuery: String { String(plain.prefix { $0 != "?" }) }

    /// Where the web is: what listens below 1024 besides speaks something else.
    package var hasUsualPort: Bool { port == 80 || port == 443 || port >= 1024 }

    /// Whether it may be told what the other one was told: the same server, or the same by its protected door.
    package func mayKnowSecrets(of other: WebAddress) -> Bool {
        guard host == other.host else { return false }
        return (isSecure == other.isSecure && port == other.port) || (isSecure && port == 443 && !other.isSecure && other.port == 80)
    }
}

/// What is known of a feed besides its stations.
package struct BikeFeedState: Sendable {
    package let feed: BikeFeed
    package var systemName = ""
    /// Of GBFS; "" where the feed says none.
    package var version = ""
    /// Seconds for which its statuses are good.
    package var ttl: Int?
    package var updatedAt: Instant?
    /// The last answer that could be read.
    package var answeredAt: Instant?
    package var nextAt: Instant?
    package var problem: BikeProblem?
    package var stationCount = 0
    package var faults: [BikeFault] = []
    /// Newest first.
    package var answers: [BikeAnswer] = []
    package init(feed: BikeFeed) { self.feed = feed }

    /// What pages call it.
    package var title: String {
        let host = WebAddress(feed.source.url)?.host ?? feed.source.url
        return [feed.name, systemName, host].first { !$0.isEmpty } ?? ""
    }
}

/// In which language a feed answers.
package enum BikeFeedKind: String, Sendable, CaseIterable {
    case gbfs, digitransit
}

/// What is asked, and with which key: feeds of several trips with the same source are one request.
package struct BikeSource: Hashable, Sendable {
    package let kind: BikeFeedKind
    package let url: String
    /// A secret: on no page and in no log.
    package let key: String
    package init(kind: BikeFeedKind, url: String, key: String) {
        self.kind = kind
        self.url = url
        self.key = key
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
            check.require(
                WebAddress(url) != nil, "url", "An address that begins with https:// or http://, without a name and password in it.")
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

    /// Nil for every other scheme, for a name and password before the host, and for bytes that no address has.
    package init?(_ text: String) {
        guard text.utf8.count <= 2000, text.utf8.allSatisfy({ $0 > 32 && $0 < 127 && !"<>\"\\^`{|}".utf8.contains($0) }) else { return nil }
        let lower = text.lowercased()
        guard let scheme = ["https://", "http://"].first(where: lower.hasPrefix) else { return nil }
        let authority = lower.dropFirst(scheme.count).prefix { !"/?#".contains($0) }
        guard !authority.contains("@") else { return nil }
        var name = authority[...]
        if name.hasPrefix("[") {
            guard let end = name.firstIndex(of: "]") else { return nil }
            name = name[...end]
        } else if let colon = name.firstIndex(of: ":") {
            guard name[name.index(after: colon)...].whole(in: 1...65_535) != nil else { return nil }
            name = name[..<colon]
        }
        guard let first = name.first, first.isLetter || first.isNumber || first == "[" else { return nil }
        (self.text, isSecure, host) = (text, scheme == "https://", String(name))
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

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
        check.require(!url.isEmpty, "url", "Type the address of the feed, for instance https://gbfs.example/gbfs.json.")
        check.require(url.utf8.count <= 500, "url", "At most 500 characters.")
        if !url.isEmpty, url.utf8.count <= 500 {
            let address = WebAddress(url)
            check.require(
                address != nil, "url", "Type an address that begins with https:// or http://, without a name or password in it.")
            check.require(address?.hasUsualPort != false, "url", "Use port 80 or 443, or one from 1024 up.")
        }
        check.require(
            kind != .digitransit || hasKey || !key.isEmpty, "key", "Digitransit needs a key. Get one at portal-api.digitransit.fi.")
        check.require(
            key.utf8.count <= 200 && key.utf8.allSatisfy { $0 > 32 && $0 < 127 }, "key",
            "A key has at most 200 letters, digits and signs, without spaces or accents.")
        return check.errors
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

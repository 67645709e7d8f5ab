import Domain

/// What a source said last, with all that is needed to read it again for another trip.
struct BikeContent: Sendable {
    var information: [GBFSInformation] = []
    var statuses: [GBFSStatus] = []
    /// Nil where the feed has no document of types.
    var kinds: [String: BikeKind]?
    var faults: [BikeFault] = []
    var (systemName, version) = ("", "")
    var updatedAt: Instant?
    /// Seconds.
    var ttl: Int?
}

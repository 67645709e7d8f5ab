/// A friend whose position may be seen.
package struct LocatedFriend: Sendable {
    package let friend: Friend
    package let fix: Fix
    package let freshness: Freshness
    /// Metres above the sea, from the atlas or else the phone.
    package let height: Double?
    /// Metres from the reader; nil where their own position is not known.
    package let distance: Double?
    /// Metres above the reader.
    package let above: Double?
    package init(friend: Friend, fix: Fix, freshness: Freshness, height: Double?, distance: Double?, above: Double?) {
        self.friend = friend
        self.fix = fix
        self.freshness = freshness
        self.height = height
        self.distance = distance
        self.above = above
    }
}

/// Where the reader is.
package struct OwnPosition: Sendable {
    package let member: ID
    package let fix: Fix
    package let freshness: Freshness
    /// Metres above the sea, from the atlas or else the phone.
    package let height: Double?
    package init(member: ID, fix: Fix, freshness: Freshness, height: Double?) {
        self.member = member
        self.fix = fix
        self.freshness = freshness
        self.height = height
    }
}

/// A traveller's map: themselves, the friends who show themselves, and where the next events meet.
package struct FriendMap: Sendable {
    /// Nearest first.
    package let friends: [LocatedFriend]
    /// Nil while it is not known.
    package let own: OwnPosition?
    /// With a meeting point, in order of start.
    package let events: [Event]
    package let choice: MapChoice
    /// Metres within which somebody is near.
    package let radius: Int
    package let sharing: Sharing
    /// Of the tiles; nil while there is no map.
    package let version: String?
    /// Metres above the sea from which the mountain map is shown.
    package let threshold: Double?
    /// Of the trip's base, metres above the sea.
    package var baseHeight: Double?
    package init(
        friends: [LocatedFriend], own: OwnPosition?, events: [Event], choice: MapChoice, radius: Int, sharing: Sharing, version: String?,
        threshold: Double?
    ) {
        self.friends = friends
        self.own = own
        self.events = events
        self.choice = choice
        self.radius = radius
        self.sharing = sharing
        self.version = version
        self.threshold = threshold
    }

    /// Metres to choose the radius from.
    package static let radii = [250, 500, 1000, 2500, 5000]
}

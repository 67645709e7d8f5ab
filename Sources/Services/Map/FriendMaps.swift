import Domain

extension AppServices {
    /// What a traveller's map is made from.
    package func friendMap(_ access: MemberAccess) throws -> FriendMap {
        let ground = map.friendGround(access.trip)
        var found = FriendMap(
            friends: try friends.places(access), own: try friends.ownPosition(access), events: try myEvents.meetings(access),
            choice: try map.choice(access), radius: try friends.radius(access), sharing: try sharing.find(access),
            version: ground.version, threshold: ground.threshold)
        found.baseHeight = ground.baseHeight
        return found
    }
}

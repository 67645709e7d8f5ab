import Domain

extension FriendMapPage {
    /// By the heights of those who are seen; on a base in the mountains, with nobody to show, the mountain map.
    static func ground(_ map: FriendMap, _ trip: Trip, _ wanted: Wanted, isOnBase: Bool) -> (style: String, reason: String) {
        // What the address is about is drawn on the mountain map alone.
        if wanted.spot?.trace != nil, map.choice == .auto {
            return (MapStyle.mountain.rawValue, Texts.said("Mountain map, because it shows pistes and lifts"))
        }
        let mountainFrom = trip.fields.mountainFrom
        if isOnBase, let high = MapDecision.onHighBase(map.baseHeight, choice: map.choice, mountainFrom: mountainFrom) {
            return (high.style.rawValue, high.reason)
        }
        let (friends, own) = seen(map, wanted)
        let decision = MapDecision(
            choice: map.choice, heights: friends + own, centre: wanted.spot?.height, threshold: map.threshold, previous: nil,
            isOfReader: friends.isEmpty)
        let isBare = map.choice == .auto && friends.isEmpty && own.isEmpty && wanted.spot?.height == nil
        return (decision.style.rawValue, isBare ? Texts.said("\(Texts.said(text: decision.style.label)) map") : decision.reason)
    }

    /// Heights of the friends in view, and the reader's own: as the map's script finds them, which knows the window's size.
    private static func seen(_ map: FriendMap, _ wanted: Wanted) -> (friends: [Double], own: [Double]) {
        let known = map.friends.filter { [.fresh, .stale].contains($0.freshness) }
        if let chosen = known.first(where: { $0.friend.id == wanted.shown }) { return ([chosen.height].compactMap(\.self), []) }
        let view = wanted.centre.map { MapView(centre: $0, zoom: wanted.zoom ?? 15) }
        func isInView(_ place: Coordinates) -> Bool { view.map { MapPage.isVisible($0.point(place)) } ?? true }
        let own = map.own.flatMap { isInView($0.fix.coordinates) ? $0.height : nil }
        return (known.filter { isInView($0.fix.coordinates) }.compactMap(\.height), [own].compactMap(\.self))
    }
}

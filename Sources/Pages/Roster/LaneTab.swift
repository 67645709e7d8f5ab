import Domain

/// Between the sets of groups, the rooms, the list of all groups and the wishes.
struct LaneTab: Sendable {
    enum Place: Equatable { case set(LaneSetKey), all, wishes }
    let label: String
    let link: Link
    let isCurrent: Bool

    static func all(_ trip: TripLayout, _ sets: [LaneSet], current: Place) -> [LaneTab] {
        func tab(_ label: String, _ link: Link, _ place: Place) -> LaneTab {
            LaneTab(label: label, link: link, isCurrent: place == current)
        }
        func link(_ set: String) -> Link { Path.groups(trip.slug).asking("set", set) }
        var tabs = sets.map { tab(LaneWords.label($0), link($0.key.rawValue), .set($0.key)) }
        tabs.append(tab(Texts.said("All groups"), link("all"), .all))
        if trip.isHost { tabs.append(tab(Texts.said("Wishes"), Path.wishes(trip.slug), .wishes)) }
        return tabs
    }
}

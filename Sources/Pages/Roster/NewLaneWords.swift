import Domain

/// Which groups and rooms a list would make, in a sentence each. Many a new one is meant for one that there is.
enum NewLaneWords {
    private static let most = 8

    /// "2 new groups: Bus1, Skiers. 1 new room: 301. “Bus1” is much like “Bus 1”." Nil where it makes none.
    static func said(_ lanes: NewLanes) -> String? {
        var sentences: [String] = []
        if !lanes.groups.isEmpty { sentences.append(Texts.said("\(counted(lanes.groups.count, "new group")): \(few(lanes.groups)).")) }
        if !lanes.rooms.isEmpty { sentences.append(Texts.said("\(counted(lanes.rooms.count, "new room")): \(few(lanes.rooms)).")) }
        sentences += lanes.alike.prefix(most).map { Texts.said("“\(cut($0.name, 60))” is much like “\(cut($0.other, 60))”.") }
        return sentences.isEmpty ? nil : sentences.joined(separator: " ")
    }

    private static func few(_ names: [String]) -> String {
        let known = names.prefix(most).map { $0.contains(",") ? "“\(cut($0, 60))”" : cut($0, 60) }.joined(separator: ", ")
        return names.count > most ? Texts.said("\(known) and \(names.count - most) more") : known
    }
}

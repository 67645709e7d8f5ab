/// The newest fix of one member, as board, map and stream carry it.
package struct BoardEntry: Sendable, Equatable {
    /// Within this distance a phone may have been still all the time, even if it was silent for long.
    private static let stillMetres = 100.0

    package let memberID: ID
    package private(set) var fix: Fix
    package var lastContactAt: Instant
    /// Time of the first position since which the phone has been still; nil while it moves or does not say.
    package private(set) var stillSince: Instant?
    package init(memberID: ID, fix: Fix, lastContactAt: Instant) {
        self.memberID = memberID
        self.fix = fix
        self.lastContactAt = lastContactAt
        stillSince = fix.isMoving == false ? fix.time : nil
    }

    /// Whether its clock was ahead, and has been set back since: any new position is newer then.
    package func isAhead(of now: Instant) -> Bool { fix.isAhead(of: now) }

    /// Goes on to a newer position.
    package mutating func move(to next: Fix) {
        let goesOn = next.isMoving == false && stillSince != nil && isNear(next)
        stillSince = goesOn ? stillSince : next.isMoving == false ? next.time : nil
        fix = next
    }

    private func isNear(_ next: Fix) -> Bool {
        fix.coordinates.distance(to: next.coordinates) <= BoardEntry.stillMetres + (fix.accuracy ?? 0) + (next.accuracy ?? 0)
    }
}

/// Who a marker is: what the map needs to know of a member besides the position.
package struct MapPerson: Sendable {
    package let id: ID
    package let name: String
    package let initials: String
    package let groups: [String]
    package let phone: String
    package let isPaused: Bool
    package let photo: ID?
    /// For hosts and moderators, like the groups.
    package var room: String = ""
    /// In words: "Arrived".
    package var status: String = ""
    /// What staff must bear in mind, in a word or two; for hosts and moderators.
    package var attention = ""
    package var role = Role.traveller
    package init(id: ID, name: String, groups: [String], phone: String, isPaused: Bool, photo: ID?) {
        self.photo = photo
        self.id = id
        self.name = name
        initials = firstLetters(name)
        self.groups = groups
        self.phone = phone
        self.isPaused = isPaused
    }

    /// For medics, to whom groups and rooms are nothing.
    package var withoutGroups: MapPerson {
        var person = MapPerson(id: id, name: name, groups: [], phone: phone, isPaused: isPaused, photo: photo)
        person.status = status
        return person
    }
}

/// A member's recorded way, oldest first.
package struct Track: Sendable {
    package let name: String
    package let fixes: [Fix]
    package init(name: String, fixes: [Fix]) {
        self.name = name
        self.fixes = fixes
    }
}

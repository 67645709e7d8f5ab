/// The newest fix of one member, as board, map and stream carry it.
package struct BoardEntry: Sendable, Equatable {
    package let memberID: ID
    package var fix: Fix
    package var lastContactAt: Instant
    package init(memberID: ID, fix: Fix, lastContactAt: Instant) {
        self.memberID = memberID
        self.fix = fix
        self.lastContactAt = lastContactAt
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
    package init(id: ID, name: String, groups: [String], phone: String, isPaused: Bool, photo: ID?) {
        self.photo = photo
        self.id = id
        self.name = name
        initials = firstLetters(name)
        self.groups = groups
        self.phone = phone
        self.isPaused = isPaused
    }

    /// For medics, to whom groups are nothing.
    package var withoutGroups: MapPerson {
        MapPerson(id: id, name: name, groups: [], phone: phone, isPaused: isPaused, photo: photo)
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

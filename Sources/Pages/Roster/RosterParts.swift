import Domain

/// One cell of the roster: a number to call, groups side by side, a room, or plain text.
struct RosterCell: Sendable {
    struct Call: Sendable {
        let name: String
        let number: String
        let link: Link
    }
    /// What stands in one of the trip's own columns: `value` is what is kept, nil where it reads the same. `label` is there where the
    /// list is sorted or narrowed by it: cards on a phone show it then.
    struct Own: Sendable {
        let text: String
        let value: String?
        let label: String?
    }
    let plain: String?
    private(set) var own: Own?
    let room: String?
    let call: Call?
    let isGroups: Bool
    let chips: [String]
    /// On a phone's card the room stands before the groups: "Room 104".
    private(set) var roomWords: String?

    init(_ row: RosterRow, _ column: ListColumn, asked: Set<ID>) {
        switch column {
        case .field(let field): self.init(row, field)
        case .own(let column): self.init(row.own[column], column, isAsked: asked.contains(column.id))
        case .reach: self.init(plain: row.reachText)
        }
    }

    private init(plain: String) { (self.plain, room, call, isGroups, chips) = (plain, nil, nil, false, []) }

    private init(_ value: String, _ column: OwnColumn, isAsked: Bool) {
        (plain, room, call, isGroups, chips) = (nil, nil, nil, false, [])
        own = Own(text: column.text(value), value: column.kind == .date ? value : nil, label: isAsked ? column.name : nil)
    }

    private init(_ row: RosterRow, _ field: MemberField) {
        let text = row[field]
        isGroups = field == .groups
        chips = isGroups ? row.groupNames : []
        roomWords = isGroups && !row[.room].isEmpty ? Texts.said("Room \(row[.room])") : nil
        room = field == .room ? text : nil
        let isCallable = (field == .phone || field == .emergencyPhone) && !text.isEmpty
        call = isCallable ? Call(name: row.fullName, number: text, link: Path.telephone(text)) : nil
        plain = isGroups || isCallable || field == .room ? nil : field == .status ? Texts.said(text: row.status.label) : text
    }
}

/// The head of a column, which sorts by it; a second time the other way round.
struct RosterHead: Sendable {
    let field: String
    /// What an own column holds.
    let kind: String?
    let label: String
    let link: Link
    let sort: String?
    var isUp: Bool { sort == "ascending" }
    var isDown: Bool { sort == "descending" }

    init(_ column: RosterFilter.Sort, _ filter: RosterFilter, _ slug: String) {
        let isSorted = filter.sort == column
        field = column.rawValue
        if case .own(let own) = column {
            (label, kind) = (own.name, own.kind.rawValue)
        } else {
            (label, kind) = (Texts.said(text: column.label), nil)
        }
        sort = isSorted ? (filter.isDescending ? "descending" : "ascending") : nil
        var other = filter
        (other.sort, other.isDescending) = (column, isSorted && !filter.isDescending)
        link = Path.roster(slug).asking(RosterPage.query(other))
    }
}

extension RosterPage {
    /// What a host just changed in place.
    package static func changed(_ entry: AuditEntry, _ slug: String, version: Int) -> Flash? {
        guard let label = entry.changes.first?.label else { return nil }
        return Flash(
            Texts.said("\(Texts.said(text: label)) of \(entry.subjectName) changed"),
            undo: Path.undoRosterChange(slug, version))
    }

    /// Whom a host just deleted at once; nil where they are back already.
    package static func deleted(_ members: [BinnedMember], _ slug: String) -> Flash? {
        guard let first = members.first else { return nil }
        let who = members.count == 1 ? first.name : counted(members.count, "person", "people")
        return Flash(Texts.said("\(who) moved to the bin for 30 days"), undo: Path.restoreFromBin(slug, first.version))
    }
}

extension MemberPage {
    /// What a host just saved of the person whose page it is, with the way back.
    package static func changed(_ entry: AuditEntry, _ slug: String, version: Int) -> Flash? {
        if entry.action != RosterAction.added, entry.changes.count == 1 { return RosterPage.changed(entry, slug, version: version) }
        let name = entry.subjectName
        return Flash(
            entry.action == RosterAction.added ? Texts.said("\(name) added") : Texts.said("Details of \(name) changed"),
            undo: Path.undoRosterChange(slug, version))
    }
}

/// A view, or everybody, as a tab above the roster.
struct RosterTab: Sendable {
    let name: String
    let link: Link
    let isCurrent: Bool
    /// Forgets the open view.
    let remove: Link?

    static func all(_ views: [RosterView], _ filter: RosterFilter, _ slug: String, mayEdit: Bool) -> [RosterTab] {
        guard !views.isEmpty else { return [] }
        let here = Path.roster(slug).asking(RosterPage.query(filter))
        let tabs = views.map { view in
            let link = Path.roster(slug).asking(view.parts)
            let remove = link == here && mayEdit ? Path.removeRosterView(slug, view.id) : nil
            return RosterTab(name: view.name, link: link, isCurrent: link == here, remove: remove)
        }
        let everybody = Path.roster(slug)
        return [RosterTab(name: Texts.said("Everybody"), link: everybody, isCurrent: everybody == here, remove: nil)] + tabs
    }
}

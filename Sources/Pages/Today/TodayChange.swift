import Domain

/// What others changed on the roster: everything that was done at once is one line.
package struct TodayChange: Sendable {
    let text: String
    let at: TimeText
    let link: Link
    let undo: Link?

    /// - Parameter entries: the newest first.
    static func all(_ entries: [AuditEntry], _ trip: Trip, mayUndo: Bool, now: Instant) -> [TodayChange] {
        var bundles: [[AuditEntry]] = []
        for entry in entries {
            if let last = bundles.last?.last, last.rosterVersion == entry.rosterVersion || isAlike(last, entry) {
                bundles[bundles.count - 1].append(entry)
            } else {
                bundles.append([entry])
            }
        }
        return bundles.map { TodayChange($0, trip, mayUndo: mayUndo, now: now) }
    }

    /// By the same person, of the same kind, within an hour.
    private static func isAlike(_ a: AuditEntry, _ b: AuditEntry) -> Bool {
        a.actorName == b.actorName && a.action == b.action && a.at - b.at < .hours(1)
    }

    private init(_ bundle: [AuditEntry], _ trip: Trip, mayUndo: Bool, now: Instant) {
        let (newest, oldest) = (bundle[0], bundle[bundle.count - 1])
        let slug = trip.fields.slug
        let people = Set(bundle.map(\.subjectID)).count
        let kinds = Set(bundle.map(\.action))
        let isDeletion = kinds == [RosterAction.binned]
        let (who, many) = (newest.actorName, counted(people, "person", "people"))
        if people <= 1 {
            // Of what people did themselves the name is said once.
            let line = RosterChangeLine(newest).text
            text = newest.subjectName == who ? line : "\(who): \(line)"
        } else if isDeletion {
            text = Texts.said("\(who) deleted \(many)")
        } else if kinds == [RosterAction.added] {
            text = Texts.said("\(who) added \(many)")
        } else {
            text = Texts.said(kinds.contains(RosterAction.added) ? "\(who) added and changed \(many)" : "\(who) changed \(many)")
        }
        at = TimeText(newest.at, zone: trip.zone, now: now)
        link = Path.rosterChanges(slug).asking("since", String((oldest.rosterVersion ?? 1) - 1))
        let isOne = newest.rosterVersion == oldest.rosterVersion
        undo =
            mayUndo && isOne && (newest.isUndoable || isDeletion)
            ? newest.rosterVersion.map { (isDeletion ? Path.restoreFromBin : Path.undoRosterChange)(slug, $0) } : nil
    }
}

import Domain
import Pages
import Services

/// What an event's pages say once of what was done a moment ago: it names the thing. The address carries ids and numbers, no text.
enum EventToasts {
    /// On the event's own page.
    static func event(_ web: WebRequest, _ detail: EventDetail, _ access: some StaffProof) throws -> Flash? {
        if let sent = web.query("sent").ordinal {
            return Flash(MessageInvitedPage.said(sent: sent, unjoined: web.query("unjoined").ordinal ?? 0))
        }
        if let told = web.query("told").ordinal {
            let (recent, unreached) = (web.query("recent").ordinal ?? 0, web.query("unreached").ordinal ?? 0)
            return Flash(EventPage.said(told: told, recent: recent, unreached: unreached))
        }
        if !web.query("was").isEmpty { return answered(web, detail, access) }
        if web.query("done") == "answers-undone" { return undone(web, detail.event, detail.guests) }
        if web.query("done") == "list-removed" { return try removed(web, detail.event, access) }
        return done(web, detail).map { Flash($0) }
    }

    private static func done(_ web: WebRequest, _ detail: EventDetail) -> String? {
        let (title, isDraft) = (detail.event.fields.title, detail.event.state == .draft)
        switch web.query("done") {
        case "saved":
            return isDraft ? Texts.said("\(title) is saved as a draft: nobody is invited yet.") : Texts.said("\(title) is saved.")
        case "published": return Texts.said("\(title) is published: \(counted(detail.guests.count, "person is", "people are")) invited.")
        case "cancelled": return Texts.said("\(title) is cancelled.")
        case "event-back": return Texts.said("\(title) is back, with answers, places and ticks.")
        case "invited": return web.query("number").ordinal.map { invited($0, to: title) }
        case "lists": return added(web, detail)
        default: return nil
        }
    }

    /// "Bruno Demovich: Going", with the way back for those who may answer for others. Only what the reader answered and still stands.
    private static func answered(_ web: WebRequest, _ detail: EventDetail, _ access: some StaffProof) -> Flash? {
        let (all, invitations) = (FormerAnswers(text: web.query("was")), detail.guests.map(\.invitation))
        guard let former = web.services.answers.standing(all, in: invitations, access) else { return nil }
        let slug = access.trip.fields.slug
        let mayUndo = access.isHost && access.trip.archivedAt == nil
        let undo = Path.setAnswers(slug, detail.event.id).asking([("was", former.text), ("tab", web.query("tab"))])
        return EventPage.answered(former.answers, detail.guests).map { Flash($0, undo: mayUndo ? undo : nil) }
    }

    static func undone(_ web: WebRequest, _ event: Event, _ guests: [EventGuest]) -> Flash? {
        func numbers(_ name: String) -> [Int] { web.query(name).split(separator: ".").compactMap { String($0).whole(in: 1...1_000_000) } }
        var outcome = RestoredAnswers()
        (outcome.restored, outcome.waiting, outcome.kept) = (numbers("restored"), numbers("waiting"), numbers("kept"))
        outcome.keptPlaces = web.query("places").ordinal.flatMap { $0 == event.fields.capacity ? $0 : nil }
        return EventPage.undone(outcome, guests).map { Flash($0) }
    }

    /// With the way back, for as long as it can be brought back.
    private static func removed(_ web: WebRequest, _ event: Event, _ access: some StaffProof) throws -> Flash {
        guard let list = try ID(web.query("list")).flatMap({ try web.services.checkIn.removed($0, of: event, access) }) else {
            return Flash(Texts.said("The list is removed."))
        }
        return Flash(
            Texts.said("\(list.name) is removed."), undo: Path.restoreCheckInList(access.trip.fields.slug, event.id, list.id))
    }

    private static func invited(_ count: Int, to title: String) -> String {
        count == 0 ? Texts.said("Nobody new was invited.") : Texts.said("\(counted(count, "person", "people")) invited to \(title).")
    }

    /// "Bus 1 out, Bus 2 out added to check-in."
    private static func added(_ web: WebRequest, _ detail: EventDetail) -> String? {
        let ids = Set(web.query.filter { $0.name == "list" }.compactMap { ID($0.value) })
        let names = detail.lists.map(\.list).filter { ids.contains($0.id) }.map(\.name).joined(separator: ", ")
        return names.isEmpty ? nil : Texts.said("\(names) added to check-in.")
    }

    /// On a check-in page. A single tick can be undone at once.
    static func checkIn(_ web: WebRequest, _ sheet: CheckInSheet, _ access: some StaffProof) -> Flash? {
        let list = sheet.list
        switch web.query("done") {
        case "ticked":
            if let number = web.query("number").ordinal {
                let people = counted(number, "person", "people")
                return Flash(number == 0 ? Texts.said("Nobody new was ticked.") : Texts.said("\(people) ticked on \(list.name)."))
            }
            guard let (scan, name) = scan(web, sheet) else { return nil }
            let isReturn = sheet.attendance.isReturn
            let text =
                scan.isIn
                ? Texts.said(isReturn ? "\(name) is back." : "\(name) has arrived.")
                : Texts.said(isReturn ? "\(name) is not back." : "\(name) is out again.")
            let undo = Path.undoTick(access.trip.fields.slug, sheet.event.id, list.id, scan.id)
            return Flash(text, undo: scan.undoneAt == nil ? undo : nil)
        case "undone": return scan(web, sheet).map { Flash(Texts.said("The tick of \($0.name) is undone.")) }
        case "renamed": return Flash(Texts.said("The list is now called \(list.name)."))
        case "list-archived":
            guard list.isArchived else { return Flash(Texts.said("\(list.name) is in use again.")) }
            let undo = Path.archiveCheckInList(access.trip.fields.slug, sheet.event.id, list.id).asking("archived", "no")
            return Flash(Texts.said("\(list.name) is archived."), undo: undo)
        case "list-back": return Flash(Texts.said("\(list.name) is back."))
        default: return nil
        }
    }

    /// The tick that the address names, and whose it is.
    private static func scan(_ web: WebRequest, _ sheet: CheckInSheet) -> (scan: Scan, name: String)? {
        guard let id = ID(web.query("scan")), let scan = sheet.scans.first(where: { $0.id == id }) else { return nil }
        let row = sheet.guests.map(\.row).first { $0.id == scan.memberID } ?? sheet.others.first { $0.id == scan.memberID }
        return row.map { (scan, $0.fullName) }
    }
}

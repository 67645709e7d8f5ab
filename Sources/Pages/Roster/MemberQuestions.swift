import Domain

/// What a host is asked before a person is saved.
extension MemberForm {
    /// Of somebody new who is called as others are: the same question as an import's.
    package static func question(_ namesakes: [RosterRow], _ slug: String) -> FormPage.Question {
        FormPage.Question(
            Texts.said("Perhaps the same person"),
            lines: namesakes.map { .init(known($0), Path.member(slug, $0.id)) },
            advice: Texts.said("Open them to see whether it is the same person. If it is somebody else, add a new person."))
    }

    /// "Ada Example · Room 104 · Bus 1 · +41 79 000 00 17"
    private static func known(_ row: RosterRow) -> String {
        let status = row.isGone ? Texts.said(text: row.status.label) : ""
        let parts = [row.fullName, Namesakes.mark(room: row[.room], groups: row.groupNames), row[.phone], row[.email], status]
        return cut(parts.filter { !$0.isEmpty }.joined(separator: " · "), 300)
    }

    /// Of somebody whom others changed while the form was open.
    /// - Parameter changes: newest first.
    package static func question(_ changes: [AuditEntry], of member: Member, in trip: Trip, now: Instant) -> FormPage.Question {
        let lines = changes.map { entry in
            let line = MemberPage.line(entry, trip.zone, now)
            let (who, what) = (line.by, (line.lines.isEmpty ? [line.text] : line.lines).joined(separator: ", "))
            return FormPage.Question.Line(Texts.said("\(who), \(TimeText(entry.at, zone: trip.zone, now: now).text): \(what)"))
        }
        let theirs = FormPage.Question.Line(Texts.said("Take theirs: drop what you typed"), Path.editMember(trip.fields.slug, member.id))
        return FormPage.Question(
            Texts.said("\(member.fields.fullName) was changed while you typed"), lines: lines + [theirs],
            advice: Texts.said("Below is what you typed, and theirs where you changed nothing. Nothing is saved yet."))
    }
}

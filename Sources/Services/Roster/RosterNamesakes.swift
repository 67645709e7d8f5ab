import Domain

extension RosterService {
    /// Who is called as somebody new would be: perhaps the same person.
    package func namesakes(of fields: MemberFields, _ access: OpenHostAccess) throws -> [RosterRow] {
        var tidied = fields
        _ = tidied.tidy()
        let name = folded(tidied.fullName)
        return name.isEmpty ? [] : try rows(trip: access.trip.id).filter { folded($0.fullName) == name }
    }

    /// What others saved of somebody after a form was opened, newest first.
    package func changes(of member: ID, since version: Int, _ access: OpenHostAccess) throws -> [AuditEntry] {
        try changes(since: version, access).filter { $0.subjectID == member }
    }
}

extension MemberFields {
    /// The fields of a form that is older than the changes: a field that the form left as it was is as it became, what was typed stays.
    /// - Parameter entries: newest first.
    package func after(_ entries: [AuditEntry]) -> MemberFields {
        var (fields, first, last) = (self, [MemberField: String](), [MemberField: String]())
        for change in entries.flatMap({ $0.changes.reversed() }) {
            guard let field = MemberField(rawValue: change.field) else { continue }
            first[field] = change.from
            if last[field] == nil { last[field] = change.to }
        }
        for (field, text) in first where fields[field] == text { fields[field] = last[field] ?? text }
        return fields
    }
}

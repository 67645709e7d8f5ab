import Domain

extension RosterService {
    /// Who is called as somebody new would be: perhaps the same person.
    package func namesakes(of fields: MemberFields, _ access: OpenHostAccess) throws -> [RosterRow] {
        var tidied = fields
        _ = tidied.tidy()
        let name = folded(tidied.fullName)
        return name.isEmpty ? [] : try rows(trip: access.trip.id).filter { folded($0.fullName) == name }
    }
}

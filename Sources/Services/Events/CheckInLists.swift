import Domain

/// A host changes the lists of an event themselves: their names, and which are still in use.
extension CheckInService {
    package func rename(_ list: ID, to name: String, of event: ID, _ access: OpenHostAccess) async throws {
        let (event, found) = try changeable(list, event, access)
        let name = tidyLine(name)
        var check = Validation()
        check.require(
            (1...CheckInService.nameLength).contains(name.count), "name", "Between 1 and \(CheckInService.nameLength) characters.")
        try check.check()
        guard name != found.name else { return }
        try await store.rename(found, to: name, of: event, by: access.author, at: events.system.now())
    }

    package func archive(_ list: ID, _ isArchived: Bool, of event: ID, _ access: OpenHostAccess) async throws {
        let (event, found) = try changeable(list, event, access)
        try await store.archive(found, isArchived, of: event, by: access.author, at: events.system.now())
    }

    package func remove(_ list: ID, of event: ID, _ access: OpenHostAccess) async throws {
        let (event, found) = try changeable(list, event, access)
        try await store.remove(found, of: event, by: access.author, at: events.system.now())
    }

    /// One that was removed a moment ago and can be brought back.
    package func removed(_ list: ID, of event: Event, _ access: some StaffProof) throws -> CheckInList? {
        guard access.isHost, access.trip.archivedAt == nil,
            let found = try store.removed(list, of: event.id, at: events.system.now())
        else { return nil }
        return try store.lists(of: event.id).contains { $0.name == found.name } ? nil : found
    }

    package func restore(_ list: ID, of event: ID, _ access: OpenHostAccess) async throws {
        let event = try events.find(event, access)
        try await store.restore(list, of: event, by: access.author, at: events.system.now())
    }

    private func changeable(_ list: ID, _ event: ID, _ access: OpenHostAccess) throws -> (Event, CheckInList) {
        let event = try events.find(event, access)
        guard let found = try store.lists(of: event.id).first(where: { $0.id == list }) else { throw Refusal.notFound }
        return (event, found)
    }
}

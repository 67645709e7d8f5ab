import Atlas
import Domain
import Live
import Store

/// Finds people, groups, rooms, events, places, conversations, messages and pages by name, for one reader: each kind comes from the service
/// that decides who may see it.
package struct SearchService: Sendable {
    let roster: RosterService
    let events: EventService
    let checkIn: CheckInService
    let safety: SafetyService
    let bikes: BikeService
    let myEvents: MyEventService
    let friends: FriendService
    let chat: ChatService
    let places: PlaceService
    let currentAtlas: CurrentAtlas
    let hub: Hub
    let caches: SearchCaches
    let system: SystemInputs

    /// Of each kind, as the dialog shows it.
    private enum Limit {
        static let (people, acts, sets, events, commands, conversations, places, messages) = (6, 4, 4, 5, 5, 4, 5, 4)
        /// Before anything was typed.
        static let (suggestions, papers) = (9, 3)
    }

    /// - Parameter text: as it was typed.
    package func find(_ text: String, _ access: TripAccess) throws -> SearchResults {
        let query = SearchQuery(text)
        var results = SearchResults(query: text)
        try findCommands(query, access, &results)
        guard !query.isEmpty else {
            try suggestPaper(access, &results)
            return results
        }
        try findPeople(query, access, &results)
        try findEvents(query, access, &results)
        if let staff = access.asStaff { try findActs(query, staff, &results) }
        try findPlaces(text, query, access, &results)
        if let member = access.asMember { try findTalk(text, query, member, &results) }
        results.dropGuesses()
        results.shortenGuesses()
        return results
    }

    // MARK: people

    private func findPeople(_ query: SearchQuery, _ access: TripAccess, _ results: inout SearchResults) throws {
        let trip = access.trip.id
        if let staff = access.asStaff {
            let known = try caches.staff.value(for: trip) { .ofStaff(try roster.rows(trip: trip)) }
            let found = known.find(query, limit: Limit.people)
            results.people = found.people.map { person($0, access) }
            results.morePeople = found.total - found.people.count
            results.note(.people, best: found.best)
            try findSets(query, known, staff, &results)
        } else if access.role.seesPositions {
            let found = try caches.medics.value(for: trip) { .ofMedics(try roster.rows(trip: trip)) }.find(query, limit: Limit.people)
            results.people = found.people.map { person($0, access) }
            results.note(.people, best: found.best)
        } else if let member = access.asMember {
            let found = try caches.friends.value(for: trip) { .ofFriends(try friends.list(member)) }.find(query, limit: Limit.people)
            results.people = found.people.map { FoundPerson(id: $0.id, name: $0.name, photo: $0.photo) }
            results.note(.people, best: found.best)
        }
    }

    private func person(_ row: RosterRow, _ access: TripAccess) -> FoundPerson {
        var person = FoundPerson(id: row.id, name: row.fullName, photo: row.photo)
        let newest = hub.board(access.trip.id).entry(row.id)?.fix.time
        person.row = access.role.isStaff ? row : nil
        person.phone = row[.phone]
        person.lastFix = newest
        person.freshness = Freshness(lastFix: newest, isPaused: row.isPaused, now: system.now(), trip: access.trip.fields)
        return person
    }

    private func findSets(
        _ query: SearchQuery, _ people: PeopleIndex<RosterRow>, _ access: StaffAccess, _ results: inout SearchResults
    ) throws {
        let names = try roster.groups(access).map { FoundSet(name: $0.name, count: people.inGroup($0.name)) }
        let groups = SearchIndex(names.map { .init($0, $0.name, details: "group print list") }).hits(query)
        results.groups = groups.prefix(Limit.sets).map(\.key)
        results.note(.groups, best: groups.first?.rank)
        let rooms = people.rooms.hits(query)
        results.rooms = rooms.prefix(Limit.sets).map(\.key)
        results.note(.rooms, best: rooms.first?.rank)
    }

    /// Lists that are printed most: the first groups by name.
    private func suggestPaper(_ access: TripAccess, _ results: inout SearchResults) throws {
        guard let staff = access.asStaff else { return }
        let groups = try roster.groups(staff).filter { $0.memberCount > 0 }
        results.groups = groups.prefix(Limit.papers).map { FoundSet(name: $0.name, count: $0.memberCount) }
        results.note(.groups, best: results.groups.isEmpty ? nil : SearchRank.typos)
    }

    // MARK: what happens

    /// What is over comes after what is coming.
    private func findEvents(_ query: SearchQuery, _ access: TripAccess, _ results: inout SearchResults) throws {
        let (now, staff) = (system.now(), access.asStaff)
        let known = try staff.map { try events.list($0) } ?? access.asMember.map { try myEvents.list($0) } ?? []
        let names = known.map {
            SearchIndex.Name(
                $0, $0.event.fields.title, details: [$0.event.fields.place, $0.event.fields.meetingPoint].joined(separator: "\n"),
                weight: $0.event.isOver(at: now) ? 1 : 0)
        }
        let found = SearchIndex(names).hits(query)
        results.events = found.prefix(Limit.events).map(\.key)
        results.note(.events, best: found.first?.rank)
    }

    /// What waits to be done: calls for help, lists of what is about to start, and answers that are missing.
    private func findActs(_ query: SearchQuery, _ access: StaffAccess, _ results: inout SearchResults) throws {
        let (now, isOpenHost) = (system.now(), access.isHost && access.trip.archivedAt == nil)
        var acts = try safety.open(for: access.actor).filter { $0.trip.id == access.trip.id }.map { SearchAct.help($0.help) }
        for summary in try events.list(access) where summary.event.state == .published && !summary.event.isOver(at: now) {
            let event = summary.event
            if event.fields.startsAt - SearchAct.checkInLead < now {
                acts += try checkIn.lists(of: event, access).filter { !$0.isArchived }.map { .checkIn(event, $0) }
            }
            if isOpenHost, summary.counts.pending > 0, now < event.fields.answerBy ?? event.fields.startsAt {
                acts.append(.remind(event, waiting: summary.counts.pending))
            }
        }
        let found = SearchIndex(acts.map(\.name)).hits(query)
        results.note(acts: found.prefix(Limit.acts).map(\.key), best: found.first?.rank)
    }

    private func findCommands(_ query: SearchQuery, _ access: TripAccess, _ results: inout SearchResults) throws {
        let reader = SearchCommand.Reader(
            role: access.role, isMember: access.asMember != nil, isArchived: access.trip.archivedAt != nil,
            createsEvents: access.trip.fields.travellersCreate, hasBikes: try bikes.hasFeeds(access),
            hasPistes: currentAtlas.loaded()?.ski.lines.isEmpty == false)
        if query.isEmpty {
            results.commands = Array(SearchCommand.allCases.filter { $0.isFor(reader) }.prefix(Limit.suggestions))
            results.note(.acts, best: results.commands.contains(where: \.isAct) ? 0 : nil)
            results.note(.commands, best: results.commands.contains { !$0.isAct } ? 0 : nil)
        } else {
            let found = SearchCommand.index(for: reader).hits(query)
            results.commands = found.prefix(Limit.commands).map(\.key)
            results.note(.acts, best: found.first(where: \.key.isAct)?.rank)
            results.note(.commands, best: found.first { !$0.key.isAct }?.rank)
        }
    }

    // MARK: places and talk

    /// What hosts added comes first, and what they hid from the reader is not there.
    private func findPlaces(_ text: String, _ query: SearchQuery, _ access: TripAccess, _ results: inout SearchResults) throws {
        let known = try places.knowledge(access)
        let shown = known.added.filter { !known.hidden.contains($0.placeID) }
        let own = SearchIndex(shown.map { .init($0, $0.name, details: $0.kind.label) }).hits(query)
        let added = own.map { SearchService.hit($0.key) }
        let limit = Limit.places + min(known.hidden.count, 50)
        let atlas = currentAtlas.loaded()
        var mapped = atlas?.search.search(text, limit: limit) ?? []
        for index in mapped.indices { mapped[index].hasPage = PlaceID(mapped[index].place).flatMap { atlas?.places.find($0) } != nil }
        let rest = mapped.filter { hit in PlaceID(hit.place).map { !known.hidden.contains($0) } ?? true }
        let best = [own.first?.rank, rest.first.map { $0.isGuess ? SearchRank.typos : 0 }].compactMap(\.self).min()
        let isSure = (best ?? .max) < SearchRank.typos
        let shownOwn = isSure && (own.first?.rank ?? 0) >= SearchRank.typos ? [] : added
        results.places = Array((shownOwn + rest.filter { !isSure || !$0.isGuess }).prefix(Limit.places))
        results.note(.places, best: best)
    }

    private static func hit(_ own: OwnPlace) -> PlaceHit {
        var found = PlaceHit(
            name: own.name, kind: own.kind.label, latitude: own.coordinates.latitude, longitude: own.coordinates.longitude, zoom: 17,
            place: own.placeID.description)
        found.hasPage = true
        return found
    }

    private func findTalk(_ text: String, _ query: SearchQuery, _ access: MemberAccess, _ results: inout SearchResults) throws {
        let known = try chat.list(access).filter { $0.conversation.kind != .direct || $0.lastAt != nil }
        results.titles = Dictionary(firstOf: known.map { ($0.conversation.id, $0.title) })
        let names = known.map { SearchIndex.Name($0, $0.title.isEmpty ? access.trip.fields.name : $0.title) }
        let rooms = SearchIndex(names).hits(query)
        results.conversations = rooms.prefix(Limit.conversations).map(\.key)
        results.note(.conversations, best: rooms.first?.rank)
        guard text.count >= 2 else { return }
        results.messages = Array(try chat.search(text, access).prefix(Limit.messages))
        results.note(.messages, best: results.messages.isEmpty ? nil : 0)
    }
}

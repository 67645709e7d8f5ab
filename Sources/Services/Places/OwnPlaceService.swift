import Domain
import OpeningHours
import Store

/// Places that hosts add because the map lacks them.
package struct OwnPlaceService: Sendable {
    let store: OwnPlaceStore
    let system: SystemInputs
    private let shelf = OwnHoursShelf()

    init(store: OwnPlaceStore, system: SystemInputs) { (self.store, self.system) = (store, system) }

    package func list(_ access: some TripProof) throws -> [OwnPlace] { try store.list(trip: access.trip.id) }

    /// - Throws: not found for one of another trip, and for one that is deleted.
    package func find(_ id: ID, _ access: some TripProof) throws -> OwnPlace {
        guard let found = try store.find(id, trip: access.trip.id), !found.isDeleted else { throw Refusal.notFound }
        return found
    }

    private func checked(_ draft: OwnPlaceDraft) throws -> (OwnPlaceDraft, PlaceKind, Coordinates) {
        let draft = draft.tidied
        var check = Validation()
        check.merge(draft.errors)
        if !draft.hours.isEmpty, draft.hours.count <= 255 {
            let hours = Hours(draft.hours)
            check.require(hours.isReadable, "hours", OwnPlaceService.unreadable(hours))
        }
        try check.check()
        guard let kind = PlaceKind(rawValue: draft.kind), let coordinates = draft.coordinates else { throw Refusal.notFound }
        return (draft, kind, coordinates)
    }

    private static func unreadable(_ hours: Hours) -> Texts.Sentence {
        let rest = String(decoding: hours.text.utf8.dropFirst(hours.unreadableAt ?? 0).prefix(20), as: UTF8.self)
        return rest.isEmpty
            ? "This ends too early. Write hours as “Mo-Fr 09:00-18:00; Sa 10:00-14:00”."
            : "This cannot be read from “\(rest)” on. Write hours as “Mo-Fr 09:00-18:00; Sa 10:00-14:00”."
    }

    /// - Returns: its id.
    package func add(_ draft: OwnPlaceDraft, _ access: OpenHostAccess) async throws -> ID {
        let (draft, kind, coordinates) = try checked(draft)
        let place = OwnPlace(
            id: system.newID(), name: draft.name, kind: kind, coordinates: coordinates, hours: draft.hours, phone: draft.phone,
            website: draft.website, addedBy: access.actor.account.name, addedAt: system.now(), version: 1, isDeleted: false)
        try await store.add(place, trip: access.trip.id, by: access.author)
        return place.id
    }

    package func update(_ id: ID, _ draft: OwnPlaceDraft, _ access: OpenHostAccess) async throws {
        let old = try find(id, access)
        let (draft, kind, coordinates) = try checked(draft)
        let place = OwnPlace(
            id: id, name: draft.name, kind: kind, coordinates: coordinates, hours: draft.hours, phone: draft.phone,
            website: draft.website, addedBy: old.addedBy, addedAt: old.addedAt, version: draft.version, isDeleted: false)
        try await store.update(place, trip: access.trip.id, by: access.author, at: system.now())
    }

    package func setDeleted(_ isDeleted: Bool, _ id: ID, _ access: OpenHostAccess) async throws {
        try await store.setDeleted(isDeleted, id, trip: access.trip.id, by: access.author, at: system.now())
    }

    /// What is irregular in the hours, and how it was read; each sentence once.
    private static func remarks(on hours: Hours) -> [String] {
        var seen: Set<String> = []
        return hours.notes.map { OwnPlaceService.remark($0.kind) }.filter { seen.insert($0).inserted }
    }

    private static func remark(_ kind: HoursNote.Kind) -> String {
        switch kind {
        case .letterCase: "Days are written Mo, Tu, We: small and capital letters were read all the same."
        case .wording: "Words such as “Monday” or “daily” were read as their short forms."
        case .dash, .quotationMarks, .spacing: "Other dashes, quotation marks or blanks were read as the usual ones."
        case .timeSeparator, .missingMinutes, .shortNumber, .hourMark, .missingColon: "Times were read as 09:00 or 18:30."
        case .twelveHourClock: "Times with am and pm were read as those of 24 hours."
        case .separator, .emptyRule, .order: "The parts were put in order: days, then times, with a semicolon between rules."
        case .openEnd: "“16:00-” was read as open from 16:00, with no known end."
        case .pointInTime: "A time without an end leaves open when it closes."
        case .repetition: "A repetition was read as open from the first time to the last."
        }
    }

    // MARK: as a place of the map

    func hours(zone: TripZone, at moment: Instant) -> OwnPlaceHours { OwnPlaceHours(shelf, zone: zone, at: moment) }

    /// All that is known of it, as the map would say it, without its state.
    func detail(_ own: OwnPlace, _ hours: OwnPlaceHours, from first: Day) -> PlaceDetail {
        var detail = PlaceDetail(place: own.listed)
        detail.week = hours.week(own, from: first)
        if let hours = hours.hours(own) {
            detail.areHoursReadable = hours.isReadable
            detail.remarks = OwnPlaceService.remarks(on: hours)
        }
        (detail.hoursText, detail.website) = (own.hours, own.website)
        return detail
    }
}

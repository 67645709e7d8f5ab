import Domain
import Runtime
import Services
import Store

/// Three days of events with answers: a full one with a waitlist, buses being ticked in, a draft, a cancelled one.
struct DemoEvents {
    /// More than this would make a large demo slow to fill.
    private static let inviteLimit = 600
    private static let answerLimit = 60

    let program: Program
    let access: OpenHostAccess
    let host: ID
    let travellers: [ID]
    let today: Day

    private var services: AppServices { program.services }
    private var guests: [ID] { Array(travellers.prefix(DemoEvents.inviteLimit)) }

    func make() async throws {
        try await dinner()
        try await glacierDay()
        try await fondue()
        try await training()
        _ = try await published(
            fields(
                "Night sledging", .sport, "Rosa run", "Lodge Larix, boot room", .init(1, (20, 0), (22, 30)), capacity: 40, backBy: true), 9)
        let yoga = try await published(fields("Sunrise yoga", .sport, "Lodge terrace", "Lodge terrace", .init(1, (6, 45), (7, 30))), 3)
        try await services.events.cancel(yoga, reason: "Storm on the terrace until noon.", version: yoga.version, access)
        _ = try await services.events.create(
            fields(
                "Snowshoes to the lake", .outing, "Lej Rosa", "Bottom of the Rosa gondola",
                .init(2, (9, 30), (15, 0)), capacity: 20, backBy: true),
            confirmsPast: true, access)
    }

    /// Of a day, counted from today.
    private struct Hours {
        let day: Int
        let start: (hour: Int, minute: Int)
        let end: (hour: Int, minute: Int)

        init(_ day: Int, _ start: (Int, Int), _ end: (Int, Int)) { (self.day, self.start, self.end) = (day, start, end) }
    }

    private func fields(
        _ title: String, _ category: EventCategory, _ place: String, _ meeting: String, _ hours: Hours,
        capacity: Int? = nil, backBy: Bool = false
    ) -> EventFields {
        func at(_ time: (Int, Int)) -> Instant {
            access.trip.zone.instant(day: Day(number: today.number + hours.day), secondsOfDay: time.0 * 3600 + time.1 * 60)
        }
        var fields = EventFields()
        (fields.title, fields.category, fields.place, fields.meetingPoint) = (title, category, place, meeting)
        (fields.startsAt, fields.endsAt, fields.isBackBy, fields.capacity) = (at(hours.start), at(hours.end), backBy, capacity)
        (fields.meetingLatitude, fields.meetingLongitude) = (Terrain.base.latitude, Terrain.base.longitude)
        fields.hostID = host
        return fields
    }

    /// - Parameter silent: every so many people have not answered; the others are going but for every seventh.
    private func published(_ fields: EventFields, _ silent: Int, to members: [ID]? = nil) async throws -> Event {
        let id = try await services.events.create(fields, confirmsPast: true, access)
        let draft = try services.events.find(id, access)
        try await services.events.publish(
            draft, to: members == nil ? .everyone : .selected, groups: [], members: members ?? guests, admitsNewcomers: false, access)
        // Nobody has answered tomorrow.
        let early = min(fields.startsAt - .hours(30), program.system.now() - .hours(2))
        for (index, member) in (members ?? guests).prefix(DemoEvents.answerLimit).enumerated() where index % silent != silent - 1 {
            _ = try await program.store.answers.apply(
                .answer(isComing: index % 7 != 6), event: id, member: member, isByHost: false, author: "personal link",
                at: early + .minutes(index))
        }
        return try services.events.find(id, access)
    }

    private func tick(_ members: some Collection<ID>, _ list: CheckInList, _ event: Event, minutesBefore minutes: Int) async throws {
        let ticks = members.enumerated().map { index, member in
            CheckInService.Tick(
                id: nil, member: member, isIn: true, at: event.fields.startsAt - .minutes(minutes) + .seconds(index * 7), method: .tick)
        }
        try await services.checkIn.record(ticks, on: list.id, of: event.id, access)
    }

    private func going(_ event: Event) throws -> [ID] {
        try services.events.guestList(event, access).filter { $0.invitation.rsvp == .going }.map(\.row.id)
    }

    // MARK: the events

    private func dinner() async throws {
        let event = try await published(fields("Welcome dinner", .meal, "Lodge Larix", "Dining room", .init(-1, (19, 0), (22, 0))), 12)
        try await services.checkIn.addLists(["Dinner"], isExclusive: false, to: event, access)
        guard let list = try program.store.checkIn.lists(of: event.id).first else { return }
        try await tick(going(event).dropLast(3), list, event, minutesBefore: 10)
    }

    private func glacierDay() async throws {
        var fields = fields(
            "Glacier day", .sport, "Rosa glacier", "Bus stop in front of Lodge Larix", .init(0, (8, 40), (16, 30)), backBy: true)
        fields.bring = "Skis or board, helmet, sun cream, something to drink."
        fields.cost = "Lift pass included; lunch about 20"
        fields.details =
            "Two buses go up together. We ski in classes until noon and eat at the Top Hut.\nSnow report: https://valrosa.example/snow"
        let event = try await published(fields, 8)
        try await services.checkIn.addLists(["Bus 1 out", "Bus 2 out"], isExclusive: true, to: event, access)
        try await services.checkIn.addLists(["Bus back"], isExclusive: false, to: event, access)
        let lists = try program.store.checkIn.lists(of: event.id)
        let people = try going(event)
        guard let first = lists.first(where: { $0.name == "Bus 1 out" }), let second = lists.first(where: { $0.name == "Bus 2 out" }) else {
            return
        }
        try await tick(people.prefix(people.count / 2), first, event, minutesBefore: 25)
        try await tick(people.dropFirst(people.count / 2).dropLast(4), second, event, minutesBefore: 20)
    }

    private func fondue() async throws {
        var fields = fields("Fondue evening", .meal, "Alp Beispiel", "Lodge Larix, front door", .init(1, (18, 30), (22, 0)), capacity: 24)
        fields.cost = "32, paid there"
        fields.details = "The alp has 24 chairs. Whoever cannot come frees a place for the next."
        _ = try await published(fields, 10)
    }

    private func training() async throws {
        var fields = fields(
            "Avalanche training", .sport, "Rosa nursery slope", "Bottom of the Rosa gondola", .init(1, (10, 0), (12, 0)), capacity: 16)
        fields.answerBy = fields.startsAt - .hours(14)
        fields.bring = "Beacon, shovel and probe: the ski room lends them."
        _ = try await published(fields, 2, to: Array(guests.enumerated().filter { $0.offset % 2 == 0 }.map(\.element)))
    }
}

import Domain
import Hummingbird
import Pages
import Services

/// Who is on duty when.
struct DutyRoutes {
    func add(to table: RouteTable) {
        table.get(Path.duty, .staff) { web, access in try web.html(DutyRoutes.page(web, access)) }
        table.get(Path.dutyPrint, .staff) { web, access in
            web.html(DutyPrintPage(trip: access.trip, roster: try web.services.duty.roster(access), now: web.now))
        }
        table.get(Path.newDuty, .staff) { web, access in
            try web.html(DutyRoutes.form(web, access, DutyRoutes.fresh(web, access), []))
        }
        table.post(Path.newDuty, .staff, DutyRoutes.add)
        table.post(Path.offerDuty, .staff) { web, access in
            let form = try await web.form()
            return try await DutyRoutes.change(web, access, "duty") { try await $0.offer(web.id(), to: ID(form["member"]), access) }
        }
        for (address, isAccepted) in [(Path.acceptDuty, true), (Path.declineDuty, false)] {
            table.post(address, .staff) { web, access in
                try await DutyRoutes.change(web, access, isAccepted ? "duty" : "duty-declined") {
                    try await $0.answer(web.id(), isAccepted: isAccepted, access)
                }
            }
        }
        table.post(Path.removeDuty, .staff) { web, access in
            try await DutyRoutes.change(web, access, "duty-removed") { try await $0.remove(web.id(), access) }
        }
        table.post(Path.restoreDuty, .staff) { web, access in
            try await DutyRoutes.change(web, access, "duty") { try await $0.restore(web.id(), access) }
        }
    }

    private static func page(_ web: WebRequest, _ access: StaffAccess, problem: String? = nil) throws -> DutyPage {
        let roster = try web.services.duty.roster(access)
        return DutyPage(
            layout: try web.tripLayout("On duty", access, section: "/duty", flash: done(web, roster, access)), roster: roster,
            people: try web.services.duty.people(access), me: access.actor.members[access.trip.id], problem: problem)
    }

    private static func done(_ web: WebRequest, _ roster: DutyRoster, _ access: StaffAccess) throws -> Flash? {
        let id = ID(web.query("duty"))
        switch web.query("done") {
        case "duty-declined": return Flash(Texts.said("You declined the duty."))
        case "duty-removed":
            let removed = try id.flatMap { try web.services.duty.removed($0, access) }
            return removed.map { DutyPage.removed($0, access.trip, now: web.now) } ?? Flash(Texts.said("The duty is removed."))
        case "duty":
            let duty = roster.duties.first { $0.id == id }
            return duty.map { Flash(DutyPage.said($0, zone: access.trip.zone, now: web.now)) }
        default: return nil
        }
    }

    /// - Parameter done: what the page says then.
    private static func change(
        _ web: WebRequest, _ access: StaffAccess, _ done: String, _ work: (DutyService) async throws -> Void
    ) async throws -> Response {
        try await web.submit {
            try await work(web.services.duty)
            return try web.redirect(Path.duty(access.trip.fields.slug).asking([("done", done), ("duty", "\(web.id())")]))
        } again: { errors, problem in
            try page(web, access, problem: problem ?? errors.first?.said)
        }
    }

    // MARK: the form

    /// Begins at the next full hour, for twelve, or fills the time that the address names.
    private static func fresh(_ web: WebRequest, _ access: StaffAccess) -> (String) -> String {
        let zone = access.trip.zone
        let start = zone.local(Instant(seconds: (web.now.seconds / 3600 + 1) * 3600))
        let end = zone.local(Instant(seconds: (web.now.seconds / 3600 + 13) * 3600))
        let values = [
            "member": access.actor.members[access.trip.id]?.description ?? "", "from_day": start.day.description,
            "from_time": start.clock, "until_day": end.day.description, "until_time": end.clock,
        ]
        return { web.query($0).isEmpty ? values[$0] ?? "" : web.query($0) }
    }

    private static func form(
        _ web: WebRequest, _ access: StaffAccess, _ value: (String) -> String, _ errors: [FieldError]
    ) throws -> FormPage {
        let people = try web.services.duty.people(access).map { ($0.id.description, $0.name) }
        func field(_ name: String, _ label: String, _ kind: FormField.Kind) -> FormField {
            FormField(name, label, value(name), kind: kind, errors: errors, isRequired: true)
        }
        return FormPage(
            layout: try web.layout("Add a duty", access, section: "/duty"), heading: "Add a duty",
            action: Path.newDuty(access.trip.fields.slug),
            fields: [
                field("member", "Who", .choice).offering(people), field("from_day", "From", .date), field("from_time", "At", .time),
                field("until_day", "Until", .date), field("until_time", "At", .time),
            ], submit: "Add")
    }

    private static func add(_ web: WebRequest, _ access: StaffAccess) async throws -> Response {
        let typed = try await web.form()
        return try await web.submit {
            var check = Validation()
            let request = DutyService.Request(
                person: ID(typed["member"]), startsAt: moment("from", typed, access.trip, &check),
                endsAt: moment("until", typed, access.trip, &check))
            guard check.errors.isEmpty else { throw Refusal.invalid(check.errors) }
            let id = try await web.services.duty.add(request, access)
            return web.redirect(Path.duty(access.trip.fields.slug).asking([("done", "duty"), ("duty", "\(id)")]))
        } again: { errors, _ in
            try form(web, access, { typed[$0] }, errors)
        }
    }

    /// In the trip's zone.
    private static func moment(_ name: String, _ form: Form, _ trip: Trip, _ check: inout Validation) -> Instant? {
        guard let day = form.day(name + "_day", &check), let seconds = form.clock(name + "_time", &check) else { return nil }
        return trip.zone.instant(day: day, secondsOfDay: seconds)
    }
}

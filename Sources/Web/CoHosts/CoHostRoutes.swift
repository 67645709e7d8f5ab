import Domain
import Hummingbird
import Pages
import Services

/// Naming co-hosts, and ending what they were given.
struct CoHostRoutes {
    func add(to table: RouteTable) {
        table.post(Path.nameCoHost, .openHost, CoHostRoutes.name)
        table.post(Path.endCoHost, .host) { web, access in
            let form = try await web.form()
            try await web.services.coHosts.end(web.id(), access)
            // A co-host who ends their own rights is no longer a host.
            if access.coHost?.id == (try web.id()) { return web.redirect(Path.my(access.trip.fields.slug).asking("done", "own-co-host")) }
            return web.redirect(CoHostRoutes.back(form, access, done: "co-host-ended"))
        }
    }

    /// To the member's page if the form was there.
    private static func back(_ form: Form, _ access: some TripProof, done: String) -> Link {
        let slug = access.trip.fields.slug
        guard form["back"] == "member", let member = ID(form["member"]) else { return Path.staff(slug).asking("done", done) }
        return Path.member(slug, member).asking("done", done)
    }

    private static func name(_ web: WebRequest, _ access: OpenHostAccess) async throws -> Response {
        let form = try await web.form()
        return try await web.submit {
            try await web.services.coHosts.name(request(form, access.trip), access)
            return web.redirect(back(form, access, done: "co-host"))
        } again: { errors, problem in
            try StaffRoutes.page(web, access, errors, coHost: { form[$0] }, problem: problem)
        }
    }

    private static func request(_ form: Form, _ trip: Trip) throws(Refusal) -> CoHostRequest {
        var check = Validation()
        let (member, time) = (ID(form["member"]), CoHostTime(rawValue: form["time"]))
        check.require(member != nil, "member", "Choose somebody.")
        check.require(time != nil, "time", "Choose for how long.")
        let start = moment("from", form, trip, &check)
        let end = time == .exact ? moment("until", form, trip, &check) : nil
        guard let member, let time, check.errors.isEmpty else { throw .invalid(check.errors) }
        return CoHostRequest(member: member, time: time, start: start, end: end, reason: form["reason"])
    }

    /// A day and a clock time in the trip's zone; nil for neither.
    private static func moment(_ name: String, _ form: Form, _ trip: Trip, _ check: inout Validation) -> Instant? {
        let (dayName, timeName) = (name + "_day", name + "_time")
        if tidyLine(form[dayName]).isEmpty, tidyLine(form[timeName]).isEmpty { return nil }
        guard let day = form.day(dayName, &check), let seconds = form.clock(timeName, &check) else { return nil }
        check.require(
            trip.zone.exists(day: day, secondsOfDay: seconds), timeName, "The clocks go forward that night: this time does not exist.")
        return trip.zone.instant(day: day, secondsOfDay: seconds)
    }
}

import Domain
import Hummingbird
import Pages
import Services

/// Deleting trips, and what becomes of them in the bin: for admins alone.
struct TripBinRoutes {
    func add(to table: RouteTable) {
        table.get(Path.deleteTrip, .admin) { web, access in
            let trip = try web.services.trips.find(slug: web.parameter("slug"), access)
            return try web.html(TripBinRoutes.page(trip, web, access, [], nil))
        }
        table.post(Path.deleteTrip, .admin, TripBinRoutes.delete)
        table.get(Path.deletedTrips, .admin) { web, access in
            web.html(BinPage(layout: try web.layout("Deleted trips"), trips: try web.services.trips.bin(access), now: web.now))
        }
        table.post(Path.restoreTrip, .admin) { web, access in
            let slug = try await web.services.restore(trip: web.id(), access)
            return web.redirect(Path.tripSettings(slug).asking("done", "trip-back"))
        }
        table.get(Path.deleteTripNow, .admin) { web, access in try web.html(TripBinRoutes.eraseNow(web, access)) }
        table.post(Path.deleteTripNow, .admin) { web, access in
            try await web.services.bins.erase(trip: web.id(), access)
            return web.redirect(Path.deletedTrips().asking("done", "gone"))
        }
    }

    /// Asks for the name; for a trip that goes on, to archive it first.
    private static func page(_ trip: Trip, _ web: WebRequest, _ access: AdminAccess, _ errors: [FieldError], _ problem: String?) throws
        -> FormPage
    {
        let (stake, slug, name) = (try web.services.trips.stake(of: trip, access), trip.fields.slug, trip.fields.name)
        let layout = try web.layout(Texts.said("Delete \(name)"), section: "/settings")
        guard stake.isDone else {
            return FormPage(
                layout: layout, heading: Texts.said("Archive \(name) first"), action: Path.archiveTrip(slug), fields: [],
                submit: "Archive the trip"
            )
            .with(intro: "Archive a trip before you delete it. Archived, it can still be read but no longer changes.")
            .with(other: ("Back", Path.tripSettings(slug)))
            .with(problem: problem)
        }
        let things = [
            counted(stake.members, "member"), counted(stake.events, "event"), counted(stake.messages, "message"),
        ].joined(separator: ", ")
        return FormPage(
            layout: layout, heading: Texts.said("Delete \(name)?"), action: Path.deleteTrip(slug),
            fields: [FormField("name", "Type the trip’s name", hint: name, errors: errors, isRequired: true)], submit: "Delete the trip"
        )
        .with(
            intro: Texts.said(
                "It goes to the bin with \(things). Nobody finds it any more, and no phone sends positions to it. For 30 days you can "
                    + "restore it. Then all of it is erased, with the accounts of travellers who are on no other trip.")
        )
        .with(other: ("Keep it", Path.tripSettings(slug)))
        .with(problem: problem)
        .asDanger
    }

    private static func delete(_ web: WebRequest, _ access: AdminAccess) async throws -> Response {
        let form = try await web.form()
        let trip = try web.services.trips.find(slug: web.parameter("slug"), access)
        return try await web.submit {
            try await web.services.delete(trip, typed: form["name"], access)
            return web.redirect(Path.trips().asking("deleted", trip.id.description))
        } again: { errors, problem in
            try page(trip, web, access, errors, problem)
        }
    }

    /// What the list of trips says right after it.
    static func justDeleted(_ web: WebRequest, _ actor: Actor) -> Flash? {
        ID(web.query("deleted")).flatMap { web.services.trips.binned($0, actor) }.map(TripsPage.deleted)
    }

    private static func eraseNow(_ web: WebRequest, _ access: AdminAccess) throws -> FormPage {
        let trip = try web.services.trips.binned(web.id(), access)
        return FormPage.eraseNow(
            trip.thing.name, layout: try web.layout("Delete now"), action: Path.deleteTripNow(trip.thing.id),
            bin: Path.deletedTrips()
        )
        .with(intro: "Its people, positions, events, photos and messages are erased now. This cannot be undone.")
    }
}

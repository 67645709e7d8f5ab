import Domain
import Hummingbird
import Pages
import Services

/// The feeds of a trip, for its hosts.
struct BikeFeedRoutes {
    func add(to table: RouteTable) {
        table.get(Path.bikeFeeds, .host) { web, access in
            let flash = BikeFeedRoutes.flash(web, access)
            return web.html(
                BikeDoctorPage(
                    layout: try web.tripLayout("Bike feeds", access, section: "/bikes", flash: flash),
                    feeds: try web.services.bikes.doctor(access), whole: ID(web.query("all"))))
        }
        table.get(Path.bikeFeedFaults, .host) { web, access in
            let id = try web.id()
            let text = BikeDoctorPage.csvText(try web.services.bikes.faults(id, access))
            return web.download(text, type: "text/csv; charset=utf-8", name: "\(access.trip.fields.slug)-bike-stations.csv")
        }
        table.get(Path.newBikeFeed, .openHost) { web, access in
            web.html(try BikeFeedRoutes.form(web, access, nil, version: 0, [:], [], nil))
        }
        table.post(Path.newBikeFeed, .openHost, BikeFeedRoutes.create)
        table.get(Path.editBikeFeed, .openHost) { web, access in
            let feed = try web.services.bikes.feed(web.id(), access)
            let values = ["kind": feed.source.kind.rawValue, "url": feed.source.url, "name": feed.name]
            return web.html(try BikeFeedRoutes.form(web, access, feed, version: feed.version, values, [], nil))
        }
        table.post(Path.editBikeFeed, .openHost, BikeFeedRoutes.update)
        table.post(Path.removeBikeFeed, .openHost) { web, access in
            let id = try web.id()
            try await web.services.bikes.setRemoved(true, id, access)
            return web.redirect(Path.bikeFeeds(access.trip.fields.slug).asking("removed", id.description))
        }
        table.post(Path.restoreBikeFeed, .openHost) { web, access in
            try await web.services.bikes.setRemoved(false, web.id(), access)
            return web.redirect(Path.bikeFeeds(access.trip.fields.slug).asking("done", "saved"))
        }
    }

    /// Right after one was removed.
    private static func flash(_ web: WebRequest, _ access: HostAccess) -> Flash? {
        guard let id = ID(web.query("removed")) else { return nil }
        return Flash("The feed is removed.", undo: Path.restoreBikeFeed(access.trip.fields.slug, id))
    }

    private static func form(
        _ web: WebRequest, _ access: OpenHostAccess, _ feed: BikeFeed?, version: Int, _ values: [String: String], _ errors: [FieldError],
        _ problem: String?
    ) throws -> FormPage {
        BikeFeedForm.page(
            try web.tripLayout(feed == nil ? "Add a bike feed" : "Change the bike feed", access, section: "/bikes"), id: feed?.id,
            version: version, values, hasKey: feed?.source.key.isEmpty == false, errors, problem)
    }

    private static func read(_ form: Form) -> BikeFeedFields {
        var fields = BikeFeedFields()
        fields.kind = BikeFeedKind(rawValue: form["kind"]) ?? .gbfs
        (fields.url, fields.name) = (tidyLine(form["url"]), tidyLine(form["name"]))
        fields.key = tidyLine(form["key"])
        return fields
    }

    private static func create(_ web: WebRequest, _ access: OpenHostAccess) async throws -> Response {
        let form = try await web.form()
        return try await web.submit {
            _ = try await web.services.bikes.add(read(form), access)
            return web.redirect(Path.bikeFeeds(access.trip.fields.slug).asking("done", "added"))
        } again: {
            try self.form(web, access, nil, version: 0, form.values, $0, $1)
        }
    }

    private static func update(_ web: WebRequest, _ access: OpenHostAccess) async throws -> Response {
        let (form, id) = (try await web.form(), try web.id())
        let feed = try web.services.bikes.feed(id, access)
        return try await web.submit {
            try await web.services.bikes.update(id, to: read(form), version: form.version, access)
            return web.redirect(Path.bikeFeeds(access.trip.fields.slug).asking("done", "saved"))
        } again: {
            try self.form(web, access, feed, version: form.version, form.values, $0, $1)
        }
    }
}

import Domain
import Hummingbird
import Pages
import Services

struct TripRoutes {
    func add(to table: RouteTable) {
        table.get(Path.home, .signedIn, TripRoutes.home)
        table.get(Path.trips, .signedIn) { web, actor in try web.html(TripRoutes.tripsPage(web, actor, link: "", [])) }
        table.get(Path.newTrip, .admin) { web, _ in
            try web.html(TripRoutes.newPage(web, TripForm.values(TripRoutes.blank(web)), [], nil))
        }
        table.post(Path.newTrip, .admin, TripRoutes.create)
        table.get(Path.trip, .staff, TripRoutes.today)
        table.get(Path.tripSettings, .host) { web, access in
            try web.html(TripRoutes.settingsPage(web, access, TripForm.values(access.trip.fields), version: nil, [], nil))
        }
        table.post(Path.tripSettings, .openHost, TripRoutes.update)
        table.post(Path.setStartHidden, .openHost) { web, access in
            let form = try await web.form()
            let isHidden = form["do"] == "hide"
            try await web.services.trips.setStartHidden(isHidden, access)
            return web.redirect(Path.trip(access.trip.fields.slug).asking("done", isHidden ? "put-away" : ""))
        }
        TripBinRoutes().add(to: table)
        table.post(Path.archiveTrip, .host) { web, access in try await TripRoutes.setArchived(true, web, access) }
        table.post(Path.reopenTrip, .host) { web, access in try await TripRoutes.setArchived(false, web, access) }
    }

    /// The last trip, else the only one, else the list.
    private static func home(_ web: WebRequest, _ actor: Actor) throws -> Response {
        let trips = try web.services.trips.list(for: actor)
        let open = trips.filter { !$0.isArchived }
        let chosen = trips.first { $0.id == actor.lastTripID } ?? (open.count == 1 ? open[0] : nil)
        return web.redirect(chosen.map { Layout.opening($0, actor) } ?? Path.trips())
    }

    /// - Parameter link: of a trip to join, as it was typed.
    static func tripsPage(_ web: WebRequest, _ actor: Actor, link: String, _ errors: [FieldError]) throws -> TripsPage {
        TripsPage(
            layout: try web.layout("Trips", section: Path.trips.pattern, flash: TripBinRoutes.justDeleted(web, actor)),
            actor: actor, overview: try web.services.tripsOverview(actor), link: (link, errors),
            now: web.now
        )
    }

    private static func today(_ web: WebRequest, _ access: StaffAccess) async throws -> Response {
        let page = TodayPage(
            layout: try web.tripLayout("Today", access, section: "", script: "today"), today: try web.services.today(access))
        // What was seen is noted after the page; a full disk must not keep anybody from reading.
        // What a script reads to keep an open page true is no visit.
        if web.query("live") != "on" { try? await web.services.trips.recordVisit(access) }
        return web.html(page)
    }

    // MARK: forms

    private static func blank(_ web: WebRequest) -> TripFields {
        var fields = TripFields()
        fields.startDay = TripZone.utc.today(at: web.now)
        fields.endDay = Day(number: fields.startDay.number + 6)
        fields.timeZone = "Europe/Zurich"
        return fields
    }

    private static func newPage(_ web: WebRequest, _ values: [String: String], _ errors: [FieldError], _ problem: String?) throws
        -> FormPage
    {
        let map = web.services.map.wholeGround().map {
            FormField.PinMap("On the map", fields: "base", version: $0.version, style: .street, centre: $0.centre, isFar: true)
        }
        let form = TripForm.new(values, errors: errors, map: map)
        return FormPage(
            layout: try web.layout("New trip", script: "pin-map"), heading: "New trip", action: Path.newTrip(), fields: form.asked,
            submit: "Create the trip"
        )
        .with(folds: [form.fold])
        .with(other: ("Cancel", Path.trips()))
        .with(problem: problem)
    }

    private static func settingsPage(
        _ web: WebRequest, _ access: some TripProof, _ values: [String: String], version: Int?, _ errors: [FieldError], _ problem: String?
    ) throws -> TripSettingsPage {
        let layout = try web.layout("Settings", access, section: "/settings", script: "settings")
        let form = FormPage(
            layout: layout, heading: "Settings", action: Path.tripSettings(access.trip.fields.slug),
            fields: TripForm.fields(values, errors: errors, map: baseMap(web, access.trip)), submit: "Save"
        )
        .with(hidden: [("version", String(version ?? access.trip.version))])
        .with(problem: problem)
        let report = try web.services.history.lastReport()
        let history = report.map {
            let time = TimeText($0.at, zone: access.trip.zone, now: web.now).sentence
            return Texts.said("Old positions were last cleared \(time): \(Texts.said(text: $0.summary)).")
        }
        return TripSettingsPage(
            layout: layout, form: form, trip: access.trip, isAdmin: access.actor.account.isAdmin,
            history: history ?? Texts.said("Old positions have not been cleared yet."))
    }

    /// Opens on the base, or in the middle of the map data.
    private static func baseMap(_ web: WebRequest, _ trip: Trip) -> FormField.PinMap? {
        let ground = web.services.map.friendGround(trip)
        return ground.version.flatMap { version in
            trip.base.map { FormField.PinMap("On the map", fields: "base", version: version, style: .street, centre: $0) }
        }
    }

    private static func create(_ web: WebRequest, _ access: AdminAccess) async throws -> Response {
        let form = try await web.form()
        return try await web.submit {
            let fields = try read(form, isNew: true)
            _ = try await web.services.trips.create(fields, access)
            return web.redirect(Path.trip(fields.slug))
        } again: { errors, problem in
            var values = form.values
            // What was made from the name and is taken, or no address, is theirs to change.
            if tidyLine(form["slug"]).isEmpty, errors.contains(where: { $0.field == "slug" }) {
                values["slug"] = TripFields.slug(of: tidyLine(form["name"]))
            }
            return try newPage(web, values, errors, problem)
        }
    }

    private static func update(_ web: WebRequest, _ access: OpenHostAccess) async throws -> Response {
        let form = try await web.form()
        return try await web.submit {
            let fields = try read(form)
            try await web.services.trips.update(access, to: fields, version: form.version)
            let saved = Path.tripSettings(fields.slug).asking("done", "settings")
            let section = TripSettingsPage.section(
                form["section"], changed: TripForm.values(access.trip.fields), to: TripForm.values(fields))
            return web.redirect(section.map(saved.at) ?? saved)
        } again: {
            try settingsPage(web, access, form.values, version: form["version"].ordinal, $0, $1)
        }
    }

    private static func setArchived(_ isArchived: Bool, _ web: WebRequest, _ access: HostAccess) async throws -> Response {
        try await web.services.trips.setArchived(isArchived, access)
        return web.redirect(Path.tripSettings(access.trip.fields.slug).asking("done", isArchived ? "archived" : "reopened"))
    }

    /// What cannot be read as a day or a number is a complaint beside its field, like everything else.
    /// - Parameter isNew: no web address was typed yet: it is made from the name.
    private static func read(_ form: Form, isNew: Bool = false) throws -> TripFields {
        var (fields, check) = (TripFields(), Validation())
        fields.name = tidyLine(form["name"])
        fields.slug = tidyLine(form["slug"]).lowercased()
        if isNew, fields.slug.isEmpty { fields.slug = TripFields.slug(of: fields.name) }
        fields.place = tidyLine(form["place"])
        fields.timeZone = tidyLine(form["time_zone"])
        fields.baseName = tidyLine(form["base_name"])
        fields.meetingInformation = tidyText(form["meeting_information"])
        fields.emergencyNumbers = tidyText(form["emergency_numbers"])
        fields.sharesFriends = form["shares_friends"] == "on"
        fields.showsHiddenTracks = form["shows_hidden_tracks"] == "on"
        fields.travellersCreate = form["travellers_create"] == "on"
        fields.showsAnswers = form["shows_answers"] == "on"
        fields.showsOnLockScreens = form["shows_on_lock_screens"] == "on"
        fields.directChat = form["direct_chat"] == "on"
        fields.moderatorsAnnounce = form["moderators_announce"] == "on"
        func day(_ name: String) -> Day {
            form.day(name, &check) ?? Day(number: 0)
        }
        func whole(_ name: String, _ range: ClosedRange<Int>, _ words: Texts.Sentence) -> Int {
            check.require(!tidyLine(form[name]).isEmpty, name, "Type a whole number.")
            return form.whole(name, in: range, &check, else: words) ?? range.lowerBound
        }
        (fields.startDay, fields.endDay) = (day("start_day"), day("end_day"))
        (fields.baseLatitude, fields.baseLongitude) = form.coordinates("base", &check)
        fields.nearbyRadius = whole("nearby_radius", 10...50_000, "Between 10 and 50,000 metres.")
        fields.historyDays = whole("history_days", 0...3650, "Between 0 and 3,650 days.")
        fields.chatDays = whole("chat_days", 0...3650, "Between 0 and 3,650 days.")
        fields.freshMinutes = whole("fresh_minutes", 1...120, "Between 1 and 120 minutes.")
        fields.staleMinutes = whole("stale_minutes", 1...1440, fields.staleLimits)
        fields.mountainFrom = form.whole("mountain_from", in: -500...9000, &check, else: "Between −500 and 9,000 metres above the sea.")
        let unreadable = Set(check.errors.map(\.field))
        check.merge(fields.errors.filter { !unreadable.contains($0.field) })
        try check.check()
        return fields
    }
}

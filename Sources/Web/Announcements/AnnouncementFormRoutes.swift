import Domain
import HTTPTypes
import Hummingbird
import Pages
import Services

/// Writing an announcement, looking at it once more, and sending it.
struct AnnouncementFormRoutes {
    func add(to table: RouteTable) {
        table.get(Path.newAnnouncement, .staff) { web, access in
            let announcer = try web.services.announcements.announcer(access)
            let typed = AnnouncementFormRoutes.prefilled(web)
            return web.html(try AnnouncementFormRoutes.form(web, announcer, Target(web), typed, Complaint()))
        }
        table.post(Path.newAnnouncement, .staff) { web, access in
            let form = try await web.form(limit: EdgeLimits.photos)
            let announcer = try web.services.announcements.announcer(access)
            return try await AnnouncementFormRoutes.take(
                form, Target(id: ID(form["announcement"]) ?? web.services.system.newID(), version: nil), web, announcer)
        }
        table.post(Path.announcementAudience, .staff, AnnouncementFormRoutes.preview)
        table.get(Path.editAnnouncement, .staff) { web, access in
            let announcer = try web.services.announcements.announcer(access)
            let found = try web.services.announcements.find(web.id(), access)
            guard found.state.isOpen else { throw Refusal.conflict("This announcement has been sent. Correct it instead.") }
            let typed = AnnouncementTyped(found.content, zone: access.trip.zone)
            return web.html(
                try AnnouncementFormRoutes.form(web, announcer, Target(id: found.id, version: found.version), typed, Complaint()))
        }
        table.post(Path.editAnnouncement, .staff) { web, access in
            let form = try await web.form(limit: EdgeLimits.photos)
            let announcer = try web.services.announcements.announcer(access)
            let found = try web.services.announcements.find(web.id(), access)
            return try await AnnouncementFormRoutes.take(form, Target(id: found.id, version: form.version), web, announcer)
        }
        table.get(Path.correctAnnouncement, .staff) { web, access in
            let announcer = try web.services.announcements.announcer(access)
            let content = try web.services.announcements.correction(of: web.id(), announcer)
            let typed = AnnouncementTyped(content, zone: access.trip.zone)
            return web.html(try AnnouncementFormRoutes.form(web, announcer, Target(web), typed, Complaint()))
        }
    }

    /// The announcement that a form is about.
    private struct Target {
        let id: ID
        /// What it was typed over; nil for a new one.
        let version: Int?
        init(id: ID, version: Int?) { (self.id, self.version) = (id, version) }
        init(_ web: WebRequest) { self.init(id: web.services.system.newID(), version: nil) }
    }

    // MARK: the form

    /// What another page found: an area of the map, an event, a place.
    private static func prefilled(_ web: WebRequest) -> AnnouncementTyped {
        var typed = AnnouncementTyped(values: [:], conditions: [])
        if let area = AnnouncedArea(web.query("area")) {
            typed.conditions = [("all", AnnouncementTyped.drawn)]
            typed.draw(area)
        }
        if let event = ID(web.query("event")) { typed.values["event"] = event.description }
        typed.values["place"] = String(web.query("place").prefix(150))
        if let place = web.place {
            typed.values["place_latitude"] = decimal(place.latitude, 6)
            typed.values["place_longitude"] = decimal(place.longitude, 6)
        }
        return typed
    }

    /// People who were ticked on another page, or, where nobody was, all on that list of an event.
    private static func chosen(_ form: Form, _ web: WebRequest) -> AnnouncementTyped {
        let members = form.all("member").compactMap { ID($0) }
        guard members.isEmpty else {
            let people = AudienceCondition.people(Array(members.prefix(AudienceCondition.peopleLimit)))
            return AnnouncementTyped(values: [:], conditions: [("all", people.text)])
        }
        guard let event = ID(web.query("event")) else { return prefilled(web) }
        let condition: AudienceCondition? =
            switch EventTab(rawValue: form["tab"]) {
            case .going: .going(event)
            case .waitlist: .waiting(event)
            case .pending: .unanswered(event)
            default: nil
            }
        return AnnouncementTyped(values: ["event": event.description], conditions: condition.map { [("all", $0.text)] } ?? [("all", "")])
    }

    private static func form(
        _ web: WebRequest, _ access: AnnouncerAccess, _ target: Target, _ typed: AnnouncementTyped, _ complaint: Complaint
    ) throws -> AnnouncementFormPage {
        let services = web.services
        let choices = try services.announcements.choices(
            events: services.events.list(access), groups: services.roster.groups(access), access)
        let setting = AnnouncementFormPage.Setting(
            id: target.id, version: target.version, choices: choices, maps: try maps(web, access),
            photo: try ID(typed["photo"]).flatMap { try services.announcements.photo($0, words: typed["photo_words"], access) },
            urgentLeft: try services.announcements.urgentLeft(access), signer: access.actor.account.name)
        let title = target.version == nil ? typed["corrects"].isEmpty ? "New announcement" : "Correct" : "Edit announcement"
        return AnnouncementFormPage(
            layout: try web.tripLayout(title, access, section: "/announcements", script: "announce-form"), setting: setting, typed: typed,
            complaint: complaint)
    }

    /// Where there is no base, a place has no map, and an area one of the whole map data.
    private static func maps(_ web: WebRequest, _ access: some StaffOrMedicProof) throws -> AnnouncementFormPage.Setting.Maps {
        guard let ground = web.services.map.wholeGround() else { return (nil, nil) }
        let base = access.trip.base
        let place = base.map {
            FormField.PinMap("Place on the map", fields: "place", version: ground.version, style: .mountain, centre: $0)
        }
        let area = FormField.PinMap(
            "Area on the map", fields: "area", version: ground.version, style: .mountain, centre: base ?? ground.centre, isFar: base == nil)
        return (place, area)
    }

    // MARK: what its buttons do

    private static func take(_ form: Form, _ target: Target, _ web: WebRequest, _ access: AnnouncerAccess) async throws -> Response {
        let upload = try await AnnouncementUpload(form, web, access)
        var typed = upload.typed
        let act = form["do"]
        if act == "people" { typed = chosen(form, web) }
        if act == "add" { typed.conditions.append(("all", "")) }
        if ["people", "add", "edit"].contains(act) {
            let status = upload.errors.isEmpty ? HTTPResponse.Status.ok : .unprocessableContent
            return web.html(try self.form(web, access, target, typed, Complaint(upload.errors)), status: status)
        }
        return try await web.submit {
            let content = try upload.content(AnnouncementFormReader(form: form, trip: access.trip, now: web.now), web, access)
            switch act {
            case "draft": return try await save(content, target, isDraft: true, web, access)
            case "schedule": return try await save(content, target, isDraft: false, web, access)
            case "send":
                let count = try await web.services.announcements.send(target.id, content, version: target.version, access)
                let query = count.map { [("sent", String($0))] } ?? []
                return web.redirect(Path.announcement(access.trip.fields.slug, target.id).asking(query))
            default:
                try web.services.announcements.check(content, access)
                return web.html(try review(content, typed, target, web, access))
            }
        } again: {
            try self.form(web, access, target, typed, Complaint($0, $1))
        }
    }

    private static func save(
        _ content: AnnouncementContent, _ target: Target, isDraft: Bool, _ web: WebRequest, _ access: AnnouncerAccess
    ) async throws -> Response {
        try await web.services.announcements.save(target.id, content, version: target.version, isDraft: isDraft, access)
        let done = isDraft ? "drafted" : "scheduled"
        return web.redirect(Path.announcement(access.trip.fields.slug, target.id).asking("done", done))
    }

    private static func review(
        _ content: AnnouncementContent, _ typed: AnnouncementTyped, _ target: Target, _ web: WebRequest, _ access: AnnouncerAccess
    ) throws -> AnnouncementReviewPage {
        var content = content
        if content.signedBy.isEmpty { content.signedBy = access.actor.account.name }
        return AnnouncementReviewPage(
            layout: try web.tripLayout("Review", access, section: "/announcements"),
            reviewed: .init(
                content: content, typed: typed, id: target.id, version: target.version,
                event: try content.event.map { try web.services.events.find($0, access) },
                preview: try web.services.announcements.preview(content.audience, access)))
    }

    // MARK: whom it means now

    private static let named = 12

    private static func preview(_ web: WebRequest, _ access: StaffAccess) async throws -> Response {
        let form = try await web.form()
        let announcer = try web.services.announcements.announcer(access)
        let audience = try AnnouncementFormReader(form: form, trip: access.trip, now: web.now).audience()
        let found = try web.services.announcements.preview(audience, announcer)
        let rest = found.people.count - named
        let positions = form["positions"] == "on" ? try web.services.announcements.positions(announcer) : nil
        return web.json { out in
            out.add("count", found.people.count)
            out.add("people", counted(found.people.count, "person", "people"))
            out.add("words", Texts.said(text: found.words))
            out.add("names", found.people.prefix(named).map(\.fullName).joined(separator: ", "))
            out.add("more", rest > 0 ? Texts.said("and \(rest) more") : "")
            let unjoined = Texts.said("\(counted(found.byPhoneOnly, "person has", "people have")) not joined.")
            out.add("by_phone", found.byPhoneOnly)
            out.add("phone", found.byPhoneOnly > 0 ? unjoined : "")
            out.add("area", found.area?.sentence ?? "")
            guard let positions else { return }
            out.array("positions") { out in
                for place in positions {
                    out.array { out in
                        out.add(place.latitude, places: 5)
                        out.add(place.longitude, places: 5)
                    }
                }
            }
        }
    }
}

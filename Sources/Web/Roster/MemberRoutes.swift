import Domain
import Hummingbird
import Pages
import Services

/// One member: page, form, medical notes, sharing.
struct MemberRoutes {
    func add(to table: RouteTable) {
        table.get(Path.newMember, .openHost) { web, access in
            try web.html(MemberRoutes.formPage(web, access, nil, MemberFields(), version: 0, [], nil))
        }
        table.post(Path.newMember, .openHost, MemberRoutes.create)
        table.get(Path.member, .staff) { web, access in try await web.html(MemberRoutes.page(web, access, [])) }
        table.get(Path.editMember, .openHost) { web, access in
            let member = try web.services.roster.member(web.id(), access)
            return try web.html(MemberRoutes.formPage(web, access, member, member.fields, version: member.version, [], nil))
        }
        table.post(Path.editMember, .openHost, MemberRoutes.update)
        table.post(Path.setMemberField, .openHost, MemberRoutes.setField)
        table.post(Path.openMedicalNotes, .host, MemberRoutes.openMedical)
        table.post(Path.saveMedicalNotes, .openHost, MemberRoutes.saveMedical)
        table.post(Path.pauseMember, .openHost) { web, access in try await MemberRoutes.setPaused(true, web, access) }
        table.post(Path.resumeMember, .openHost) { web, access in try await MemberRoutes.setPaused(false, web, access) }
        table.post(Path.setMemberAddress, .host, MemberRoutes.setAddress)
    }

    /// - Parameters:
    ///   - id: the one of the address, if it is nil.
    ///   - problem: why something was not done.
    static func page(
        _ web: WebRequest, _ access: some StaffProof, _ errors: [FieldError], of id: ID? = nil, problem: String? = nil
    ) async throws -> MemberPage {
        let opened = try await web.services.openedMember(id ?? web.id(), access)
        let answered = opened.events.first { $0.event.id == ID(web.query("answered")) }
        let name = opened.detail.member.fields.fullName
        let told = try answered.flatMap { MemberRoutes.flash($0, web, access) } ?? undone(opened.events, web, access)
        let flash = try Flash.problem(problem) ?? told ?? justChanged(opened.detail.member, web, access)
        return MemberPage(
            layout: try web.tripLayout(name, access, section: "/roster", flash: flash), opened: opened, errors: errors,
            origin: web.origin)
    }

    /// What was answered for them here, with the way back. Nothing once another answer stands.
    private static func flash(_ found: EventOfMember, _ web: WebRequest, _ access: some StaffProof) -> Flash? {
        guard !web.query("was").isEmpty else { return MemberEvents.flash(found, undo: nil) }
        let all = FormerAnswers(text: web.query("was"))
        guard let former = web.services.answers.standing(all, in: [found.invitation], access) else { return nil }
        let mayUndo = access.isHost && access.trip.archivedAt == nil
        let undo = Path.setAnswers(access.trip.fields.slug, found.event.id)
            .asking([("was", former.text), ("member", found.invitation.memberID.description)])
        return MemberEvents.flash(found, undo: mayUndo ? undo : nil)
    }

    /// What became of an answer that was given here and taken back.
    private static func undone(_ events: [EventOfMember], _ web: WebRequest, _ access: some StaffProof) throws -> Flash? {
        guard let event = events.first(where: { $0.event.id == ID(web.query("undone")) })?.event else { return nil }
        return EventToasts.undone(web, event, try web.services.events.guestList(event, access))
    }

    private static func formPage(
        _ web: WebRequest, _ access: some StaffProof, _ member: Member?, _ fields: MemberFields, version: Int, _ errors: [FieldError],
        _ problem: String?
    ) throws -> FormPage {
        let (slug, groups) = (access.trip.fields.slug, try web.services.roster.groups(access))
        let title = member.map { Texts.said("Edit \($0.fields.fullName)") } ?? "Add a person"
        return FormPage(
            layout: try web.layout(title, access, section: "/roster"), heading: title,
            action: member.map { Path.editMember(slug, $0.id) } ?? Path.newMember(slug),
            fields: MemberForm.fields(fields, errors: errors, groups: groups)
                + OwnColumnForm.values(try web.services.roster.ownColumns(access), fields.own, errors: errors),
            submit: member == nil ? "Add" : "Save"
        )
        .with(folds: MemberForm.folds(fields, errors: errors))
        .with(hidden: [("version", String(version))])
        .with(other: ("Cancel", member.map { Path.member(slug, $0.id) } ?? Path.roster(slug)))
        .with(problem: problem)
    }

    private static func read(_ form: Form, _ own: [OwnColumn]) -> MemberFields {
        var fields = MemberFields()
        for field in MemberField.typed { fields[field] = form[field.rawValue] }
        for column in own { fields.own[column] = form[column.key] }
        // The form has a tick for each group, and a line for new ones; others send one text.
        fields[.groups] = GroupNames.join(form.all(MemberField.groups.rawValue))
        return fields
    }

    private static func create(_ web: WebRequest, _ access: OpenHostAccess) async throws -> Response {
        let form = try await web.form()
        let fields = read(form, try web.services.roster.ownColumns(access))
        return try await web.submit {
            let id = try await web.services.roster.add(fields, access)
            return web.redirect(Path.member(access.trip.fields.slug, id).asking("done", "member-added"))
        } again: {
            try formPage(web, access, nil, fields, version: 0, $0, $1)
        }
    }

    private static func update(_ web: WebRequest, _ access: OpenHostAccess) async throws -> Response {
        let form = try await web.form()
        let fields = read(form, try web.services.roster.ownColumns(access))
        let member = try web.services.roster.member(web.id(), access)
        let version = form.version
        return try await web.submit {
            try await web.services.roster.update(member.id, to: fields, version: version, access)
            return web.redirect(Path.member(access.trip.fields.slug, member.id).asking("done", "member-saved"))
        } again: {
            try formPage(web, access, member, fields, version: version, $0, $1)
        }
    }

    /// "Room of Ada Example changed", with the way back, right after it.
    private static func justChanged(_ member: Member, _ web: WebRequest, _ access: some StaffProof) throws -> Flash? {
        let version = access.trip.rosterVersion
        guard ["member-added", "member-saved"].contains(web.query("done")), let entry = try web.services.roster.newest(version, access),
            entry.subjectID == member.id
        else { return nil }
        return MemberPage.changed(entry, access.trip.fields.slug, version: version)?
            .adding(try web.services.lanes.overfull(by: [entry], access))
    }

    /// One cell of the roster, changed in place. The list that comes back says what changed, and takes it back.
    private static func setField(_ web: WebRequest, _ access: OpenHostAccess) async throws -> Response {
        let form = try await web.form()
        let version = try await set(form, of: web.id(), web, access)
        let query = RosterPage.query(try RosterRoutes.filter(web, access) { form[$0] })
        return web.redirect(Path.roster(access.trip.fields.slug).asking(query + [("changed", String(version))]))
    }

    private static func set(_ form: Form, of member: ID, _ web: WebRequest, _ access: OpenHostAccess) async throws -> Int {
        let roster = web.services.roster
        if let column = try roster.ownColumns(access).first(where: { $0.key == form["field"] }) {
            return try await roster.set(column, to: form["value"], of: member, access)
        }
        guard let field = MemberField(rawValue: form["field"]), RosterService.editable.contains(field) else {
            throw Refusal.invalid([FieldError("field", "This cannot be changed in the list. Open the member instead.")])
        }
        return try await roster.set(field, to: form["value"], of: member, access)
    }

    /// A POST: opening is an act that the audit trail keeps, not something that a prefetch may do.
    private static func openMedical(_ web: WebRequest, _ access: HostAccess) async throws -> Response {
        let member = try web.services.roster.member(web.id(), access)
        let notes = try await web.services.roster.openMedicalNotes(of: member.id, access)
        return try web.html(medicalPage(web, access, member, notes, [], nil))
    }

    private static func medicalPage(
        _ web: WebRequest, _ access: some TripProof, _ member: Member, _ notes: String, _ errors: [FieldError], _ problem: String?
    ) throws -> MedicalPage {
        MedicalPage(
            layout: try web.layout("Medical notes", access, section: "/roster", flash: .problem(problem)), slug: access.trip.fields.slug,
            member: member, notes: notes, errors: errors)
    }

    private static func saveMedical(_ web: WebRequest, _ access: OpenHostAccess) async throws -> Response {
        let form = try await web.form()
        let member = try web.services.roster.member(web.id(), access)
        return try await web.submit {
            try await web.services.roster.setMedicalNotes(
                form["medical_notes"], of: member.id, version: form.version, access)
            return web.redirect(Path.member(access.trip.fields.slug, member.id).asking("done", "medical"))
        } again: {
            try medicalPage(web, access, member, form["medical_notes"], $0, $1)
        }
    }

    private static func setAddress(_ web: WebRequest, _ access: HostAccess) async throws -> Response {
        let form = try await web.form()
        let isBack = form["do"] == "back"
        try await web.services.addresses.setConfirmed(isBack ? nil : form["address"], of: web.id(), access)
        let done = isBack ? "address-unconfirmed" : "address-confirmed"
        return web.redirect(Path.member(access.trip.fields.slug, try web.id()).asking("done", done))
    }

    private static func setPaused(_ isPaused: Bool, _ web: WebRequest, _ access: OpenHostAccess) async throws -> Response {
        let member = try web.services.roster.member(web.id(), access)
        try await web.services.roster.setSharingPaused(isPaused, member, access)
        return web.redirect(Path.member(access.trip.fields.slug, member.id).asking("done", isPaused ? "paused" : "resumed"))
    }
}

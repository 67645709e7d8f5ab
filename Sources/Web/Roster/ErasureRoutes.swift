import Domain
import Hummingbird
import Pages
import Services

/// A host erases a member who asked for it.
struct ErasureRoutes {
    func add(to table: RouteTable) {
        table.get(Path.eraseMember, .host) { web, access in
            let member = try web.services.roster.member(web.id(), access)
            try web.services.personalData.requireErasable(member)
            return try web.html(ErasureRoutes.page(web, access, member, nil, [], nil))
        }
        table.post(Path.eraseMember, .host) { web, access in
            let form = try await web.form()
            let member = try web.services.roster.member(web.id(), access)
            return try await web.submit {
                let request = ErasureRequest(askedBy: form["asked_by"], name: form["name"])
                try await web.services.personalData.erase(member, request, access)
                return web.redirect(Path.member(access.trip.fields.slug, member.id).asking("done", "erasing"))
            } again: {
                try ErasureRoutes.page(web, access, member, form, $0, $1)
            }
        }
        table.post(Path.keepMember, .host) { web, access in
            let member = try web.services.roster.member(web.id(), access)
            try await web.services.personalData.keep(member, access)
            return web.redirect(Path.member(access.trip.fields.slug, member.id).asking("done", "kept"))
        }
    }

    private static func page(
        _ web: WebRequest, _ access: some TripProof, _ member: Member, _ form: Form?, _ errors: [FieldError], _ problem: String?
    ) throws -> FormPage {
        let (slug, name) = (access.trip.fields.slug, member.fields.fullName)
        return FormPage(
            layout: try web.layout("Erase a member", access, section: "/roster"), heading: Texts.said("Erase \(name)?"),
            action: Path.eraseMember(slug, member.id),
            fields: [
                FormField(
                    "asked_by", "Asked by", form?["asked_by"] ?? "",
                    hint: "Who asked, and how: for instance, themselves, by email on Monday. It is deleted with the rest.", errors: errors),
                FormField(
                    "name", "Their name, to confirm", form?["name"] ?? "", hint: Texts.said("Type “\(name)”."), errors: errors),
            ], submit: "Erase"
        )
        .with(
            intro: "Only when they ask for it. Every position of theirs is deleted at once, for good. In seven days their name, their "
                + "details and their account follow; until then they or a host can change their mind. They stay counted as “former "
                + "traveller”."
        )
        .with(other: ("Back", Path.member(slug, member.id)))
        .with(problem: problem)
        .narrow
        .asDanger
    }
}

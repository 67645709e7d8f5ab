import Domain
import Hummingbird
import Pages
import Services

/// A medic's pages: the people of the trip, one of them, and their medical notes.
struct MedicRoutes {
    func add(to table: RouteTable) {
        table.get(Path.medic, .hostOrMedic) { web, access in
            web.html(
                MedicPage(
                    layout: try web.tripLayout("Medic", access, section: "/medic"),
                    people: try web.services.medic.people(access), search: String(tidyLine(web.query("q")).prefix(100)),
                    onlyWithNotes: web.query("notes") == "on"))
        }
        table.get(Path.medicPerson, .hostOrMedic) { web, access in try web.html(MedicRoutes.page(web, access, nil)) }
        // A POST: opening is an act that the audit trail keeps, not something that a prefetch may do.
        table.post(Path.openMedicNotes, .hostOrMedic) { web, access in
            let notes = try await web.services.medic.openNotes(of: web.id(), access)
            return try web.html(MedicRoutes.page(web, access, notes))
        }
    }

    private static func page(_ web: WebRequest, _ access: some HostOrMedicProof, _ notes: String?) throws -> MedicPersonPage {
        let (person, entry) = try web.services.medic.find(web.id(), access)
        return MedicPersonPage(
            layout: try web.tripLayout(person.name, access, section: "/medic"), person: person, entry: entry, notes: notes)
    }
}

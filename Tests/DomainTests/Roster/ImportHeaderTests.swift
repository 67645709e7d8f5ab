import Domain
import Testing

private func people(_ csv: String) throws -> [MemberFields] {
    let table = try ImportTable(csv)
    let plan = ImportPlan(table: table, columns: ImportColumn.match(table.header), existing: [], rule: ImportRule(clearsEmpty: false))
    return try plan.rows.map { row in
        guard case .new(let fields) = row.outcome else { throw Unexpected(what: "line \(row.line): \(row.outcome)") }
        return fields
    }
}

private struct Unexpected: Error { let what: String }

/// What other programs and other languages call their columns.
@Suite struct ImportHeaderTests {
    static let sheets: [(header: String, columns: [ImportColumn])] = [
        (
            "Vorname;Nachname;Handynummer;E-Mail-Adresse;Gruppe;Zimmer-Nr.;Notfallkontakt;Notfallnummer;Ernährung;Bemerkungen;Sprachen",
            [
                .field(.firstName), .field(.lastName), .field(.phone), .field(.email), .field(.groups), .field(.room),
                .field(.emergencyName), .field(.emergencyPhone), .field(.diet), .field(.hostNotes), .field(.languages),
            ]
        ),
        ("Name;Vorname;Natel", [.field(.lastName), .field(.firstName), .field(.phone)]),
        (
            "Nom;Prénom;Tél. portable;Courriel;Groupe;N° de chambre;Régime alimentaire;Contact d'urgence;Téléphone d’urgence",
            [
                .field(.lastName), .field(.firstName), .field(.phone), .field(.email), .field(.groups), .field(.room), .field(.diet),
                .field(.emergencyName), .field(.emergencyPhone),
            ]
        ),
        (
            "Nombre;Apellidos;Teléfono móvil;Correo electrónico;Habitación;Nivel de esquí;Contacto de emergencia;Observaciones",
            [
                .field(.firstName), .field(.lastName), .field(.phone), .field(.email), .field(.room), .field(.ability),
                .field(.emergencyName), .field(.hostNotes),
            ]
        ),
        (
            "Nome;Cognome;Cellulare;Indirizzo e-mail;Camera;Livello;Intolleranze;Note mediche",
            [
                .field(.firstName), .field(.lastName), .field(.phone), .field(.email), .field(.room), .field(.ability), .field(.diet),
                .field(.medicalNotes),
            ]
        ),
        (
            "Nom;Cognoms;Telèfon mòbil;Correu electrònic;Habitació;Grup;Telèfon d'emergència",
            [
                .field(.firstName), .field(.lastName), .field(.phone), .field(.email), .field(.room), .field(.groups),
                .field(.emergencyPhone),
            ]
        ),
        ("Nom;Prénom;Tél. urgence;Allergies connues", [.field(.lastName), .field(.firstName), .field(.emergencyPhone), .field(.diet)]),
        ("NOM;TÉLÉPHONE", [.fullName, .field(.phone)]), ("Nombre completo;Correo", [.fullName, .field(.email)]),
        ("Teilnehmer/in;E-Mail", [.fullName, .field(.email)]),
    ]

    @Test(arguments: sheets) func sheetsInFiveLanguages(_ sheet: (header: String, columns: [ImportColumn])) throws {
        let table = try ImportTable(sheet.header + "\nx\n")
        #expect(ImportColumn.match(table.header) == sheet.columns)
    }

    @Test func everyFieldHasANameInTheTable() {
        for field in MemberField.allCases {
            #expect(ImportColumn.match([field.rawValue, field.label]) == [.field(field), .field(field)], "\(field)")
        }
    }

    @Test func googleContactsOldAndNew() throws {
        let old = try people(
            """
            Name,Given Name,Additional Name,Family Name,Group Membership,E-mail 1 - Type,E-mail 1 - Value,Phone 1 - Type,Phone 1 - Value,\
            Phone 2 - Type,Phone 2 - Value
            Ada Example,Ada,,Example,Bus 1 ::: * myContacts,* Work,ada@x.example ::: a@x.example,Home,+00 111,Mobile,+00 222

            """)
        #expect(old[0].fullName == "Ada Example" && old[0][.groups] == "Bus 1" && old[0][.email] == "ada@x.example")
        #expect(old[0][.phone] == "+00 222")
        let new = try people(
            """
            First Name,Middle Name,Last Name,Labels,E-mail 1 - Label,E-mail 1 - Value,Phone 1 - Label,Phone 1 - Value,Photo
            Bo,,Sample,* myContacts,,bo@x.example,,+00 333,https://photos.example/1

            """)
        #expect(new[0].fullName == "Bo Sample" && new[0][.groups].isEmpty && new[0][.phone] == "+00 333")
    }

    @Test func outlookPrefersTheMobilePhone() throws {
        let people = try people(
            """
            First Name,Last Name,E-mail Address,E-mail 2 Address,Home Phone,Business Phone,Mobile Phone,Primary Phone,Categories
            Ada,Example,,second@x.example,+00 111,+00 222,+00 333,+00 444,Bus 1;Ski A
            Bo,Sample,bo@x.example,other@x.example,+00 555,,,,

            """)
        #expect(people.map { $0[.phone] } == ["+00 333", "+00 555"])
        #expect(people.map { $0[.email] } == ["second@x.example", "bo@x.example"])
        #expect(people[0][.groups] == "Bus 1; Ski A")
    }

    @Test func groupsOfSeveralColumnsCountTogether() throws {
        #expect(try people("name,bus,ski class\nAda,Bus 1,Ski A\n")[0][.groups] == "Bus 1; Ski A")
    }

    @Test(arguments: [
        ("Ada Example", "Ada", "Example"), ("Example, Ada", "Ada", "Example"), ("Ada Bea Example", "Ada Bea", "Example"),
        ("Ada van der Example", "Ada", "van der Example"), ("María de la Muestra Ejemplo", "María", "de la Muestra Ejemplo"),
        ("Pau Exemple i Mostra", "Pau", "Exemple i Mostra"), ("Ada", "Ada", ""), ("Ada Example, Jr.", "Ada", "Example, Jr."),
        ("de Sample, Bo", "Bo", "de Sample"), (", Ada", "Ada", ""),
    ]) func wholeNames(_ name: String, _ first: String, _ last: String) throws {
        let fields = try people("name;room\n\(name);1\n")[0]
        #expect((fields[.firstName], fields[.lastName]) == (first, last))
    }

    @Test func theWholeNameGivesWayToItsParts() throws {
        let fields = try people("first name,last name,full name\nAda,van Example,Ada V. Example\n,,Bo Sample\n")
        #expect(fields.map { $0[.lastName] } == ["van Example", "Sample"])
    }

    @Test func whatNobodyKnowsIsAskedAndWhatIsLeftOutIsSaid() throws {
        let table = try ImportTable("Name,Shoe size,Birthday,Photo,problem\nAda,38,,x.jpg,Line 2\n")
        let guess = ImportMapping(table, applied: nil)
        #expect(guess.isAsked && guess.unknown == [1] && guess.leftOut == ["Shoe size", "Photo"] && guess.filled == [0, 1, 3, 4])
        let applied = ImportMapping(table, applied: [.fullName, .field(.hostNotes)])
        #expect(!applied.isAsked && applied.columns.count == 5 && applied.leftOut == ["Photo"])
        #expect(try ImportMapping(ImportTable("room,email\n1,a@x.example\n"), applied: nil).isAsked)
        #expect(try !ImportMapping(ImportTable("Name,Photo\nAda,x\n"), applied: nil).isAsked)
    }
}

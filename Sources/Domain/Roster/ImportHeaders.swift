/// How lists of people name their columns: contacts of Google, Outlook and Apple, and sheets in English, German, French,
/// Spanish, Italian and Catalan. Compared without case, accents, spaces and punctuation.
///
/// Where several columns of one list are taken for the same field, the one that stands higher here is preferred.
enum ImportHeaders {
    struct Meaning: Equatable {
        let column: ImportColumn
        /// Less is preferred.
        let rank: Int
    }

    /// What a header says; nil for one that is not known.
    static func meaning(of header: String) -> Meaning? { meanings[key(header)] }

    /// "Name", "Nom", "Nombre": the whole name, or the part that no other column holds.
    static func isBareName(_ header: String) -> Bool { bareNames.contains(key(header)) }

    /// Known, but not kept on a roster: nobody is asked about it.
    static func isBeside(_ header: String) -> Bool { beside.contains(key(header)) || isLabel(header) }

    /// Google says of every number and address what it is, in a column of its own before it: "Phone 1 - Type".
    static func isLabel(_ header: String) -> Bool {
        let key = key(header)
        return ["type", "label"].contains { key.hasSuffix($0) && key.dropLast($0.count).last?.isNumber == true }
    }

    /// Whether a label says that somebody carries the phone along.
    static func isMobile(_ label: String) -> Bool {
        let label = folded(label)
        return ["mobil", "movil", "cell", "iphone", "handy", "portable", "natel"].contains { label.contains($0) }
    }

    /// The column that `RefusedRows` adds.
    static let problem = "problem"

    static func isProblem(_ header: String) -> Bool { key(header) == problem }

    /// Whether two headers are one: as lists write them.
    static func isSame(_ a: String, _ b: String) -> Bool { key(a) == key(b) }

    /// Names that a list means for something else: of fields, of the id, of what `RefusedRows` adds.
    static func isTaken(_ name: String) -> Bool { taken.contains(key(name)) }

    private static let taken = Set(
        (MemberField.allCases.flatMap { [$0.rawValue, $0.label] } + ["id", "full name", "sotravel id", "name", problem]).map(key))

    private static func key(_ header: String) -> String { folded(header).filter { $0.isLetter || $0.isNumber } }

    private static func keys(_ names: String) -> [String] { names.split { $0 == "," || $0.isNewline }.map { key(String($0)) } }

    private static let meanings: [String: Meaning] = {
        var meanings: [String: Meaning] = [:]
        for (rank, entry) in names.enumerated() {
            for key in keys(entry.names) where meanings[key] == nil { meanings[key] = Meaning(column: entry.column, rank: rank) }
        }
        return meanings
    }()

    private static let bareNames = Set(keys("name, nom, nombre, nome"))

    private static let beside = Set(
        keys(
            """
            problem, photo, foto, picture, name prefix, name suffix, title, suffix, initials, nickname, file as, priority, private,
            sensitivity, organization, organisation, organization name, organization title, organization department, company,
            department, job title, web page, phonetic first name, phonetic middle name, phonetic last name, given name yomi,
            additional name yomi, family name yomi, name yomi, fax, home fax, business fax, other fax, address, adresse, dirección,
            indirizzo, adreça
            """))

    private static let names: [(column: ImportColumn, names: String)] = [
        (.id, "id, sotravel id, member id"),
        (
            .fullName,
            """
            full name, display name, contact name, participant, traveller, traveler, guest, member, person, name and surname,
            first and last name, Name, Vor- und Nachname, Vorname und Nachname, Vorname Nachname, Vorname Name, Nachname Vorname,
            Name Vorname, vollständiger Name, ganzer Name, Anzeigename, Teilnehmer, Teilnehmerin, Teilnehmer/in, Teilnehmende, Gast,
            Mitglied, Reisende, Reisender, Nom, nom complet, nom et prénom, prénom et nom, nom prénom, prénom nom, participante,
            voyageur, voyageuse, membre, Nombre, nombre completo, nombre y apellidos, nombre y apellido, apellidos y nombre,
            viajero, viajera, miembro, invitado, Nome, nome completo, nome e cognome, cognome e nome, nome cognome, cognome nome,
            partecipante, viaggiatore, ospite, membro, nom i cognoms, cognoms i nom, viatger, viatgera, convidat
            """
        ),
        (
            .field(.firstName),
            """
            first name, first, given name, given, forename, christian name, Vorname, Rufname, prénom, prénoms, nombre de pila,
            primer nombre, nome di battesimo, prenom, nom de pila, nom de fonts
            """
        ),
        (
            .field(.lastName),
            """
            last name, last, surname, family name, family, Nachname, Familienname, Zuname, nom de famille, nom d'usage, apellido,
            apellidos, primer apellido, cognome, cognom, cognoms, llinatge, llinatges
            """
        ),
        (.field(.status), "status, state, booking, booking status, Buchungsstatus, statut, état, estado, stato, estat"),
        (
            .field(.groups),
            """
            groups, group, team, bus, class, ski class, Gruppe, Gruppen, Skigruppe, Skiklasse, Klasse, groupe, groupes, équipe,
            classe, grupo, grupos, equipo, autobús, autocar, clase, gruppo, gruppi, squadra, pullman, grup, grups, equip,
            labels, group membership, categories, category, Kategorien, Kategorie, catégories, categorías, categorie
            """
        ),
        (
            .field(.room),
            """
            room, room number, room no, bedroom, cabin, Zimmer, Zimmernummer, Zimmer-Nr, Kabine, chambre, numéro de chambre,
            n° de chambre, cabine, habitación, número de habitación, nº habitación, cuarto, camarote, camera, stanza,
            numero camera, cabina, habitació, número d'habitació, cambra
            """
        ),
        (
            .field(.email),
            """
            email, email address, e-mail, mail, mail address, primary email, E-mail 1 - Value, email 1, E-Mail-Adresse, Mailadresse,
            courriel, adresse e-mail, adresse mail, adresse électronique, adresse de messagerie, correo, correo electrónico,
            dirección de correo, dirección de correo electrónico, posta elettronica, indirizzo e-mail, indirizzo mail,
            indirizzo posta elettronica, indirizzo di posta elettronica, correu, correu electrònic, adreça electrònica,
            adreça de correu, adreça de correu electrònic
            """
        ),
        (.field(.email), "home email, private email, personal email, E-Mail privat, private E-Mail, email personnel, correo personal"),
        (
            .field(.email),
            "E-mail 2 - Value, E-mail 2 Address, email 2, work email, business email, E-Mail geschäftlich, email professionnel"
        ),
        (.field(.email), "E-mail 3 - Value, E-mail 3 Address, email 3, other email"),
        (
            .field(.phone),
            """
            mobile, mobile phone, mobile number, mobile phone number, cell, cell phone, cell number, iPhone, Handy, Handynummer,
            Mobil, Mobiltelefon, Mobilnummer, Mobiltelefonnummer, Natel, portable, téléphone portable, téléphone mobile, tél. mobile,
            tél. portable, numéro de portable, móvil, teléfono móvil, número de móvil, celular, teléfono celular, cellulare,
            telefono cellulare, numero di cellulare, mòbil, telèfon mòbil, número de mòbil
            """
        ),
        (
            .field(.phone),
            """
            phone, phone number, telephone, telephone number, tel, primary phone, main phone, Phone 1 - Value, phone 1, Telefon,
            Telefonnummer, Rufnummer, téléphone, numéro de téléphone, teléfono, número de teléfono, telefono, numero di telefono,
            recapito telefonico, telèfon, número de telèfon
            """
        ),
        (.field(.phone), "Phone 2 - Value, phone 2"),
        (.field(.phone), "Phone 3 - Value, phone 3"),
        (
            .field(.phone),
            """
            home phone, home phone 2, other phone, Telefon privat, Telefon (privat), téléphone domicile, téléphone (domicile),
            téléphone fixe, tél. domicile, teléfono particular, teléfono fijo, telefono casa, telefono fisso, telèfon fix
            """
        ),
        (
            .field(.phone),
            """
            business phone, business phone 2, work phone, company main phone, Telefon geschäftlich, Telefon (geschäftlich),
            téléphone bureau, téléphone (bureau), teléfono del trabajo, telefono ufficio, telèfon de la feina
            """
        ),
        (.field(.telegram), "telegram, telegram name, telegram user, telegram username, telegram handle, Telegram-Name"),
        (
            .field(.ability),
            """
            ability, level, skill, ski level, skill level, experience, Können, Niveau, Skiniveau, Fahrkönnen, Erfahrung,
            niveau de ski, expérience, nivel, nivel de esquí, experiencia, livello, livello sci, esperienza, nivell,
            nivell d'esquí, experiència
            """
        ),
        (
            .field(.languages),
            """
            languages, language, speaks, spoken languages, Sprache, Sprachen, langue, langues, langues parlées, idioma, idiomas,
            lengua, lingua, lingue, llengua, llengües, idiomes
            """
        ),
        (
            .field(.diet),
            """
            diet, dietary, dietary requirements, dietary needs, dietary restrictions, food, meal, allergies, allergies connues,
            allergies alimentaires, Ernährung, Essen, Kost, Diät, Essenswünsche, Verpflegung, Unverträglichkeiten, régime,
            régime alimentaire, alimentation, repas, dieta, alimentación, comida, restricciones alimentarias, alimentazione,
            esigenze alimentari, intolleranze, alimentació, menjar
            """
        ),
        (
            .field(.emergencyName),
            """
            emergency name, emergency contact, emergency contact name, next of kin, contact person, in case of emergency, ICE,
            Notfallkontakt, Notfallname, Notfallkontakt Name, Name Notfallkontakt, Kontaktperson, Kontakt im Notfall,
            contact d'urgence, nom du contact d'urgence, personne à contacter, personne à prévenir,
            personne à contacter en cas d'urgence, contacto de emergencia, nombre del contacto de emergencia,
            persona de contacto, contatto di emergenza, contatto d'emergenza, nome contatto di emergenza, persona di riferimento,
            contacte d'emergència, nom del contacte d'emergència, persona de contacte
            """
        ),
        (
            .field(.emergencyPhone),
            """
            emergency phone, emergency number, emergency contact phone, emergency contact number, emergency telephone,
            next of kin phone, Notfallnummer, Notfalltelefon, Notfallkontakt Telefon, Telefon Notfallkontakt, Telefon im Notfall,
            Notruf, téléphone d'urgence, téléphone urgence, tél. d'urgence, tél. urgence, numéro d'urgence,
            téléphone du contact d'urgence, teléfono de emergencia,
            número de emergencia, teléfono del contacto de emergencia, telefono di emergenza, telefono d'emergenza,
            numero di emergenza, telefono contatto di emergenza, telèfon d'emergència, número d'emergència,
            telèfon del contacte d'emergència
            """
        ),
        (
            .field(.attention),
            """
            attention, attention mark, flag, important, Achtung, Wichtig, à surveiller, atención, importante, attenzione, atenció
            """
        ),
        (
            .field(.hostNotes),
            """
            host notes, notes, note, comment, comments, remarks, remark, Notiz, Notizen, Bemerkung, Bemerkungen, Anmerkung,
            Anmerkungen, Kommentar, remarque, remarques, commentaire, commentaires, notas, nota, observaciones, comentario,
            comentarios, osservazioni, commenti, commento, observacions, comentari, comentaris
            """
        ),
        (
            .field(.medicalNotes),
            """
            medical notes, medical, medical information, health, health notes, conditions, medical conditions, Gesundheit,
            medizinische Angaben, medizinische Hinweise, Krankheiten, Vorerkrankungen, santé, informations médicales,
            notes médicales, antécédents médicaux, salud, notas médicas, información médica, enfermedades, salute,
            note mediche, informazioni mediche, malattie, salut, notes mèdiques, informació mèdica, malalties
            """
        ),
        (.field(.description), "about, about me, description, Über mich, à propos, sobre mí, chi sono, sobre mi"),
        (.field(.instagram), "instagram"),
        (.field(.tiktok), "tiktok"),
        (.field(.whatsapp), "whatsapp, WhatsApp-Nummer"),
        (.field(.linkedin), "linkedin"),
    ]
}

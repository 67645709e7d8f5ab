/// What is listened for in one language; `*` stands for any letters of a word.
struct SafetyVocabulary: Sendable {
    /// Counts wherever it stands.
    let strong: [String]
    /// Counts beside one of the next.
    let weak: [String]
    /// Persons, bodies, dangers.
    let beside: [String]
    /// Usual company of weak words that is none of this.
    let harmless: [String]

    init(_ strong: String, weak: String, beside: String, harmless: String) {
        func list(_ text: String) -> [String] { text.split(separator: ",").map { tidyLine(String($0)) } }
        (self.strong, self.weak, self.beside, self.harmless) = (list(strong), list(weak), list(beside), list(harmless))
    }
}

extension SafetyLanguage {
    var words: SafetyVocabulary {
        switch self {
        case .en: .english
        case .de: .german
        case .fr: .french
        case .it: .italian
        case .es: .spanish
        }
    }
}

extension SafetyVocabulary {
    static let english = SafetyVocabulary(
        """
        sos, mayday, can't move, cannot move, can't breathe, cannot breathe, can't feel my *, unconscious, not breathing, bleeding,
        broken leg, broken arm, broke my *, help me, help us, i'm lost, i am lost, we are lost, we're lost, is lost, are lost,
        got lost, badly hurt, is hurt, am hurt, i'm hurt, got hurt, injured, buried, in a crevasse, need a doctor,
        need an ambulance, call an ambulance, call the rescue, need rescue, heart attack, stuck on the lift, stuck on the cliff,
        stuck on a cliff, not responding, cannot get down, can't get down, had an accident, chest pain, hurt my *, collapsed
        """,
        weak: "lost, help, fell, fall, fallen, accident, avalanche, hurt, hurts, stuck, missing, trapped, sick, cold, alone, emergency",
        beside: """
            somebody, someone, child, kid, boy, girl, friend, he, she, him, her, knee, head, back, neck, leg, ankle, shoulder, wrist,
            blood, slope, piste, cliff, fog, dark, ice, snowing, down, couloir, crevasse, rescue, doctor, off piste, whiteout, urgent,
            please send, patrol, freezing, caught, under
            """,
        harmless: """
            lost my *, lost his *, lost her *, lost a *, lost the *, lost and found, help with, help carry, help you, help to carry,
            fall asleep, fell asleep, fall in love, fell in love, avalanche course, avalanche training, avalanche bulletin,
            avalanche risk, avalanche report, avalanche gear, avalanche talk, cold beer, prices hurt, so funny, laughing, cold down
            here, help cook, help yourself, missing you, missing from the list, stuck in traffic, my legs hurt a bit, help find,
            feeling better, back in the room, help back, back home
            """)

    static let german = SafetyVocabulary(
        """
        sos, bewusstlos*, blutet, kann mich nicht bewegen, kann nicht mehr laufen, kann nicht atmen, keine luft, brauche hilfe,
        brauchen hilfe, helft mir, helft uns, hilf mir, zu hilfe, verletzt, gebrochen, verschüttet*, habe mich verirrt, verirrt,
        haben uns verlaufen, habe mich verlaufen, rettung rufen, ruft die rettung, notarzt, bergrettung, herzinfarkt, spaltensturz,
        atmet nicht, hatte einen unfall, ist abgestürzt, reagiert nicht
        """,
        weak: "hilfe, unfall, lawine, verloren, gestürzt, gefallen, allein, kalt, fest, schmerzen, notfall, vermisst, weg",
        beside: """
            jemand, kind, knie, kopf, rücken, bein, arm, schulter, er, sie ist, freund, hang, nordhang, piste, nebel, dunkel, eis,
            spalte, lift, arzt, dringend, unter, wald, felsen, schnee liegt, erfriere*
            """,
        harmless: """
            hilfe beim, hilfe mit, hilfe bei, lawinenkurs, lawinenbericht, handschuh* verloren, mütze verloren, skipass verloren,
            gefallen uns, hat mir gefallen, gut gefallen, zu gefallen, tut mir einen gefallen, kaltes bier, fest heute, verloren
            gegen, handy verloren, jacke verloren, schlüssel verloren, hat gefallen, wird es kalt, weg zur, weg zum, danke
            """)

    static let french = SafetyVocabulary(
        """
        sos, au secours, à l'aide, aidez moi, aidez nous, aide moi, besoin d'aide, blessé*, saigne, inconscient*, peux plus bouger,
        peux pas bouger, peux plus respirer, jambe cassée, bras cassé, suis perdu*, sommes perdu*, est perdu*, sont perdu*, on s'est
        perdu*, enseveli*, crevasse, respire plus, respire pas, appelez les secours, appelez un médecin, eu un accident, crise
        cardiaque, répond plus
        """,
        weak: "secours, aide, perdu*, accident, avalanche, tombé*, chute, bloqué*, coincé*, froid, seul*, mal, urgence, disparu*",
        beside: """
            quelqu'un, enfant, genou, tête, dos, jambe, bras, épaule, cheville, sang, pente, piste, falaise, brouillard, nuit, glace,
            télésiège, médecin, urgent, sous, forêt, copain, copine, elle est, il est
            """,
        harmless: """
            perdu mes *, perdu mon *, perdu ma *, perdu un*, aide pour, aide à, tombé* amoureu*, cours d'avalanche, bulletin
            d'avalanche, risque d'avalanche, bière, temps perdu, pas mal, chute de neige, chutes de neige, il a perdu, bloqué* dans les
            bouchons, objets perdus, mal aux fesses, mal dormi
            """)

    static let italian = SafetyVocabulary(
        """
        sos, aiuto, aiutatemi, aiutateci, aiutami, ferito, ferita, feriti, sanguina, incosciente, non riesco a muovermi, non riesco a
        respirare, mi sono pers*, ci siamo persi, si è pers*, gamba rotta, braccio rotto, rotto la gamba, rotto il braccio, sepolt*,
        crepaccio, non respira, chiamate i soccorsi, chiamate un medico, avuto un incidente, infarto, non risponde più, soccorso alpino
        """,
        weak: "valanga, incidente, perso, persa, persi, caduto, caduta, bloccat*, freddo, solo, sola, male, emergenza, dispers*",
        beside: """
            qualcuno, bambino, bambina, ginocchio, testa, schiena, gamba, braccio, spalla, caviglia, sangue, pendio, pista, nebbia, buio,
            ghiaccio, seggiovia, medico, urgente, sotto, bosco, amico, amica, roccia
            """,
        harmless: """
            aiuto con, aiuto per, ha perso i*, ho perso i*, ho perso la, ho perso il, perso tempo, corso valanga, bollettino, rischio
            valanga, birra, non male, caduta neve, niente male, bloccati nel traffico, perso la partita
            """)

    static let spanish = SafetyVocabulary(
        """
        sos, socorro, ayúdame, ayúdenme, ayudadme, necesito ayuda, necesitamos ayuda, herido, heridos, está herida, estoy herida, sangra,
        sangrando, inconsciente, no puedo moverme, no puedo respirar, estoy perdid*, estamos perdid*, está perdid*, pierna rota, brazo
        roto, roto la pierna, roto el brazo, sepultad*, grieta, no respira, llamad a rescate, llamen a rescate, un médico, tenido un
        accidente, infarto, no responde, me he perdido, nos hemos perdido
        """,
        weak:
            "ayuda, accidente, avalancha, perdid*, caído, caída, cayó, atrapad*, atascad*, frío, solo, sola, duele, emergencia, desaparecid*",
        beside: """
            alguien, niño, niña, rodilla, cabeza, espalda, pierna, brazo, hombro, tobillo, sangre, ladera, pista, niebla, oscuro, hielo,
            telesilla, urgente, bajo, bosque, amigo, amiga, roca
            """,
        harmless: """
            ayuda con, ayuda para, perdido mi*, perdido los, perdido la, perdido el, perdida de tiempo, curso de avalancha*, riesgo de
            avalancha*, boletín, cerveza, atascados en el tráfico, caída de la noche, solo quedan, caído bien
            """)
}

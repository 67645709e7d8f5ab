/// What people write on a trip, in five languages: thirty calls for help each, and beside them thirty everyday sentences.
enum SafetySentences {
    static let urgent: [String: String] = [
        "en": """
        I'm lost
        LOST!
        Help!
        I am hurt, call somebody
        We need help, somebody fell down the slope
        I can’t move
        she is not breathing
        he is bleeding from the head
        I think I have a broken leg
        my friend fell and her knee is bad
        Anna is hurt below the hut
        we are lost in fog
        avalanche! people are under it
        an avalanche caught us
        sos
        stuck on the lift and it is freezing
        somebody had an accident on the piste
        child missing at the slope
        help me please
        he fell into a crevasse
        I can't feel my feet and it is dark
        my back hurts, I can't get down
        someone is unconscious here
        please call an ambulance
        I hurt my shoulder, can patrol come
        Ben is lost somewhere off piste
        trapped in the couloir
        he is not responding
        my ankle hurts and I am alone in the dark
        call the rescue now
        """,
        "de": """
        Hilfe!
        Ich bin verletzt
        LAWINE
        Lawine am Nordhang
        Er blutet am Kopf
        Ich kann mich nicht bewegen
        Jan ist bewusstlos
        wir haben uns verlaufen
        Ich habe mich verirrt
        Bitte ruft die Rettung
        Wir brauchen Hilfe
        Unfall auf der Piste
        mein Bein ist gebrochen
        Lena ist gestürzt, das Knie ist kaputt
        jemand liegt unter der Lawine
        Ich kriege keine Luft
        Kind allein im Nebel
        helft mir
        Hilf mir bitte
        Wir sitzen am Lift fest und es ist dunkel
        Tom ist abgestürzt, ist abgestürzt beim Grat
        Er atmet nicht
        starke Schmerzen im Rücken
        Notfall!
        ein Freund ist gefallen, Schulter schief
        Ich hatte einen Unfall
        Allein im Wald, kalt
        Er reagiert nicht
        zwei sind verschüttet
        dringend, jemand wird vermisst
        """,
        "fr": """
        au secours !
        à l’aide
        je suis perdue
        AVALANCHE
        blessée au genou
        je suis blessé
        il saigne de la tête
        Paul est inconscient
        je ne peux plus bouger
        nous sommes perdus dans le brouillard
        j'ai la jambe cassée
        accident sur la piste
        quelqu'un est tombé de la falaise
        on a besoin d'aide
        aidez-moi
        appelez les secours
        elle ne respire plus
        un enfant seul sur la pente
        bloqués au télésiège dans le froid et la nuit
        mal au dos, urgent
        il est tombé dans une crevasse
        Léa est tombée sur la tête
        on s'est perdus
        deux personnes ensevelies
        Urgence !
        il est perdu
        j'ai eu un accident
        il ne répond plus
        coincé sous la glace
        je ne peux plus respirer
        """,
        "it": """
        Aiuto
        mi sono perso
        valanga
        sono ferito
        Marta è ferita
        sanguina dalla testa
        non riesco a muovermi
        è incosciente
        ci siamo persi nella nebbia
        ho la gamba rotta
        incidente sulla pista
        qualcuno è caduto
        chiamate i soccorsi
        aiutatemi
        non respira
        un bambino solo nel bosco
        bloccati sulla seggiovia al buio
        caduta, ginocchio gonfio
        è finito in un crepaccio
        due sepolti
        Emergenza!
        ho avuto un incidente
        non risponde più
        mi fa male la schiena, urgente
        valanga sul pendio
        mi sono persa
        ha rotto il braccio
        freddo e buio, siamo bloccati
        non riesco a respirare
        chiamate un medico
        """,
        "es": """
        ¡Socorro!
        ayuda
        estoy perdida
        estoy perdido en la niebla
        avalancha
        estoy herida
        hay dos heridos
        sangra por la cabeza
        está inconsciente
        no puedo moverme
        nos hemos perdido
        tiene la pierna rota
        accidente en la pista
        alguien ha caído, alguien necesita ayuda
        necesitamos ayuda
        ayúdame
        no respira
        un niño solo en el bosque
        atrapados en el telesilla con frío
        se cayó y le duele la rodilla
        cayó en una grieta
        avalancha en la ladera
        ¡Emergencia!
        he tenido un accidente
        no responde
        me duele la espalda, urgente
        me he perdido
        brazo roto, creo
        no puedo respirar
        llamad a rescate
        """,
    ]
    /// Some that the vocabularies know: an exception may name them.
    static let dangers = [
        "slope", "down", "dark", "caught", "under", "unter", "falaise", "pente", "bosco", "buio", "bosque", "pista", "urgente",
    ]
    static func lines(_ table: [String: String], _ language: String) -> [String] {
        (table[language] ?? "").split(separator: "\n").map(String.init)
    }
}

/// What people write on a trip, in five languages: thirty calls for help and thirty everyday sentences each.
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
    static let everyday: [String: String] = [
        "en": """
        I lost my gloves, anybody seen them?
        Who lost a blue glove? It is at the reception.
        Can somebody help with the skis?
        Happy to help you carry the bags
        I fell asleep on the bus
        He fell in love with the mountain
        Is there an avalanche course tomorrow?
        The avalanche risk is two today
        stuck in traffic, ten minutes late
        The prices hurt
        My legs hurt a bit after that day
        lost and found is beside the bar
        Lost again at cards
        I need a coffee
        helpful tip, thanks
        The cold beer is on me
        Who is missing from the list for dinner?
        See you at the bottom of the lift
        Did he bring his helmet?
        We are in the sauna
        Bring your head torch tonight
        Sick jump today!
        I lost a bet and buy a round
        She lost her pass yesterday, it is found
        The fall colours are lovely
        Who wants to help cook?
        Down at the bar in five
        What a day, best snow ever
        The ice cream place is open
        No accident that you won
        """,
        "de": """
        Wer hat einen Handschuh verloren?
        Hilfe beim Kochen wäre toll
        Danke für die Hilfe
        Der Lawinenkurs ist morgen um neun
        Hat euch der Tag gefallen?
        Die Piste hat mir gefallen
        Ein kaltes Bier bitte
        Wir haben gegen Bus zwei verloren
        Tut mir einen Gefallen
        Ich hab meinen Skipass verloren
        Wer kommt mit zum Lift?
        Der Kopf brummt vom Schnaps
        hilfreich, danke
        Wie ist der Schnee oben?
        Das Kind von nebenan singt
        Ich bin auf dem Weg zur Gondel
        Heute Abend Fondue
        Wer spielt Karten?
        Der Lawinenbericht sagt Stufe zwei
        Bis gleich an der Bar
        Wo ist der Skiraum?
        Ich habe Hunger
        Mütze verloren, rot, bitte melden
        Es ist kalt heute
        Kann jemand Wachs mitbringen?
        Morgen um acht Frühstück
        Super Tag, alle müde
        Das Eis schmeckt super
        Der Bus fährt um zehn
        Ist noch ein Platz frei?
        """,
        "fr": """
        J'ai perdu mes gants
        Qui peut donner une aide pour la cuisine ?
        Le cours d'avalanche est demain
        Le risque d'avalanche est faible
        Je suis tombé amoureux de la montagne
        Une bière bien froide
        C'est pas mal du tout
        chutes de neige prévues
        bloqué dans les bouchons, on arrive
        Objets perdus à la réception
        J'ai mal dormi
        On mange où ?
        Le télésiège ouvre à neuf heures
        Merci beaucoup
        Qui vient au sauna ?
        Rendez-vous en bas de la piste
        La tête de Paul sur la photo !
        Il fait froid ce matin
        J'ai perdu mon forfait
        Quel temps demain ?
        On joue aux cartes ce soir
        La nuit était belle
        Quelqu'un a du fart ?
        Le bus part à dix heures
        Super journée
        Encore une place libre ?
        La glace est bonne ici
        Qui a pris ma veste ?
        C'est du temps perdu
        On se retrouve au bar
        """,
        "it": """
        Ho perso i guanti
        Mi serve una mano con gli sci
        Ho perso la partita a carte
        Il corso valanga è domani
        Rischio valanga due
        Niente male questa pista
        Una birra fredda
        Che freddo stamattina
        Bloccati nel traffico, arriviamo
        Dove si mangia?
        La seggiovia apre alle nove
        Grazie mille
        Chi viene in sauna?
        Ci vediamo in fondo alla pista
        Ho perso il berretto rosso
        Che tempo fa domani?
        Stasera si gioca a carte
        La notte era bella
        Qualcuno ha la sciolina?
        Il bus parte alle dieci
        Bella giornata
        C'è ancora un posto?
        Il gelato è buono
        Chi ha preso la mia giacca?
        Abbiamo perso tempo al bar
        La testa di Paolo nella foto!
        aiutare in cucina è bello
        Domani si parte presto
        Ci sono due metri di neve
        Che bella vista
        """,
        "es": """
        He perdido mis guantes
        perdida de tiempo
        ayudar en la cocina es divertido
        El curso de avalanchas es mañana
        Riesgo de avalancha bajo
        Una cerveza fría
        Hace frío esta mañana
        Atascados en el tráfico, llegamos
        ¿Dónde comemos?
        El telesilla abre a las nueve
        Muchas gracias
        ¿Quién viene a la sauna?
        Nos vemos abajo en la pista
        He perdido el gorro rojo
        ¿Qué tiempo hace mañana?
        Esta noche jugamos a cartas
        La noche fue preciosa
        ¿Alguien tiene cera?
        El bus sale a las diez
        Gran día
        ¿Queda un sitio libre?
        El helado está bueno
        ¿Quién tiene mi chaqueta?
        Me has caído bien
        La cabeza de Pablo en la foto
        Mañana salimos temprano
        Hay dos metros de nieve
        Qué vista más bonita
        Solo quedan dos sillas
        Una ayuda con los esquís, por favor
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

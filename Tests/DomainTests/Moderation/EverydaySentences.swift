/// Thirty sentences of each language that call nobody.
extension SafetySentences {
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
}

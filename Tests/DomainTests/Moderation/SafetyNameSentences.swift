/// What people write about each other by name, in five languages: calls for help, and as many everyday sentences.
enum SafetyNameSentences {
    /// Who is on the trip: some have names that are everyday words.
    static let people = [
        "Bruno Example", "Lena Example", "Marco Example", "Anna Example", "Tom Example", "Will Example", "Rose Example", "May Example",
        "Bill Example", "Mark Example", "Ada Example", "Léa Example", "Hugo Example", "Pierre Example", "Paul Example", "Paolo Example",
        "Chiara Example", "Giulia Example", "Lucía Example", "Pablo Example", "Nieves Example", "Jonas Example", "Mia Example",
        "Wolf Example", "Cliff Example", "Anna-Lena Sample", "Jo Sample", "Zoë Sample",
    ]
    static let urgent: [String: String] = [
        "en": """
        Bruno is missing since noon
        has anybody seen Lena? she is not at the hut and it is dark
        Marco fell into a crevasse
        Bruno needs help
        we have lost Lena since the last lift
        Tom and Anna are missing
        Will is missing since noon
        we lost Rose between the two lifts
        I think Bill fell over there
        may is missing since lunch
        Lena's missing since lunch
        Jo Sample is stuck up there
        help me find Bruno
        Bruno has not come back and nobody knows since when
        Zoe had an accident
        bruno example is trapped
        """,
        "de": """
        Bruno wird seit Mittag vermisst
        Hat jemand Lena gesehen? Sie ist nicht an der Hütte und es ist dunkel
        Marco ist in eine Spalte gefallen
        Wir haben Bruno verloren
        Anna ist oben gestürzt
        Jonas hat Schmerzen und kommt nicht weiter
        Mia hatte auf dem Weg einen Unfall
        Wolf hat einen Unfall gehabt
        Lena ist noch nicht zurück, seit drei Stunden
        """,
        "fr": """
        Bruno a disparu depuis midi
        Quelqu'un a vu Léa ? Elle n'est pas au refuge et il fait nuit
        Hugo est tombé dans la descente
        on a perdu Léa
        Pierre est coincé là-haut
        Paul n'est pas rentré, on est inquiets
        Léa a eu une chute grave
        Anna est bloquée avec Hugo
        """,
        "it": """
        Bruno è disperso da mezzogiorno
        Qualcuno ha visto Giulia? Non è al rifugio ed è buio
        Marco è caduto là in fondo
        abbiamo perso Giulia
        Paolo è bloccato lassù
        Chiara è caduta male
        Giulia si è fatta male
        Marco non è tornato, c'è nebbia
        """,
        "es": """
        Bruno ha desaparecido, está desaparecido desde mediodía
        ¿Alguien ha visto a Lucía? No está en el refugio y es de noche
        Pablo se ha caído allí arriba
        hemos perdido a Lucía, está perdida
        Nieves está atrapada
        Lucía necesita ayuda
        Pablo cayó hace un rato
        Marco no ha vuelto, hay niebla
        """,
    ]
    static let everyday: [String: String] = [
        "en": """
        Will help you with the skis
        May I help with the dinner?
        Can Bruno help Lena with the tickets?
        Thanks Lena for the help yesterday
        Anna, I'm so cold, bring tea
        Tom lost at cards again
        Bruno lost his gloves
        Rose wine and cold beer at nine
        The bill is missing, who paid?
        Mark my words, the fall is coming
        Help Bill with the bags please
        Lena has the keys of the missing locker
        Will somebody bring wax?
        Has anybody seen Lena?
        Lena is not at the bar yet
        Anna is alone at the bar
        Bruno is stuck in traffic
        Marco took my bag by accident
        The lost sock is Anna's
        I may fall asleep here
        """,
        "de": """
        Bruno hat seinen Stock verloren
        Lena kommt allein zum Fest
        Mia ist schon weg
        Danke Anna für die Hilfe
        Hat jemand Lena gesehen?
        Wir haben gegen Bruno verloren
        Das Hotel hat Lena gefallen
        Im Ernst, Jonas, mir ist kalt
        Anna, kannst du mir Hilfe beim Kochen geben?
        """,
        "fr": """
        Hugo a perdu ses gants
        Léa aide en cuisine ce soir
        Paul a mal dormi
        Merci Léa pour ton aide
        Pierre a perdu contre Hugo
        Quelqu'un a vu Léa ?
        Léa est seule au bar
        la rose est tombée dans le vin
        """,
        "it": """
        Marco porta solo gli sci
        Paolo ha perso i guanti
        Giulia ha freddo, portate il tè
        Paolo è bloccato nel traffico
        la neve chiara è caduta stanotte
        Qualcuno ha visto Giulia?
        Chiara canta male
        Marco ha perso contro Paolo
        """,
        "es": """
        Lucía solo come fruta
        Pablo ha perdido su gorro
        Lucía ayuda en la cocina
        Marco tiene frío
        ¿Alguien ha visto a Pablo?
        Pablo está atascado en el tráfico
        Lucía necesita ayuda con los esquís
        las nieves han caído esta noche
        """,
    ]
}

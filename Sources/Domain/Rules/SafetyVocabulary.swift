/// What is listened for in one language; `*` stands for any letters of a word.
struct SafetyVocabulary: Sendable {
    /// Counts wherever it stands.
    let strong: SafetyPhrases
    /// Single words. Each counts only together with a word of the next three lists.
    let weak: SafetyPhrases
    let persons: SafetyPhrases
    let bodies: SafetyPhrases
    let dangers: SafetyPhrases
    /// Phrases that make words of these lists harmless. They cover only those words, so no `*` is allowed inside one. A harmless phrase
    /// that continues a strong phrase makes it an everyday one.
    let harmless: SafetyPhrases
    /// Words for the speaker. They count as persons only where an exception would silence a danger.
    let speakers: SafetyPhrases
    /// Words too common, or too much of a plea, to tell one sentence from another.
    let common: SafetyPhrases
    var untelling: [String] { [weak, persons, bodies, dangers, speakers, common].flatMap(\.list) }
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
        strong: """
            sos, mayday, can't move, cannot move, can't breathe, cannot breathe, can't feel my *, unconscious, not breathing, bleeding,
            broken leg, broken arm, broke my *, help me, help us, i'm lost, i am lost, we are lost, we're lost, is lost, are lost,
            got lost, badly hurt, is hurt, am hurt, i'm hurt, got hurt, injured, buried, in a crevasse, need a doctor,
            need an ambulance, call an ambulance, call the rescue, need rescue, heart attack, stuck on the lift, stuck on the cliff,
            stuck on a cliff, not responding, cannot get down, can't get down, had an accident, chest pain, hurt my *, collapsed,
            can not breathe, can not move, stopped breathing, no pulse, lost consciousness,
            broke his leg, broke her leg, broke his arm, broke her arm, broke his ankle, broke her ankle, broke his wrist, broke her wrist,
            and does not move, and doesn't move, not move anymore, not move any more, he does not move, she does not move, he doesn't move,
            she doesn't move, does not wake up, doesn't wake up, won't wake up, he passed out, she passed out, has passed out,
            blood everywhere, lips are blue, blue lips, allergic reaction, throat swells, throat is swelling, call 112, hit his head,
            hit her head, hit my head, and can't get up, and cannot get up, fell off the chairlift, fell off the lift
            """,
        weak: """
            lost, help, fell, fall, fallen, accident, avalanche, hurt, hurts, stuck, missing, trapped, sick, cold, alone, emergency, moving
            """,
        persons: "somebody, someone, child, kid, boy, girl, friend, he, she, him, her",
        bodies: "knee, head, back, neck, leg, ankle, shoulder, wrist, blood",
        dangers: """
            slope, piste, cliff, fog, dark, ice, snowing, down,
            couloir, crevasse, rescue, doctor, off piste, whiteout, urgent, please send, patrol, freezing, caught, under
            """,
        harmless: """
            lost my *, lost his *, lost her *, lost a *, lost the *, lost and found, help with, help carry, help you, help
            to carry, fall asleep, fell asleep, fall in love, fell in love, avalanche course, avalanche training, avalanche
            bulletin, avalanche risk, avalanche report, avalanche gear, avalanche talk, cold beer, prices hurt,
            cold down here, help cook, help yourself, missing you, missing from the list, stuck in traffic, my
            legs hurt a bit, help find, back in the room, help back, back home, help me with, help us with,
            help me carry, help me find, can NAME help, could NAME help, will NAME help, NAME can help, NAME could help, NAME will help,
            help NAME with, help NAME carry, help NAME find, help NAME move, help NAME pack, help NAME to, help NAME cook, for the help,
            for your help, ask NAME for help, lost again, lost at, lost against, lost to, lost our *, lost their *, lost your *,
            lost money, missing out, missing a *, missing the *, missing his *, missing her *, stuck at work, stuck in the queue,
            stuck at the airport, stuck with, by accident, emergency contact, emergency exit, emergency number, emergency card,
            avalanche transceiver, avalanche beacon, avalanche kit, the missing, a missing, can you help, fallen in love,
            fell for, in the fall, next fall,
            fell behind, fall behind, moving to, moving in, moving on, moving out, moving up, moving room*, moving house, keep moving,
            start moving, get moving
            """,
        speakers: "i, im, ive, me, my, we, weve, us, our",
        common: """
            the, a, an, this, that, these, those, some, any, and, but, for, from, with, without, not, never, cannot, can't,
            please, now, here, there, need, needs, anybody, anyone, everybody, nobody, they, them, their, you, your, his, its,
            who, what, when, where, why, how, which, are, was, were, been, being, has, have, had, does, did, will, would, can,
            could, should, must, near, just, very, really, too, again, still, only, today, tonight, tomorrow, yesterday,
            quick, quickly, fast, come, bad, badly, hard, all, out, off, over, into, got, get, gets, gone, last, left, right,
            behind, somewhere, outside, above, below, between, beside, seen, see, look, call, send, way, one, two, three,
            since, ago, hours, noon, morning, evening
            """)

    static let german = SafetyVocabulary(
        strong: """
            sos, bewusstlos*, blutet, kann mich nicht bewegen, kann nicht mehr laufen, kann nicht atmen, keine luft, brauche hilfe,
            brauchen hilfe, helft mir, helft uns, hilf mir, zu hilfe, verletzt, gebrochen, verschüttet*, habe mich verirrt, verirrt,
            haben uns verlaufen, habe mich verlaufen, rettung rufen, ruft die rettung, notarzt, bergrettung, herzinfarkt, spaltensturz,
            atmet nicht, hatte einen unfall, ist abgestürzt, reagiert nicht, nicht atmen, bewusstsein verloren,
            verliert das bewusstsein, und bewegt sich nicht, er bewegt sich nicht, sie bewegt sich nicht, bewegt sich nicht mehr,
            wacht nicht auf, allergische reaktion, blaue lippen, ruft 112, kein puls, keinen puls, ist ohnmächtig, hat sich verlaufen
            """,
        weak: "NAME verloren, hilfe, unfall, lawine, verloren, gestürzt, gefallen, allein, kalt, fest, schmerzen, notfall, vermisst, weg",
        persons: "jemand, kind, er, sie ist, freund",
        bodies: "knie, kopf, rücken, bein, arm, schulter",
        dangers: """
            hang, nordhang, piste, nebel, dunkel, eis, spalte, lift, arzt, dringend,
            unter, wald, felsen, schnee liegt, erfriere*
            """,
        harmless: """
            hilfe beim, hilfe mit, hilfe bei, hilf mir bei*, hilf mir mit, helft mir bei*, helft mir mit, brauche hilfe
            bei*, handschuh verloren, handschuhe verloren, mütze verloren, skipass verloren, gefallen uns, hat mir
            gefallen, gut gefallen, zu gefallen, tut mir einen gefallen, fest heute, verloren gegen, handy
            verloren, jacke verloren, schlüssel verloren, hat gefallen, wird es kalt, weg zur, weg zum, gegen NAME verloren,
            hat NAME gefallen, hat es NAME gefallen,
            einen gefallen, für die hilfe, deine hilfe, mit hilfe, im notfall, mit NAME verloren
            """,
        speakers: "ich, mich, mir, mein*, wir, uns, unser*",
        common: """
            der, die, das, den, dem, des, ein, eine, einen, einem, einer, und, oder, aber, mit, ohne, nicht, nie, kein*,
            bitte, jetzt, hier, dort, brauche, brauchen, braucht, alle, niemand, sie, ihr, ihm, ihn, euch, dein*, sein*, wer,
            was, wann, wo, warum, wie, ist, sind, war, waren, hat, haben, habe, hatte, wird, werden, kann, können, muss, für,
            von, vom, bei, beim, zum, zur, aus, auf, nach, noch, nur, sehr, schon, wieder, heute, morgen, gestern, schnell,
            schlimm, sofort, komm*, oben, unten, hinter, neben, irgendwo, draußen, gesehen, ruf*, zwei, drei,
            seit, stunden, mittag, früh, abend
            """)

    static let french = SafetyVocabulary(
        strong: """
            sos, au secours, à l'aide, aidez moi, aidez nous, aide moi, besoin d'aide, blessé*, saigne, inconscient*, peux plus bouger,
            peux pas bouger, peux plus respirer, jambe cassée, bras cassé, suis perdu*, sommes perdu*, est perdu*, sont perdu*, on s'est
            perdu*, enseveli*, crevasse, respire plus, respire pas, appelez les secours, appelez un médecin, eu un accident, crise
            cardiaque, répond plus, perdu connaissance, pas de pouls, plus de pouls, peux pas respirer, peut pas respirer,
            peut plus respirer, arrive pas à respirer, arrive plus à respirer, n'arrive pas à respirer, n'arrive plus à respirer,
            j'arrive pas à respirer,
            j'arrive plus à respirer, cassé la jambe, cassé le bras, cassé la cheville, cassé le poignet, ne bouge plus, se réveille pas,
            réaction allergique, lèvres bleues, appelez le 112
            """,
        weak: """
            secours, aide, perdu*, accident, avalanche, tombé, tombée, tombés, tombées, chute, bloqué*, coincé*, froid,
            seul*, mal, urgence, disparu*
            """,
        persons: "quelqu'un, enfant, copain, copine, elle est, il est",
        bodies: "genou, tête, dos, jambe, bras, épaule, cheville, sang",
        dangers: """
            pente, piste, falaise, brouillard, nuit, glace, télésiège,
            médecin, urgent, sous, forêt
            """,
        harmless: """
            perdu mes *, perdu mon *, perdu ma *, perdu un*, aide pour, aide à, tombé amoureu*, tombée amoureu*, tombés
            amoureu*, tombées amoureu*, temps perdu, mal de tête, neige tombe, aide moi avec, aidez moi avec, au
            secours quelle bonne, pas mal, chute de neige, il a perdu, bloqué dans les bouchons, bloquée
            dans les bouchons, bloqués dans les bouchons, bloquées dans les bouchons, objets
            perdus, mal aux fesses, mal dormi, perdu ses *, perdu son *, perdu sa *, perdu le *, perdu la *, perdu les *, perdu au *,
            perdu aux *, perdu contre, par accident, son aide, ton aide, votre aide,
            by accident, avalanche course, avalanche risk, avalanche training, avalanche talk, avalanche bulletin
            """,
        speakers: "je, j'ai, moi, mes, mon, ma, nous, notre, on",
        common: """
            le, la, les, un, une, des, du, et, ou, mais, avec, sans, pas, plus, jamais, aucun*, svp, merci, maintenant, ici,
            là, besoin, tous, tout, personne, ils, elles, leur, vous, votre, vos, tes, ton, ses, son, qui, quoi, quand, où,
            pourquoi, comment, est, sont, était, ont, avoir, être, peut, peux, faut, pour, par, dans, sur, chez, vers, encore,
            seulement, très, trop, déjà, aujourd'hui, demain, hier, vite, grave, venez, viens, près, derrière, quelque,
            dehors, vu, appel*, deux, trois,
            depuis, heure*, midi, matin, soir
            """)

    static let italian = SafetyVocabulary(
        strong: """
            sos, aiuto, aiutatemi, aiutateci, aiutami, ferito, ferita, feriti, sanguina, incosciente, non riesco a muovermi, non riesco a
            respirare, mi sono pers*, ci siamo persi, si è pers*, gamba rotta, braccio rotto, rotto la gamba, rotto il braccio, sepolt*,
            crepaccio, non respira, chiamate i soccorsi, chiamate un medico, avuto un incidente, infarto, non risponde più, soccorso alpino,
            perso conoscenza, perso i sensi, non ha polso, non c'è polso, non riesce a respirare, rotta la gamba, rotta il braccio,
            rotto una gamba, rotta una gamba, rotta la caviglia, rotto la caviglia
            """,
        weak: """
            fatto male, fatta male, valanga, incidente, perso, persa, persi, caduto, caduta, bloccat*, freddo, solo, sola, male,
            emergenza, dispers*
            """,
        persons: "qualcuno, bambino, bambina, amico, amica",
        bodies: "ginocchio, testa, schiena, gamba, braccio, spalla, caviglia, sangue",
        dangers: """
            pendio, pista, nebbia, buio, ghiaccio,
            seggiovia, medico, urgente, sotto, bosco, roccia
            """,
        harmless: """
            aiuto con, aiuto per, aiutami con, aiutatemi con, aiuto che buon*, perso i*, perso la, perso le, perso gli,
            perso un*, perso tempo, corso valanga, rischio valanga, non male, caduta neve, niente male,
                bloccati nel traffico, perso la partita, perso contro, perso a, bloccato nel traffico, bloccata nel traffico,
            in caso di emergenza
            """,
        speakers: "io, mi, siamo, sono, mio, mia, miei, mie, noi, ci, nostr*",
        common: """
            il, lo, la, i, gli, le, un, uno, una, del*, e, o, ma, con, senza, non, mai, nessun*, prego, favore, adesso, ora,
            qui, là, bisogno, tutti, tutto, loro, voi, vostr*, tuo, tua, suo, sua, chi, che, quando, dove, perché, come, è,
            sono, era, ha, ho, hanno, abbiamo, può, posso, deve, per, da, dal, nel, nella, sul, sulla, alla, ancora, solo,
            molto, troppo, già, oggi, domani, ieri, presto, subito, grave, venite, vieni, vicino, dietro, fuori, visto,
            chiam*, due, tre,
            ore, mezzogiorno, mattina, stamattina, sera
            """)

    static let spanish = SafetyVocabulary(
        strong: """
            sos, socorro, ayúdame, ayúdenme, ayudadme, necesito ayuda, necesitamos ayuda, herido, heridos, está herida, estoy herida,
            sangra, sangrando, inconsciente, no puedo moverme, no puedo respirar, estoy perdid*, estamos perdid*,
            está perdid*, pierna rota, brazo
            roto, roto la pierna, roto el brazo, sepultad*, grieta, no respira, llamad a rescate, llamen a rescate, un médico, tenido un
            accidente, infarto, no responde, me he perdido, nos hemos perdido, perdido el conocimiento, perdió el conocimiento, sin pulso,
            no tiene pulso, no hay pulso, no puede respirar, necesita ayuda, rompió la pierna, rompió el brazo, rompió el tobillo,
            rota la pierna
            """,
        weak: """
            ayuda, accidente, avalancha, perdid*, caído, caída, cayó, atrapad*, atascad*, frío, solo, sola,
            duele, emergencia, desaparecid*
            """,
        persons: "alguien, niño, niña, amigo, amiga",
        bodies: "rodilla, cabeza, espalda, pierna, brazo, hombro, tobillo, sangre",
        dangers: """
            ladera, pista, niebla, oscuro, hielo, telesilla,
            urgente, bajo, bosque, roca
            """,
        harmless: """
            ayuda con, ayuda para, ayúdame con, ayudadme con, perdido un*, perdido mi*, perdido los, perdido la, perdido el,
            perdida de tiempo, curso de avalancha*, riesgo de avalancha*, atascados en el tráfico, caída
            de la noche, solo quedan, caído bien, cayó bien, perdido su*, necesita ayuda con, necesita ayuda para, por accidente,
            atascado en el tráfico, atascada en el tráfico, en caso de emergencia
            """,
        speakers: "yo, me, mi, mis, nos, nosotr*, nuestr*",
        common: """
            el, la, los, las, un, una, unos, del, y, o, pero, con, sin, no, nunca, ningun*, por, favor, ahora, aquí, allí,
            ahí, necesit*, todos, todo, nadie, ellos, ellas, vosotr*, vuestr*, tus, sus, quién, qué, que, cuándo, dónde, por
            qué, cómo, es, son, era, está, están, ha, he, han, hay, puede, puedo, debe, para, desde, hasta, en, sobre, aún,
            muy, más, ya, hoy, mañana, ayer, rápido, pronto, grave, ven, vengan, cerca, detrás, fuera, visto, llam*, dos, tres,
            desde, hora*, mediodía, tarde, noche
            """)
}

/// Languages of the south.
extension DemoTalk {
    static let french = lines(
        """
        Bonjour à tous, qui prend le premier bus ?
        Je suis morte de fatigue, à demain.
        J'ai perdu un gant bleu, quelqu'un l'a vu ?
        Il est à la réception, je crois.
        Qui peut m'aider avec les forfaits ?
        J'arrive dans cinq minutes.
        Il va tomber vingt centimètres cette nuit.
        La neige tombe depuis ce matin, c'est magnifique.
        Rendez-vous au restaurant du haut à midi et demi.
        Le télésiège est fermé, prenez la télécabine.
        J'ai mal aux jambes après hier.
        Quel mal de tête, plus jamais de génépi.
        On a perdu au baby-foot, honte à nous.
        Qui a laissé ses lunettes dans le bus ?
        Conférence sur les avalanches à dix-huit heures.
        Le bulletin est à deux, tout est calme.
        La piste rouge est damée, un rêve.
        Une tartiflette ce soir, qui en veut ?
        Moi, moi, moi !
        Il reste deux places à notre table.
        Quelqu'un a de la crème solaire ?
        Mon téléphone est mort, je suis au bar.
        On se voit en bas du télésiège.
        Je suis tombée trois fois, mais quel plaisir !
        Le petit garçon du cours est déjà plus rapide que moi.
        Seul le chef sait ce qu'il y a dans la soupe.
        C'est une urgence : il n'y a plus de fromage.
        Au secours, quelle bonne fondue !
        La chute des prix au magasin de ski, allez voir.
        Il fait un froid de canard, couvrez-vous.
        Qui vient voir les chiens de secours à seize heures ?
        Bloquée à la caisse, commencez sans moi.
        Le sauna est libre.
        Quelle vue, j'en perds mes mots.
        Qui a pris mes bâtons ? Noirs, cent quinze.
        La nuit dernière était pleine d'étoiles.
        Mon genou va mieux, merci.
        La glace devant la porte est dangereuse, attention.
        Joyeux anniversaire, tu es presque vieux !
        Le dernier bus part à 23 h 10.
        Il est où, le local à skis ?
        Au sous-sol, deuxième porte.
        J'ai dormi comme une pierre.
        Premier virage dans la poudreuse, j'ai adoré.
        Prenez une frontale pour la descente aux flambeaux.
        On descend ensemble après le vin chaud.
        Ton dos est tout blanc de neige sur la photo !
        Je cherche une voiture pour Genève samedi.
        J'ai encore une place.
        Ce soir, jeux de société au coin du feu.
        J'apporte les cartes.
        Le brouillard se lève, allons-y.
        Bravo pour la course d'aujourd'hui !
        Qui sait réparer une fixation ?
        Demande au magasin, ils sont très gentils.
        Le déjeuner était trop bon.
        Ma veste sèche encore.
        Il y a une aide pour les débutants, demandez à l'école.
        Personne ne manque ? Alors on part.
        Les copains, la raclette est servie.
        Quelle chance avec le soleil.
        On reste une heure de plus ?
        Oui, avec plaisir.
        Bonne nuit à tous.
        """)

    static let italian = lines(
        """
        Buongiorno, chi fa la prima discesa?
        Sono stanca morta, a domani.
        Ho perso un guanto blu, qualcuno l'ha visto?
        È alla reception.
        Chi mi aiuta con gli skipass?
        Arrivo tra cinque minuti.
        Stanotte cadono venti centimetri di neve.
        La neve cade piano, che meraviglia.
        Ci vediamo al rifugio a mezzogiorno e mezzo.
        La seggiovia è chiusa per vento, prendete la cabinovia.
        Mi fanno male le gambe da ieri.
        Che mal di testa, basta grappa.
        Abbiamo perso a calcetto, rivincita domani.
        Di chi sono gli occhiali nel bus due?
        Lezione sulle valanghe alle diciotto.
        Il bollettino dice due, tutto tranquillo.
        La pista rossa è perfetta.
        Polenta stasera, chi viene?
        Io di sicuro.
        Ci sono ancora due posti al nostro tavolo.
        Qualcuno ha la crema solare?
        Il mio telefono è morto, sono al bar.
        Sono caduta tre volte e ho riso ogni volta.
        Il bambino del corso è già più veloce di me.
        Da sola non finisco questa torta.
        Emergenza: è finito il cioccolato.
        Aiuto, che buona questa fonduta!
        Fa un freddo cane, copritevi bene.
        Alle quattro i cani da soccorso in piazza.
        Bloccata in coda alla cassa, iniziate senza di me.
        La sauna è libera.
        Chi ha preso i miei bastoncini?
        La notte scorsa era piena di stelle.
        Il ginocchio va meglio, grazie.
        Attenti al ghiaccio davanti alla porta.
        Buon compleanno, sei quasi vecchio!
        L'ultimo bus parte alle 23:10.
        Dov'è la sala degli sci?
        Al piano di sotto, seconda porta.
        Ho dormito come un sasso.
        Prima volta nella neve fresca, bellissimo.
        Portate la frontale per la fiaccolata.
        Scendiamo insieme dopo il vin brulé.
        Hai la schiena bianca di neve nella foto!
        Cerco un passaggio per Milano sabato.
        Ho ancora un posto.
        Stasera giochi da tavolo vicino al camino.
        Porto io le carte.
        La nebbia si alza, andiamo.
        Complimenti per la gara di oggi!
        Chi sa riparare un attacco?
        Chiedi al negozio, sono gentili.
        Il pranzo era troppo buono.
        La mia giacca è ancora bagnata.
        Mi manca la mamma, ma la vista è più bella.
        Siamo tutti? Allora si parte.
        Amici, la raclette è pronta.
        Che fortuna con il sole.
        Restiamo un'altra ora?
        Volentieri.
        Il medico del paese vende anche occhiali, giuro.
        Sotto la tavola c'è un cane che dorme.
        Oggi neve perfetta sotto la seggiovia.
        Buonanotte a tutti.
        """)

    static let spanish = lines(
        """
        Buenos días, ¿quién va a la primera bajada?
        Estoy muerto de sueño, hasta mañana.
        He perdido un guante azul, ¿alguien lo ha visto?
        Está en la recepción.
        ¿Quién me ayuda con los forfaits?
        Llego en cinco minutos.
        Esta noche caen veinte centímetros de nieve.
        La nieve cae despacio, qué maravilla.
        Nos vemos en el refugio a las doce y media.
        El telesilla está cerrado por viento, tomad la góndola.
        Me duelen las piernas desde ayer.
        Qué dolor de cabeza, no más orujo.
        Perdimos al futbolín, mañana la revancha.
        ¿De quién son las gafas del autobús dos?
        Charla sobre avalanchas a las seis.
        El boletín dice dos, todo tranquilo.
        La pista roja está perfecta.
        Esta noche hay queso fundido, ¿quién viene?
        Yo, seguro.
        Quedan dos sitios en nuestra mesa.
        ¿Alguien tiene crema solar?
        Mi teléfono ha muerto, estoy en el bar.
        Me caí tres veces y me reí cada vez.
        El niño del curso ya es más rápido que yo.
        Yo sola no termino esta tarta.
        Emergencia: se acabó el chocolate.
        Socorro, ¡qué rico está este queso!
        Hace un frío de miedo, abrigaos.
        A las cuatro los perros de rescate en la plaza.
        Atascada en la cola de la caja, empezad sin mí.
        La sauna está libre.
        ¿Quién tiene mis bastones?
        Anoche el cielo estaba lleno de estrellas.
        La rodilla va mejor, gracias.
        Cuidado con el hielo delante de la puerta.
        Feliz cumpleaños, ¡ya casi eres viejo!
        El último autobús sale a las 23:10.
        ¿Dónde está el cuarto de los esquís?
        En el sótano, segunda puerta.
        He dormido como un tronco.
        Primera vez en nieve polvo, ¡me encantó!
        Llevad una frontal para la bajada de antorchas.
        Bajamos juntos después del vino caliente.
        ¡Tienes la espalda blanca de nieve en la foto!
        Busco coche para Barcelona el sábado.
        Me queda una plaza.
        Juegos de mesa junto al fuego esta noche.
        Yo llevo las cartas.
        La niebla se levanta, vamos.
        ¡Enhorabuena por la carrera de hoy!
        ¿Quién sabe arreglar una fijación?
        Pregunta en la tienda, son muy amables.
        La comida estaba buenísima.
        Mi chaqueta sigue mojada.
        Echo de menos a mi perro, pero qué vista.
        ¿Estamos todos? Pues salimos.
        Amigos, la raclette está servida.
        Qué suerte con el sol.
        ¿Nos quedamos una hora más?
        Con mucho gusto.
        El médico del pueblo también vende gafas, en serio.
        Debajo de la mesa duerme un gato.
        Hoy la nieve bajo el telesilla está perfecta.
        Buenas noches a todos.
        """)
}

/// Languages of the north.
extension DemoTalk {
    static let english = lines(
        """
        Morning! Who is up for first tracks?
        Me. Bus at 8:40?
        There is a free seat beside me.
        Snow report says 20 cm up top.
        Who lost a blue glove? It is at the reception.
        Mine! Thank you so much.
        Lunch at the Top Hut at 12:30?
        Count me in.
        The Rosa chair is closed for wind, take the gondola.
        Has anybody got wax?
        Ski room, second shelf.
        The sunset from the terrace is worth it tonight.
        Board games after dinner?
        I bring the cards.
        Best day so far.
        My legs disagree.
        Does the class meet at the bottom of the gondola again?
        Yes, ten to ten.
        Fondue was great, thanks for organising.
        Whoever is awake: stars are out.
        I'm dead tired, see you at breakfast.
        Could somebody help me with the lift tickets? The machine eats my card.
        The help desk at the base opens at nine.
        It fell to minus fifteen last night, wear two layers.
        Half a metre of snow is going to fall until Friday.
        We lost the snowball fight, revenge tomorrow.
        I always get lost in this hotel, where is the sauna?
        Who is missing from the group photo?
        I am missing a left ski pole, black, 115.
        Watch out, the step at the boot room is icy, I nearly fell.
        That last run killed me.
        My phone died again, find me at the bar.
        I'd die for a coffee right now.
        Avalanche talk by the guides at six, free for all.
        Is the avalanche bulletin back down to two?
        They groomed the red one under the chair, it is a dream.
        My knee is fine again, thanks for asking.
        Doctor Fun plays at the bar tonight.
        The cold is no joke today, take a buff.
        This playlist is an emergency.
        My head hurts from the schnapps, never again.
        Stuck in the queue for the pizza, start without us.
        Somebody left goggles in bus two.
        Can a boy of twelve ski the blue one to the village?
        No accident that the guides go there first thing.
        Happy birthday, you are getting old and slow!
        The children's class has its race at eleven.
        Who fell asleep in the hot tub? Photos follow.
        Rescue dogs show at the square at four, so cute.
        Where does the night skiing start?
        First time on a black run, I was shaking but I did it!
        My jacket is soaked, is there a drying room?
        Whoever took my skis, they say 172 and have a sticker of a marmot.
        I need a lift to the station on Saturday, six o'clock.
        The ice bar is open, and yes, it is made of ice.
        We are down at the fire, come over.
        Helpful hint: the left door of the gondola sticks.
        Hurt feelings only, we lost at table football.
        Is anybody alone for dinner? Our table has two chairs left.
        I am in the fog of the sauna, back in ten.
        Please bring my bag down, it is under the bench.
        Who dares the polar bear swim?
        Sick turns on that video, send it to me.
        Last bus leaves at 23:10, do not miss it.
        """)

    static let german = lines(
        """
        Guten Morgen, wer kommt mit frühstücken?
        Ich bin todmüde, bis morgen.
        Wer hat einen schwarzen Handschuh verloren? Liegt an der Rezeption.
        Das ist meiner, vielen Dank!
        Kann mir jemand mit den Liftkarten helfen?
        Klar, ich helfe dir gleich.
        Es soll bis Freitag kräftig schneien.
        Die Temperatur ist über Nacht gefallen, zieht euch warm an.
        Der Schnee fällt und fällt, herrlich.
        Wo geht es heute zum Mittagessen hin?
        Top Hut, halb eins, Tisch ist reserviert.
        Die Gondel steht kurz, geht gleich weiter.
        Mir tun die Beine weh von gestern.
        Mein Kopf, dieser Glühwein!
        Wir haben beim Kickern haushoch verloren.
        Wer vermisst eine Skibrille? Lag im Bus zwei.
        Lawinenkurs um sechs im Skikeller, kommt alle.
        Der Bericht sagt Stufe zwei, alles ruhig.
        Ist der Hang über dem Lift schon präpariert?
        Er fährt schwarz wie ein Profi.
        Sie ist gleich da, sie sucht noch ihre Schuhe.
        Das Kind in der Gondel hat so süß gesungen.
        Hat jemand Sonnencreme dabei?
        Im Nebenraum ist noch eine Dose.
        Spieleabend um acht, ich bringe Karten mit.
        Allein schaffe ich den Nachtisch nicht.
        Zum Sterben schön, dieser Ausblick.
        Mein Akku ist tot, ich bin an der Bar zu finden.
        Das Eis auf der Terrasse ist spiegelglatt, passt auf.
        Kein Unfall, nur ein sehr langsamer Sturz in den Pulverschnee.
        Wer war das mit dem Schneemann vor der Tür?
        Der Bus ist weg, nehmen wir den um zehn?
        Hilfe, ist das Essen hier gut!
        Ein Notfall: die Schokolade ist aus.
        Kann jemand meine Skier mit runternehmen?
        Ich brauche dringend einen Kaffee.
        Mein Arm ist braun gebrannt, mein Gesicht nicht.
        Heute Fackelwanderung, Treffpunkt am Lift.
        Die Sauna ist bis zehn offen.
        Mach dir keinen Kopf, wir warten auf dich.
        Schulterklopfen für alle vom Anfängerkurs!
        Ich hab den Weg zur Hütte sofort gefunden.
        Wie kalt war es oben? Ich überlege noch.
        Es war eisig, aber sonnig.
        Wer sitzt unter der Decke am Kamin? Ich erkenne nur Füße.
        Der Wald oben ist im Schnee wie im Märchen.
        Wem gehört der rote Rucksack im Flur?
        Mir hat die Abfahrt im Dunkeln am besten gefallen.
        Fest am Samstag, jeder bringt etwas mit.
        Der Arzt im Dorf hat auch Sonnenbrillen, kein Witz.
        Ich suche einen Platz im Auto nach Hause.
        Bis Zürich kann ich zwei mitnehmen.
        Die Rettungshunde zeigen um vier, was sie können.
        Wir sind schon unten am Feuer.
        Wer traut sich auf die schwarze?
        Nur mit dir zusammen.
        Tolles Rennen heute, Glückwunsch!
        Der Nebel soll sich bis Mittag auflösen.
        Das Frühstück ist ab sieben.
        Gibt es hier einen Geldautomaten?
        Neben dem Laden, rechts.
        Ich habe meine Stimme verloren, das Singen war zu viel.
        Wer hilft beim Abwasch?
        Gute Nacht an alle, das war ein Tag!
        """)
}

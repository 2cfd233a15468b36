extension NationTable {
    static let switzerland = NationTable(
        "CH",
        "Switzerland",
        male: """
            Adrian, Alain, Aldo, Beat, Benedikt, Blaise, Cédric, Christof, Claudio, Corsin, Dario, Didier, Dominik, Elio,
            Enzo, Fabrice, Flurin, François, Fredi, Gian, Gilles, Gion, Hansjörg, Jean-Luc, Jonas, Jürg, Köbi, Laurent,
            Livio, Loïc, Luca, Marcel, Matteo, Mauro, Noé, Pascal, Reto, Rolf, Sandro, Ueli, Urs, Yannick
            """,
        female: """
            Agnès, Aline, Annelies, Barbla, Béatrice, Brigitte, Carla, Céline, Chiara, Corinne, Daniela, Élise, Elsbeth,
            Fabienne, Flurina, Françoise, Gisèle, Heidi, Ilaria, Jacqueline, Jolanda, Käthi, Ladina, Léa, Lorena,
            Madeleine, Madlaina, Margrit, Mélanie, Myriam, Nadège, Nicole, Ornella, Priska, Regula, Séverine, Silvana,
            Ursina, Vreni, Yvonne, Zita, Zoë
            """,
        last: """
            Aebischer, Ammann, Andermatt, Bänziger, Berset, Bianchi, Bieri, Blanc, Bösch, Brunner, Bürgi, Calonder,
            Casutt, Chappuis, Clavadetscher, Cottier, Crivelli, Dällenbach, Débieux, Egloff, Fässler, Favre, Flückiger,
            Gantenbein, Gehrig, Genoud, Grossenbacher, Güntensperger, Häfliger, Hänni, Hürlimann, Inderbitzin, Jaquet,
            Jäggi, Kälin, Käser, Küng, Lüthi, Mäder, Marchetti, Métraux, Müri, Niederöst, Odermatt, Pellaton, Piaget,
            Quadri, Rüegg, Rossier, Schläpfer, Schönenberger, Stäheli, Tobler, Trösch, Vuille, Wäfler, Wüthrich,
            Zbinden, Zingg, Zufferey, Zürcher
            """,
        streetForms: "Rue *, Chemin *, Avenue *, Place *",
        streetNames: """
            de l'Abeille, du Bât d'Or, des Cerisiers, de la Dent, des Épinettes, de la Fontaine, du Glacier, des Jonquilles,
            du Lac Bleu, du Marché-Neuf, de la Noyeraie, du Petit-Mont, des Tilleuls, du Vieux-Pressoir
            """,
        cities: """
            Aarau, Altdorf, Appenzell, Bellinzona, Biel/Bienne, Bulle, Chur, Delémont, Frauenfeld, Genthod, Glarus,
            La Chaux-de-Fonds, Liestal, Locarno, Martigny, Morges, Neuchâtel, Olten, Pontresina, Rapperswil, Sarnen,
            Scuol, Sierre, Thônex, Zürich
            """,
        states: """
            Appenzell Ausserrhoden, Bern, Fribourg, Genève, Glarus, Graubünden, Jura, Neuchâtel, Obwalden, Schwyz,
            Solothurn, Ticino, Uri, Valais, Vaud, Zürich
            """
    )
}

extension NationTable {
    static let germany = NationTable(
        "DE",
        "Germany",
        male: """
            Achim, Arne, Bastian, Björn, Burkhard, Carsten, Detlef, Dirk, Eberhard, Eike, Falk, Florian, Friedrich, Götz,
            Gunnar, Günter, Hagen, Hannes, Heinz-Georg, Henning, Holger, Ingo, Jannik, Jörg, Jürgen, Kai-Uwe, Knut,
            Konrad, Lennart, Lüder, Malte, Norbert, Ole, Ottfried, Piet, Rainer, Rüdiger, Sönke, Thorben, Ulrich, Veit,
            Wolfram
            """,
        female: """
            Almut, Anke, Annegret, Antje, Bärbel, Birte, Brunhilde, Christel, Dörte, Edeltraud, Elfriede, Femke, Friederike,
            Gerlinde, Gesa, Grit, Hannelore, Heike, Henrike, Ilse, Imke, Irmgard, Jördis, Jutta, Käthe, Karla, Kirsten,
            Liesel, Lotte, Mareike, Meike, Nele, Ortrud, Ricarda, Rosemarie, Roswitha, Sigrid, Silke, Tomke, Undine,
            Wiebke, Zita
            """,
        last: """
            Ackermann, Althaus, Anhäuser, Bärwald, Bleibtreu, Böttcher, Brümmer, Butterfass, Dambach, Dörfler, Eichendorf,
            Fährmann, Feuerstein, Finkenstädt, Fröhlich, Füßmann, Gänsheimer, Geßner, Gräfe, Großkreutz, Grünspan, Hähnel,
            Haßloch, Heißmann, Höhne, Hüttner, Jäkel, Jüterbock, Käsemann, Kirschbaum, Klößner, Köhlbrandt, Krähenbühl,
            Kümmel, Lärche, Löffler, Lüdemann, Märker, Möhring, Nüßlein, Öhlschläger, Pöschel, Prächtel, Quast, Rößler,
            Rübsam, Säuberlich, Schäfermeier, Schlüter, Schönborn, Sönnichsen, Spießer, Strauß, Süßkind, Täubert, Überall,
            Vöhringer, Wächter, Weißhaupt, Wüstefeld, Zöllner
            """,
        streetForms: "*straße, *weg, *gasse, *allee",
        streetNames: """
            Ahorn, Amsel, Bäcker, Birken, Brücken, Dorf, Eichen, Feld, Fichten, Flößer, Gärtner, Hafen, Holunder, Kapellen,
            Lerchen, Mühlen, Rosen, Schloss, Schützen, Wiesen
            """,
        cities: """
            Ahrensbök, Altötting, Bad Dürrheim, Bad Wörishofen, Borkum, Cottbus, Cuxhaven, Dinkelsbühl, Eisenhüttenstadt,
            Flöha, Fürstenwalde, Goslar, Görlitz, Großenhain, Husum, Jüchen, Kötzting, Lübbenau, Meißen, Münsingen,
            Nördlingen, Plauen, Rügen, Stühlingen, Weißenfels
            """,
        states: """
            Baden-Württemberg, Bayern, Berlin, Brandenburg, Bremen, Hamburg, Hessen, Mecklenburg-Vorpommern, Niedersachsen,
            Nordrhein-Westfalen, Rheinland-Pfalz, Saarland, Sachsen, Sachsen-Anhalt, Schleswig-Holstein, Thüringen
            """
    )
}

extension NationTable {
    static let france = NationTable(
        "FR",
        "France",
        male: """
            Achille, Alban, Amaury, Anatole, Aristide, Armel, Aubin, Barnabé, Basile, Benoît, Célestin, Clément, Côme,
            Cyprien, Damien, Désiré, Édouard, Éloi, Émilien, Félicien, Firmin, Gaël, Gaspard, Gérard, Grégoire, Hector,
            Honoré, Jérémie, Joël, Léandre, Léon, Loïs, Marceau, Maël, Maël-Yann, Noël, Octave, Quentin, Rémi, Théodore,
            Ulysse, Zéphyr
            """,
        female: """
            Adélaïde, Agathe, Aliénor, Anaïs, Apolline, Armelle, Aurore, Bérénice, Capucine, Cécile, Clémence, Clotilde,
            Colombe, Désirée, Diane, Églantine, Éléonore, Élise, Emmanuelle, Ernestine, Eugénie, Fantine, Faustine,
            Garance, Gwenaëlle, Héloïse, Hortense, Inès, Isaure, Joséphine, Léonie, Maëlys, Mathilde, Noëlie, Ondine,
            Pénélope, Philomène, Romane, Sidonie, Solène, Thaïs, Victoire
            """,
        last: """
            Allard, Archambault, Aubépine, Barbier, Béranger, Bézier, Blanchet, Boisvert, Bonnefoy, Bruyère, Cazeneuve,
            Chêne, Chevalier, Cordonnier, Courtois, Crépin, D'Aubigné, Delacroix, Delaunay, Desrosiers, Doré, Dufrêne,
            Écrivain, Étienne, Farandole, Faucher, Ferrière, Fontaine, Forêt, Fougère, Gaillard, Géraud, Grandjean, Guérin,
            Hérault, Jourdain, L'Hermite, Labbé, Lacombe, Lagarde, Lebeau, Lefèvre, Legoût, Maçon, Malherbe, Maréchal,
            Mérimont, Montclair, Noblet, Pâris, Perceval, Prévost, Quintin, Ravel, Rivoire, Saint-Aubin, Sévigné, Tanguy,
            Tisserand, Valéry, Vigneron
            """,
        streetForms: "Rue *, Avenue *, Place *, Impasse *",
        streetNames: """
            de l'Abbaye, des Amandiers, de l'Ancien Four, du Bœuf Couronné, des Châtaigniers, du Colombier, de l'Écluse,
            de la Forêt, de l'Île-aux-Moines, du Lavoir, des Mûriers, du Pont-Levis, de la Reine Bérengère, du Tonnelier
            """,
        cities: """
            Alès, Angoulême, Annecy, Arcachon, Auxerre, Béziers, Brioude, Cahors, Châlons, Dieppe, Épernay, Évreux,
            Figeac, Guéret, Honfleur, La Ciotat, Lunéville, Mâcon, Orléans, Périgueux, Quimper, Saint-Malo, Sète, Tarbes,
            Vendôme
            """,
        states: """
            Ardèche, Ariège, Aube, Calvados, Corrèze, Côte-d'Or, Creuse, Drôme, Finistère, Gers, Hérault, Indre, Isère,
            Lozère, Nièvre, Pyrénées-Orientales, Vendée, Yonne
            """
    )
}

extension NationTable {
    /// Some surnames begin with an apostrophe or with lower-case words.
    static let netherlands = NationTable(
        "NL",
        "Netherlands",
        male: """
            Abel, Adriaan, Aldert, Arend, Barend, Bauke, Berend, Boudewijn, Casper, Cornelis, Daan, Diederik, Douwe, Eelco,
            Evert, Floris, Frits, Geert, Gijs, Hein, Hidde, Huub, Ivo, Jaap, Jelle, Joost, Jurriaan, Koen, Klaas, Lodewijk,
            Maarten, Menno, Okke, Pepijn, Reinier, Rutger, Siebe, Sjoerd, Teun, Tjeerd, Wiebe, Zeger
            """,
        female: """
            Aaltje, Annemieke, Anouk, Baukje, Bregje, Carlijn, Cato, Dieuwertje, Eefje, Elske, Evelien, Femke, Fenna, Floor,
            Froukje, Geertje, Gonny, Hadewych, Heleen, Hiske, Ineke, Jacomijn, Janneke, Jantine, Jikke, Juul, Katelijne, Liesbeth,
            Loïs, Maaike, Machteld, Marijke, Mieke, Noortje, Nynke, Renske, Riet, Sietske, Tjitske, Trijntje, Wietske, Zoë
            """,
        last: """
            't Veld, 't Woud, Aalbers, Achterberg, Baanders, Beekhuis, Bloemendaal, Boterkooper, Brinkhorst, Daalmeijer, de Beij,
            de Goeij, de Ruijter, den Hoed, Dijksterhuis, Doornbos, Duijvestein, Eijkelkamp, Fopma, Geerlings, Grootveld,
            Haverkamp, Heuvelmans, Hoekstra, Hooijer, in 't Zand, Jongbloed, Kaptein, Kleijweg, Koolhaas, Kuipers, Langedijk,
            Leeuwerik, Lindeboom, Meeuwsen, Molenaar, Nieuwpoort, Noordhoek, Oldenziel, Oosterwijk, Paardekooper, Poelstra,
            Quartel, Rietveld, Roodenburg, Schaapherder, Scheepmaker, Sluijter, Stroeve, Terpstra, Tuinman, Uijttenboogaard,
            van 't Hof, van den Akker, van der Wilg, van Zuijlen, Veenstra, Vossestein, Wagenaar, Zeilmaker, Zonneveld
            """,
        streetForms: "*straat, *laan, *weg, *plein, *gracht",
        streetNames: """
            Appel, Bakkers, Beuken, Eiken, Gansen, Haring, Iepen, Kastanje, Koren, Kwekers, Linden, Molen, Ooievaars, Pijl,
            Rozen, Schippers, Tulpen, Vlier, Wilgen, Zwaluw
            """,
        cities: """
            's-Gravenzande, 't Zand, Bergen op Zoom, Bolsward, Coevorden, Culemborg, Delfzijl, Dokkum, Doesburg, Enkhuizen,
            Franeker, Goes, Harlingen, Hindeloopen, IJlst, IJsselmuiden, Kampen, Monnickendam, Oldenzaal, Ootmarsum, Sneek,
            Thorn, Veere, Workum, Zierikzee
            """,
        states: """
            Drenthe, Flevoland, Friesland, Gelderland, Groningen, Limburg, Noord-Brabant, Noord-Holland, Overijssel,
            Utrecht, Zeeland, Zuid-Holland
            """
    )
}

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

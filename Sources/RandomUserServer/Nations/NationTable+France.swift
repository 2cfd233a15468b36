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

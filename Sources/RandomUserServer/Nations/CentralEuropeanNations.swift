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

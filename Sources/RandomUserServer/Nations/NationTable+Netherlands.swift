extension NationTable {
    /// Some surnames begin with an apostrophe or with small words.
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

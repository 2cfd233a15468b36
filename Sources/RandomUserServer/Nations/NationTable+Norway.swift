extension NationTable {
    static let norway = NationTable(
        "NO",
        "Norway",
        male: """
            Amund, Arvid, Asbjørn, Audun, Aslak, Bård, Bjarne, Brage, Dagfinn, Eilif, Einar, Eivind, Elling, Endre, Fredrik,
            Geir, Gaute, Gjermund, Håkon, Håvard, Helge, Ivar, Jardar, Jørund, Ketil, Kåre, Leif, Magne, Odd, Oddvar, Ottar,
            Øystein, Øyvind, Pål, Ragnvald, Roald, Sigve, Snorre, Steinar, Tarjei, Torgeir, Åsmund
            """,
        female: """
            Anbjørg, Astri, Aud, Bergljot, Bjørg, Borghild, Brit, Dagrun, Eldbjørg, Eldrid, Embla, Frøydis, Gjertrud, Gro,
            Gudny, Gunnhild, Guri, Herdis, Hildur, Idun, Ingebjørg, Jorunn, Kari, Kjellaug, Laila, Liv, Magnhild, Målfrid,
            Oddny, Oddlaug, Ragna, Randi, Reidun, Ronja, Sigrun, Siv, Solfrid, Sunniva, Torunn, Turid, Vigdis, Åshild
            """,
        last: """
            Aasen, Bakken, Bergseth, Bjørgum, Bjørnstad, Brekke, Brønstad, Dahle, Drågen, Eidsvåg, Engeset, Fagerlid, Fjeldstad,
            Flåten, Fossum, Gjerde, Grønli, Gåsvær, Hagelund, Haugerud, Hegdal, Hovland, Høgseth, Håland, Isdahl, Kleppe,
            Kjølstad, Kvåle, Langeland, Lilleby, Løkken, Lønning, Midtbø, Moen, Myrvold, Måløy, Nesheim, Nordbø, Nygård,
            Oppedal, Rønningen, Rødseth, Sandvær, Skogheim, Skår, Solbakken, Storli, Sætre, Søråsen, Tangen, Tjønn, Tveiten,
            Torvund, Ulvestad, Vassbø, Vårdal, Ødegaard, Økland, Østrem, Øvrebø, Årdal
            """,
        streetForms: "*veien, *gata, *bakken, *stien",
        streetNames: """
            Bjørke, Blåbær, Elve, Fjell, Fossekall, Furu, Gran, Hassel, Kirke, Lyng, Måke, Nøtte, Rogn, Sjø, Skøyte, Tyttebær,
            Ørne, Østre
            """,
        cities: """
            Alvdal, Balestrand, Bodø, Brønnøysund, Dombås, Egersund, Farsund, Florø, Førde, Geilo, Gjøvik, Hammerfest, Honningsvåg,
            Kongsberg, Kragerø, Levanger, Lærdal, Mandal, Mosjøen, Namsos, Notodden, Røros, Svolvær, Tønsberg, Vadsø
            """,
        states: """
            Agder, Akershus, Buskerud, Finnmark - Finnmárku, Innlandet, Møre og Romsdal, Nordland, Rogaland, Telemark,
            Troms - Romsa, Trøndelag, Vestfold, Vestland, Østfold
            """
    )
}

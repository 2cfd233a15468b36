extension NationTable {
    static let denmark = NationTable(
        "DK",
        "Denmark",
        male: """
            Aage, Aksel, Anders, Asger, Bertil, Birk, Bo, Bjørn, Carsten, Ditlev, Ebbe, Egon, Eigil, Erling, Flemming,
            Frode, Gorm, Hakon, Helge, Holger, Ib, Jeppe, Jørn, Kaj, Kjeld, Knud, Laust, Lauge, Mogens, Niels, Ove, Palle,
            Preben, Rasmus, Rune, Søren, Svend, Thorkild, Troels, Ulrik, Valdemar, Vagn
            """,
        female: """
            Agnete, Anne-Mette, Annelise, Asta, Birgit, Birgitte, Bodil, Cecilie, Dagny, Ditte, Dorthe, Ebba, Else,
            Frederikke, Gerda, Gry, Gudrun, Hanne, Inge, Jytte, Kamma, Karen, Kirstine, Lærke, Lise, Liv, Maja, Merete,
            Nanna, Nynne, Pernille, Ragnhild, Rigmor, Saga, Signe, Solvej, Sørine, Tove, Tyra, Ulla, Vibeke, Ærna
            """,
        last: """
            Aagaard, Abildgaard, Andreasen, Bækgaard, Bentsen, Bjerregaard, Blichfeldt, Bødker, Brønnum, Bundgaard, Carøe,
            Dalgaard, Damsgaard, Ditlevsen, Ebbesen, Engelbrecht, Færch, Fogh, Frøslev, Gadegaard, Gammelgaard, Grøn,
            Gyldenløve, Hagedorn, Højlund, Hørup, Ipsen, Jacobæus, Jessen, Kjærulff, Kjeldgaard, Krøyer, Kvistgaard,
            Lindegaard, Lykkeberg, Løgstrup, Mølgaard, Mørch, Nedergaard, Nygaard, Nørregaard, Odgaard, Ovesen, Østerby,
            Overgaard, Pallesen, Præstegaard, Quist, Ravnsborg, Riisager, Rørdam, Skovgaard, Sønderby, Sørensen, Tværmose,
            Thygesen, Ulriksen, Vestergaard, Winther, Ærenlund, Ørum
            """,
        streetForms: "*vej, *gade, *allé, *stræde",
        streetNames: """
            Anemone, Brønd, Bøge, Drosse, Enghave, Fælled, Grønne, Havre, Højskole, Kærmose, Kløver, Lærke, Mølle, Nørre,
            Rådhus, Skov, Sønder, Tværs, Vester, Øster
            """,
        cities: """
            Aabenraa, Assens, Brønderslev, Børkop, Ebeltoft, Frederiksværk, Fåborg, Gørløse, Haderslev , Hjørring, Hørve,
            Kerteminde, Køge, Løgumkloster, Marstal, Nykøbing F., Nørre Alslev, Ribe, Rødby, Skælskør, Sorø, Sønderborg,
            Tølløse, Vordingborg, Ærøskøbing
            """,
        states: "Danmark, Hovedstaden, Midtjylland, Nordjylland, Sjælland, Syddanmark"
    )
}

extension NationTable {
    static let finland = NationTable(
        "FI",
        "Finland",
        male: """
            Aapeli, Aatos, Ahti, Arvo, Asko, Eero, Eino, Esa, Hannu, Heikki, Ilmari, Isto, Jalmari, Jarkko, Jorma, Jyri,
            Kalervo, Kauko, Keijo, Lauri, Lasse, Manne, Martti, Mauno, Niilo, Olavi, Osmo, Otso, Paavo, Pekka, Pyry,
            Raimo, Reijo, Seppo, Sulo, Taavetti, Tapio, Teppo, Toivo, Urho, Väinö, Yrjö
            """,
        female: """
            Aila, Aino, Anneli, Armi, Eija, Eila, Elviira, Enni, Helka, Hilja, Hilkka, Iida, Impi, Inkeri, Irja, Jenna,
            Kaarina, Kerttu, Kielo, Kyllikki, Lahja, Lempi, Liisa, Lumi, Maija, Marjatta, Meri, Mielikki, Oili, Orvokki,
            Päivi, Pirkko, Raili, Ritva, Sirkka, Suvi, Sylvi, Tuulikki, Tyyne, Unelma, Venla, Äli
            """,
        last: """
            Aaltonen, Ahokas, Alanko, Anttonen, Eerola, Eskelinen, Haapala, Hakkarainen, Halonen, Harju, Heiskanen,
            Hietamäki, Huovinen, Hyvärinen, Hämäläinen, Ikonen, Isokääntä, Jokela, Junttila, Jääskeläinen, Kaikkonen,
            Karppinen, Kekäläinen, Kettunen, Kivelä, Kärkkäinen, Lahtinen, Laitala, Leppänen, Luukkonen, Lämsä, Manninen,
            Myllymäki, Mäenpää, Määttä, Niskanen, Nurmela, Nykänen, Ojala, Ollikainen, Paasonen, Pellinen, Peltomäki,
            Pöyhönen, Rautiainen, Riihimäki, Räsänen, Savolainen, Seppälä, Suominen, Särkkä, Tammela, Tikkanen, Törmänen,
            Uusitalo, Vainio, Vehviläinen, Väisänen, Yli-Hukka, Ylönen, Äyräväinen
            """,
        streetForms: "*katu, *tie, *polku, *kuja",
        streetNames: """
            Haapa, Hämeen, Jokiranta, Järvi, Karhun, Kettu, Koivu, Kuusi, Lähde, Mäki, Mänty, Niitty, Peura, Pyökki, Rauta,
            Sammal, Suo, Vaahtera, Väylä
            """,
        cities: """
            Alavus, Eurajoki, Haapavesi, Hämeenkyrö, Iisalmi, Ii, Jämsä, Kaskinen, Kemijärvi, Kiuruvesi, Kurikka,
            Kärkölä, Loviisa, Mäntsälä, Naantali, Nurmes, Närpiö, Orimattila, Parkano, Pyhäjärvi, Raahe, Salla, Siikajoki,
            Sysmä, Ähtäri
            """,
        states: """
            Ahvenanmaa, Etelä-Karjala, Etelä-Savo, Häme, Kainuu, Keski-Suomi, Kymenlaakso, Lappi, Pirkanmaa, Pohjanmaa,
            Päijät-Häme, Satakunta, Uusimaa, Varsinais-Suomi
            """
    )
}

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

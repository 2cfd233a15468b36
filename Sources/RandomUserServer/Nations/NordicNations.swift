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

extension NationTable {
    /// Latin letters, apostrophes inside words, and streets without a name.
    static let ukraine = NationTable(
        "UA",
        "Ukraine",
        male: """
            Anatoliy, Arkadiy, Bogodar, Borislav, Danilo, Dem'yan, Dobromir, Fedir, Gnat, Gordiy, Hariton, Homa, Ignatiy, Illya,
            Kalenik, Kindrat, Kuz'ma, Lavrin, Levko, Luk'yan, Lyubomir, Makar, Mark'yan, Matviy, Miroslav, Nazar, Nestor, Omelyan,
            Orest, Panas, Pilip, Prokip, Radomir, Rostislav, Ruslan, Sevastyan, Taras, Timofiy, Ustim, Vsevolod, Yarema, Zahar
            """,
        female: """
            Agrafena, Anfisa, Bogdana, Bozhena, Daryna, Dobroslava, Dzvenislava, Evdokiya, Feodosiya, Galyna, Glafira, Halina,
            Ilona, Ivanna, Kalina, Kateryna, Kvitoslava, Lada, Larysa, Lesya, Lyubava, Malanka, Mar'yana, Melaniya, Motrya,
            Nadiya, Odarka, Oleksandra, Orysya, Paraskeva, Rostyslava, Ruslana, Sofiya, Solomiya, Stefaniya, Tetyana, Uliana,
            Vira, Yaroslava, Yavdokha, Zlata, Zoryana
            """,
        last: """
            Andrusenko, Babiychuk, Barabash, Bezborod'ko, Bilozir, Bondarchuk, Borshchenko, Buryak, Chayka, Cherednik, Chornovil,
            Chumachenko, Danylchuk, Derkach, Dovzhik, Dudchenko, Fedoryak, Gavrilyuk, Golovko, Goncharenko, Grigorash, Hmara,
            Horoshko, Ivashchuk, Kachur, Kalynyak, Kobzarenko, Kolisnyk, Koval'ov, Kozub, Krivonis, Kucherenko, Lebid', Litvinchuk,
            Lozovyy, Lysenkov, Makogon, Marchuk, Mel'nichuk, Morozenko, Moskalyk, Nechay, Ostapchuk, Palamar, Pasichnik, Pivtorak,
            Podolyak, Rudenchuk, Samoylenko, Savchuk, Shcherban', Shinkarenko, Shulga, Sirko, Skoropad, Stel'makh, Sydorchuk,
            Tkachuk, Vdovychenko, Yatsishin, Zaporozhets'
            """,
        streetForms: "Vulicya *, Provulok *, Bul'var *",
        streetNames: """
            Akademichna, Berezova, Chervona, Dniprovs'ka, Gorikhova, Kalinova, Kozats'ka, L'vivs'ka, Mel'nichna, Naberezhna,
            P'yatihats'ka, Pidgirna, Poshtova, Richkova, Sadova, Teatral'na, Vishneva, Zelena
            """,
        cities: """
            Alchevs'k, Bila Tserkva, Berdichiv, Boryspil', Chortkiv, Drogobich, Fastiv, Gorlivka, Illintsi, Irpin', Izyum,
            Kalush, Kamyanka, Kovel', Lubni, Mirgorod, Nikopol', Nizhin, Ostrog, Poltava, Romni, Slov'yans'k, Truskavets',
            Uman', Yagotin
            """,
        states: """
            Cherkas'ka, Chernigivs'ka, Dnipropetrovs'ka, Hersons'ka, Hmel'nic'ka, Kiyivs'ka, Kirovograds'ka, L'vivs'ka,
            Mikolayivs'ka, Odes'ka, Rivnens'ka, Sums'ka, Ternopil's'ka, Vinnic'ka, Volins'ka, Zakarpats'ka, Zhitomirs'ka
            """,
        extraStreets: ["", "", "", ""]
    )
}

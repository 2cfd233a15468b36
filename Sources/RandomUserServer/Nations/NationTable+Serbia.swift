extension NationTable {
    /// Latin letters; some streets end in a blank, and in some a Cyrillic letter has strayed in.
    static let serbia = NationTable(
        "RS",
        "Serbia",
        male: """
            Aleksa, Andrija, Arsenije, Blagoje, Bogdan, Božidar, Branko, Čedomir, Damjan, Dejan, Dimitrije, Dragiša, Dušan,
            Đorđe, Đurađ, Filip, Gavrilo, Gojko, Ilija, Jakša, Jevrem, Kosta, Lazar, Ljubiša, Milenko, Miodrag, Nebojša, Nemanja,
            Ognjen, Ostoja, Petar, Radiša, Rastko, Relja, Siniša, Slaviša, Srđan, Stojan, Tadija, Uroš, Vukašin, Živojin
            """,
        female: """
            Anđelija, Biljana, Bojana, Borka, Božana, Bosiljka, Cveta, Danica, Desanka, Dobrila, Draginja, Dunja, Đurđica, Evica,
            Gordana, Grozdana, Iskra, Jagoda, Jasna, Jefimija, Jovanka, Kosara, Leposava, Ljiljana, Ljubica, Milesa, Milunka,
            Mirjana, Nadežda, Neda, Olga, Radmila, Rosanda, Ružica, Slavica, Smilja, Stanislava, Svetlana, Vesna, Vidosava,
            Zlatija, Živka
            """,
        last: """
            Aćimović, Anđelković, Arsić, Babović, Bakić, Blažić, Bogićević, Brajković, Bošković, Čarapić, Čolić, Čubrilović,
            Ćosić, Ćirković, Dabić, Dedijer, Dragićević, Dučić, Đekić, Đorđević, Đukić, Erić, Filipović, Gajić, Gligorić, Grbić,
            Ivković, Jakšić, Jerinić, Josić, Karalejić, Kneževac, Kostić, Krstić, Lalić, Ljubić, Lukić, Mašić, Milenković, Mišić,
            Nedić, Nenadović, Njegovan, Obrenić, Pašić, Perišić, Rašković, Ružić, Samardžić, Šarić, Šumanović, Tešić, Trifunović,
            Ugrešić, Vidaković, Višnjić, Vučković, Zdravković, Zečević, Žarković, Živanović
            """,
        streetForms: "*, * , Put *",
        streetNames: """
            Cara Uroša, Carice Milice, Despota Đurđa, DragolЈuba Mirića, Hajduk Stanka, Jasenička, Kajmakčalanska, Kneza Lazara,
            LЈubičasta, Miloša Obilića, Njegoševa, Ohridska, Patrijarha Čarnojevića, Rudnička, Šumadijska, Topolska, Užička,
            Vojvode Vuka, Zmaj Jovina, Žička
            """,
        cities: """
            Aranđelovac, Bečej, Bela Crkva, Čačak, Ćuprija, Despotovac, Guča, Inđija, Jagodina, Kikinda, Knjaževac, Kuršumlija,
            Lučani, Negotin, Paraćin, Požega, Priboj, Ruma, Sjenica, Sombor, Šabac, Topola, Užice, Vršac, Zaječar
            """,
        states: """
            Banat, Bor, Braničevo, Jablanica, Kolubara, Mačva, Moravica, Nišava, Pčinja, Podunavlje, Rasina, Raška, Srem,
            Šumadija, Toplica, Zlatibor
            """
    )
}

extension OutlookHeaders {
    static let estonian = set(
        """
        Tiitel|Eesnimi|Teine nimi|Perekonnanimi|Nime järelliide|Ettevõte|Osakond|Ametinimetus
        Töökoha tänav|Töökoha tänav 2|Töökoha tänav 3|Töökoha linn|Töökoha osariik|Töökoha sihtnumber|\
        Töökoha riik/regioon
        Kodutänav|Kodutänav 2|Kodutänav 3|Kodulinn|Koduosariik|Kodu sihtnumber|Koduriik/-regioon
        Muu tänav|Muu tänav 2|Muu tänav 3|Muu linn|Muu osariik|Muu sihtnumber|Muu riik/regioon
        Abi telefon|Tööfaks|Töötelefon|Töötelefon 2|Tagasihelistamine|Autotelefon|Ettevõtte põhitelefon|Kodufaks|\
        Kodutelefon|Kodutelefon 2
        |Mobiiltelefon|Muu faks|Muu telefon|Peiler|Esmane telefon|Raadiotelefon|TTY/TDD telefon|Teleks
        Konto|Aastapäev|Abi nimi|Arveldusteave|Sünnipäev|Tööaadressi postkast|Kategooriad|Lapsed|
        Meiliaadress|Meilitüüp|E-posti kuvatav nimi|Meiliaadress 2|Meilitüüp 2|E-posti 2 kuvatav nimi|\
        Meiliaadress 3|Meilitüüp 3|E-posti 3 kuvatav nimi
        Sugu|Valitsus-ID|Huviala|Koduse aadressi postkast|Initsiaalid|Interneti vaba/hõivatud aja teave|||Asukoht
        Juhi nimi|Läbitud vahemaa|Märkmed|Kontori asukoht||Muu aadressi postkast|Prioriteet||Elukutse
        |Tundlikkus|Abikaasa|Kasutaja 1|Kasutaja 2|Kasutaja 3|Kasutaja 4|Veebileht
        Eesnimi yomi|Liignimi yomi|Ettevõte yomi
        """
    )

    static let lithuanian = set(
        """
        Titulas|Vardas|Antras vardas|Pavardė|Priedas|Įmonė|Skyrius|Pareigos
        Gatvė (darbo)|2-a gatvė (darbo)|3-ia gatvė (darbo)|Miestas (darbo)|Rajonas, apskritis (darbo)|\
        Pašto indeksas (darbo)|Darbo šalis/regionas
        Gyvenamoji gatvė|2-a gyvenamoji gatvė|3-ia gyvenamoji gatvė|Gyvenamasis miestas|\
        Gyvenamasis rajonas, apskritis|Namų pašto indeksas|Gyvenamoji šalis/regionas
        Kita gatvė|2-a gatvė|3-ia gatvė|Kitas miestas|Kitas rajonas, apskritis|Kitas pašto indeksas|Kita šalis/regionas
        Padėjėjo telefonas|Darbo faksograma|Darbo telefonas|2-as darbo telefonas|Atgalinis skambinimas|\
        Automobilinis telefonas|Pagrindinis įmonės telefonas|Namų faksas|Namų telefonas|2-as namų telefonas
        |Mobilusis telefonas|Kitas faksas|Kitas telefonas|Pranešimų gaviklis|Pagrindinis telefonas|Radijo telefonas|\
        Teletaipas/Įrenginys kurtiesiems|Teleksas
        Abonentas|Sukaktis|Padėjėjo vardas, pavardė|Atsiskaitymo informacija|Gimtadienis|Darbo adreso a/d|Kategorijos|\
        Vaikai|
        El. pašto adresas|El. pašto tipas|Rodomas el. pašto vardas|\
        2-as el. pašto adresas|2-o el. pašto tipas|Rodomas 2-o el. pašto vardas|\
        3-ias el. pašto adresas|3-io el. pašto tipas|Rodomas 3-io el. pašto vardas
        Lytis|Asmens kodas|Pomėgiai|Namų adreso a/d|Inicialai|Interneto užimtumo tarnyba|||Vieta
        Vadybininko vardas, pavardė|Atstumas|Pastabos|Įmonės vieta||Kito adreso a/d|Prioritetas||Profesija
        |Slaptumas|Sutuoktinis|1-as vartotojas|2-as vartotojas|3-ias vartotojas|4-as vartotojas|Tinklalapis
        Yomi vardas|Yomi pavardė|Yomi įmonė
        """
    )

    static let latvian = set(
        """
        Uzruna|Vārds|Otrais vārds|Uzvārds|Sufikss|Uzņēmums|Nodaļa|Amats
        Darbavietas iela|Darbavietas ielas 2. rindiņa|Darbavietas ielas 3. rindiņa|Darbavietas pilsēta|\
        Darbavietas rajons|Darbavietas pasta indekss|Darbavietas valsts/reģions
        Dzīvesvietas iela|Dzīvesvietas ielas 2. rindiņa|Dzīvesvietas ielas 3. rindiņa|Dzīvesvietas pilsēta|\
        Dzīvesvietas rajons|Dzīvesvietas pasta indekss|Dzīvesvietas valsts/reģions
        Cita iela|Citas ielas 2. rindiņa|Citas ielas 3. rindiņa|Cita pilsēta|Cits rajons|Cits pasta indekss|\
        Cita valsts/reģions
        Asistenta tālrunis|Fakss darbā|Tālrunis darbā|2. tālrunis darbā|Atzvanīšana|Tālrunis automašīnā|\
        Uzņēmuma galvenais tālrunis|Fakss mājās|Tālrunis mājās|2. tālrunis mājās
        |Mobilais tālrunis|Cits fakss|Cits tālrunis|Peidžeris|Primārais tālrunis|Radiotālrunis|\
        Teletaips/surdotālrunis|Telekss
        Konts|Jubileja|Asistenta vārds|Rēķina informācija|Dzimšanas diena|Darba adreses pastkastīte|Kategorijas|Bērni|
        E-pasta adrese|E-pasta tips|E-pasta parādāmais vārds|\
        2. e-pasta adrese|2. e-pasta tips|2. e-pasta parādāmais vārds|\
        3. e-pasta adrese|3. e-pasta tips|3. e-pasta parādāmais vārds
        Dzimums|Personas kods|Hobijs|Mājas adreses pastkastīte|Iniciāļi|Interneta brīvs/aizņemts|||Atrašanās vieta
        Vadītāja vārds|Attālums|Piezīmes|Biroja atrašanās vieta||Citas adreses pastkastīte|Prioritāte||Profesija
        |Jutība|Dzīvesbiedrs|1. lietotājs|2. lietotājs|3. lietotājs|4. lietotājs|Tīmekļa lapa
        Vārda Yomi|Uzvārda Yomi|Uzņēmuma Yomi
        """
    )
}

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

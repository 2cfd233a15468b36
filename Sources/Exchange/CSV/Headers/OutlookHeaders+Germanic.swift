extension OutlookHeaders {
    /// German, in which the radio phone is a second mobile phone.
    static let german = set(
        """
        Anrede|Vorname|Weitere Vornamen|Nachname||Firma|Abteilung|Position
        Straße geschäftlich|Straße geschäftlich 2|Straße geschäftlich 3|Ort geschäftlich|Region geschäftlich|\
        Postleitzahl geschäftlich|Land/Region geschäftlich;Land geschäftlich
        Straße privat|Straße privat 2|Straße privat 3|Ort privat|Bundesland/Kanton privat;Region privat|\
        Postleitzahl privat|Land/Region privat;Land privat
        Weitere Straße|Weitere Straße 2|Weitere Straße 3|Weiterer Ort|Weiteres/r Bundesland/Kanton;Weitere Region|\
        Weitere Postleitzahl|Weiteres/e Land/Region;Weiteres Land
        Telefon Assistent|Fax geschäftlich|Telefon geschäftlich|Telefon geschäftlich 2|Rückmeldung|Autotelefon|\
        Telefon Firma|Fax privat|Telefon privat|Telefon privat 2
        |Mobiltelefon|Weiteres Fax|Weiteres Telefon||Haupttelefon||Telefon für Hörbehinderte|
        Konto|Jahrestag|Name Assistent;Assistent(in)|Abrechnungsinformation|Geburtstag|Postfach geschäftlich|\
        Kategorien|Kinder|Verzeichnisserver
        E-Mail-Adresse|E-Mail-Typ|E-Mail: Angezeigter Name|\
        E-Mail 2: Adresse|E-Mail 2: Typ|E-Mail 2: Angezeigter Name|\
        E-Mail 3: Adresse|E-Mail 3: Typ|E-Mail 3: Angezeigter Name
        Geschlecht|Regierungsnr.;Sozialversicherungsnr.||Postfach privat|Initialen|Internet-Frei/Gebucht|Stichwörter|\
        Sprache|Ort
        Name des/der Vorgesetzten;Name des/r Vorgesetzten|Reisekilometer|Notizen|Büro|Organisationsnr.|\
        Weiteres Postfach|Priorität|Privat|Beruf
        Empfohlen von|Vertraulichkeit|Partner|Benutzer 1|Benutzer 2|Benutzer 3|Benutzer 4|Webseite
        Vorname Yomi|Nachname Yomi|Firma Yomi
        """,
        others: """
            Mobiltelefon 2=Mobile Phone 2
            Strasse geschäftlich=Business Street
            Strasse geschäftlich 2=Business Street 2
            Strasse geschäftlich 3=Business Street 3
            Strasse privat=Home Street
            Strasse privat 2=Home Street 2
            Strasse privat 3=Home Street 3
            Weitere Strasse=Other Street
            Weitere Strasse 2=Other Street 2
            Weitere Strasse 3=Other Street 3
            """
    )

    static let dutch = set(
        """
        Titel|Voornaam|Middelste naam|Achternaam|Achtervoegsel|Bedrijf|Afdeling|Functie
        Werkadres, straat|Werkadres 2, straat|Werkadres 3, straat|Werkadres, plaats|Werkadres, provincie|\
        Werkadres, postcode|Land/regio (werk);Werkadres, land
        Huisadres, straat|Huisadres, straat 2|Huisadres, straat 3|Huisadres, plaats|Huisadres, provincie|\
        Huisadres, postcode|Land/regio (thuis);Huisadres, land
        Ander adres, straat|Ander adres, straat 2|Ander adres, straat 3|Ander adres, plaats|Ander adres, provincie|\
        Ander adres, postcode|Land/regio (anders);Ander adres, land
        Telefoon assistent|Fax op werk|Telefoon op werk|Telefoon op werk 2|Terugbellen|Autotelefoon|\
        Hoofdtelefoon bedrijf|Fax thuis|Telefoon thuis|Telefoon thuis 2
        |Mobiele telefoon|Andere fax|Andere telefoon||Hoofdtelefoon|Radiotelefoon|Teksttelefoon|
        |Speciale datum|Naam assistent|Factuurinformatie|Verjaardag|Werkadres, postbusnummer|Categorieën|Kinderen|\
        Adreslijstserver
        E-mailadres|E-mailtype|Weergavenaam voor e-mail|\
        E-mailadres 2|E-mailtype 2|E-mail, weergegeven naam 2|\
        E-mailadres 3|E-mailtype 3|E-mail, weergegeven naam 3
        Geslacht|Sofinummer|Hobby's|Huisadres, postbusnummer|Initialen|Internet Beschikbaarheidsinfo|Trefwoorden|Taal|\
        Locatie
        Naam manager|Reisafstand|Notities|Kantoorlocatie|Organisatie-id|Ander adres, postbusnummer|Prioriteit|Privé|\
        Beroep
        Referentie van|Gevoeligheid|Partner|Gebruiker 1|Gebruiker 2|Gebruiker 3|Gebruiker 4|Webpagina
        ||
        """
    )

    /// Swedish, in which the radio phone is a second phone of any kind.
    static let swedish = set(
        """
        Titel|Förnamn|Mellannamn|Efternamn|Namnsuffix|Företag|Avdelning|Befattning
        Gatuadress, arbete|Gatuadress 2, arbete|Gatuadress 3, arbete|Ort, arbete|Region, arbete|\
        Postadress, arbete;Postnr, arbete|Land, arbete
        Gatuadress, hem|Gatuadress 2, hem|Gatuadress 3, hem|Hemort|Region, hem|Postnr, hem|Land, hem
        Annan gata|Annan gata 2|Annan gata 3|Annan ort|Annan region|Annat postnummer|Annat land
        Telefon, assistent|Fax arbete|Arbete|Telefon 2, arbete|Motringning|Biltelefon|Företag, växel|Fax, hem|Hem|\
        Telefon 2, hem
        |Mobiltelefon|Fax, annan|Telefon, annan|Personsökare|Telefon 1||TTY/TDD-telefon|
        Konto|Årsdag|Namn, assistent|Fakturering|Födelsedag|Arbetsadress, box|Kategorier|Barn|
        E-postadress|E-posttyp|E-postnamn|E-postadress 2|E-posttyp 2|E-postnamn 2|E-postadress 3|E-posttyp 3|E-postnamn 3
        Kön|Personnummer||Hemadress, box|Initialer|Ledig/upptagen-information för Internet|Nyckelord|Språk|Plats
        Namn, chef|Reseersättning (km)|Anteckningar|Arbetsplats||Annan adress, box|Prioritet|Privat|Yrke
        |Känslighet|Make maka|Användare 1|Användare 2|Användare 3|Användare 4|Webbsida
        Förnamn Yomi|Efternamn Yomi|Företag Yomi
        """,
        others: "Telefon 2=Other Phone 2"
    )

    static let danish = set(
        """
        Titel|Fornavn|Mellemnavn|Efternavn|Suffiks|Firma|Afdeling|Stilling
        Gade (arbejde)|Gade 2 (firma)|Gade 3 (firma)|By (arbejde)|Område (arbejde)|Postnummer (arbejde)|\
        Land/område (arbejde)
        Gade (privat)|Gade 2 (privat)|Gade 3 (privat)|By (privat)|Område (privat)|Postnummer (privat)|\
        Land/område (privat)
        Anden gade|Anden gade 2|Anden gade 3|Anden by|Andet område|Andet postnummer|Andet land/område
        Assistentens telefon|Fax (arbejde)|Telefon (arbejde)|Telefon 2 (arbejde)|Tilbagekald|Biltelefon|\
        Primær telefon (firma)|Fax (privat)|Telefon (privat)|Telefon 2 (privat)
        |Mobiltelefon|Anden fax|Anden telefon|Personsøger|Primær telefon|Radiotelefon|TTY/TDD-telefon|
        Konto|Mærkedag|Assistentens navn|Takstoplysninger|Fødselsdag|Adresse, postboks (arbejde)|Kategorier|Børn|
        E-mail-adresse|E-mail-type|E-mail-vist navn|E-mail 2-adresse|E-mail 2-type|E-mail 2-vist navn|\
        E-mail 3-adresse|E-mail 3-type|E-mail 3-vist navn
        Køn|Se-nr.||Adresse, postboks (privat)|Initialer|Ledig/optaget via internettet|Nøgleord|Sprog|Sted
        Navn på overordnet|Kørte kilometer|Notater|Kontoradresse||Anden adresse, postboks|Prioritet|Privat|
        |Følsomhed|Ægtefælle|Bruger 1|Bruger 2|Bruger 3|Bruger 4|Webside
        ||
        """
    )

    static let norwegian = set(
        """
        Tittel|Fornavn|Mellomnavn|Etternavn|Suffiks|Firma|Avdeling|Stilling
        Adresse, arb.: Gate/vei|Adresse 2, arb.: Gate/vei|Adresse 3, arb.: Gate/vei|Adresse, arb.: Poststed|\
        Adresse, arb.: Område|Adresse, arb.: Postnummer|Firmaland/område
        Adresse, priv.: Gate/vei|Adresse 2, priv.: Gate/vei|Adresse 3, priv.: Gate/vei|Adresse, priv.: Poststed|\
        Adresse, priv.: Område|Adresse, priv.: Postnummer|Hjemland/område
        Annen adresse: Gate/vei|Annen adresse 2: Gate/vei|Annen adresse 3: Gate/vei|Annen adresse: Poststed|\
        Annen adresse: Område|Annen adresse: Postnummer|Annet land/område
        Assistentens telefonnummer|Telefaks, arb.|Telefon, arb.|Telefon 2, arb.|Tilbakeringing|Biltelefon|\
        Hovedtelefon for firma|Telefaks, priv.|Telefon, priv.|Telefon 2, priv.
        |Mobiltelefon|Annen telefaks|Annen telefon|Personsøker|Hovedtelefon|Radiotelefon|Telefon for hørselshemmede|\
        Teleks
        Konto|Merkedag|Assistentens navn|Faktureringsinformasjon|Fødselsdag|Adresse, arb.: Postboks|Kategorier|Barn|
        E-postadresse|E-posttype|Visningsnavn for e-post|E-postadresse 2|E-posttype 2|Visningsnavn for e-post 2|\
        E-postadresse 3|E-posttype 3|Visningsnavn for e-post 3
        Kjønn|Offentlig ID-nummer||Adresse, priv.: Postboks|Initialer|Ledige og opptatte tidspunkt på Internett|\
        Nøkkelord|Språk|Plassering
        Overordnedes navn|Reisegodtgjørelse|Notater|Kontor||Annen postboksadresse|Prioritet|Privat|Yrke
        |Følsomhet|Ektefelle|Bruker 1|Bruker 2|Bruker 3|Bruker 4|Webside
        Angitt Yomi|Etternavn-Yomi|Firma-Yomi
        """
    )
}

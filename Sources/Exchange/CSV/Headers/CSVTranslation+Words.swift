// Words that are known in any file, for lists that are written by hand.
extension CSVTranslation {
    /// `Straße geschäftlich 2`, `Ville (bureau)`: a part of an address or a number, and where it is.
    static func places(_ key: String) -> String? {
        let digits = key.reversed().prefix { $0.isNumber }.reversed().map(String.init).joined()
        var name = key.dropLast(digits.count)
        for (ending, place) in endings where name.hasSuffix(ending) {
            name.removeLast(ending.count)
            guard let part = parts[String(name)] else { return nil }
            return place + part + digits
        }
        for (beginning, place) in beginnings where name.hasPrefix(beginning) {
            name.removeFirst(beginning.count)
            guard let part = parts[String(name)] else { return nil }
            return place + part + digits
        }
        return nil
    }

    private static let endings = [
        ("geschäftlich", "business"), ("privat", "home"), ("bureau", "business"), ("domicile", "home"),
        ("autre", "other"),
    ]

    private static let beginnings = [
        ("weitere", "other"), ("weiterer", "other"), ("weiteres", "other"),
        ("privat", "home"), ("dienstlich", "work"),
    ].sorted { $0.0.count > $1.0.count }

    private static let parts = [
        "straße": "street", "strasse": "street", "ort": "city", "region": "state", "bundesland": "state",
        "postleitzahl": "postalcode", "plz": "postalcode", "land": "country", "landregion": "country",
        "postfach": "addresspobox", "telefon": "phone", "fax": "fax", "adresse": "address", "rue": "street",
        "ville": "city", "codepostal": "postalcode", "déprégion": "state", "paysrégion": "country",
        "téléphone": "phone", "télécopie": "fax",
    ]

    static let germanWords = CSVHeaderSet(
        words: """
            vorname=firstname
            weiterevornamen=middlename
            zweitervorname=middlename
            nachname=lastname
            anrede=nameprefix
            namenszusatz=suffix
            spitzname=nickname
            anzeigename=displayname
            firma=company
            organisation=organization
            abteilung=department
            position=jobtitle
            beruf=profession
            emailadresse=emailaddress
            email2adresse=email2address
            email3adresse=email3address
            emailtyp=emailtype
            email2typ=email2type
            email3typ=email3type
            emailanzeigename=emaildisplayname
            email2anzeigename=email2displayname
            email3anzeigename=email3displayname
            primäreemailadresse=primaryemail
            sekundäreemailadresse=secondaryemail
            mobiltelefon=mobilephone
            mobiltelnr=mobilenumber
            handy=mobilephone
            autotelefon=carphone
            haupttelefon=primaryphone
            telefonassistent=assistantsphone
            telefonfirma=companymainphone
            rückmeldung=callback
            pagernummer=pagernumber
            faxnummer=faxnumber
            telefon=phone
            telefonnummer=phone
            teldienstlich=workphone
            geburtstag=birthday
            geburtsdatum=birthday
            geburtsmonat=birthmonth
            geburtsjahr=birthyear
            jahrestag=anniversary
            kategorien=categories
            gruppen=groups
            notizen=notes
            notiz=note
            webseite=webpage
            webseite1=webpage1
            webseite2=webpage2
            geschlecht=gender
            nameassistent=assistantsname
            namedesderassistentin=assistantsname
            namedesdervorgesetzten=managersname
            partner=spouse
            partnerin=spouse
            ehepartner=spouse
            kinder=children
            priorität=priority
            vertraulichkeit=sensitivity
            privat=private
            straße=street
            strasse=street
            ort=city
            stadt=city
            plz=postalcode
            postleitzahl=postalcode
            land=country
            bundesland=state
            """
    )

    static let frenchWords = CSVHeaderSet(
        words: """
            prénom=firstname
            deuxièmeprénom=middlename
            nom=lastname
            titre=nameprefix
            suffixe=suffix
            surnom=nickname
            nomàafficher=displayname
            société=company
            service=department
            adressedemessagerie=emailaddress
            adressedemessagerie2=email2address
            adressedemessagerie3=email3address
            adresseélectroniqueprincipale=primaryemail
            adresseélectroniquesecondaire=secondaryemail
            télmobile=mobilephone
            téléphonemobile=mobilephone
            portable=mobilephone
            téléphonevoiture=carphone
            téléphoneprincipal=primaryphone
            téléphonedelassistante=assistantsphone
            récepteurderadiomessagerie=pager
            téléphone2bureau=businessphone2
            téléphone2domicile=homephone2
            télprofessionnel=workphone
            anniversaire=birthday
            anniversairedemariageoufête=anniversary
            annéedenaissance=birthyear
            catégories=categories
            pageweb=webpage
            siteweb1=webpage1
            siteweb2=webpage2
            sexe=gender
            nomdelassistante=assistantsname
            conjointe=spouse
            enfants=children
            rue=street
            ville=city
            codepostal=postalcode
            pays=country
            """
    )
}

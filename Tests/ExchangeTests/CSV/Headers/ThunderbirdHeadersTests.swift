import Repository
import Testing

@testable import Exchange

@Suite struct ThunderbirdHeadersTests {
    /// The columns of Thunderbird in its order, in English and in languages that give several of them one name.
    @Test(arguments: [
        (CSVHeaderFile.shared.english["thunderbird"] ?? []).joined(separator: ","),
        """
        Prénom,Nom de famille,Nom à afficher,Surnom,Adresse e-mail principale,Adresse e-mail secondaire,\
        Tél. professionnel ,Tél. personnel,Fax,Pager,Portable,Adresse privée,Adresse privée 2,Ville,Pays/État,Code postal,\
        Pays/Région (domicile),Adresse professionnelle,Adresse professionnelle 2,Ville,Pays/État,Code postal,\
        Pays/Région (bureau),Profession,Service,Société,Site web 1,Site web 2,Année de naissance,Mois,Jour,\
        Divers 1,Divers 2,Divers 3,Divers 4,Notes,Nom de l’écran
        """,
        """
        Křestní jméno,Příjmení,Zobrazované jméno,Přezdívka,První e-mail,Druhý e-mail,Telefon do zaměstnání,\
        Telefon domů,Faxové číslo,Číslo na pager,Číslo na mobil,Adresa domů,Adresa domů 2,Město,Kraj,PSČ,Země,\
        Adresa do zaměstnání,Adresa do zaměstnání 2,Město,Kraj,PSČ,Země,Pozice,Oddělení,Společnost,Webová stránka 1,\
        webová stránka 2,Rok narození,Měsíc narození,Den narození,Vlastní 1,Vlastní 2,Vlastní 3,Vlastní 4,Poznámky,\
        Zobrazované jméno
        """,
    ])
    func `a file of Thunderbird has the same person in every language`(header: String) throws {
        let record = """
            Ada,Lovelace,Countess,Al,a@b.c,d@e.f,+1,+2,+3,+4,+5,1 Rd,Flat 2,London,LDN,N1,UK,2 Rd,,Paris,IDF,75001,France,\
            Boss,R&D,Acme,https://w,https://h,1815,12,10,,,,,n,ada9
            """
        let columns = CSVTranslation.columns(header.split(separator: ",").map(String.init))
        #expect(CSVDialect(columns) == .thunderbird)
        // Rows of old versions end with a comma.
        let file = ParsedFile(.csv, header + "\n" + record + ",\n")
        #expect(file.problems == [] && file.notices == [])
        let contact = try #require(file.contacts.first)
        #expect(contact.name == PersonName(first: "Ada", last: "Lovelace", formatted: "Countess"))
        #expect(contact.nickname == "Al")
        #expect(contact.emails.map(\.value) == ["a@b.c", "d@e.f"])
        #expect(contact.phones.map(\.types) == [["work"], ["home"], ["fax"], ["pager"], ["cell"]])
        var home = PostalAddress(street: "1 Rd", city: "London", state: "LDN", postcode: "N1", country: "UK")
        home.extended = "Flat 2"
        let work = PostalAddress(street: "2 Rd", city: "Paris", state: "IDF", postcode: "75001", country: "France")
        #expect(contact.addresses == [ContactAddress(home, types: ["home"]), ContactAddress(work, types: ["work"])])
        #expect([contact.jobTitle, contact.organization, contact.note] == ["Boss", "Acme", "n"])
        #expect(contact.organizationUnits == ["R&D"] && contact.urls == ["https://w", "https://h"])
        #expect(contact.birthday == "1815-12-10")
        #expect(contact.lines == ["IMPP:aim:ada9"])
    }
}

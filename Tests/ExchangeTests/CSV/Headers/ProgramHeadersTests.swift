import Foundation
import Primitives
import Repository
import Testing

@testable import Exchange

@Suite struct ProgramHeadersTests {
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

    @Test(arguments: OutlookSample.all)
    func `a file of Outlook has the same columns and the same person in each language`(sample: OutlookSample) throws {
        let header = sample.fields.map { String($0.prefix { $0 != "=" }) }
        let known =
            (CSVHeaderFile.shared.english["outlook"] ?? []).map(CSVColumn.key) + ["mobilephone2", "otherphone2"]
        let columns = CSVTranslation.columns(header)
        #expect(columns.filter { !known.contains($0.key) }.map(\.text) == [])
        #expect(Set(columns.map(\.key)).count == header.count && CSVDialect(columns) == .outlook)

        var decoder = FileDecoder()
        let text = String(decoding: decoder.decode(sample.bytes, isLast: true), as: UTF8.self)
        #expect(decoder.encoding == .windows(sample.page))
        let file = ParsedFile(.csv, text)
        #expect(file.problems == [] && file.notices == [])
        let contact = try #require(file.contacts.first)
        #expect(contact.name == PersonName(title: "Dr", first: "Ada", middle: "King", last: "Lovelace"))
        #expect([contact.organization, contact.jobTitle, contact.role] == ["Acme", "Boss", "Poet"])
        #expect(contact.organizationUnits == ["R&D"])
        #expect(contact.emails == [ContactValue("a@b.c"), ContactValue("d@e.f")])
        #expect(
            contact.phones == [
                ContactValue("+11", types: ["assistant"]), ContactValue("+1", types: ["work", "fax"]),
                ContactValue("+2", types: ["work"]), ContactValue("+3", types: ["work"]),
                ContactValue("+4", types: ["work"]), ContactValue("+5", types: ["home", "fax"]),
                ContactValue("+6", types: ["home"]), ContactValue("+7", types: ["cell"]), ContactValue("+8"),
                ContactValue("+9", types: ["pager"]), ContactValue("+10"),
            ]
        )
        var work = PostalAddress(street: "1 Rd\nFloor 2", city: "London", state: "LDN", postcode: "N1", country: "UK")
        work.poBox = "99"
        let home = PostalAddress(street: "2 Rd", city: "Paris", state: "IDF", postcode: "75001", country: "France")
        #expect(
            contact.addresses == [
                ContactAddress(work, types: ["work"]), ContactAddress(home, types: ["home"]),
                ContactAddress(PostalAddress(city: "Rome")),
            ]
        )
        #expect(contact.birthday == "1815-12-25")
        #expect(contact.anniversary == nil && contact.gender == nil)
        #expect(contact.categories == ["Friends", "Maths"])
        #expect(contact.urls == ["https://x.y"])
        #expect(contact.note == "n")
        #expect(
            Set(contact.lines.map { $0.replacing(/^item\d\./, with: "") }) == [
                "X-ABRELATEDNAMES:Bea", "X-ABLABEL:_$!<Assistant>!$_", "X-ABRELATEDNAMES:Byron",
                "X-ABLABEL:_$!<Child>!$_", "X-ABRELATEDNAMES:Cy", "X-ABLABEL:_$!<Manager>!$_",
                "X-ABRELATEDNAMES:William", "X-ABLABEL:_$!<Spouse>!$_", "X-INITIALS:A.L.",
            ]
        )
    }

    @Test func `what only Outlook knows is kept under its English name, and users see theirs`() throws {
        let file = ParsedFile(
            .csv,
            "Nombre;Apellidos;E-mail Address;Mobile Phone;Usuario 1;Aficiones;Género\nAda;L;a@b.c;+1;blue;Poetry;Mujer\n"
        )
        let contact = try #require(file.contacts.first)
        #expect(contact.gender == "female")
        #expect(contact.lines == ["X-USER-1:blue", "X-HOBBY:Poetry"])
        #expect(
            file.notices == [
                "1: the column “Usuario 1” is unknown; it is kept as X-USER-1 (--map \"Usuario 1=…\" names a field)"
            ]
        )
    }

    @Test func `the language of the columns does not decide the order of dates`() throws {
        let header = "Nombre;Apellidos;Dirección de correo electrónico;Cumpleaños\n"
        var survey = CSVSurvey(options: CSVOptions())
        try survey.take(Array((header + "Ada;L;a@b.c;3/4/1980\n").utf8), isLast: true)
        #expect(survey.doubt?.text == "3/4/1980")
        let american = ParsedFile(.csv, header + "Ada;L;a@b.c;3/4/1980\nEve;L;e@b.c;12/31/1980\n")
        #expect(american.contacts.map(\.birthday) == ["1980-03-04", "1980-12-31"])
        let given = ParsedFile(.csv, header + "Ada;L;a@b.c;3/4/1980\n", csv: CSVOptions(order: .dmy))
        #expect(given.contacts.first?.birthday == "1980-04-03")
    }

    @Test(arguments: [
        ("Unspecified", "gender"), ("Keine Angabe", "gender"), ("指定なし", "gender"), ("標準", "priority"),
        ("Не определен", "gender"), ("Normal", "priority"),
        ("Normální", "sensitivity"), ("Обычная", "priority"), ("FALSCH", "private"), ("Onwaar", "private"),
        ("Ложь", "private"), ("False", "private"), ("Nieokreślona", "gender"), ("Belirtilmemiş", "gender"),
        ("Fałsz", "private"), ("Normalne", "sensitivity"),
    ])
    func `what Outlook writes for nothing says nothing, what its user chose is kept`(value: String, key: String) {
        #expect(CSVDefaults.isDefault(value, of: key))
        #expect(!CSVDefaults.isDefault(value, of: "note"))
        for (value, key) in [
            ("Niedrig", "priority"), ("High", "priority"), ("Privat", "sensitivity"), ("TRUE", "private"),
            ("Wahr", "private"), ("Female", "gender"), ("Normandy is where she lives", "sensitivity"),
        ] { #expect(!CSVDefaults.isDefault(value, of: key)) }
    }

    @Test(arguments: [
        ("Männlich", "male"), ("F", "female"), ("Mężczyzna", "male"), ("Женский", "female"), ("Vrouw", "female"),
        ("nonbinary", "nonbinary"),
    ])
    func `a gender has its English word`(text: String, english: String) {
        #expect(CSVDefaults.gender(text) == english)
    }
}

/// A file as Outlook exports it in a language: names, addresses and numbers in one order, the other columns by their names.
///
/// The one person in it is the same in all files.
struct OutlookSample: CustomTestStringConvertible {
    let testDescription: String
    let separator: String
    let page: CodePage
    /// The columns with the values of the person: `Nombre=Ada`.
    let columns: String

    init(_ language: String, _ page: CodePage, _ separator: String, _ columns: String) {
        testDescription = language
        self.page = page
        self.separator = separator
        self.columns = columns
    }

    /// The columns one by one, of which some have no name.
    var fields: [String] {
        columns.split(omittingEmptySubsequences: false) { $0 == "|" || $0 == "\n" }.map(String.init)
    }

    /// The file, in which every field with a value is quoted.
    var bytes: [UInt8] {
        let fields = fields.map { $0.split(separator: "=", maxSplits: 1).map(String.init) }
        let header = fields.map { "\"\($0[0])\"" }.joined(separator: separator)
        let record = fields.map { $0.count > 1 ? "\"\($0[1])\"" : "" }.joined(separator: separator)
        let text = header + "\r\n" + record + "\r\n"
        return Array(text.data(using: page == .cyrillic ? .windowsCP1251 : .windowsCP1252) ?? Data())
    }

    static let all = [spanish, russian]

    private static let spanish = OutlookSample(
        "es",
        .western,
        ";",
        """
        Title=Dr|Nombre=Ada|Segundo nombre=King|Apellidos=Lovelace|Suffix|Organización=Acme|Department=R&D|Puesto=Boss
        Calle del trabajo=1 Rd|Calle del trabajo 2=Floor 2|Calle del trabajo 3|Ciudad de trabajo=London
        Provincia o estado de trabajo=LDN|Código postal del trabajo=N1|País o región del trabajo=UK
        Home Street=2 Rd|Home Street 2|Home Street 3|Home City=Paris|Home State=IDF|Home Postal Code=75001
        País o región del domicilio=France
        Otra calle|Otra calle 2|Otra calle 3|Otra ciudad=Rome|Otra provincia o estado|Otro código postal|Otro país o región
        Assistant's Phone=+11|Business Fax=+1|Teléfono del trabajo=+2|Business Phone 2=+3|Devolución de llamada|Car Phone
        Número de centralita de la organización=+4|Home Fax=+5|Particular=+6|Home Phone 2|ISDN|Mobile Phone=+7|Otro fax
        Otro teléfono=+8|Pager=+9|Teléfono principal=+10|Radioteléfono|Número de teletipo|Télex
        Account|Aficiones|Anniversary=0/0/00|Apartado postal de la dirección del trabajo=99
        Apartado postal de la dirección personal|Assistant's Name=Bea|Birthday=25/12/1815|Categorías=Friends;Maths
        Confidencialidad=Normal|Directory Server|E-mail Address=a@b.c|E-mail Type=SMTP
        Nombre de pantalla de correo electrónico=Ada (a@b.c)|Dirección de correo electrónico 2=d@e.f
        Tipo de correo electrónico 2=SMTP|Nombre de pantalla de correo electrónico 2=Ada (d@e.f)
        Dirección del correo electrónico 3|Tipo de correo electrónico 3|Nombre de pantalla de correo electrónico 3
        Facturación|Género=Sin especificar|Government ID Number|Hijos=Byron|Initials=A.L.|Internet Free Busy|Kilometraje
        Keywords|Language|Location|Nombre del director=Cy|Notes=n|Office Location|Organizational ID Number
        Otro apartado postal|Página web=https://x.y|Prioridad=Normal|Private=Falso|Profesión=Poet|Referred By
        Spouse=William|Usuario 1|Usuario 2|Usuario 3|Usuario 4
        """
    )

    private static let russian = OutlookSample(
        "ru",
        .cyrillic,
        ",",
        """
        Обращение=Dr|Имя=Ada|Отчество=King|Фамилия=Lovelace|Суффикс|Организация=Acme|Отдел=R&D|Должность=Boss
        Улица (раб. адрес)=1 Rd|Улица 2 (раб. адрес)=Floor 2|Улица 3 (раб. адрес)|Город (раб. адрес)=London
        Область (раб. адрес)=LDN|Индекс (раб. адрес)=N1|Страна или регион (раб. адрес)=UK|Улица (дом. адрес)=2 Rd
        Улица 2 (дом. адрес)|Улица 3 (дом. адрес)|Город (дом. адрес)=Paris|Область (дом. адрес)=IDF
        Почтовый код (дом.)=75001|Страна или регион (дом. адрес)=France|Улица (другой адрес)|Улица  2 (другой адрес)
        Улица  3 (другой адрес)|Город  (другой адрес)=Rome|Область  (другой адрес)|Индекс  (другой адрес)
        Страна или регион  (другой адрес)|Телефон помощника=+11|Рабочий факс=+1|Рабочий телефон=+2|Телефон раб. 2=+3
        Обратный вызов|Телефон в машине|Основной телефон организации=+4|Домашний факс=+5|Домашний телефон=+6
        Телефон дом. 2|ISDN|Телефон переносной=+7|Другой факс|Другой телефон=+8|Пейджер=+9|Основной телефон=+10
        Радиотелефон|Телетайп/телефон с титрами|Телекс|Важность=Обычная|Веб-страница=https://x.y|Годовщина=0.0.00
        День рождения=25.12.1815|Дети=Byron|Заметки=n|Имя помощника=Bea|Инициалы=A.L.|Категории=Friends;Maths
        Ключевые слова|Код организации|Личный код|Отложено|Пол=Не определен|Пользователь 1|Пользователь 2
        Пользователь 3|Пользователь 4|Пометка=Обычная|Почтовый ящик (дом. адрес)|Почтовый ящик (другой адрес)
        Почтовый ящик (раб. адрес)=99|Профессия=Poet|Расположение|Расположение комнаты|Расстояние|Руководитель=Cy
        Сведения о доступности в Интернете|Сервер каталогов|Супруг(а)=William|Счет|Счета|Хобби|Частное=Ложь
        Адрес эл. почты=a@b.c|Тип эл. почты=SMTP|Краткое имя эл. почты=Ada (a@b.c)|Адрес 2 эл. почты=d@e.f
        Тип 2 эл. почты=SMTP|Краткое 2 имя эл. почты=Ada (d@e.f)|Адрес 3 эл. почты|Тип 3 эл. почты
        Краткое 3 имя эл. почты|Язык
        """
    )
}

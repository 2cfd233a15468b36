import Testing

@testable import Exchange

@Suite struct CSVTranslationTests {
    private func keys(_ header: String) -> [String] {
        CSVTranslation.columns(header.split(separator: ";").map(String.init)).map(\.key)
    }

    @Test(arguments: [
        ("Vorname", "firstname"), ("Straße geschäftlich 2", "businessstreet2"), ("Ort privat", "homecity"),
        ("Telefon geschäftlich", "businessphone"), ("Weiterer Ort", "othercity"), ("Ville", "city"),
        ("Code postal (bureau)", "businesspostalcode"), ("Prénom", "firstname"), ("First Name", "firstname"),
        ("Privat", "private"), ("Shoe size", "shoesize"), ("Apellidos", "lastname"), ("Adres e-mail", "emailaddress"),
    ])
    func `a column in another language has its English key, also alone`(name: String, english: String) {
        #expect(keys(name) == [english])
    }

    @Test func `the language is that of the header as a whole`() {
        #expect(CSVHeaderFile.shared.languages.count == 31)
        // A family name in Portugal, a nickname in Brazil.
        #expect(keys("Primeiro nome;Apelido;Telemóvel") == ["firstname", "lastname", "mobilephone"])
        #expect(keys("Primeiro nome;Sobrenome;Apelido") == ["firstname", "lastname", "nickname"])
        // Outlook has only some names in Greek.
        #expect(
            keys("First Name;Last Name;Χώρα/Περιοχή εργασίας;Χώρα/Περιοχή οικίας;Τ.Θ. διεύθυνσης οικίας").suffix(3) == [
                "businesscountryregion", "homecountryregion", "homeaddresspobox",
            ]
        )
        // A city in a list, a location for Outlook.
        #expect(keys("Vorname;Nachname;Ort") == ["firstname", "lastname", "city"])
        #expect(keys("Vorname;Nachname;Ort;Kinder;Büro;Reisekilometer").contains("location"))
        #expect(keys("Jméno;Příjmení;Země (dom.);Země (domů)").suffix(2) == ["homestate", "homecountryregion"])
    }

    @Test func `columns with one name are told apart by their order`() {
        #expect(keys("Titre;Prénom;Nom;Titre") == ["title", "firstname", "lastname", "jobtitle"])
        #expect(
            keys("Adresa domů;Město;Adresa do zaměstnání;Město;Město").filter { $0.hasSuffix("city") } == [
                "homecity", "workcity", "workcity",
            ]
        )
    }

    @Test func `single words of other languages in an English file are no translations`() {
        #expect(keys("Name;Email;Cargo;Barn") == ["name", "email", "cargo", "barn"])
        #expect(keys("First Name;Email;Visa;Local") == ["firstname", "email", "visa", "local"])
        #expect(CSVTranslation(header: ["Name", "Email", "Cargo"]).hits == 0)
    }

    @Test(arguments: [
        (CSVHeaderFile.shared.english["outlook"] ?? []), (CSVHeaderFile.shared.english["thunderbird"] ?? []),
        [
            "Name", "Given Name", "Additional Name", "Family Name", "Location", "Billing Information", "Mileage",
            "Occupation", "Hobby", "Sensitivity", "Priority", "Subject", "Notes", "Group Membership", "E-mail 1 - Type",
            "E-mail 1 - Value", "Organization 1 - Title", "Relation 1 - Type", "Website 1 - Value",
        ],
        [
            "First", "Middle", "Last", "Email", "Category", "Distribution Lists", "Messenger ID", "Home", "Work",
            "Pager",
            "Fax", "Mobile", "Other", "Primary", "Title", "Company", "Work ZIP", "Personal Website", "Comments",
        ],
    ])
    func `an English header stays as it is`(header: [String]) {
        #expect(CSVTranslation(header: header).hits == 0)
        #expect(CSVTranslation.columns(header).map(\.name) == header)
    }

    @Test func `a column keeps its name in the file and has an English one`() {
        let columns = CSVTranslation.columns(["Имя", "Фамилия", "Пользователь 1", "Размер"])
        #expect(columns.map(\.text) == ["Имя", "Фамилия", "Пользователь 1", "Размер"])
        #expect(columns.map(\.name) == ["First Name", "Last Name", "User 1", "Размер"])
    }

    /// Names near the beginning, in the middle and at the end of each table.
    @Test(arguments: [
        "Nombre;Apodo;Teléfono móvil;Ciudad donde vive;Código postal (Trabajo);Mes de nacimiento;Nombre en pantalla",
        "Primeiro nome;Apelido;Número do celular;Cidade;CEP comercial;Mês de nascimento;Nome de tela",
        "Vorname;Spitzname;Mobil-Tel.-Nr.;Privat: Ort;Dienstlich: PLZ;Geburtsmonat;Messenger-Name",
        "Имя;Псевдоним;Номер мобильного телефона;Город;Почтовый индекс (раб.);Месяц рождения;Интернет-пейджер",
    ])
    func `the names of Thunderbird in a language stand for the English ones`(header: String) {
        let english = ["firstname", "nickname", "mobilenumber", "homecity", "workzipcode", "birthmonth", "screenname"]
        #expect(keys(header) == english)
    }

    /// Names near the beginning, in the middle and at the end of each table.
    @Test(arguments: [
        "Prenume;Cod poştal domiciliu;Telefon mobil;Adresă poştă electronică 3;Prioritate;Pagină Web;Yomi firmă",
        "Krstné meno;PSČ (domov);Mobilný telefón;E-mailová adresa 3;Priorita;Webová stránka;Company Yomi",
        "Ime;Kućna adresa - poštanski broj;Mobitel;Adresa e-pošte 3;Prioritet;Web-stranica;Tvrtka Yomi",
        "Ім'я;Поштовий код (дом.);Телефон мобільний;Адреса 3 ел. пошти;Важливість;Веб-сторінка;Company Yomi",
        "Собствено име;Пощенски код;Мобилен телефон;Имейл адрес 3;Приоритет;Уеб страница;Фирма Yomi",
        "Ime;Domači naslov - poštna številka;Prenosni telefon;E-poštni naslov 3;Prioriteta;Spletna stran;Podjetje Yomi",
        "Ime;Matični poštanski broj;Mobilni telefon;E-adresa 3;Prioritet;Veb stranica;Kompanija Yomi",
        "Eesnimi;Kodu sihtnumber;Mobiiltelefon;Meiliaadress 3;Prioriteet;Veebileht;Ettevõte yomi",
        "Vardas;Namų pašto indeksas;Mobilusis telefonas;3-ias el. pašto adresas;Prioritetas;Tinklalapis;Yomi įmonė",
        "Vārds;Dzīvesvietas pasta indekss;Mobilais tālrunis;3. e-pasta adrese;Prioritāte;Tīmekļa lapa;Uzņēmuma Yomi",
        "Etunimi;Postinumero (koti);Matkapuhelin;Sähköpostiosoite 3;Prioriteetti;Web-sivu;Yritys Yomi",
        "Fornavn;Adresse, priv.: Postnummer;Mobiltelefon;E-postadresse 3;Prioritet;Webside;Firma-Yomi",
        "이름;집 주소 우편 번호;휴대폰;전자 메일 3 주소;우선 순위;웹 페이지;회사(일본어 요미)", "名;住宅地址 邮政编码;移动电话;电子邮件 3 地址;优先级;网页;公司 Yomi",
        "名字;住家 - 郵遞區號;行動電話;電子郵件 3 地址;優先順序;網頁;公司拼音",
        "名;郵便番号 (自宅);携帯電話;電子メール 3 アドレス;優先度;Web ページ;会社名フリガナ",
        "Vorname;Postleitzahl privat;Mobiltelefon;E-Mail 3: Adresse;Priorität;Webseite;Firma Yomi",
        "Prénom;Code postal (domicile);Tél. mobile;Adresse de messagerie 3;Priorité;Page Web",
        "Nome;CAP (ab.);Cellulare;Indirizzo posta elettronica 3;Priorità;Pagina Web",
        "Voornaam;Huisadres, postcode;Mobiele telefoon;E-mailadres 3;Prioriteit;Webpagina",
        "Förnamn;Postnr, hem;Mobiltelefon;E-postadress 3;Prioritet;Webbsida",
        "Fornavn;Postnummer (privat);Mobiltelefon;E-mail 3-adresse;Prioritet;webside",
        "Utónév;Irányítószám (lakás);Mobiltelefon;3. e-mail cím;Prioritás;Weblap",
        "Primeiro nome;CEP do endereço residencial;Telefone celular;Endereço de email 3;Prioridade;Página da Web",
        "Primeiro nome;Código postal da residência;Telemóvel;Endereço do correio electrónico 3;Prioridade;Página na Web",
        "Jméno;PSČ (dom.);Mobilní telefon;E-mailová adresa 3;Priorita;Webová stránka",
        "Imię;Adres domowy - kod pocztowy;Telefon komórkowy;Adres e-mail 3;Priorytet;Strona sieci Web",
        "İlk Adı;Ev-Posta Kodu;Cep Telefonu;Elektronik Posta 3 Adres;Öncelik;Web Sayfası",
    ])
    func `the names of Outlook in a language stand for the English ones`(header: String) {
        let english = [
            "firstname", "homepostalcode", "mobilephone", "email3address", "priority", "webpage", "companyyomi",
        ]
        let found = keys(header)
        // Some files have no readings of names.
        #expect(found.count >= 6 && found == Array(english.prefix(found.count)))
    }
}

/// The names of the columns in the files of Thunderbird.
enum ThunderbirdHeaders {
    /// The English names; those of the languages are in the same order.
    static let english = CSVHeaderSet.names(
        """
        First Name|Last Name|Display Name|Nickname|Primary Email|Secondary Email
        Work Phone|Home Phone|Fax Number|Pager Number|Mobile Number
        Home Address|Home Address 2|Home City|Home State|Home ZipCode|Home Country
        Work Address|Work Address 2|Work City|Work State|Work ZipCode|Work Country
        Job Title|Department|Organization|Web Page 1|Web Page 2
        Birth Year|Birth Month|Birth Day|Custom 1|Custom 2|Custom 3|Custom 4|Notes|Screen Name
        """
    )

    static let spanish = set(
        """
        Nombre|Apellidos|Nombre mostrado|Apodo|Dirección de correo electrónico principal|\
        Dirección de correo electrónico secundaria
        Teléfono (Trabajo)|Teléfono particular||Buscapersonas|Teléfono móvil
        Dirección personal|Dirección personal 2|Ciudad donde vive|Provincia|Código postal|País de residencia
        Dirección de trabajo|Dirección de trabajo 2|Ciudad (Trabajo)|Provincia (Trabajo)|Código postal (Trabajo)|\
        País (Trabajo)
        Puesto|Departamento|Organización|Página web 1|Página web 2
        Año de nacimiento|Mes de nacimiento|Día de nacimiento|\
        Personalizado 1|Personalizado 2|Personalizado 3|Personalizado 4|Notas|Nombre en pantalla
        """
    )

    static let italian = set(
        """
        Nome|Cognome|Nome visualizzato|Soprannome|Email primaria;Email principale|Email secondaria
        Telefono lavoro|Telefono casa|Numero fax|Numero cercapersone|Numero cellulare
        Indirizzo di casa|Indirizzo di casa 2|Città di residenza|Provincia di residenza|CAP di residenza|\
        Nazione di residenza
        Indirizzo di lavoro|Indirizzo di lavoro 2|Città di lavoro|Provincia di lavoro|CAP di lavoro|Nazione di lavoro
        Qualifica|Reparto|Organizzazione|Pagina web 1|Pagina web 2
        Anno di nascita|Mese di nascita|Giorno di nascita|\
        Personalizzato 1|Personalizzato 2|Personalizzato 3|Personalizzato 4|Note|Nome Instant Messenger
        """
    )

    static let brazilian = set(
        """
        Primeiro nome|Sobrenome|Nome de exibição;Mostrar nome|Apelido|Email principal;E-mail primário|Email secundário
        Telefone comercial|Telefone residencial|Número do fax|Número do pager|Número do celular
        Endereço|Endereço 2|Cidade|Estado|CEP|País
        Endereço comercial|Endereço comercial 2|Cidade de trabalho|Estado de trabalho|CEP comercial|País de trabalho
        Cargo|Setor|Organização|Página web 1|Página web 2
        Ano de nascimento|Mês de nascimento|Data de nascimento;Dia de nascimento|\
        Personalizado 1|Personalizado 2|Personalizado 3|Personalizado 4|Notas|Nome de tela
        """
    )

    static let portuguese = set(
        """
        Nome|Apelido|Nome exibido||Email primário;E-mail primário|E-mail secundário
        Telefone profissional|Telefone de casa|Número de fax|Número de pager|Número de telemóvel
        Endereço pessoal|Endereço pessoal 2|Naturalidade|Distrito|Código postal|Nacionalidade
        Endereço profissional|Endereço profissional 2|Local de trabalho|Distrito do local de trabalho|\
        Código postal do local de trabalho|País do local de trabalho
        Profissão|Departamento|Organização|Página web 1|Página web 2
        Ano de nascimento|Mês de nascimento|Dia de nascimento|\
        Personalizado 1|Personalizado 2|Personalizado 3|Personalizado 4|Notas|Nome a mostrar
        """
    )

    static let french = set(
        """
        Prénom|Nom de famille;Nom|Nom à afficher|Surnom|Adresse e-mail principale;Adresse électronique principale|\
        Adresse e-mail secondaire;Adresse électronique secondaire
        Tél. professionnel|Tél. personnel|||Portable
        Adresse privée|Adresse privée 2|Ville|Pays/État|Code postal|Pays/Région (domicile)
        Adresse professionnelle|Adresse professionnelle 2|Ville|Pays/État|Code postal|Pays/Région (bureau)
        Profession|Service|Société|Site web 1|Site web 2
        Année de naissance|Mois|Jour|Divers 1|Divers 2|Divers 3|Divers 4||Nom de l’écran
        """
    )

    static let german = set(
        """
        Vorname|Nachname|Anzeigename|Spitzname|Primäre E-Mail-Adresse|Sekundäre E-Mail-Adresse
        Tel. dienstlich|Tel. privat|Fax-Nummer|Pager-Nummer|Mobil-Tel.-Nr.
        Privat: Adresse|Privat: Adresse 2|Privat: Ort|Privat: Bundesland|Privat: PLZ|Privat: Land
        Dienstlich: Adresse|Dienstlich: Adresse 2|Dienstlich: Ort|Dienstlich: Bundesland|Dienstlich: PLZ|\
        Dienstlich: Land
        Arbeitstitel|Abteilung|Organisation|Webseite 1|Webseite 2
        Geburtsjahr|Geburtsmonat|Geburtstag|\
        Benutzerdef. 1|Benutzerdef. 2|Benutzerdef. 3|Benutzerdef. 4|Notizen|Messenger-Name
        """
    )

    static let dutch = set(
        """
        Voornaam|Achternaam|Weergavenaam|Bijnaam|Primair e-mailadres|Secundair e-mailadres
        Telefoon werk|Telefoon thuis|Faxnummer|Piepernummer|Mobiel nummer
        Adres|Adres 2|Woonplaats|Provincie|Postcode|Land
        Werkadres|Werkadres 2|Werklocatie|Werkprovincie|Werkpostcode|Werkland
        Werkfunctie|Afdeling|Organisatie|Webpagina 1|Webpagina 2
        Geboortejaar|Geboortemaand|Geboortedag|Overig 1|Overig 2|Overig 3|Overig 4|Aantekeningen|Schermnaam
        """
    )

    static let swedish = set(
        """
        Förnamn|Efternamn|Visa|Smeknamn|E-post|Ytterligare e-post
        Telefon arbete|Telefon privat|Faxnummer|Personsökare|Mobiltelefon
        Adress privat (rad 1)|Adress privat (rad 2)|Stad privat|Landsdel (Stat) privat|Postnummer privat|Land privat
        Adress arbete (rad 1)|Adress arbete (rad 2)|Stad arbete|Landsdel (Stat) arbete|Postnummer arbete|Land arbete
        Titel|Avdelning|Organisation|Webbplats privat|Webbplats arbete
        Född år|Född månad|Född dag|Annan uppgift 1|Annan uppgift 1|Annan uppgift 1|Annan uppgift 1|Anteckningar|Skärmnamn
        """
    )

    static let danish = set(
        """
        Fornavn|Efternavn|Vis navn|Alias|Primær mail|Sekundær mail
        Arbejdstelefon|Hjemmetelefon|Faxnummer|Personsøgernummer|Mobilnummer
        Hjemmeadresse|Hjemmeadresse 2|Hjemmeby|Hjemmestat|Hjemmepostnummer|Hjemmeland
        Arbejdsadresse|Arbejdsadresse 2|Arbejdsby|Arbejdsstat|Arbejdspostnummer|Arbejdsland
        Job titel|Afdeling|Organisation|Webside 1|Webside 2
        Fødselsår|Fødselsmåned|Fødselsdag|Brugerdef. 1|Brugerdef. 2|Brugerdef. 3|Brugerdef. 4|Notater|Skærmnavn
        """
    )

    static let polish = set(
        """
        Imię|Nazwisko|Wyświetlana nazwa|Pseudonim|Podstawowy e-mail|Dodatkowy e-mail
        Telefonu służbowy;Telefon służbowy|Telefon domowy|Numer faksu|Pager|Numer telefonu komórkowego
        Adres domowy|Adres domowy 2|Miasto (dom)|Województwo (dom)|Kod pocztowy (dom)|Państwo (dom)
        Adres służbowy|Adres służbowy 2|Miasto (praca)|Województwo (praca)|Kod pocztowy (praca)|Państwo (praca)
        Stanowisko|Dział|Firma/Organizacja|Strona WWW 1|Strona WWW 2
        Urodziny – Rok|Urodziny – Miesiąc|Urodziny – Dzień|\
        Informacja 1|Informacja 2|Informacja 3|Informacja 4|Notatki|Komunikator AIM
        """
    )

    /// Czech, in which the parts of both addresses have the same names.
    static let czech = set(
        """
        Křestní jméno|Příjmení|Zobrazované jméno|Přezdívka|První e-mail|Druhý e-mail
        Telefon do zaměstnání|Telefon domů|Faxové číslo|Číslo na pager|Číslo na mobil
        Adresa domů|Adresa domů 2|Město|Kraj|PSČ|Země
        Adresa do zaměstnání|Adresa do zaměstnání 2|Město|Kraj|PSČ|Země
        Pozice|Oddělení|Společnost|Webová stránka 1|Webová stránka 2
        Rok narození|Měsíc narození|Den narození|Vlastní 1|Vlastní 2|Vlastní 3|Vlastní 4|Poznámky|Zobrazované jméno
        """
    )

    static let russian = set(
        """
        Имя|Фамилия|Отображаемое имя|Псевдоним|Адрес электронной почты|Альтернативный адрес электронной почты
        Рабочий телефон|Домашний телефон|Номер факса|Номер пейджера|Номер мобильного телефона;Номер сотового телефона
        Адрес|Адрес 2|Город|Регион;Штат|Почтовый индекс|Страна
        Адрес (раб.)|Адрес 2 (раб.)|Город (раб.)|Регион (раб.);Штат (раб.)|Почтовый индекс (раб.)|Страна (раб.)
        Должность|Отдел|Организация|Веб-страница 1|Веб-страница 2
        Год рождения|Месяц рождения|День рождения|Прочее 1|Прочее 2|Прочее 3|Прочее 4|Заметки|Интернет-пейджер
        """
    )

    static let hungarian = set(
        """
        Utónév|Vezetéknév|Megjelenő név|Becenév|Elsődleges e-mail|Másodlagos e-mail
        Munkahelyi telefon|Otthoni telefon|Fax|Személyhívó|Mobil
        Otthoni cím|Otthoni cím 2|Város|Állam|Irányítószám|Ország
        Munkahelyi cím|Munkahelyi cím 2|Város (munkahely)|Állam (munkahely)|Irányítószám (munkahely)|Ország (munkahely)
        Beosztás|Részleg|Szervezet|Weboldal 1|Weboldal 2
        Születési év|Születési hónap|Születési nap|Egyéni 1|Egyéni 2|Egyéni 3|Egyéni 4|Megjegyzés|Felhasználónév
        """
    )

    private static func set(_ names: String) -> CSVHeaderSet { CSVHeaderSet(english, names) }
}

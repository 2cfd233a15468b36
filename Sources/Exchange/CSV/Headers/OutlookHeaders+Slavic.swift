extension OutlookHeaders {
    static let polish = set(
        """
        Tytuł|Imię|Drugie imię|Nazwisko|Sufiks|Firma|Dział;Oddział|Stanowisko
        Adres służbowy - ulica;Ulica (biuro)|Adres służbowy - ulica 2|Adres służbowy - ulica 3|\
        Adres służbowy - miejscowość;Miasto (biuro)|Adres służbowy - województwo;Województwo (biuro)|\
        Adres służbowy - kod pocztowy;Kod pocztowy (biuro)|Adres służbowy - kraj/region;Kraj/region (biuro)
        Adres domowy - ulica;Ulica (dom)|Adres domowy - ulica (2)|Adres domowy - ulica (3)|\
        Adres domowy - miejscowość;Miasto (dom)|Adres domowy - województwo;Województwo (dom)|\
        Adres domowy - kod pocztowy;Kod pocztowy (dom)|Adres domowy - kraj/region;Kraj/region (dom)
        Inny adres - ulica|Inny adres - ulica 2|Inny adres - ulica 3|Inny adres - miejscowość|\
        Inny adres - województwo|Inny adres - kod pocztowy|Inny adres - kraj/region
        Telefon asystenta|Faks służbowy|Telefon służbowy|Telefon służbowy 2|Wywołanie zwrotne|Telefon w samochodzie|\
        Główny telefon do firmy|Faks domowy|Telefon domowy|Telefon domowy 2
        |Telefon komórkowy|Inny faks|Inny telefon||Telefon podstawowy;Telefon główny|Radiotelefon|Telefon TTY/TDD|Teleks
        Konto|Rocznica|Imię i nazwisko asystenta;Asystent|Informacje rozliczeniowe|Urodziny|\
        Służbowa skrzynka pocztowa|Kategorie|Dzieci|Serwer katalogowy
        Adres e-mail|Typ poczty e-mail|Wyświetlana nazwa e-mail;Nazwa wyświetlana e-mail|\
        Adres e-mail 2|Rodzaj e-mail 2|Wyświetlana nazwa e-mail 2;Nazwa wyświetlana e-mail 2|\
        Adres e-mail 3|Rodzaj e-mail 3|Wyświetlana nazwa e-mail 3;Nazwa wyświetlana e-mail 3
        Płeć|PESEL||Domowa skrzynka pocztowa|Inicjały|Internetowe informacje wolny/zajęty|Słowa kluczowe|Język|Lokalizacja
        Menedżer;Menadżer|Przebieg|Notatki|Lokalizacja biura|Numer ewidencyjny w organizacji|Inna skrzynka pocztowa|\
        Priorytet|Prywatne|Zawód
        Osoba polecająca|Charakter|Współmałżonek|Użytkownik 1|Użytkownik 2|Użytkownik 3|Użytkownik 4|\
        Strona sieci Web;Osobista strona sieci Web
        Imię Yomi|Nazwisko Yomi|Firma Yomi
        """,
        others: "Przydomek=Nickname"
    )

    static let czech = set(
        """
        Titul|Jméno|2. křestní jméno|Příjmení|Za příjmením|Společnost|Oddělení|Funkce
        Ulice (zam.)|Ulice 2 (zam.)|Ulice 3 (zam.)|Město (zam.)|Země (zam.)|PSČ (zam.)|Země (zaměstnání)
        Ulice (dom.)|Ulice 2 (dom.)|Ulice 3 (dom.)|Město (dom.)|Země (dom.)|PSČ (dom.)|Země (domů)
        Jiná ulice|Jiná ulice 2|Jiná ulice 3|Jiné město|Jiný okres|Jiné PSČ|Jiná země
        Telefon asistenta|Fax (zam.)|Telefon (zam.)|Telefon 2 (zam.)|Zpětné volání|Telefon do auta|Telefon společnosti|\
        Fax domů|Telefon domů|Telefon 2 domů
        |Mobilní telefon|Jiný fax|Jiný telefon|Operátor|Primární telefon|Radiotelefon|Pro neslyšící|Dálnopis
        Účet|Výročí|Jméno asistenta|Fakturační údaje;Faktury|Narozeniny|Poštovní přihrádka zaměstnání|Kategorie|Děti|\
        Adresářový server
        E-mailová adresa|Typ e-mailu|Zobrazované jméno e-mailu|\
        E-mailová adresa 2|Typ e-mailu 2|Zobrazované jméno e-mailu 2|\
        E-mailová adresa 3|Typ e-mailu 3|Zobrazované jméno e-mailu 3
        Pohlaví|Rodné číslo|Záliby|Poštovní přihrádka domů|Iniciály|Informace o volném čase v síti Internet|\
        Klíč. slova|Jazyk|Umístění
        Jméno správce|Vzdálenost|Poznámky|Umístění pracoviště|IČO|Jiná poštovní přihrádka|Priorita|Soukromé|Profese
        Doporučil|Utajení|Manžel/manželka|Uživatel 1|Uživatel 2|Uživatel 3|Uživatel 4|Webová stránka
        ||
        """
    )

    static let slovak = set(
        """
        Titul|Krstné meno|Ďalšie meno|Priezvisko|Prípona|Spoločnosť|Oddelenie|Funkcia
        Ulica (práca)|Ulica (práca) 2|Ulica (práca) 3|Mesto (práca)|Okres (práca)|PSČ (práca)|\
        Krajina alebo oblasť (práca)
        Ulica (domov)|Ulica 2 (domov)|Ulica 3 (domov)|Mesto (domov)|Okres (domov)|PSČ (domov)|\
        Krajina alebo oblasť (domov)
        Iná ulica|Iná ulica 2|Iná ulica 3|Iné mesto|Iný kraj|Iné PSČ|Krajina alebo oblasť (iné)
        Telefón asistenta|Fax do práce|Telefón do práce|Telefón do práce 2|Spätné volanie|Autotelefón|\
        Hlavný telefón spoločnosti|Fax domov|Telefón domov|Telefón domov 2
        |Mobilný telefón|Iný fax|Iný telefón|Operátor|Primárny telefón|Rádiotelefón|Telefón TTY/TTD|
        Konto|Výročie|Meno asistenta|Vyúčtovanie|Narodeniny|P.O. box pracoviska|Kategórie|Deti|
        E-mailová adresa|Typ e-mailu|Zobrazované meno príjemcu e-mailu|\
        E-mailová adresa 2|Typ e-mailu 2|Zobrazované meno príjemcu e-mailu 2|\
        E-mailová adresa 3|Typ e-mailu 3|Zobrazované meno príjemcu e-mailu 3
        Pohlavie|Rodné číslo|Záľuby|P.O. box trvalého bydliska|Iniciálky|Informácie o voľnom čase na Internete|\
        Kľúčové slová|Jazyk|Umiestnenie
        Meno manažéra|Vzdialenosť|Poznámky|Pracovisko||P.O. box prechodného bydliska|Priorita|Súkromné|Profesia
        |Citlivosť|Manžel(ka)|Používateľ 1|Používateľ 2|Používateľ 3|Používateľ 4|Webová stránka
        ||
        """
    )

    static let croatian = set(
        """
        Titula|Ime|Srednje ime|Prezime|Sufiks|Tvrtka|Odjel|Poslovna titula
        Službena adresa - ulica|Službena adresa - ulica 2|Službena adresa - ulica 3|Službena adresa - grad|\
        Službena adresa - savezna država|Službena adresa - poštanski broj|Država/regija poslovanja
        Kućna adresa - ulica|Kućna adresa - ulica 2|Kućna adresa - ulica 3|Kućna adresa - grad|\
        Kućna adresa - savezna država|Kućna adresa - poštanski broj|Matična država/regija
        Druga adresa - ulica|Druga adresa - ulica 2|Druga adresa - ulica 3|Druga adresa - grad|\
        Druga adresa - savezna država|Druga adresa - poštanski broj|Druga država/regija
        Pomoćnikov telefon|Službeni faks|Službeni telefon|Službeni telefon 2|Povratni poziv|Automobilski telefon|\
        Telefonski broj centrale tvrtke|Kućni faks|Kućni telefon|Kućni telefon 2
        |Mobitel|Drugi faks|Drugi telefon|Javljač|Primarni telefon|Radijski telefon|Tekstualni telefon|Teleks
        Račun|Obljetnica|Ime pomoćnika|Informacija za naplatu|Rođendan|Službena adresa - poštanski pretinac|\
        Kategorije|Djeca|
        Adresa e-pošte|Vrsta e-pošte|Prikazano ime e-pošte|Adresa e-pošte 2|Vrsta e-pošte 2|Prikazano ime e-pošte 2|\
        Adresa e-pošte 3|Vrsta e-pošte 3|Prikazano ime e-pošte 3
        Spol|JMBG|Hobi|Kućna adresa - poštanski pretinac|Inicijali|Internetsko objavljivanje zauzetosti|||Mjesto
        Naziv rukovoditelja|Kilometraža|Bilješke|Mjesto ureda||Druga adresa - poštanski pretinac|Prioritet||Zanimanje
        |Osjetljivost|Supružnik|Korisnik 1|Korisnik 2|Korisnik 3|Korisnik 4|Web-stranica
        Ime Yomi|Prezime Yomi|Tvrtka Yomi
        """
    )

    static let slovene = set(
        """
        Naziv|Ime|Drugo ime|Priimek|Pripona|Podjetje|Oddelek|Naziv1
        Službeni naslov - ulica|Službeni naslov - ulica 2|Službeni naslov - ulica 3|Službeni naslov - kraj|\
        Službeni naslov - zvezna država|Službeni naslov - poštna številka|Službeni naslov – država/regija
        Domači naslov - ulica|Domači naslov - ulica 2|Domači naslov - ulica 3|Domači naslov - kraj|\
        Domači naslov - zvezna država|Domači naslov - poštna številka|Domači naslov – država/regija
        Drugi naslov - ulica|Drugi naslov - ulica 2|Drugi naslov - ulica 3|Drugi naslov - kraj|\
        Drugi naslov - zvezna država|Drugi naslov - poštna številka|Drugi naslov – država/regija
        Pomočnikov telefon|Službeni faks|Službeni telefon|Službeni telefon 2|Povratni klic||Centrala podjetja|\
        Domači faks|Domači telefon|Domači telefon 2
        |Prenosni telefon|Drugi faks|Drugi telefon|Pozivnik|Primarni telefon|Radijski telefon|Telefon TTY/TDD|Teleks
        Račun|Obletnica|Pomočnik|Podatki za obračun|Rojstni dan|Službeni naslov - poštni predal|Zvrsti|Otroci|
        E-poštni naslov|Vrsta e-pošte|E-poštno ime za prikaz|E-poštni naslov 2|Vrsta e-pošte 2|\
        E-poštno ime za prikaz 2|E-poštni naslov 3|Vrsta e-pošte 3|E-poštno ime za prikaz 3
        Spol|Vladna ID številka|Konjiček|Domači naslov - poštni predal|Začetnice|Internetni prosti/zasedeni čas|||Mesto
        Direktor|Kilometrina|Opombe|Pisarna||Drugi naslov - poštni predal|Prioriteta||Poklic
        |Občutljivost|Zakonec|Uporabnik 1|Uporabnik 2|Uporabnik 3|Uporabnik 4|Spletna stran
        Ime Yomi|Priimek Yomi|Podjetje Yomi
        """
    )

    /// Serbian in Latin letters.
    static let serbian = set(
        """
        Zvanje|Ime|Srednje ime|Prezime|Sufiks|Kompanija|Odeljenje|Radno mesto
        Ulica (posao)|Ulica (posao) 2|Ulica (posao) 3|Grad (posao)|Država (posao)|Poštanski broj (posao)|\
        Država/region firme
        Kućna adresa|Kućna adresa 2|Kućna adresa 3|Grad|Matična država|Matični poštanski broj|Matična država/region
        Druga ulica|Druga ulica 2|Druga ulica 3|Drugi grad|Druga država|Drugi poštanski broj|Druga država/region
        Telefon pomoćnika|Faks na poslu|Telefon na poslu|Telefon na poslu 2|Povratni poziv|Telefon u automobilu|\
        Glavni telefon kompanije|Faks kod kuće|Telefon kod kuće|Telefon kod kuće 2
        |Mobilni telefon|Drugi faks|Drugi telefon|Pejdžer|Primarni telefon|Radio telefon|TTY/TDD telefon|Teleks
        Nalog|Godišnjica|Ime pomoćnika|Informacija o obračunu|Rođendan|Adresa na poslu: poštanski fah|Kategorije|Deca|
        E-adresa|Tip e-poruke|Ime za prikaz za e-poštu|E-adresa 2|Tip e-pošte 2|Ime za prikaz za e-poštu 2|\
        E-adresa 3|Tip e-pošte 3|Ime za prikaz za e-poštu 3
        Pol|Matični broj|Hobi|Kućna adresa: poštanski fah|Inicijali|Zauzetost na Internetu|||Lokacija
        Ime direktora|Kilometraža|Beleške|Lokacija kancelarije||Druga adresa: poštanski fah|Prioritet||Profesija
        |Stepen poverljivosti|Supružnik|Korisnik 1|Korisnik 2|Korisnik 3|Korisnik 4|Veb stranica
        Ime Yomi|Prezime Yomi|Kompanija Yomi
        """
    )

    static let russian = set(
        """
        Обращение|Имя|Отчество|Фамилия|Суффикс|Организация|Отдел|Должность
        Улица (раб. адрес)|Улица 2 (раб. адрес)|Улица 3 (раб. адрес)|Город (раб. адрес)|Область (раб. адрес)|\
        Индекс (раб. адрес)|Страна или регион (раб. адрес);Страна (раб. адрес)
        Улица (дом. адрес)|Улица 2 (дом. адрес)|Улица 3 (дом. адрес)|Город (дом. адрес)|Область (дом. адрес)|\
        Почтовый код (дом.)|Страна или регион (дом. адрес);Страна (дом. адрес)
        Улица (другой адрес)|Улица 2 (другой адрес)|Улица 3 (другой адрес)|Город (другой адрес)|\
        Область (другой адрес)|Индекс (другой адрес)|Страна или регион (другой адрес);Страна (другой адрес)
        Телефон помощника|Рабочий факс|Рабочий телефон|Телефон раб. 2|Обратный вызов|Телефон в машине|\
        Основной телефон организации|Домашний факс|Домашний телефон|Телефон дом. 2
        |Телефон переносной;Мобильный телефон|Другой факс|Другой телефон|Пейджер|Основной телефон|Радиотелефон|\
        Телетайп/телефон с титрами|Телекс
        Счет|Годовщина|Имя помощника|Счета|День рождения|Почтовый ящик (раб. адрес)|Категории|Дети|Сервер каталогов
        Адрес эл. почты|Тип эл. почты|Краткое имя эл. почты|\
        Адрес 2 эл. почты|Тип 2 эл. почты|Краткое 2 имя эл. почты|\
        Адрес 3 эл. почты|Тип 3 эл. почты|Краткое 3 имя эл. почты
        Пол|Личный код|Хобби|Почтовый ящик (дом. адрес)|Инициалы|Сведения о доступности в Интернете|Ключевые слова|Язык|\
        Расположение
        Руководитель|Расстояние|Заметки|Расположение комнаты|Код организации|Почтовый ящик (другой адрес)|Важность|\
        Частное|Профессия
        Отложено|Пометка|Супруг(а)|Пользователь 1|Пользователь 2|Пользователь 3|Пользователь 4|\
        Веб-страница;Web-страница
        ||
        """
    )

    static let ukrainian = set(
        """
        Звернення|Ім'я|По батькові|Прізвище|Суфікс|Організація|Відділ|Посада
        Вулиця (роб. адреса)|Вулиця 2 (роб. адреса)|Вулиця 3 (роб. адреса)|Місто (роб. адреса)|\
        Область (роб. адреса)|Індекс (роб. адреса)|Країна або регіон (роб. адреса)
        Вулиця (дом. адреса)|Вулиця 2 (дом. адреса)|Вулиця 3 (дом. адреса)|Місто (дом. адреса)|\
        Область (дом. адреса)|Поштовий код (дом.)|Країна або регіон (дом. адреса)
        Вулиця (інша адреса)|Вулиця 2 (інша адреса)|Вулиця 3 (інша адреса)|Місто (інша адреса)|\
        Область (інша адреса)|Індекс (інша адреса)|Країна або регіон (інша адреса)
        Телефон помічника|Робочий факс|Робочий телефон|Телефон роб. 2|Зворотний виклик|Телефон у машині|\
        Основний телефон організації|Домашній факс|Домашній телефон|Телефон дом. 2
        |Телефон мобільний|Інший факс|Інший телефон|Пейджер|Основний телефон|Радіотелефон|Телефон TTY/TDD|Телекс
        Рахунок|Річниця|Ім'я помічника|Рахунки|День народження|Поштова скринька (роб. адреса)|Категорії|Діти|
        Адреса ел. пошти|Тип ел. пошти|Коротке ім'я ел. пошти|\
        Адреса 2 ел. пошти|Тип 2 ел. пошти|Коротке ім'я ел. пошти 2|\
        Адреса 3 ел. пошти|Тип 3 ел. пошти|Коротке ім'я ел. пошти 3
        Стать|Особистий код|Хобі|Поштова скринька (дом. адреса)|Ініціали|Відомості про доступність в Інтернеті||Мова|\
        Розташування
        Керівник|Відстань|Нотатки|Розташування кімнати||Поштова скринька (інша адреса)|Важливість||Професія
        |Приватність|Дружина|Користувач 1|Користувач 2|Користувач 3|Користувач 4|Веб-сторінка
        ||
        """
    )

    static let bulgarian = set(
        """
        Обръщение|Собствено име|Бащино име|Фамилно име|Суфикс|Фирма|Отдел|Длъжност
        Улица (сл. адрес)|Улица 2 (сл. адрес)|Улица 3 (сл. адрес)|Град (сл. адрес)|Област (сл. адрес)|\
        Пощенски код (сл. адрес)|Страна/регион (служ. адрес)
        Улица|Улица 2 (дом. адрес)|Улица 3 (дом. адрес)|Град|Област|Пощенски код|Страна/регион (дом. адрес)
        Улица (друг адрес)|Улица 2 (друг адрес)|Улица 3 (друг адрес)|Град (друг адрес)|Област (друг адрес)|\
        Пощенски код (друг адрес)|Страна/регион (друг адрес)
        Телефон на помощника|Служебен факс|Служебен телефон|Служебен телефон 2|Обратно повикване|\
        Автомобилен телефон|Основен телефон на фирмата|Домашен факс|Домашен телефон|Домашен телефон 2
        |Мобилен телефон|Друг факс|Друг телефон|Пейджър|Основен телефон|Радиотелефон||Телекс
        Сметка|Годишнина|Име на помощника|Платежна информация|Рожден ден|Пощенска кутия (сл. адрес)|Категории|Деца|
        Имейл адрес|Тип имейл|Показвано име в имейл|Имейл адрес 2|Тип имейл 2|Показвано име в имейл 2|\
        Имейл адрес 3|Тип имейл 3|Показвано име в имейл 3
        Пол|Правителствен код|Хоби|Пощенска кутия (дом. адрес)|Инициали|Сведения за достъп в Интернет|||Местоположение
        Име на ръководителя|Разстояние|Бележки|Местоположение на офиса||Пощенска кутия (друг адрес)|Приоритет||Професия
        |Конфиденциалност|Съпруг(а)|Потребител 1|Потребител 2|Потребител 3|Потребител 4|Уеб страница
        Собствено Yomi|Фамилно Yomi|Фирма Yomi
        """
    )
}

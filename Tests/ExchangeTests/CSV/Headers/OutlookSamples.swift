import Foundation
import Testing

@testable import Exchange

/// A file as Outlook exports it in a language: names, addresses and numbers in one order, the other columns by their names.
///
/// The one person in it is the same in all files.
struct OutlookSample: CustomTestStringConvertible {
    let testDescription: String
    let separator: String
    /// The code page of the file; `nil` for UTF-8 with a mark.
    let page: CodePage?
    /// The columns with the values of the person: `Nombre=Ada`.
    let columns: String

    init(_ language: String, _ page: CodePage?, _ separator: String, _ columns: String) {
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
        let encoding: String.Encoding =
            switch page {
            case .western: .windowsCP1252
            case .cyrillic: .windowsCP1251
            default: .utf8
            }
        return (page == nil ? [0xEF, 0xBB, 0xBF] : []) + Array(text.data(using: encoding) ?? Data())
    }

    static let all = [spanish, german, russian, japanese]

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

    private static let german = OutlookSample(
        "de",
        .western,
        ",",
        """
        Anrede=Dr|Vorname=Ada|Weitere Vornamen=King|Nachname=Lovelace|Suffix|Firma=Acme|Abteilung=R&D|Position=Boss
        Straße geschäftlich=1 Rd|Straße geschäftlich 2=Floor 2|Straße geschäftlich 3|Ort geschäftlich=London
        Region geschäftlich=LDN|Postleitzahl geschäftlich=N1|Land/Region geschäftlich=UK
        Straße privat=2 Rd|Straße privat 2|Straße privat 3|Ort privat=Paris|Bundesland/Kanton privat=IDF
        Postleitzahl privat=75001|Land/Region privat=France|Weitere Straße|Weitere Straße 2|Weitere Straße 3
        Weiterer Ort=Rome|Weiteres/r Bundesland/Kanton|Weitere Postleitzahl|Weiteres/e Land/Region
        Telefon Assistent=+11|Fax geschäftlich=+1|Telefon geschäftlich=+2|Telefon geschäftlich 2=+3|Rückmeldung
        Autotelefon|Telefon Firma=+4|Fax privat=+5|Telefon (privat)=+6|Telefon (privat 2)|ISDN|Mobiltelefon=+7
        Weiteres Fax|Weiteres Telefon=+8|Pager=+9|Haupttelefon=+10|Mobiltelefon 2|Telefon für Hörbehinderte|Telex
        Abrechnungsinformation|Assistent(in)=Bea|Benutzer 1|Benutzer 2|Benutzer 3|Benutzer 4|Beruf=Poet|Büro
        E-Mail-Adresse=a@b.c|E-Mail-Typ=SMTP|E-Mail: Angezeigter Name=Ada (a@b.c)|E-Mail 2: Adresse=d@e.f
        E-Mail 2: Typ=SMTP|E-Mail 2: Angezeigter Name=Ada (d@e.f)|E-Mail 3: Adresse|E-Mail 3: Typ
        E-Mail 3: Angezeigter Name|Empfohlen von|Geburtstag=25.12.1815|Geschlecht=Keine Angabe|Hobby|Initialen=A.L.
        Internet Frei/Gebucht|Jahrestag=0.0.00|Kategorien=Friends;Maths|Kinder=Byron|Konto|Name des/r Vorgesetzten=Cy
        Notizen=n|Organisationsnr.|Ort|Partner=William|Postfach geschäftlich=99|Postfach privat|Priorität=Normal
        Privat=Falsch|Reisekilometer|Sozialversicherungsnr.|Sprache|Stichwörter|Vertraulichkeit=Normal|Verzeichnisserver
        Webseite=https://x.y|Weiteres Postfach
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

    private static let japanese = OutlookSample(
        "ja",
        nil,
        ",",
        """
        肩書き=Dr|名=Ada|ミドル ネーム=King|姓=Lovelace|敬称|会社名=Acme|部署=R&D|役職=Boss
        番地 (会社)=1 Rd|住所 2 (会社)=Floor 2|住所 3 (会社)|市町村 (会社)=London|都道府県 (会社)=LDN|郵便番号 (会社)=N1
        国 (会社)/地域=UK|番地 (自宅)=2 Rd|住所 2 (自宅)|住所 3 (自宅)|市町村 (自宅)=Paris|都道府県 (自宅)=IDF
        郵便番号 (自宅)=75001|国 (自宅)/地域=France|番地 (その他)|住所 2 (その他)|住所 3 (その他)|市町村 (その他)=Rome
        都道府県 (その他)|郵便番号 (その他)|国 (その他)/地域|秘書の電話=+11|会社 FAX=+1|会社電話=+2|会社電話 2=+3
        コールバック|自動車電話|会社代表電話=+4|自宅 FAX=+5|自宅電話=+6|自宅電話 2|ISDN|携帯電話=+7|その他の FAX
        その他の電話=+8|ポケットベル=+9|通常の電話=+10|無線電話|TTY/TDD|テレックス|ID 番号|Web ページ=https://x.y
        アカウント|イニシャル=A.L.|インターネット空き時間情報|キーワード|その他住所私書箱|ディレクトリ サーバー
        プライベート=False|マネージャー=Cy|メモ=n|ユーザー 1|ユーザー 2|ユーザー 3|ユーザー 4|会社 ID|会社住所私書箱=99
        会社名フリガナ|記念日=0/0/00|経費情報|言語|参照事項|子供=Byron|支払い条件|事業所|自宅住所私書箱|趣味|場所
        職業=Poet|姓フリガナ|性別=指定なし|誕生日=1815/12/25|電子メール アドレス=a@b.c|電子メールの種類=SMTP
        電子メール表示名=Ada (a@b.c)|電子メール 2 アドレス=d@e.f|電子メール 2 の種類=SMTP|電子メール 2 表示名=Ada (d@e.f)
        電子メール 3 アドレス|電子メール 3 の種類|電子メール 3 表示名|配偶者=William|秘書の氏名=Bea|秘密度=標準
        分類=Friends;Maths|名前フリガナ|優先度=標準
        """
    )
}

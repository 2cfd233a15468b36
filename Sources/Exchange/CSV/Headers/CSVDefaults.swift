/// The values that Outlook writes where its user entered nothing, and its words for male and female, in its languages.
enum CSVDefaults {
    /// Whether the value of a column says nothing; the column is named by the key of its English name.
    static func isDefault(_ value: String, of key: String) -> Bool {
        let value = value.lowercased()
        switch key {
        case "gender": return unspecified.contains(value)
        // Normal, Normaal, Normale, Normální, Normál, and the languages that have another word.
        case "priority", "sensitivity": return value.hasPrefix("norm") && value.count <= 12 || normal.contains(value)
        case "private": return no.contains(value)
        default: return false
        }
    }

    /// The English word for a gender; the text itself when it is none of Outlook's.
    static func gender(_ text: String) -> String {
        let word = text.lowercased()
        return male.contains(word) ? "male" : female.contains(word) ? "female" : text
    }

    private static let unspecified = words(
        """
        unspecified|nicht angegeben|keine angabe|non spécifié|non précisé|indéterminé|sin especificar|no especificado
        non specificato|não especificado|nespecificat|niet-gespecificeerd|niet gespecificeerd|niet opgegeven
        ospecificerat|ospecificerad|ej angivet|uspecificeret|ikke angivet|uspesifisert|ikke angitt|määrittämätön
        ei määritetty|nieokreślona|nieokreślony|nieokreślone|nie określono|neurčeno|neuvedeno|neurčené|neuvedené
        neodređeno|nije navedeno|не определен|не определён|не указан|не указано|не визначено|не вказано|неуказан|неуказано
        ni določeno|nedoločeno|määramata|nenurodyta|nav norādīts|nincs megadva|meghatározatlan|belirtilmemiş|belirtilmedi|指定なし|未指定|未指明|지정 안 함|지정되지 않음
        """
    )

    private static let normal = words(
        """
        обычная|обычный|обычное|обычно|нормальная|звичайна|звичайний|звичайне|нормален|нормална|uobičajeno|tavallinen|tavaline|įprastas|įprasta|parasts|navadno
        標準|通常|普通|一般|正常|보통|일반|표준
        """
    )

    private static let no = words(
        """
        false|no|0|falsch|nein|faux|non|falso|não|fals|nu|onwaar|nee|falskt|falsk|nej|usann|nei|epätosi|ei|fałsz|nie
        nepravda|ne|neistina|netočno|ложь|нет|хибність|неправда|ні|лъжа|не|hamis|nem|yanlış|hayır|いいえ|否|假|거짓|아니요
        väär|klaidinga|netiesa|aplams|nepatiess|napačno|ψευδές|όχι
        """
    )

    private static let male = words(
        """
        m|male|männlich|masculin|homme|masculino|hombre|uomo|maschio|maschile|mannelijk|man|mand|mann|mies|mężczyzna|muž|muško|мужской
        чоловіча|чоловічий|мъж|férfi|erkek|bay|bărbat|男|男性|남|남성|남자|mees|vyras|vīrietis|moški|muški|άνδρας
        """
    )

    private static let female = words(
        """
        f|female|weiblich|féminin|femme|femenino|mujer|donna|femmina|femminile|feminino|vrouwelijk|vrouw|kvinna|kvinde|kvinne|nainen|kobieta
        žena|žensko|женский|жіноча|жіночий|жена|nő|kadın|bayan|femeie|女|女性|여|여성|여자|naine|moteris|sieviete
        ženski|ženska|γυναίκα
        """
    )

    private static func words(_ text: String) -> Set<String> { Set(CSVHeaderSet.names(text)) }
}

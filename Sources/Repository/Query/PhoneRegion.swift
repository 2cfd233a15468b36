/// A country, as it decides what a telephone number without a country code means.
public struct PhoneRegion: Hashable, Codable, Sendable {
    /// The code in two upper-case letters (ISO 3166).
    public let code: String

    /// The country of a code in any case; `nil` for a code that no country has.
    public init?(_ code: String) {
        let code = code.uppercased()
        guard code.utf8.count == 2, code != "XX", PhonePlans.byCountry[code] != nil else { return nil }
        self.code = code
    }

    /// The variables that name the locale, the strongest first.
    public static let localeVariables = ["LC_ALL", "LC_TELEPHONE", "LANG"]

    /// The country of the locale, as the variables of a process name it; `nil` for locales of no country.
    public init?(localeIn variables: [String: String]) {
        let locale = Self.localeVariables.lazy.compactMap { variables[$0] }.first { !$0.isEmpty }
        guard let territory = locale?.prefix(while: { $0 != "." && $0 != "@" }).split(separator: "_").dropFirst().first
        else { return nil }
        self.init(String(territory))
    }

    /// The country of a name, in English or in its own language, or of a code; `nil` for an unknown name.
    package init?(named name: String) {
        if let region = PhoneRegion(name.filter { !$0.isWhitespace }) {
            self = region
            return
        }
        guard let code = CountryNames.codes[FoldedText.key(name)] else { return nil }
        self.code = code
    }

    /// How numbers are dialed there.
    var plan: PhonePlan? { PhonePlans.byCountry[code] }
}

extension Contact {
    /// The contact's own country: that of the address to show, else that of the nationality.
    package var phoneRegion: PhoneRegion? {
        address.country.flatMap { PhoneRegion(named: $0) } ?? nationality.flatMap { PhoneRegion($0) }
    }
}

/// The dialing rules of a country.
struct PhonePlan: Sendable {
    /// The code of the country in two letters (ISO 3166); `XX` for services of no country.
    let country: String
    /// The code for calls from other countries.
    let code: String
    /// What is dialed before a number within the country and is not part of it; empty for nothing.
    let trunk: String
    /// The digits of a number without the trunk prefix where that prefix is told from the number by the length; else 0.
    let length: Int
    /// Whether numbers themselves begin with a zero.
    let keepsZero: Bool
    /// What is dialed before the code of another country, the longest first.
    let international: [String]
}

/// The dialing rules of all countries, from the ITU's tables (E.164, E.164D) and their national numbering plans.
enum PhonePlans {
    /// The plans by country.
    static let byCountry = Dictionary(all.map { ($0.country, $0) }, uniquingKeysWith: { first, _ in first })

    /// The plans by code; of several countries with one code, the first has the rules that all of them share.
    static let byCode = Dictionary(all.map { ($0.code, $0) }, uniquingKeysWith: { first, _ in first })

    /// The plan whose code the number begins with; no code is the beginning of another one.
    static func plan(of number: Substring) -> PhonePlan? {
        for length in 1...3 {
            if let plan = byCode[String(number.prefix(length))] { return plan }
        }
        return nil
    }

    private static let all: [PhonePlan] = table.split(separator: "\n").flatMap { line -> [PhonePlan] in
        let parts = line.split(separator: " ").map(String.init)
        guard parts.count > 3 else { return [] }
        let trunk = parts[1].split(separator: "/").map(String.init)
        return parts[3...].compactMap { entry in
            let (country, code) = (entry.prefix(2), entry.dropFirst(2))
            guard country.utf8.count == 2, !code.isEmpty else { return nil }
            return PhonePlan(
                country: String(country),
                code: String(code),
                trunk: ["-", "="].contains(trunk[0]) ? "" : trunk[0],
                length: trunk.count > 1 ? Int(trunk[1]) ?? 0 : 0,
                keepsZero: trunk[0] == "=",
                international: parts[2].split(separator: ",").map(String.init)
            )
        }
    }

    /// Lines of `plan`, the trunk prefix (`-` for none, `=` for none and numbers that begin with a zero, with the length of
    /// a number after a slash), the prefixes of international calls, and the countries with their codes.
    private static let table = """
        plan 1/10 011 US1 CA1 AG1 AI1 AS1 BB1 BM1 BS1 DM1 DO1 GD1 GU1 JM1 KN1 KY1 LC1 MP1 MS1 PR1 SX1 TC1 TT1 VC1 VG1 VI1 UM1
        plan 1/7 011,012 MH692
        plan 8/10 810 RU7 KZ7
        plan 80/9 810 BY375
        plan 8/8 810 TM993
        plan - 810,00 TJ992
        plan 06 00 HU36
        plan = 00 IT39 VA39 SM378 CI225 GA241 CG242 BJ229
        plan 0 00 DE49 AT43 CH41 LI423 FR33 BE32 NL31 GB44 GG44 JE44 IM44 IE353 SE46 RO40 BG359 SK421 SI386 HR385 RS381 BA387
        plan 0 00 ME382 MK389 AL355 XK383 TR90 UA380 MD373 GE995 AM374 AZ994 LT370 MC377
        plan 0 00 MA212 EH212 DZ213 EG20 LY218 ZA27 NA264 GH233 CD243 RW250 ET251 SO252 ZM260 MG261 RE262 YT262 ZW263 MW265 ER291
        plan 0 00 SD249 SS211 LR231 SL232 IN91 PK92 AF93 LK94 MM95 IR98 CN86 VN84 PH63 MY60 LB961 JO962 SY963 IQ964 SA966 YE967
        plan 0 00 AE971 PS970 BD880 LA856 KP850 NP977 KG996 AR54 VE58 PE51 EC593 BO591 PY595 GF594 GP590 BL590 MF590 MQ596 TF262
        plan 0 00 KI686 PM508
        plan 0 00,990,994,999 FI358 AX358
        plan 0 00,0161 NZ64 PN64
        plan 0 0011 AU61 CX61 CC61 HM61
        plan 0 010 JP81
        plan 0 00700,001,002,003,005,006,008 KR82
        plan 0 002,005,006,007,009,016,017,019 TW886
        plan 0 001,004,005,006,007,008,009 TH66
        plan 0 001,007,008,009 KH855
        plan 0 001,007,008,009,01017 ID62
        plan 0 001,002,00 MN976
        plan 0 012,013,014,015,016,017,018,019,00 IL972
        plan 0 0014,0015,0021,0023,0025,0031,0041,0043,0065,00 BR55
        plan 0 005,007,009,00444,00414,00456,00 CO57
        plan 0 00,0130 UY598
        plan 0 000 KE254
        plan 0 000,005,006 TZ255
        plan 0 000,005,007 UG256
        plan 0 009 NG234
        plan 0 119 CU53
        plan - 00 ES34 PT351 GR30 DK45 NO47 SJ47 BV47 PL48 CZ420 LU352 MT356 CY357 LV371 EE372 IS354 AD376 GI350 FO298 GL299 UZ998
        plan - 00 TN216 GM220 SN221 MR222 ML223 GN224 BF226 NE227 TG228 MU230 TD235 CF236 CM237 CV238 ST239 GQ240 AO244 GW245
        plan - 00 IO246 AC247 SC248 DJ253 BI257 MZ258 SH290 TA290 BW267 LS266 SZ268 KM269 AW297 FK500 GS500
        plan - 00 MX52 BZ501 GT502 SV503 HN504 NI505 CR506 PA507 HT509 SR597 CW599 BQ599
        plan - 00 MO853 BN673 TL670 BT975 KW965 OM968 BH973 QA974 PG675 NR674 TO676 SB677 VU678 FJ679 WF681 CK682 NU683 NC687
        plan - 00 NF672 AQ672 TV688 PF689 TK690 FM691 WS685
        plan - 001 GY592
        plan - 001,002,006,007,008,009,0050,0059,0030 HK852
        plan - 001,002,008,012,013,018,019,020,021 SG65
        plan - 00,019 MV960
        plan - 011,012 PW680
        plan - 00,100,110,120,150,171,188 CL56
        plan - 00 XX800 XX808 XX870 XX878 XX881 XX882 XX883 XX888 XX979
        """
}

/// Names of countries as they stand in postal addresses.
enum CountryNames {
    /// The codes by name, as ``FoldedText/key(_:)`` has it.
    static let codes: [String: String] = {
        var codes: [String: String] = [:]
        for entry in table.split(whereSeparator: { $0 == ";" || $0 == "\n" }) {
            let parts = entry.split(separator: ":", maxSplits: 1)
            guard parts.count == 2 else { continue }
            for name in parts[1].split(separator: ",") {
                codes[FoldedText.key(String(name))] = String(parts[0].filter { !$0.isWhitespace })
            }
        }
        return codes
    }()

    /// A code, and the English name followed by others that are in use.
    private static let table = """
        AD:Andorra;AE:United Arab Emirates,UAE;AF:Afghanistan;AG:Antigua and Barbuda;AI:Anguilla;AL:Albania,Shqipëri
        AM:Armenia;AO:Angola;AR:Argentina;AS:American Samoa;AT:Austria,Österreich;AU:Australia;AW:Aruba;AZ:Azerbaijan
        BA:Bosnia and Herzegovina,Bosna i Hercegovina;BB:Barbados;BD:Bangladesh;BE:Belgium,België,Belgique,Belgien
        BF:Burkina Faso;BG:Bulgaria,България;BH:Bahrain;BI:Burundi;BJ:Benin,Bénin;BM:Bermuda;BN:Brunei;BO:Bolivia
        BR:Brazil,Brasil;BS:Bahamas,The Bahamas;BT:Bhutan;BW:Botswana;BY:Belarus,Беларусь;BZ:Belize;CA:Canada
        CD:Democratic Republic of the Congo,Congo-Kinshasa;CF:Central African Republic;CG:Congo,Congo-Brazzaville
        CH:Switzerland,Schweiz,Suisse,Svizzera,Svizra;CI:Ivory Coast,Côte d’Ivoire,Cote d'Ivoire;CL:Chile;CM:Cameroon,Cameroun
        CN:China,People's Republic of China,中国;CO:Colombia;CR:Costa Rica;CU:Cuba;CV:Cape Verde,Cabo Verde;CW:Curaçao
        CY:Cyprus,Κύπρος;CZ:Czechia,Czech Republic,Česko,Česká republika;DE:Germany,Deutschland,Allemagne,Alemania,Germania
        DJ:Djibouti;DK:Denmark,Danmark,Dänemark;DM:Dominica;DO:Dominican Republic,República Dominicana;DZ:Algeria,Algérie
        EC:Ecuador;EE:Estonia,Eesti;EG:Egypt,مصر;ER:Eritrea;ES:Spain,España,Spanien,Espagne;ET:Ethiopia
        FI:Finland,Suomi,Finnland;FJ:Fiji;FO:Faroe Islands;FR:France,Frankreich,Francia;GA:Gabon
        GB:United Kingdom,UK,Great Britain,England,Scotland,Wales,Northern Ireland,Großbritannien,Royaume-Uni;GD:Grenada
        GE:Georgia,საქართველო;GF:French Guiana;GG:Guernsey;GH:Ghana;GI:Gibraltar;GL:Greenland;GM:Gambia,The Gambia;GN:Guinea
        GP:Guadeloupe;GQ:Equatorial Guinea;GR:Greece,Ελλάδα,Griechenland;GT:Guatemala;GU:Guam;GW:Guinea-Bissau;GY:Guyana
        HK:Hong Kong,香港;HN:Honduras;HR:Croatia,Hrvatska,Kroatien;HT:Haiti;HU:Hungary,Magyarország,Ungarn;ID:Indonesia
        IE:Ireland,Éire;IL:Israel,ישראל;IM:Isle of Man;IN:India,भारत;IQ:Iraq;IR:Iran,ایران;IS:Iceland,Ísland;IT:Italy,Italia,Italien
        JE:Jersey;JM:Jamaica;JO:Jordan;JP:Japan,日本;KE:Kenya;KG:Kyrgyzstan;KH:Cambodia;KI:Kiribati;KM:Comoros
        KN:Saint Kitts and Nevis;KP:North Korea;KR:South Korea,Korea,Republic of Korea,대한민국;KW:Kuwait;KY:Cayman Islands
        KZ:Kazakhstan,Казахстан;LA:Laos;LB:Lebanon;LC:Saint Lucia;LI:Liechtenstein;LK:Sri Lanka;LR:Liberia;LS:Lesotho
        LT:Lithuania,Lietuva;LU:Luxembourg,Luxemburg,Lëtzebuerg;LV:Latvia,Latvija;LY:Libya;MA:Morocco,Maroc;MC:Monaco;MD:Moldova
        ME:Montenegro,Crna Gora;MG:Madagascar;MH:Marshall Islands;MK:North Macedonia,Macedonia,Северна Македонија;ML:Mali
        MM:Myanmar,Burma;MN:Mongolia;MO:Macao,Macau;MQ:Martinique;MR:Mauritania;MT:Malta;MU:Mauritius;MV:Maldives;MW:Malawi
        MX:Mexico,México,Mexiko;MY:Malaysia;MZ:Mozambique;NA:Namibia;NC:New Caledonia;NE:Niger;NG:Nigeria;NI:Nicaragua
        NL:Netherlands,The Netherlands,Nederland,Holland,Niederlande,Pays-Bas;NO:Norway,Norge,Noreg,Norwegen;NP:Nepal;NR:Nauru
        NZ:New Zealand,Aotearoa;OM:Oman;PA:Panama,Panamá;PE:Peru,Perú;PF:French Polynesia;PG:Papua New Guinea
        PH:Philippines,Pilipinas;PK:Pakistan;PL:Poland,Polska,Polen;PR:Puerto Rico;PS:Palestine;PT:Portugal;PW:Palau;PY:Paraguay
        QA:Qatar;RE:Réunion;RO:Romania,România;RS:Serbia,Srbija,Србија;RU:Russia,Russian Federation,Россия;RW:Rwanda
        SA:Saudi Arabia;SB:Solomon Islands;SC:Seychelles;SD:Sudan;SE:Sweden,Sverige,Schweden;SG:Singapore;SI:Slovenia,Slovenija
        SK:Slovakia,Slovensko;SL:Sierra Leone;SM:San Marino;SN:Senegal,Sénégal;SO:Somalia;SR:Suriname;SS:South Sudan
        ST:São Tomé and Príncipe;SV:El Salvador;SY:Syria;SZ:Eswatini,Swaziland;TD:Chad,Tchad;TG:Togo;TH:Thailand,ประเทศไทย
        TJ:Tajikistan;TL:East Timor,Timor-Leste;TM:Turkmenistan;TN:Tunisia,Tunisie;TO:Tonga;TR:Turkey,Türkiye,Türkei
        TT:Trinidad and Tobago;TV:Tuvalu;TW:Taiwan,台灣;TZ:Tanzania;UA:Ukraine,Україна;UG:Uganda
        US:United States,United States of America,USA,U.S.A.,U.S.,America;UY:Uruguay;UZ:Uzbekistan;VA:Vatican City;VE:Venezuela
        VN:Vietnam,Viet Nam,Việt Nam;VU:Vanuatu;WS:Samoa;XK:Kosovo,Kosova;YE:Yemen;ZA:South Africa;ZM:Zambia;ZW:Zimbabwe
        """
}

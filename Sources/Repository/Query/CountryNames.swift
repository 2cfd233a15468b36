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

import Primitives

/// The invented identity numbers, including the mistakes of the real service.
enum IdentityNumber {
    static func apply(
        to person: inout Person,
        query: UserQuery,
        stream: inout SeededGenerator
    ) throws(PersonGenerator.Crash) {
        let isAsked = query.fields.contains(.id)
        let born = UTCDate.timestamp(person.born).prefix(10)
        let year = Int(born.prefix(4)) ?? 0
        let month = String(born.dropFirst(5).prefix(2))
        let dayAndMonth = String(born.suffix(2)) + month
        switch person.nation {
        case "AU": set(&person, "TFN", stream.fill("#########"))
        case "BR" where query.version >= .v1p4: set(&person, "CPF", stream.fill("###.###.###-##"))
        case "CA" where query.version >= .v1p4 && isAsked: set(&person, "SIN", stream.fill("#########"))
        case "CH": set(&person, "AVS", stream.fill("756.####.####.##"))
        case "DE" where query.version >= .v1p4 && isAsked:
            guard query.fields.contains(.name) else { throw PersonGenerator.Crash() }
            let letter = Transliteration.ascii(String(person.last.prefix(1))).prefix(1).uppercased()
            let date = dayAndMonth + (year % 100).digits(2)
            set(&person, "SVNR", stream.fill("## ") + date + " \(letter) " + stream.fill("###"))
        case "DK":
            // Births from 2000 on have one digit too many: the service counts years from 1900.
            set(&person, "CPR", dayAndMonth + (year - 1_900).digits(2) + "-" + stream.fill("####"))
        case "ES": set(&person, "DNI", stream.fill("########-@"))
        case "FI" where isAsked: set(&person, "HETU", "NaNNA" + stream.fill("###") + "undefined")
        case "FR" where isAsked:
            let yearAndMonth = (year - 1_900).digits(2) + month
            set(&person, "INSEE", french(person, yearAndMonth, query.version, &stream))
        case "GB" where isAsked: set(&person, "NINO", stream.fill("@@ ## ## ## @"))
        case "IE": set(&person, "PPS", stream.fill("#######T"))
        case "IN": set(&person, "UIDAI", stream.fill("############"))
        case "MX": set(&person, "NSS", stream.fill("## ## ## #### #"))
        case "NL": set(&person, "BSN", stream.fill("########"))
        case "NO" where isAsked: set(&person, "FN", dayAndMonth + (year % 100).digits(2) + stream.fill("#####"))
        case "RS": set(&person, "SID", stream.fill("#########"))
        case "US" where isAsked: set(&person, "SSN", stream.fill("###-##-####"))
        case "LEGO": set(&person, query.version >= .v1p4 ? "SN" : "serial#", stream.fill("############"))
        default: return
        }
    }

    private static func set(_ person: inout Person, _ name: String, _ value: String) {
        person.identityName = name
        person.identityValue = value
    }

    private static func french(
        _ person: Person,
        _ yearAndMonth: String,
        _ version: APIVersion,
        _ stream: inout SeededGenerator
    ) -> String {
        let sex = person.gender == .male ? "1" : "2"
        guard version >= .v1p4 else { return sex + "NNaN" + stream.fill("######## ##") }
        return sex + yearAndMonth + stream.fill("######## ##")
    }
}

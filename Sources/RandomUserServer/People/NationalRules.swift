import Primitives

/// Rules that differ between nations: postcodes, phone numbers, identity numbers, and a title.
enum NationalRules {
    /// Overwrites the values that are generated in the same way for all nations.
    ///
    /// As in the real service, some values are only generated if they are requested. Leaving out fields therefore
    /// changes the people that follow.
    static func apply(
        to person: inout Person,
        of nation: Nation,
        query: UserQuery,
        stream: inout SeededGenerator
    ) throws(PersonGenerator.Crash) {
        if query.fields.contains(.location) {
            person.postcode = postcode(person, query: query, stream: &stream)
        }
        if person.nation == "CH", query.fields.contains(.name) {
            person.title = person.gender == .male ? "Monsieur" : stream.pick(["Madame", "Mademoiselle"])
        }
        if nation.phones.count == 1 {
            person.phone = stream.fill(nation.phones[0])
        } else if query.fields.contains(.phone) {
            person.phone = stream.fill(stream.pick(nation.phones))
        }
        person.cell = stream.fill(nation.cell)
        try IdentityNumber.apply(to: &person, query: query, stream: &stream)
    }

    private static func postcode(
        _ person: Person,
        query: UserQuery,
        stream: inout SeededGenerator
    ) -> Person.Postcode {
        switch person.nation {
        case "AU": .number(stream.number(in: 200...9_999))
        case "CH": .number(stream.number(in: 1_000...9_999))
        case "CA": .text(stream.fill("@#@ #@#"))
        case "GB": .text(stream.fill(stream.pick(britishPostcodes)))
        case "NO": .text(stream.fill("####"))
        case "NL" where query.version >= .v1p4: .text(stream.fill("#### @@"))
        default: person.postcode
        }
    }

    private static let britishPostcodes = ["@# #@@", "@## #@@", "@@# #@@", "@@## #@@", "@#@ #@@", "@@#@ #@@"]
}

/// The invented identity numbers, including the real service's bugs.
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
            // From 2000 on, years of birth have one digit too many, because the service counts from 1900.
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

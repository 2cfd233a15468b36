/// What differs between nations: postcodes, telephone numbers, identity numbers, and a title.
enum NationalRules {
    private struct Phones {
        let phone: String
        let cell: String
    }

    /// Overwrites the values that are generated alike for all nations.
    ///
    /// As in the real service, some values are generated only if they are requested. Leaving fields out therefore changes
    /// the people that follow.
    static func apply(
        to person: inout Person,
        query: UserQuery,
        stream: inout SeededGenerator
    ) throws(PersonGenerator.Crash) {
        if query.fields.contains(.location) {
            person.postcode = postcode(person, query: query, stream: &stream)
        }
        if person.nation == "CH", query.fields.contains(.name) {
            person.title = person.gender == .male ? "Monsieur" : stream.pick(["Madame", "Mademoiselle"])
        }
        let phones = phones(person.nation)
        if person.nation != "GB" {
            person.phone = stream.fill(phones.phone)
        } else if query.fields.contains(.phone) {
            person.phone = stream.fill(stream.pick(britishPhones))
        }
        person.cell = stream.fill(phones.cell)
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

    private static let britishPhones = [
        "011# ### ####", "01#1 ### ####", "013873 #####", "015242 #####", "015394 #####", "015395 #####",
        "015396 #####",
        "016973 #####", "016974 #####", "016977 ####", "016977 #####", "017683 #####", "017684 #####", "017687 #####",
        "019467 #####", "019755 #####", "01### ######", "02# #### ####",
    ]

    private static func phones(_ nation: String) -> Phones {
        switch nation {
        case "AU": Phones(phone: "0#-####-####", cell: "04##-###-###")
        case "BR": Phones(phone: "(##) ####-####", cell: "(##) ####-####")
        case "CA": Phones(phone: "@## @##-####", cell: "@## @##-####")
        case "CH": Phones(phone: "07# ### ## ##", cell: "07# ### ## ##")
        case "DE": Phones(phone: "0###-#######", cell: "017#-#######")
        case "DK", "NO": Phones(phone: "########", cell: "########")
        case "ES": Phones(phone: "9##-###-###", cell: "6##-###-###")
        case "FI": Phones(phone: "0#-###-###", cell: "04#-###-##-##")
        case "FR": Phones(phone: "0#-##-##-##-##", cell: "06-##-##-##-##")
        case "GB": Phones(phone: "", cell: "07### ######")
        case "IE": Phones(phone: "0#1-###-####", cell: "081-###-####")
        case "IN": Phones(phone: "7#########", cell: "9#########")
        case "IR": Phones(phone: "0##-########", cell: "09##-###-####")
        case "MX": Phones(phone: "(6##) ### ####", cell: "(6##) ### ####")
        case "RS": Phones(phone: "0##-####-###", cell: "06#-####-###")
        case "UA": Phones(phone: "(0##) @##-####", cell: "(0##) @##-####")
        case "US": Phones(phone: "(###) ###-####", cell: "(###) ###-####")
        default: Phones(phone: "(###)-###-####", cell: "(###)-###-####")
        }
    }
}

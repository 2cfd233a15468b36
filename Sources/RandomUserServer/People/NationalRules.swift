/// Rules that differ between nations: postcodes, telephone numbers, identity numbers, and a title.
enum NationalRules {
    /// Overwrites the values that are generated alike for all nations.
    ///
    /// As in the real service, some values are generated only if they are requested. Leaving fields out therefore changes
    /// the people that follow.
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

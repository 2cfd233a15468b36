import Repository

extension StoreOverview {
    /// The numbers, with their names.
    var facts: [Fact] {
        [
            Fact("contacts", "Contacts", .number(contacts)),
            Fact("favorites", "Favourites", .number(favorites)),
            Fact("local", "Added or imported here", .number(local)),
            Fact("edited", "Edited here", .number(edited)),
            Fact("removed", "Removed here", .number(removed)),
            Fact("email", "With an e-mail address", .number(withEmail)),
            Fact("phone", "With a number", .number(withPhone)),
            Fact("address", "With an address", .number(withAddress)),
            Fact("birthday", "With a birthday", .number(withBirthday)),
            Fact("pages", "Pages fetched", .number(pages)),
            Fact("steps", "Steps of history", .number(steps)),
            Fact("groups", "Groups", .counts(groups.map { Fact.Count(name: $0.name, number: $0.contacts) })),
            Fact("genders", "Genders", genders),
            Fact("nationalities", "Nationalities", nationalities),
            Fact("countries", "Countries", countries),
        ]
    }
}

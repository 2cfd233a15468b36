import Repository

/// The values used to compare a contact.
struct ComparedContact {
    let id: ContactID
    let name: ComparedName
    let emails: [String]
    let phones: [(key: PhoneKey, isMobile: Bool)]
    let birthday: String
    let gender: String
    let organization: String
    let street: String

    /// Extracts a contact's values; `region` is assumed for its numbers without a country code.
    init(_ contact: Contact, region: PhoneRegion?) {
        id = contact.id
        name = ComparedName(contact)
        emails = contact.emails.map { $0.value.lowercased() }.filter { $0.contains("@") }
        phones = contact.phones.compactMap { phone in
            guard let key = PhoneKey(phone.value, region: region), key.lineEnd != nil else { return nil }
            return (key, phone.types.contains("cell"))
        }
        birthday = contact.birthday ?? ""
        gender = contact.gender?.lowercased() ?? ""
        organization = name.isOrganization ? "" : ComparedName.words(contact.organization)
        let address = contact.address
        let town = ComparedName.words(address.postcode ?? address.city)
        let road = ComparedName.words(address.street)
        street = road.isEmpty ? "" : "\(road) \(town)"
    }
}

/// The likelihood that two contacts are the same person, with the reasons.
///
/// Points are added for everything the contacts share, and subtracted for differences. An e-mail address or a number
/// alone is never enough: there are no points without matching names. The same full name makes a possible pair.
struct DuplicateScore {
    /// The minimum score of a pair that is suggested.
    static let possible = 55

    /// The sum of the points, 0 to 100.
    private(set) var points = 0
    private(set) var reasons: [String] = []

    init(_ one: ComparedContact, _ other: ComparedContact) {
        let address = one.emails.first { other.emails.contains($0) }
        let isMobile = Self.sharedLine(one, other)
        let birthday = Self.birthday(one.birthday, other.birthday)
        let name: (points: Int, reason: String, relation: NameRelation)
        if one.name.isEmpty || other.name.isEmpty {
            guard let unnamed = Self.unnamed(one, other, address: address, hasPhone: isMobile != nil) else { return }
            name = (unnamed.points, unnamed.reason, .partial)
        } else {
            let (relation, isSwapped, points) = NameRelation.of(one.name, other.name)
            guard relation != .different else { return }
            // The same given name with different family names also needs a shared address or number.
            guard relation != .sameGiven || address != nil || isMobile != nil else { return }
            name = (points, relation.rating.reason + (isSwapped ? " in another order" : ""), relation)
        }
        if let address {
            // A mailbox such as info@ is read by several people.
            let isRole = Self.roles.contains(String(address.prefix { $0 != "@" }))
            add(isRole && name.relation < .same ? 20 : 45, "the same e-mail address")
        }
        if let isMobile { add(isMobile ? 45 : 40, "the same number") }
        if let birthday, birthday.points > 0 { add(birthday.points, birthday.reason) }
        if !one.street.isEmpty, one.street == other.street { add(20, "the same street") }
        if !one.organization.isEmpty, one.organization == other.organization { add(15, "the same organization") }
        let isSameName =
            !one.name.isEmpty && NameRelation.areSame(one.name.sorted, other.name.sorted)
            && (!one.name.isWhole || NameRelation.areSame(one.name.first, other.name.first))
            && !Self.differ(one.name.middle, other.name.middle)
            && !Self.differ(one.name.suffix, other.name.suffix)
        guard !reasons.isEmpty || isSameName else { return }
        add(name.points, name.reason)
        if let birthday, birthday.points < 0 { add(birthday.points, birthday.reason) }
        if !one.name.suffix.isEmpty, !other.name.suffix.isEmpty, one.name.suffix != other.name.suffix {
            add(-30, "but different suffixes")
        }
        if Self.differ(one.name.middle, other.name.middle) { add(-25, "but different middle names") }
        if !one.gender.isEmpty, !other.gender.isEmpty, one.gender != other.gender { add(-15, "but different genders") }
        // The same full name is always worth asking about.
        if isSameName { points = max(points, Self.possible) }
        points = min(points, 100)
    }

    var isPossible: Bool { points >= Self.possible }
    var isCertain: Bool { points >= DuplicateGroup.certainScore }

    private mutating func add(_ points: Int, _ reason: String) {
        self.points += points
        reasons.append(reason)
    }

    /// Returns the lower score, with the reasons of both.
    func weakened(by other: DuplicateScore) -> DuplicateScore {
        var weaker = self
        weaker.points = min(points, other.points)
        weaker.reasons += other.reasons.filter { !reasons.contains($0) }
        return weaker
    }

    /// Mailboxes that belong to a role, not a person.
    private static let roles: Set<String> = [
        "info", "office", "contact", "kontakt", "hello", "hallo", "mail", "post", "sales", "support", "service", "help",
        "admin", "team", "family", "familie", "noreply", "no-reply", "secretary", "sekretariat", "buero", "billing",
        "jobs", "press",
    ]

    /// Returns whether a shared number is marked as mobile in both; `nil` without a shared number.
    private static func sharedLine(_ one: ComparedContact, _ other: ComparedContact) -> Bool? {
        one.phones.lazy.compactMap { phone in
            other.phones.first { phone.key.isSameLine(as: $0.key) }.map { phone.isMobile && $0.isMobile }
        }.first
    }

    /// Rates a pair with an unnamed contact by the values they share; a shared mailbox alone isn't enough.
    private static func unnamed(
        _ one: ComparedContact,
        _ other: ComparedContact,
        address: String?,
        hasPhone: Bool
    ) -> (points: Int, reason: String)? {
        if one.name.isEmpty, other.name.isEmpty {
            // A shared address and a shared number, or identical addresses and numbers.
            let isEqual = one.emails == other.emails && one.phones.map(\.key) == other.phones.map(\.key)
            return address != nil && hasPhone || isEqual ? (15, "no name in either") : nil
        }
        let named = one.name.isEmpty ? other.name : one.name
        if hasPhone { return (15, "one without a name") }
        guard let address else { return nil }
        let words = ComparedName.words(String(address.prefix { $0 != "@" })).split(separator: " ").map(String.init)
        let parts = [named.first, named.last].filter { $0.utf8.count > 1 }
        let isNamed = parts.count == 2 && (parts.allSatisfy(words.contains) || words == [parts.joined()])
        return isNamed ? (20, "an e-mail address with the name in it") : nil
    }

    /// Rates two birthdays; `nil` if one is unknown, or if they neither agree nor contradict each other.
    private static func birthday(_ one: String, _ other: String) -> (points: Int, reason: String)? {
        guard !one.isEmpty, !other.isEmpty else { return nil }
        let hasNoYear = one.hasPrefix("--")
        if one == other { return (hasNoYear ? 20 : 40, "the same birthday") }
        if hasNoYear != other.hasPrefix("--"), one.suffix(5) == other.suffix(5) {
            return one.utf8.count >= 7 ? (25, "the same day of birth") : nil
        }
        // A year or month alone doesn't contradict a full date.
        if one.hasPrefix(other + "-") || other.hasPrefix(one + "-") { return nil }
        let (a, b) = (Array(one.utf8), Array(other.utf8))
        let isSlip = a.count == b.count && (zip(a, b).count { $0 != $1 } == 1 || a.sorted() == b.sorted())
        return (isSlip ? -15 : -25, "but different birthdays")
    }

    private static func differ(_ one: String, _ other: String) -> Bool {
        !one.hasPrefix(other) && !other.hasPrefix(one)
    }
}

extension ContactFilter {
    /// Whether the contact is wanted, as ``ContactFilterClause`` says it to SQLite.
    func matches(_ contact: Contact, updatedAt: Int64) -> Bool {
        let search = SearchQuery(text)
        if search.words.isEmpty, !text.allSatisfy(\.isWhitespace) { return false }
        if !search.words.isEmpty, !search.matches(contact) { return false }
        if !nationalities.isEmpty {
            guard let own = contact.nationality?.lowercased(), nationalities.contains(where: { $0.lowercased() == own })
            else { return false }
        }
        if let gender, contact.gender?.lowercased() != gender.lowercased() { return false }
        if let city, contact.address.city.map(FoldedText.key) != FoldedText.key(city) { return false }
        if let country, contact.address.country.map(FoldedText.key) != FoldedText.key(country) { return false }
        if let birthdays, contact.birthday.map(birthdays.contains) != true { return false }
        if let updatedSince, updatedAt < updatedSince.milliseconds { return false }
        return true
    }
}

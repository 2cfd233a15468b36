extension ContactEdit {
    /// The contact as the user wants it.
    public func applied(to contact: Contact) -> Contact {
        var contact = contact
        let name = contact.name
        Self.set(&contact.name.title, title)
        Self.set(&contact.name.first, firstName)
        Self.set(&contact.name.middle, middleName)
        Self.set(&contact.name.last, lastName)
        Self.set(&contact.name.suffix, suffix)
        // The whole of a name that has changed would show the old parts.
        if contact.name != name { contact.name.formatted = nil }
        Self.set(&contact.name.formatted, formattedName)
        Self.set(&contact.nickname, nickname)
        Self.set(&contact.gender, gender)
        if let emails { contact.emails = emails }
        if let phones { contact.phones = phones }
        if let addresses { contact.addresses = addresses }
        contact.address = newAddress(contact.address)
        Self.set(&contact.email, email)
        Self.set(&contact.phone, phone)
        Self.set(&contact.cell, cell)
        Self.set(&contact.organization, organization)
        if let organizationUnits { contact.organizationUnits = organizationUnits }
        Self.set(&contact.jobTitle, jobTitle)
        Self.set(&contact.role, role)
        Self.set(&contact.note, note)
        if let urls { contact.urls = urls }
        Self.set(&contact.birthday, birthday)
        Self.set(&contact.anniversary, anniversary)
        contact.categories = newCategories(contact.categories)
        if let isFavorite { contact.isFavorite = isFavorite }
        return contact
    }

    private func newAddress(_ old: PostalAddress) -> PostalAddress {
        guard let addressParts else { return old }
        var result = old
        Self.set(&result.street, addressParts.street)
        Self.set(&result.city, addressParts.city)
        Self.set(&result.state, addressParts.state)
        Self.set(&result.postcode, addressParts.postcode)
        Self.set(&result.country, addressParts.country)
        Self.set(&result.poBox, addressParts.poBox)
        Self.set(&result.extended, addressParts.extended)
        return result
    }

    private func newCategories(_ old: [String]) -> [String] {
        var result = categories ?? old
        guard !addedCategories.isEmpty || !removedCategories.isEmpty else { return result }
        let removed = Set(removedCategories.map(FoldedText.key))
        result.removeAll { removed.contains(FoldedText.key($0)) }
        var known = Set(result.map(FoldedText.key))
        for category in addedCategories where known.insert(FoldedText.key(category)).inserted {
            result.append(category)
        }
        return result
    }

    /// A field that has nothing stays as it is when it is cleared, even when the source said so with an empty text.
    private static func set(_ field: inout String?, _ value: String?) {
        guard let value, value != field ?? "" else { return }
        field = value.isEmpty ? nil : value
    }
}

import VCard

/// A change to a contact's fields.
///
/// `nil` leaves a field unchanged; an empty text or list clears it.
public struct ContactEdit: Equatable, Codable, Sendable {
    package var title: String?
    package var firstName: String?
    package var middleName: String?
    package var lastName: String?
    package var suffix: String?
    /// The new full name; without it, changing a part of the name clears the old full name.
    package var formattedName: String?
    package var nickname: String?
    package var gender: String?
    package var pronouns: String?
    /// The new e-mail address, replacing the one shown first.
    package var email: String?
    /// The new telephone number, replacing the one shown first.
    package var phone: String?
    /// The new mobile number, replacing the one shown first.
    package var cell: String?
    /// The new list of e-mail addresses; ``email`` is applied after it.
    package var emails: [ContactValue]?
    /// The new list of telephone numbers; ``phone`` and ``cell`` are applied after it.
    package var phones: [ContactValue]?
    package var addresses: [ContactAddress]?
    /// New parts of one postal address, applied after ``addresses``: of the one with ``addressTypes``, or else of the
    /// one shown first.
    ///
    /// A part that is `nil` is unchanged; an empty text clears it.
    package var addressParts: PostalAddress?
    /// The types of the address that ``addressParts`` apply to; if there is no such address, one is added.
    package var addressTypes: [String]?
    package var organization: String?
    package var organizationUnits: [String]?
    package var jobTitle: String?
    package var role: String?
    package var note: String?
    package var urls: [String]?
    package var birthday: String?
    package var anniversary: String?
    package var dates: [ContactValue]?
    package var relations: [ContactValue]?
    package var messengers: [ContactValue]?
    package var profiles: [ContactValue]?
    /// The new kind of the card: `individual`, `group`, `org` or `location`.
    package var kind: String?
    package var members: [String]?
    package var categories: [String]?
    /// Values that each replace one value of a list, by field name.
    ///
    /// Each replaces the preferred, or else the first, value with its types; without types, the value shown first. If
    /// there is no match, it is added; other values don't change.
    package var replaced: [String: [ContactValue]]?
    /// Values to add to lists, by field name; those already in the list aren't added again.
    package var added: [String: [ContactValue]] = [:]
    /// Values to remove from lists, by field name, before others are added.
    package var removed: [String: [ContactValue]] = [:]
    /// The new picture; an empty address removes it.
    package var photo: ContactPhoto?
    package var isFavorite: Bool?
    /// The new card lines without a field, replacing all existing ones.
    package var lines: [String]?

    package init(firstName: String? = nil, lastName: String? = nil, email: String? = nil, phone: String? = nil) {
        self.firstName = firstName
        self.lastName = lastName
        self.email = email
        self.phone = phone
    }

    package var isEmpty: Bool { self == ContactEdit() }

    package var addedCategories: [String] {
        get { (added[ContactField.categories.name] ?? []).map(\.value) }
        set { added[ContactField.categories.name] = newValue.isEmpty ? nil : newValue.map { ContactValue($0) } }
    }

    /// Groups to remove from the list, ignoring case and accents.
    package var removedCategories: [String] {
        get { (removed[ContactField.categories.name] ?? []).map(\.value) }
        set { removed[ContactField.categories.name] = newValue.isEmpty ? nil : newValue.map { ContactValue($0) } }
    }

    /// Sets the field to these values, the first of which counts for a single text or a part of an address.
    ///
    /// Without any, a list or text becomes empty, the part is removed, and a mark is unset. Addresses are always removed.
    package mutating func set(_ field: ContactField, to values: [ContactValue]) {
        switch field.input?.edit {
        case .text(let path)?: self[keyPath: path] = values.first?.value ?? ""
        case .texts(let path)?: self[keyPath: path] = values.map(\.value)
        case .values(let path)?: self[keyPath: path] = values
        case .flag(let path)?: self[keyPath: path] = !values.isEmpty
        case .addresses?: addresses = []
        case nil:
            guard let part = AddressPart(rawValue: field.name) else {
                if field == .address { addresses = [] }
                return
            }
            var parts = addressParts ?? PostalAddress()
            parts[part] = values.first?.value ?? ""
            addressParts = parts
        }
    }

    package func applied(to contact: Contact) -> Contact {
        var result = contact
        for field in ContactField.all {
            field.input?.apply(self, field, to: &result)
            field.replaceValues(by: self, in: &result)
        }
        if let photo { result.photo = photo == .uri("") ? nil : photo }
        // The full name would still contain the old parts.
        if formattedName == nil, result.name != contact.name { result.name.formatted = nil }
        for field in ContactField.lists { changeList(field, of: &result) }
        result.dropLines(changedFrom: contact)
        if let lines { result.lines = lines }
        return result
    }

    private func changeList(_ field: ContactField, of contact: inout Contact) {
        let (added, removed) = (added[field.name] ?? [], removed[field.name] ?? [])
        guard let list = field.list, !added.isEmpty || !removed.isEmpty else { return }
        var result = list.get(contact).filter { value in
            !removed.contains { field.isSame(value.value, $0.value) }
        }
        for value in added where !result.contains(where: { field.isSame($0.value, value.value) }) {
            result.append(value)
        }
        list.set(&contact, result)
    }
}

extension ContactField {
    /// Whether two list values of the field are the same: telephone numbers regardless of notation, others ignoring
    /// case and accents.
    func isSame(_ left: String, _ right: String) -> Bool {
        if case .phone? = input?.rule, let left = PhoneKey(left), let right = PhoneKey(right) {
            return left.isSameLine(as: right)
        }
        return FoldedText.key(left) == FoldedText.key(right)
    }

    fileprivate func replaceValues(by edit: ContactEdit, in contact: inout Contact) {
        guard let new = edit.replaced?[name], let list else { return }
        var old = list.get(contact)
        // Only web addresses have kept lines, because of a label or a preference.
        let kept = self == .urls ? contact.urls.map(contact.keptLine(ofURL:)) : []
        for case (let index, let (_, line)?) in kept.enumerated() {
            old[index].isPreferred = CardFields.isPreferred(line)
        }
        list.set(&contact, replacing(old, new))
        for case (let (place, line)?, let url) in zip(kept, contact.urls) where CardFields.url(line) != url {
            contact.lines[place] = VCardLine(line.name, parameters: line.parameters, group: line.group, value: url).text
        }
    }

    /// Returns the list with each new value in the place of an old one, or else at the end.
    ///
    /// The new value inherits the types and preference of the old one. Values with types choose first, and no two new
    /// values replace the same old one.
    private func replacing(_ old: [ContactValue], _ new: [ContactValue]) -> [ContactValue] {
        var result = old
        var places: [Int: Int] = [:]
        for (index, value) in new.enumerated().sorted(by: { !$0.element.types.isEmpty && $1.element.types.isEmpty }) {
            let shown = old.indices.filter { place in
                value.types.isEmpty
                    ? self != .phones || !old[place].types.contains("cell")
                    : ContactValue.types(old[place].types, fit: value.types)
            }
            guard let place = shown.first(where: { old[$0].isPreferred }) ?? shown.first,
                !places.values.contains(place)
            else { continue }
            places[index] = place
            result[place].value = value.value
        }
        return result + new.indices.filter { places[$0] == nil }.map { new[$0] }
    }
}

extension Contact {
    /// Sets parts of the address with these types, or else of the one shown first; adds an address if there is none.
    fileprivate mutating func change(_ parts: PostalAddress, ofAddress types: [String]) {
        let places = addresses.indices.filter { place in
            types.isEmpty || ContactValue.types(addresses[place].types, fit: types)
        }
        guard let place = places.first(where: { addresses[$0].isPreferred }) ?? places.first else {
            let new = PostalAddress().changed(by: parts)
            if new != PostalAddress() { addresses.append(ContactAddress(new, types: types)) }
            return
        }
        addresses[place].address = addresses[place].address.changed(by: parts)
        if addresses[place].address == PostalAddress() { addresses.remove(at: place) }
    }
}

extension ContactField.Input {
    fileprivate func apply(_ change: ContactEdit, _ field: ContactField, to contact: inout Contact) {
        switch (edit, field.value) {
        case (.text(let path), .text(let text)):
            guard let new = change[keyPath: path] else { return }
            let old = text.get(contact)
            // Clearing an empty field isn't a change, even if the source sent an empty text instead of none.
            if new != old ?? "" { text.set(&contact, new.isEmpty ? nil : new) }
            // After a removal, the next number would be shown, so all of them are removed.
            while new.isEmpty, ["phone", "cell"].contains(field.name), text.get(contact) != nil {
                text.set(&contact, nil)
            }
        case (.texts(let path), .texts(let texts)):
            if let new = change[keyPath: path] { texts.set(&contact, new) }
        case (.values(let path), .values(let values)):
            if let new = change[keyPath: path] { values.set(&contact, new) }
        case (.flag(let path), .flag(let flag)):
            if let new = change[keyPath: path] { flag.set(&contact, new) }
        case (.addresses, _):
            if let new = change.addresses { contact.addresses = new }
            if let parts = change.addressParts { contact.change(parts, ofAddress: change.addressTypes ?? []) }
        default: break
        }
    }
}

/// A change of a contact's fields; a field without new values stays as it is.
public struct ContactEdit: Equatable, Codable, Sendable {
    /// The new values of fields, by their names.
    private var values: [String: [ContactValue]] = [:]
    package var addresses: [ContactAddress]?
    /// New parts of one postal address, set after ``addresses``: of the one with ``addressTypes``, else of the one shown
    /// first.
    ///
    /// A part that is `nil` stays as it is; an empty text clears it.
    package var addressParts: PostalAddress?
    /// The types of the address that ``addressParts`` are about; without such an address, one is added.
    package var addressTypes: [String]?
    /// Values that each replace one value of a list, by the name of the field.
    ///
    /// It is the preferred or else the first one with these types, or without types the one shown first. A value for which
    /// there is none is added, and no other value changes.
    package var replaced: [String: [ContactValue]] = [:]
    /// Values to add to lists, by the name of the field; a value that the list has already is not added.
    package var added: [String: [ContactValue]] = [:]
    /// Values to take from lists, by the name of the field, before others are added.
    package var removed: [String: [ContactValue]] = [:]
    /// The new picture; one with an empty address removes it.
    package var photo: ContactPhoto?
    /// The new lines of the card that have no field, in place of all of them.
    package var lines: [String]?

    /// Creates an edit that sets the texts of fields; an empty one clears its field.
    package init(_ texts: [ContactField: String] = [:]) {
        for (field, text) in texts { self[text: field] = text }
    }

    /// Whether the edit changes nothing.
    package var isEmpty: Bool { self == ContactEdit() }
}

extension ContactEdit {
    /// The new values of a field, as ``ContactField/values(of:)`` returns them; no values clear it.
    ///
    /// The field of a first value, such as `email`, is set after its list. Without a new whole name, a new part of the name
    /// clears the old whole name.
    package subscript(field: ContactField) -> [ContactValue]? {
        get { values[field.name] }
        set {
            if case .text = field.value {
                values[field.name] = newValue?.filter { !$0.value.isEmpty }
            } else {
                values[field.name] = newValue
            }
        }
    }

    /// The new text of a field or of a part of the address; an empty one clears it.
    package subscript(text field: ContactField) -> String? {
        get {
            if let part = AddressPart(rawValue: field.name) { return addressParts?[part] }
            return self[field].map { $0.first?.value ?? "" }
        }
        set {
            guard let part = AddressPart(rawValue: field.name) else {
                self[field] = newValue.map { [ContactValue($0)] }
                return
            }
            var parts = addressParts ?? PostalAddress()
            parts[part] = newValue
            addressParts = parts
        }
    }

    package var isFavorite: Bool? {
        get { self[.favorite].map { !$0.isEmpty } }
        set { self[.favorite] = newValue.map { $0 ? [ContactValue("yes")] : [] } }
    }

    package var addedCategories: [String] {
        get { (added[ContactField.categories.name] ?? []).map(\.value) }
        set { added[ContactField.categories.name] = newValue.isEmpty ? nil : newValue.map { ContactValue($0) } }
    }

    /// Groups to take from the list, compared without case and accents.
    package var removedCategories: [String] {
        get { (removed[ContactField.categories.name] ?? []).map(\.value) }
        set { removed[ContactField.categories.name] = newValue.isEmpty ? nil : newValue.map { ContactValue($0) } }
    }

    /// Clears the field: a list becomes empty, a text and a part of the address have none, and a mark is removed.
    package mutating func clear(_ field: ContactField) {
        if field == .addresses || field == .address {
            addresses = []
        } else if AddressPart(rawValue: field.name) != nil {
            self[text: field] = ""
        } else {
            self[field] = []
        }
    }

    /// Returns the contact with the edit applied.
    package func applied(to contact: Contact) -> Contact {
        var result = contact
        for field in ContactField.all where field.input != nil { set(field, of: &result) }
        if let photo { result.photo = photo == .uri("") ? nil : photo }
        // The whole name would still show the old parts.
        if self[.formatted] == nil, result.name != contact.name { result.name.formatted = nil }
        for field in ContactField.lists { changeList(field, of: &result) }
        result.dropLines(changedFrom: contact)
        if let lines { result.lines = lines }
        return result
    }

    /// Sets the field to its new values, or replaces single ones.
    private func set(_ field: ContactField, of contact: inout Contact) {
        if field == .addresses {
            if let addresses { contact.addresses = addresses }
            if let addressParts { contact.change(addressParts, ofAddress: addressTypes ?? []) }
            return
        }
        // Clearing an empty field changes nothing, even where the source sent an empty text instead of none.
        if let new = self[field], new != field.values(of: contact), !new.isEmpty || !field.isEmpty(contact) {
            field.set(new, in: &contact)
            // A list shows the next number in place of one that is gone.
            while new.isEmpty, field == .phone || field == .cell, !field.values(of: contact).isEmpty {
                field.set([], in: &contact)
            }
        }
        guard let new = replaced[field.name] else { return }
        var old = field.values(of: contact)
        // Only web addresses have kept lines, with a label or a preference.
        let kept = field.name == "urls" ? contact.urls.map(contact.keptLine(ofURL:)) : []
        for (index, line) in kept.enumerated() { old[index].isPreferred = line?.isPreferred == true }
        field.set(field.replacing(old, new), in: &contact)
        for (line, url) in zip(kept, contact.urls) { line?.change(to: url, in: &contact) }
    }

    /// Takes values from a list, and adds others.
    private func changeList(_ field: ContactField, of contact: inout Contact) {
        let (added, removed) = (added[field.name] ?? [], removed[field.name] ?? [])
        guard !added.isEmpty || !removed.isEmpty else { return }
        var result = field.values(of: contact).filter { value in
            !removed.contains { field.isSame(value.value, $0.value) }
        }
        for value in added where !result.contains(where: { field.isSame($0.value, value.value) }) {
            result.append(value)
        }
        field.set(result, in: &contact)
    }
}

extension ContactField {
    /// Whether two values in a list of the field are one: telephone numbers however they are written, others without regard
    /// to case and accents.
    func isSame(_ left: String, _ right: String) -> Bool {
        if case .phone? = input?.rule, let left = PhoneKey(left), let right = PhoneKey(right) {
            return left.isSameLine(as: right)
        }
        return FoldedText.key(left) == FoldedText.key(right)
    }
}

extension ContactField {
    /// Returns the list with each new value in the place of one old value, or at the end.
    ///
    /// What is replaced keeps its types and its preference. Types choose before values without types, and no new value
    /// takes the place of another new one.
    fileprivate func replacing(_ old: [ContactValue], _ new: [ContactValue]) -> [ContactValue] {
        var result = old
        var places: [Int: Int] = [:]
        for (index, value) in new.enumerated().sorted(by: { !$0.element.types.isEmpty && $1.element.types.isEmpty }) {
            let shown = old.indices.filter { place in
                value.types.isEmpty
                    ? self != .phones || !old[place].types.contains("cell") : old[place].hasTypes(value.types)
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

extension ContactValue {
    /// The types that make a phone number a different kind of number.
    private static let kinds: Set<String> = [
        "cell", "fax", "pager", "video", "textphone", "modem", "bbs", "car", "isdn", "pcs",
    ]

    /// Whether the value is the one that a user means by the types: a home fax is a fax, but not the home number.
    fileprivate func hasTypes(_ wanted: [String]) -> Bool { Self.types(types, fit: wanted) }

    static func types(_ types: [String], fit wanted: [String]) -> Bool {
        let (types, wanted) = (Set(types.map { $0.lowercased() }), Set(wanted.map { $0.lowercased() }))
        return wanted.isSubset(of: types) && types.subtracting(wanted).isDisjoint(with: Self.kinds)
    }
}

extension Contact {
    /// Sets parts of the address with these types, or of the one shown first; adds an address where there is none.
    fileprivate mutating func change(_ parts: PostalAddress, ofAddress types: [String]) {
        guard !types.isEmpty else {
            address = address.changed(by: parts)
            return
        }
        let places = addresses.indices.filter { ContactValue.types(addresses[$0].types, fit: types) }
        guard let place = places.first(where: { addresses[$0].isPreferred }) ?? places.first else {
            let new = PostalAddress().changed(by: parts)
            if new != PostalAddress() { addresses.append(ContactAddress(new, types: types)) }
            return
        }
        addresses[place].address = addresses[place].address.changed(by: parts)
        if addresses[place].address == PostalAddress() { addresses.remove(at: place) }
    }
}

extension PostalAddress {
    /// Returns the address with the given parts; an empty part clears the old one.
    fileprivate func changed(by parts: PostalAddress) -> PostalAddress {
        var result = self
        for part in AddressPart.allCases {
            guard let new = parts[part], new != self[part] ?? "" else { continue }
            result[part] = new.isEmpty ? nil : new
        }
        return result
    }
}

public import Repository

/// Merges contacts that are the same person into one.
public enum ContactMerger: Sendable {
    /// Returns the first contact with every value that it lacks and the others have.
    ///
    /// No value is lost: if a field only has room for one value, differing values of the others go to the note.
    public static func merged(_ target: Contact, with others: [Contact]) -> Contact {
        var merge = ContactMerge(into: target)
        for other in others { merge.add(other) }
        return merge.result
    }
}

/// A merge in progress, which indexes its values so that each value of each contact is examined once.
struct ContactMerge {
    /// The values of a field that has several, and the index of each by its key.
    private struct List<Element> {
        var elements: [Element]
        var places: [String: Int] = [:]

        init(_ elements: [Element], key: (Element) -> String) {
            self.elements = elements
            for (index, element) in elements.enumerated() where places[key(element)] == nil {
                places[key(element)] = index
            }
        }

        mutating func append(_ element: Element, _ key: String) {
            places[key] = elements.count
            elements.append(element)
        }
    }

    /// The target with the values of fields that have one.
    private var contact: Contact
    private var texts: [String: List<String>] = [:]
    private var values: [String: List<ContactValue>] = [:]
    /// The field, key and type of each type of a value.
    private var types: Set<[String]> = []
    private var hasPreferred: [String: Bool] = [:]
    private var addresses: List<ContactAddress>
    private var hasPreferredAddress: Bool
    private var notes: [String] = []
    private var noteLines: Set<Substring> = []
    /// The number of values examined, as a measure of the cost.
    private(set) var steps = 0

    init(into target: Contact) {
        contact = target
        addresses = List(target.addresses) { Self.key($0.address) }
        hasPreferredAddress = target.addresses.contains(where: \.isPreferred)
        for field in ContactField.all {
            switch field.value {
            case .texts(let access):
                texts[field.name] = List(access.get(target)) { Self.key($0, field.merge) }
            case .values(let access):
                let present = access.get(target)
                values[field.name] = List(present) { Self.key($0.value, field.merge) }
                hasPreferred[field.name] = present.contains(where: \.isPreferred)
                for value in present {
                    let key = Self.key(value.value, field.merge)
                    types.formUnion(value.types.map { [field.name, key, $0] })
                }
            default: break
            }
        }
        append(note: target.note)
    }

    /// The contact with the values of all added ones.
    var result: Contact {
        var result = contact
        for field in ContactField.all where field.merge != nil {
            switch field.value {
            case .texts(let access): texts[field.name].map { access.set(&result, $0.elements) }
            case .values(let access): values[field.name].map { access.set(&result, $0.elements) }
            default: break
            }
        }
        result.addresses = addresses.elements
        result.note = notes.isEmpty ? nil : notes.joined(separator: "\n\n")
        return result
    }

    /// Adds the values of another contact.
    mutating func add(_ other: Contact) {
        var left: [String] = []
        mergeName(other, &left)
        mergePictures(other)
        for field in ContactField.all { merge(field, other, &left) }
        append(note: other.note)
        // A repeated merge adds it to the note only once.
        if !left.isEmpty { append(note: "Merged: " + left.joined(separator: "; ")) }
    }

    private mutating func merge(_ field: ContactField, _ other: Contact, _ left: inout [String]) {
        switch (field.merge, field.value) {
        case (.fill(let label)?, .text(let text)):
            guard let new = text.get(other), !new.isEmpty else { return }
            steps += 1
            let old = text.get(contact) ?? ""
            if old.isEmpty || Self.isMoreComplete(new, than: old) {
                text.set(&contact, new)
            } else if Self.isMoreComplete(old, than: new) {
                return
            } else if FoldedText.key(old) != FoldedText.key(new) {
                left.append("\(label) \(new)")
            }
        case (.some, .texts(let access)):
            for text in access.get(other) { append(text, to: field.name, key: Self.key(text, field.merge)) }
        case (.some, .values(let access)):
            for value in access.get(other) { merge(value, into: field) }
        case (.either?, .flag(let flag)): flag.set(&contact, flag.get(contact) || flag.get(other))
        case (.addresses?, _):
            for address in other.addresses { merge(address) }
        default: break
        }
    }

    /// Whether a value says all that the other one does, and more: a date with its year, or the same words and others.
    private static func isMoreComplete(_ value: String, than other: String) -> Bool {
        if other.hasPrefix("--"), other.utf8.count == 7, value.utf8.count == 10 {
            return value.hasSuffix(other.dropFirst(1))
        }
        let (whole, part) = (FoldedText.key(value), FoldedText.key(other))
        return whole.hasPrefix(part + " ") || whole.hasSuffix(" " + part)
    }

    private mutating func append(_ text: String, to field: String, key: String) {
        steps += 1
        guard texts[field]?.places[key] == nil else { return }
        texts[field]?.append(text, key)
    }

    private mutating func merge(_ value: ContactValue, into field: ContactField) {
        steps += 1
        let key = Self.key(value.value, field.merge)
        let types = value.types.filter { self.types.insert([field.name, key, $0]).inserted }
        if let place = values[field.name]?.places[key] {
            values[field.name]?.elements[place].types += types
            return
        }
        var value = value
        value.isPreferred = value.isPreferred && hasPreferred[field.name] != true
        if value.isPreferred { hasPreferred[field.name] = true }
        values[field.name]?.append(value, key)
    }

    private mutating func merge(_ address: ContactAddress) {
        steps += 1
        let key = Self.key(address.address)
        guard addresses.places[key] == nil else { return }
        var address = address
        address.isPreferred = address.isPreferred && !hasPreferredAddress
        hasPreferredAddress = hasPreferredAddress || address.isPreferred
        addresses.append(address, key)
    }

    private mutating func mergeName(_ other: Contact, _ left: inout [String]) {
        let shown = Self.fullName(other)
        if Self.fullName(contact).isEmpty {
            contact.name = other.name
        } else if !shown.isEmpty, FoldedText.key(shown) != FoldedText.key(Self.fullName(contact)) {
            if contact.name.first == nil, contact.name.last == other.name.last { contact.name.first = other.name.first }
            if contact.name.last == nil, contact.name.first == other.name.first { contact.name.last = other.name.last }
            if FoldedText.key(shown) != FoldedText.key(Self.fullName(contact)) { left.append("name \(shown)") }
        }
    }

    private mutating func mergePictures(_ other: Contact) {
        if let photo = other.photo, photo != contact.photo {
            if contact.photo == nil {
                contact.photo = photo
            } else {
                // A contact has one photo; another one is kept as a line of a card.
                let text =
                    switch photo {
                    case .uri(let uri): uri
                    case .data(let mediaType, let base64): "data:\(mediaType ?? "image/jpeg");base64,\(base64)"
                    }
                append("X-MERGED-PHOTO:\(text)", to: "lines", key: "X-MERGED-PHOTO:\(text)")
            }
        }
        if contact.picture == PictureLinks() { contact.picture = other.picture }
    }

    /// Adds a note, unless the note already has all of its lines.
    private mutating func append(note: String?) {
        guard let note, !note.isEmpty else { return }
        let new = note.split(separator: "\n")
        steps += new.count
        guard notes.isEmpty || !new.allSatisfy(noteLines.contains) else { return }
        noteLines.formUnion(new)
        notes.append(note)
    }

    /// Returns a key that is the same for values that count as equal.
    private static func key(_ text: String, _ rule: ContactField.Merge?) -> String {
        switch rule {
        case .foldedUnion?: FoldedText.key(text)
        case .emails?: text.lowercased()
        case .phones?: PhoneKey(text)?.identity ?? text
        default: text
        }
    }

    private static func key(_ address: PostalAddress) -> String {
        AddressPart.allCases.map { FoldedText.key(address[$0] ?? "") }.joined(separator: "\u{1F}")
    }

    private static func fullName(_ contact: Contact) -> String {
        [contact.name.first, contact.name.last].compactMap { $0 }.filter { !$0.isEmpty }.joined(separator: " ")
    }
}

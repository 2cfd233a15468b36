public import Repository

/// Merges several contacts of the same person into one.
public enum ContactMerger: Sendable {
    /// Returns the target, completed with the values that only the others have.
    ///
    /// No value is lost: if a field has room for only one value, differing values from the others go into the note.
    public static func merged(_ target: Contact, with others: [Contact]) -> Contact {
        var result = target
        var others = others
        for index in others.indices {
            others[index].lines.removeAll { isSecond($0, beside: target) }
            guard let photo = others[index].photo, photo != result.photo else { continue }
            if result.photo == nil {
                result.photo = photo
            } else {
                // A contact has one photo; another one is kept as an extra card line.
                others[index].lines.insert(line(of: photo), at: 0)
            }
        }
        for field in ContactField.all { mergeList(field, of: others, into: &result) }
        for other in others {
            var left: [String] = []
            mergeName(other, into: &result, &left)
            if result.picture == PictureLinks() { result.picture = other.picture }
            for field in ContactField.all { mergeText(field, of: other, into: &result, &left) }
            append(other.note, to: &result)
            // A repeated merge adds it to the note only once.
            if !left.isEmpty { append("Merged: " + left.joined(separator: "; "), to: &result) }
        }
        return result
    }

    /// Whether an extra line repeats a single-valued property, such as a birthday, whose value goes into the note.
    private static func isSecond(_ line: String, beside contact: Contact) -> Bool {
        switch CardStatement.name(of: line) {
        case "BDAY": contact.birthday != nil
        case "ANNIVERSARY": contact.anniversary != nil
        case "KIND": contact.kind != nil
        case "GENDER": contact.gender != nil
        case "N", "FN", "UID": true
        default: false
        }
    }

    private static func line(of photo: ContactPhoto) -> String {
        switch photo {
        case .uri(let uri): "X-MERGED-PHOTO:\(uri)"
        case .data(let mediaType, let base64): "X-MERGED-PHOTO:data:\(mediaType ?? "image/jpeg");base64,\(base64)"
        }
    }

    /// Merges a field that can hold the values of all contacts.
    private static func mergeList(_ field: ContactField, of others: [Contact], into contact: inout Contact) {
        if let rule = field.merge, let list = field.list {
            return list.set(&contact, union(list.get(contact), others.flatMap(list.get), rule))
        }
        switch (field.merge, field.value) {
        case (.either?, .flag(let flag)): flag.set(&contact, flag.get(contact) || others.contains(where: flag.get))
        case (.addresses?, _):
            let count = contact.addresses.count
            for other in others.flatMap(\.addresses) {
                if contact.addresses.contains(where: { covers($0.address, other.address) }) { continue }
                if let place = contact.addresses.firstIndex(where: { covers(other.address, $0.address) }) {
                    contact.addresses[place].address = other.address
                } else {
                    contact.addresses.append(other)
                }
            }
            keepFirstPreferred(&contact.addresses, after: count, \.isPreferred)
        default: break
        }
    }

    /// Whether an address contains every part of the other one.
    private static func covers(_ address: PostalAddress, _ other: PostalAddress) -> Bool {
        AddressPart.allCases.allSatisfy { part in
            let text = FoldedText.key(other[part] ?? "")
            return text.isEmpty || text == FoldedText.key(address[part] ?? "")
        }
    }

    /// Returns the union of values; a value in both gets the types of both.
    private static func union(
        _ own: [ContactValue],
        _ others: [ContactValue],
        _ rule: ContactField.Merge
    ) -> [ContactValue] {
        var result = own
        var places = Dictionary(own.enumerated().map { (key($1.value, rule), $0) }) { first, _ in first }
        for value in others {
            let place = places[key(value.value, rule), default: result.count]
            places[key(value.value, rule)] = place
            if place == result.count {
                result.append(value)
            } else {
                result[place].types += value.types.filter { !result[place].types.contains($0) }
            }
        }
        keepFirstPreferred(&result, after: own.count, \.isPreferred)
        return result
    }

    /// Leaves only one of the added elements marked as preferred, or none if an existing element is.
    private static func keepFirstPreferred<Element>(
        _ elements: inout [Element],
        after count: Int,
        _ isPreferred: WritableKeyPath<Element, Bool>
    ) {
        var hasPreferred = elements.prefix(count).contains { $0[keyPath: isPreferred] }
        for index in elements.indices.dropFirst(count) where elements[index][keyPath: isPreferred] {
            elements[index][keyPath: isPreferred] = !hasPreferred
            hasPreferred = true
        }
    }

    private static let nameParts: Set = ["prefix", "middle name", "suffix"]

    /// Merges a field that holds a single text.
    private static func mergeText(
        _ field: ContactField,
        of other: Contact,
        into contact: inout Contact,
        _ left: inout [String]
    ) {
        guard case .fill(let label)? = field.merge, case .text(let text) = field.value,
            let new = text.get(other), !new.isEmpty
        else { return }
        // Mixing in parts of a different name would make up a new one; `mergeName` adds that name to the note.
        if nameParts.contains(label), !hasSameName(contact, other) { return }
        let old = text.get(contact) ?? ""
        if old.isEmpty || isMoreComplete(new, than: old) {
            text.set(&contact, new)
        } else if !isMoreComplete(old, than: new), FoldedText.key(old) != FoldedText.key(new) {
            left.append("\(label) \(new)")
        }
    }

    /// Whether a value includes the other one and more: a date with its year, or the same words plus others.
    private static func isMoreComplete(_ value: String, than other: String) -> Bool {
        if other.hasPrefix("--"), other.utf8.count == 7, value.utf8.count == 10 {
            return value.hasSuffix(other.dropFirst(1))
        }
        // The other value is only the year or month of this date.
        if value.utf8.count == 10, value.hasPrefix(other + "-"), value.allSatisfy({ $0.isNumber || $0 == "-" }) {
            return true
        }
        let (whole, part) = (FoldedText.key(value), FoldedText.key(other))
        return whole.hasPrefix(part + " ") || whole.hasSuffix(" " + part)
    }

    /// Takes the more complete name as a whole; if the names differ, adds the other one to the note.
    private static func mergeName(_ other: Contact, into contact: inout Contact, _ left: inout [String]) {
        let (own, new) = (nameWords(contact), nameWords(other))
        if own.isEmpty || (!covers(own, new) && covers(new, own)) {
            contact.name = other.name
        } else if !covers(own, new) {
            if contact.name.first == nil, contact.name.last == other.name.last { contact.name.first = other.name.first }
            if contact.name.last == nil, contact.name.first == other.name.first { contact.name.last = other.name.last }
            if !hasSameName(contact, other) { left.append("name \(other.name.whole(withTitle: true))") }
        }
    }

    /// Whether first and last names are equal, so that their other parts can be combined.
    private static func hasSameName(_ one: Contact, _ other: Contact) -> Bool {
        [(one.name.first, other.name.first), (one.name.last, other.name.last)].allSatisfy {
            FoldedText.key($0 ?? "") == FoldedText.key($1 ?? "")
        }
    }

    private static func nameWords(_ contact: Contact) -> [String] {
        var name = contact.name
        let whole = name.whole(withTitle: true)
        name.formatted = nil
        var words: [String] = []
        for word in (whole + " " + name.whole(withTitle: true)).split(whereSeparator: { $0.isWhitespace || $0 == "," })
        {
            let key = FoldedText.key(word.hasSuffix(".") ? String(word.dropLast()) : String(word))
            if !key.isEmpty, !words.contains(key) { words.append(key) }
        }
        return words
    }

    /// Whether a name contains every word of the other one, where an initial matches a word.
    private static func covers(_ name: [String], _ other: [String]) -> Bool {
        var rest = name
        // Whole words first, so that initials match the remaining ones.
        for word in other.sorted(by: { $0.count > $1.count }) {
            guard
                let place = rest.firstIndex(of: word)
                    ?? rest.firstIndex(where: { word.count == 1 && $0.hasPrefix(word) })
            else { return false }
            rest.remove(at: place)
        }
        return true
    }

    /// Appends a note, unless the contact's note already has all of its lines.
    private static func append(_ note: String?, to contact: inout Contact) {
        guard let note, !note.isEmpty else { return }
        let old = contact.note ?? ""
        let lines = Set(old.split(separator: "\n"))
        guard old.isEmpty || !note.split(separator: "\n").allSatisfy(lines.contains) else { return }
        contact.note = old.isEmpty ? note : old + "\n\n" + note
    }

    /// Returns a key that is equal for values that count as the same.
    private static func key(_ text: String, _ rule: ContactField.Merge) -> String {
        switch rule {
        case .foldedUnion: FoldedText.key(text)
        case .emails: text.lowercased()
        case .phones: PhoneKey(text)?.identity ?? text
        default: text
        }
    }
}

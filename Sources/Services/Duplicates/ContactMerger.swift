public import Repository

/// Merges contacts that are the same person into one.
public enum ContactMerger: Sendable {
    /// The first contact with every value that it lacks and the others have.
    ///
    /// No value is lost: where a field has room for one value only, differing values of the others go to the note.
    public static func merged(_ target: Contact, with others: [Contact]) -> Contact {
        var result = target
        for other in others { merge(other, into: &result) }
        return result
    }

    private static func merge(_ other: Contact, into result: inout Contact) {
        var left: [String] = []
        mergeName(other, into: &result, &left)
        mergePictures(other, into: &result)
        for field in ContactField.all { merge(field, other, into: &result, &left) }
        mergeNote(other, left, into: &result)
    }

    private static func merge(
        _ field: ContactField,
        _ other: Contact,
        into result: inout Contact,
        _ left: inout [String]
    ) {
        switch (field.merge, field.value) {
        case (.fill(let label)?, .text(let text)):
            guard let new = text.get(other), !new.isEmpty else { return }
            let old = text.get(result) ?? ""
            if old.isEmpty {
                text.set(&result, new)
            } else if FoldedText.key(old) != FoldedText.key(new) {
                left.append("\(label) \(new)")
            }
        case (.union?, .texts(let texts)):
            let old = texts.get(result)
            texts.set(&result, old + texts.get(other).filter { !old.contains($0) })
        case (.foldedUnion?, .texts(let texts)):
            let old = texts.get(result)
            let known = Set(old.map(FoldedText.key))
            texts.set(&result, old + texts.get(other).filter { !known.contains(FoldedText.key($0)) })
        case (.emails?, .values(let values)):
            values.set(&result, merged(values.get(result), values.get(other)) { $0.lowercased() })
        case (.phones?, .values(let values)):
            values.set(&result, merged(values.get(result), values.get(other)) { PhoneKey($0)?.identity ?? $0 })
        case (.either?, .flag(let flag)): flag.set(&result, flag.get(result) || flag.get(other))
        case (.addresses?, _): mergeAddresses(other, into: &result)
        default: break
        }
    }

    private static func mergeName(_ other: Contact, into result: inout Contact, _ left: inout [String]) {
        let shown = fullName(other)
        if fullName(result).isEmpty {
            result.name = other.name
        } else if !shown.isEmpty, FoldedText.key(shown) != FoldedText.key(fullName(result)) {
            if result.name.first == nil, result.name.last == other.name.last { result.name.first = other.name.first }
            if result.name.last == nil, result.name.first == other.name.first { result.name.last = other.name.last }
            if FoldedText.key(shown) != FoldedText.key(fullName(result)) { left.append("name \(shown)") }
        }
    }

    private static func merged(
        _ old: [ContactValue],
        _ values: [ContactValue],
        key: (String) -> String
    ) -> [ContactValue] {
        var result = old
        for value in values {
            if let index = result.firstIndex(where: { key($0.value) == key(value.value) }) {
                result[index].types += value.types.filter { !result[index].types.contains($0) }
            } else {
                var value = value
                value.isPreferred = value.isPreferred && !result.contains(where: \.isPreferred)
                result.append(value)
            }
        }
        return result
    }

    private static func mergeAddresses(_ other: Contact, into result: inout Contact) {
        for address in other.addresses where !result.addresses.contains(where: { same($0.address, address.address) }) {
            var address = address
            address.isPreferred = address.isPreferred && !result.addresses.contains(where: \.isPreferred)
            result.addresses.append(address)
        }
    }

    private static func mergePictures(_ other: Contact, into result: inout Contact) {
        if let photo = other.photo, photo != result.photo {
            if result.photo == nil {
                result.photo = photo
            } else {
                // A contact has one photo; the other is kept as a line of a card.
                let text =
                    switch photo {
                    case .uri(let uri): uri
                    case .data(let mediaType, let base64): "data:\(mediaType ?? "image/jpeg");base64,\(base64)"
                    }
                result.lines.append("X-MERGED-PHOTO:\(text)")
            }
        }
        if result.picture == PictureLinks() { result.picture = other.picture }
    }

    private static func mergeNote(_ other: Contact, _ left: [String], into result: inout Contact) {
        var parts = [result.note].compactMap { $0 }.filter { !$0.isEmpty }
        if let note = other.note, !note.isEmpty, !parts.contains(where: { $0.contains(note) }) { parts.append(note) }
        if !left.isEmpty { parts.append("Merged: " + left.joined(separator: "; ")) }
        result.note = parts.isEmpty ? nil : parts.joined(separator: "\n\n")
    }

    private static func same(_ one: PostalAddress, _ other: PostalAddress) -> Bool {
        AddressPart.allCases.allSatisfy { FoldedText.key(one[$0] ?? "") == FoldedText.key(other[$0] ?? "") }
    }

    private static func fullName(_ contact: Contact) -> String {
        [contact.name.first, contact.name.last].compactMap { $0 }.filter { !$0.isEmpty }.joined(separator: " ")
    }
}

public import Repository

/// Makes one contact out of several that are the same person.
public enum ContactMerger: Sendable {
    /// The first contact with everything that the others know and it does not.
    ///
    /// No value is lost: where a contact has one of a kind and the others say something else, that goes to the note.
    public static func merged(_ target: Contact, with others: [Contact]) -> Contact {
        var result = target
        for other in others { merge(other, into: &result) }
        return result
    }

    private static func merge(_ other: Contact, into result: inout Contact) {
        var left: [String] = []
        mergeName(other, into: &result, &left)
        fill(\.gender, "gender", other, &result, &left)
        fill(\.birthday, "birthday", other, &result, &left)
        fill(\.anniversary, "anniversary", other, &result, &left)
        fill(\.organization, "organization", other, &result, &left)
        fill(\.jobTitle, "job title", other, &result, &left)
        fill(\.role, "role", other, &result, &left)
        fill(\.nationality, "nationality", other, &result, &left)
        result.organizationUnits += other.organizationUnits.filter { !result.organizationUnits.contains($0) }
        mergeValues(other.emails, into: &result.emails) { $0.lowercased() }
        mergeValues(other.phones, into: &result.phones) { PhoneKey($0)?.identity ?? $0 }
        for address in other.addresses where !result.addresses.contains(where: { same($0.address, address.address) }) {
            var address = address
            address.isPreferred = address.isPreferred && !result.addresses.contains(where: \.isPreferred)
            result.addresses.append(address)
        }
        result.urls += other.urls.filter { !result.urls.contains($0) }
        let groups = Set(result.categories.map(FoldedText.key))
        result.categories += other.categories.filter { !groups.contains(FoldedText.key($0)) }
        result.isFavorite = result.isFavorite || other.isFavorite
        mergePictures(other, into: &result)
        result.lines += other.lines.filter { !result.lines.contains($0) }
        mergeNote(other, left, into: &result)
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
        fill(\.name.title, "title", other, &result, &left)
        fill(\.name.middle, "middle name", other, &result, &left)
        fill(\.name.suffix, "suffix", other, &result, &left)
        fill(\.nickname, "nickname", other, &result, &left)
    }

    private static func fill(
        _ path: WritableKeyPath<Contact, String?>,
        _ label: String,
        _ other: Contact,
        _ result: inout Contact,
        _ left: inout [String]
    ) {
        guard let value = other[keyPath: path], !value.isEmpty else { return }
        if result[keyPath: path]?.isEmpty ?? true {
            result[keyPath: path] = value
        } else if let old = result[keyPath: path], FoldedText.key(old) != FoldedText.key(value) {
            left.append("\(label) \(value)")
        }
    }

    private static func mergeValues(
        _ values: [ContactValue],
        into result: inout [ContactValue],
        key: (String) -> String
    ) {
        for value in values {
            if let index = result.firstIndex(where: { key($0.value) == key(value.value) }) {
                result[index].types += value.types.filter { !result[index].types.contains($0) }
            } else {
                var value = value
                value.isPreferred = value.isPreferred && !result.contains(where: \.isPreferred)
                result.append(value)
            }
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
        let paths: [KeyPath<PostalAddress, String?>] = [
            \.street, \.city, \.state, \.postcode, \.country, \.poBox, \.extended,
        ]
        return paths.allSatisfy { FoldedText.key(one[keyPath: $0] ?? "") == FoldedText.key(other[keyPath: $0] ?? "") }
    }

    private static func fullName(_ contact: Contact) -> String {
        [contact.name.first, contact.name.last].compactMap { $0 }.filter { !$0.isEmpty }.joined(separator: " ")
    }
}

package import Repository

/// A contact as a JSON object: every key is always there, in the same order, `null` when unknown.
package struct ContactJSON: Sendable {
    private let text: JSONText

    package init(text: JSONText) {
        self.text = text
    }

    /// Adds the object on one line.
    package func append(_ contact: Contact, to bytes: inout [UInt8]) {
        for member in Self.members {
            bytes += member.key
            append(member.field, of: contact, to: &bytes)
        }
        bytes.append(UInt8(ascii: "}"))
    }

    /// The fields, with the text before each value.
    private static let members: [(key: [UInt8], field: ContactField)] = ContactField.everything.enumerated().map {
        (Array("\($0 == 0 ? "{" : ",")\"\($1.name)\":".utf8), $1)
    }

    private func append(_ field: ContactField, of contact: Contact, to bytes: inout [UInt8]) {
        switch field.value {
        case .text(let access): text.append(access.get(contact), to: &bytes)
        case .texts(let access): append(access.get(contact), to: &bytes)
        case .flag(let access): bytes += (access.get(contact) ? "true" : "false").utf8
        case .values(let access): append(access.get(contact), to: &bytes)
        case .addresses:
            text.list(contact.addresses, to: &bytes) { address, bytes in
                bytes += "{\"value\":".utf8
                append(address.address, to: &bytes)
                append(address.types, isPreferred: address.isPreferred, to: &bytes)
            }
        case .address: append(contact.address, to: &bytes)
        case .name: append(contact.name, shownAs: contact.displayName, to: &bytes)
        case .picture: append(contact.picture, to: &bytes)
        case .photo: append(contact.photo, to: &bytes)
        }
    }

    private func append(_ name: PersonName, shownAs shown: String, to bytes: inout [UInt8]) {
        append(
            [
                "title": name.title, "first": name.first, "last": name.last, "middle": name.middle,
                "suffix": name.suffix, "formatted": shown,
            ],
            to: &bytes
        )
    }

    private func append(_ picture: PictureLinks, to bytes: inout [UInt8]) {
        append(["large": picture.large, "medium": picture.medium, "thumbnail": picture.thumbnail], to: &bytes)
    }

    private func append(_ photo: ContactPhoto?, to bytes: inout [UInt8]) {
        switch photo {
        case nil: bytes += "null".utf8
        case .uri(let uri): append(["uri": uri], to: &bytes)
        case .data(let mediaType, let base64): append(["mediaType": mediaType, "data": base64], to: &bytes)
        }
    }

    private func append(_ address: PostalAddress, to bytes: inout [UInt8]) {
        append(
            [
                "street": address.street, "city": address.city, "state": address.state, "postcode": address.postcode,
                "country": address.country, "poBox": address.poBox, "extended": address.extended,
            ],
            to: &bytes
        )
    }

    /// Adds an object with texts.
    private func append(_ members: KeyValuePairs<StaticString, String?>, to bytes: inout [UInt8]) {
        text.list(members, JSONText.braces, to: &bytes) { member, bytes in
            bytes.append(UInt8(ascii: "\""))
            member.key.withUTF8Buffer { bytes += $0 }
            bytes += "\":".utf8
            text.append(member.value, to: &bytes)
        }
    }

    private func append(_ values: [ContactValue], to bytes: inout [UInt8]) {
        text.list(values, to: &bytes) { value, bytes in
            bytes += "{\"value\":".utf8
            text.append(value.value, to: &bytes)
            append(value.types, isPreferred: value.isPreferred, to: &bytes)
        }
    }

    /// Adds the types and the end of the object of a value.
    private func append(_ types: [String], isPreferred: Bool, to bytes: inout [UInt8]) {
        bytes += ",\"types\":".utf8
        append(types, to: &bytes)
        bytes += ",\"preferred\":\(isPreferred)}".utf8
    }

    private func append(_ texts: [String], to bytes: inout [UInt8]) {
        text.list(texts, to: &bytes) { text.append($0, to: &$1) }
    }
}

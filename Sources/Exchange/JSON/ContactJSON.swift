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
        case .texts(let access): append("", access.get(contact), to: &bytes)
        case .flag(let access): bytes += (access.get(contact) ? "true" : "false").utf8
        case .values(let access): append(access.get(contact), to: &bytes)
        case .addresses:
            list("", contact.addresses, to: &bytes) { address, bytes in
                bytes += "{\"value\":{".utf8
                append(address.address, to: &bytes)
                append("},\"types\":", address.types, to: &bytes)
                bytes += ",\"preferred\":\(address.isPreferred)}".utf8
            }
        case .address:
            bytes.append(UInt8(ascii: "{"))
            append(contact.address, to: &bytes)
            bytes.append(UInt8(ascii: "}"))
        case .name: append(contact.name, shownAs: contact.displayName, to: &bytes)
        case .picture: append(contact.picture, to: &bytes)
        case .photo: append(contact.photo, to: &bytes)
        }
    }

    private func append(_ name: PersonName, shownAs shown: String, to bytes: inout [UInt8]) {
        append("{\"title\":", name.title, to: &bytes)
        append(",\"first\":", name.first, to: &bytes)
        append(",\"last\":", name.last, to: &bytes)
        append(",\"middle\":", name.middle, to: &bytes)
        append(",\"suffix\":", name.suffix, to: &bytes)
        append(",\"formatted\":", shown, to: &bytes)
        bytes.append(UInt8(ascii: "}"))
    }

    private func append(_ picture: PictureLinks, to bytes: inout [UInt8]) {
        append("{\"large\":", picture.large, to: &bytes)
        append(",\"medium\":", picture.medium, to: &bytes)
        append(",\"thumbnail\":", picture.thumbnail, to: &bytes)
        bytes.append(UInt8(ascii: "}"))
    }

    private func append(_ photo: ContactPhoto?, to bytes: inout [UInt8]) {
        switch photo {
        case nil:
            bytes += "null".utf8
        case .uri(let uri):
            append("{\"uri\":", uri, to: &bytes)
            bytes.append(UInt8(ascii: "}"))
        case .data(let mediaType, let base64):
            append("{\"mediaType\":", mediaType, to: &bytes)
            append(",\"data\":", base64, to: &bytes)
            bytes.append(UInt8(ascii: "}"))
        }
    }

    private func append(_ address: PostalAddress, to bytes: inout [UInt8]) {
        append("\"street\":", address.street, to: &bytes)
        append(",\"city\":", address.city, to: &bytes)
        append(",\"state\":", address.state, to: &bytes)
        append(",\"postcode\":", address.postcode, to: &bytes)
        append(",\"country\":", address.country, to: &bytes)
        append(",\"poBox\":", address.poBox, to: &bytes)
        append(",\"extended\":", address.extended, to: &bytes)
    }

    private func append(_ values: [ContactValue], to bytes: inout [UInt8]) {
        list("", values, to: &bytes) { value, bytes in
            append("{\"value\":", value.value, to: &bytes)
            append(",\"types\":", value.types, to: &bytes)
            bytes += ",\"preferred\":\(value.isPreferred)}".utf8
        }
    }

    private func append(_ key: StaticString, _ texts: [String], to bytes: inout [UInt8]) {
        list(key, texts, to: &bytes) { text.append($0, to: &$1) }
    }

    private func list<Element>(
        _ key: StaticString,
        _ elements: [Element],
        to bytes: inout [UInt8],
        append: (Element, inout [UInt8]) -> Void
    ) {
        key.withUTF8Buffer { bytes += $0 }
        bytes.append(UInt8(ascii: "["))
        for (index, element) in elements.enumerated() {
            if index > 0 { bytes.append(UInt8(ascii: ",")) }
            append(element, &bytes)
        }
        bytes.append(UInt8(ascii: "]"))
    }

    private func append(_ key: StaticString, _ value: String?, to bytes: inout [UInt8]) {
        key.withUTF8Buffer { bytes += $0 }
        text.append(value, to: &bytes)
    }
}

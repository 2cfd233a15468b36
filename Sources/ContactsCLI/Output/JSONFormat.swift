import Repository

/// An array of objects, one contact a line; every key is always there, in the same order, `null` when unknown.
struct JSONFormat: ContactFormat {
    private let text: JSONText
    private var isFirst = true

    init(isForTerminal: Bool) {
        text = JSONText(isForTerminal: isForTerminal)
    }

    mutating func page(_ contacts: [Contact]) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(contacts.count * 640)
        for contact in contacts {
            bytes += isFirst ? "[\n".utf8 : ",\n".utf8
            isFirst = false
            append(contact, to: &bytes)
        }
        return bytes
    }

    mutating func end() -> [UInt8] {
        Array((isFirst ? "[]\n" : "\n]\n").utf8)
    }

    /// One contact alone, as `show` prints it.
    func object(_ contact: Contact) -> [UInt8] {
        var bytes: [UInt8] = []
        append(contact, to: &bytes)
        bytes.append(UInt8(ascii: "\n"))
        return bytes
    }

    private func append(_ contact: Contact, to bytes: inout [UInt8]) {
        bytes += #"{"id":"#.utf8
        text.append(contact.id.rawValue, to: &bytes)
        append(",\"name\":{\"title\":", contact.name.title, to: &bytes)
        append(",\"first\":", contact.name.first, to: &bytes)
        append(",\"last\":", contact.name.last, to: &bytes)
        append("},\"gender\":", contact.gender, to: &bytes)
        append(",\"email\":", contact.email, to: &bytes)
        append(",\"phone\":", contact.phone, to: &bytes)
        append(",\"cell\":", contact.cell, to: &bytes)
        append(",\"birthday\":", contact.birthday, to: &bytes)
        append(",\"address\":{\"street\":", contact.address.street, to: &bytes)
        append(",\"city\":", contact.address.city, to: &bytes)
        append(",\"state\":", contact.address.state, to: &bytes)
        append(",\"postcode\":", contact.address.postcode, to: &bytes)
        append(",\"country\":", contact.address.country, to: &bytes)
        append("},\"nationality\":", contact.nationality, to: &bytes)
        append(",\"picture\":{\"large\":", contact.picture.large, to: &bytes)
        append(",\"medium\":", contact.picture.medium, to: &bytes)
        append(",\"thumbnail\":", contact.picture.thumbnail, to: &bytes)
        append("},\"registered\":", contact.registered, to: &bytes)
        bytes += ",\"edited\":\(contact.isEdited)}".utf8
    }

    private func append(_ key: StaticString, _ value: String?, to bytes: inout [UInt8]) {
        key.withUTF8Buffer { bytes += $0 }
        text.append(value, to: &bytes)
    }
}

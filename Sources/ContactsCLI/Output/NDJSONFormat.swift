import Repository

/// One JSON object a line, without anything around them.
struct NDJSONFormat: ContactFormat {
    private let json: JSONFormat

    init(isForTerminal: Bool) {
        json = JSONFormat(isForTerminal: isForTerminal)
    }

    mutating func page(_ contacts: [Contact]) -> [UInt8] {
        var bytes: [UInt8] = []
        for contact in contacts {
            json.append(contact, to: &bytes)
            bytes.append(UInt8(ascii: "\n"))
        }
        return bytes
    }

    mutating func end() -> [UInt8] { [] }
}

import Repository

/// Identifiers with a zero byte behind each, which no identifier has in it.
struct IdentifierFormat: ContactFormat {
    mutating func page(_ contacts: [Contact]) -> [UInt8] {
        contacts.flatMap { Array($0.id.rawValue.utf8) + [0] }
    }

    mutating func end() -> [UInt8] { [] }
}

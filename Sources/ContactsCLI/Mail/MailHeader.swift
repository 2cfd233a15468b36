import Exchange

/// The header of a mail (RFC 5322), read from a stream of which the body is passed over.
struct MailHeader: Sendable {
    /// The maximum size of a header, in bytes.
    static let limit = 1_048_576

    private var bytes: [UInt8] = []
    private(set) var isComplete = false
    /// Whether there was more than the limit.
    private(set) var isTooLong = false
    private var hasText = false

    mutating func take(_ more: [UInt8]) {
        guard !isComplete, !isTooLong else { return }
        for byte in more where !isComplete {
            // Blank lines in front belong to nothing.
            isComplete = hasText && byte == 0x0A && bytes.last { $0 != 0x0D } == 0x0A
            hasText = hasText || byte != 0x0A && byte != 0x0D
            bytes.append(byte)
        }
        isTooLong = !isComplete && bytes.count > Self.limit
        if isTooLong { bytes = [] }
    }

    /// The fields in their order, unfolded, the names in lower case.
    var fields: [(name: String, value: String)] {
        let text = String(decoding: FileDecoder.decodedText(bytes), as: UTF8.self)
        let unfolded = text.replacing(/\R+[ \t]\h*/, with: " ")
        return unfolded.split(whereSeparator: \.isNewline).compactMap { line in
            // A mailbox has a line “From name date” in front of each mail.
            guard let colon = line.firstIndex(of: ":"), !line[..<colon].contains(where: \.isWhitespace) else {
                return nil
            }
            return (line[..<colon].lowercased(), String(line[line.index(after: colon)...]))
        }
    }

    /// The addresses of the fields, each once, in the order of the fields that are named.
    func addresses(of names: [String]) -> [MailAddress] {
        let fields = fields
        var known: [String: Int] = [:]
        var found: [MailAddress] = []
        for name in names {
            for field in fields where field.name == name {
                for address in MailAddress.list(in: field.value) where address.isUsable {
                    let key = address.address.lowercased()
                    if let place = known[key] {
                        found[place].name = found[place].name ?? address.name
                    } else {
                        known[key] = found.count
                        found.append(address)
                    }
                }
            }
        }
        return found
    }
}

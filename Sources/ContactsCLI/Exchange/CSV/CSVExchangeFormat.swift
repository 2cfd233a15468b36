import Repository

/// CSV (RFC 4180) with a column for everything that it can hold, so that ``CSVContactParser`` reads it back.
struct CSVExchangeFormat: ContactFormat {
    private static let emails = 5
    private static let phones = 6
    private static let addresses = 3

    /// Whether to put a quote in front of what a spreadsheet could take as a formula.
    let guardsFormulas: Bool
    /// Whether to replace what a terminal could take as an order; who keeps the output has every value as it is.
    let isForTerminal: Bool
    private var isFirst = true
    /// How many contacts had more than the columns hold.
    private(set) var incomplete = 0

    init(guardsFormulas: Bool, isForTerminal: Bool = false) {
        self.guardsFormulas = guardsFormulas
        self.isForTerminal = isForTerminal
    }

    private static let header: [String] = {
        var names = [
            "uid", "title", "first_name", "middle_name", "last_name", "suffix", "full_name", "nickname", "gender",
            "birthday", "anniversary", "organization", "units", "job_title", "role", "groups", "favorite",
            "nationality",
            "urls", "note",
        ]
        names += (1...emails).flatMap { ["email_\($0)", "email_\($0)_types"] }
        names += (1...phones).flatMap { ["phone_\($0)", "phone_\($0)_types"] }
        names += (1...addresses).flatMap { number in
            ["street", "extended", "po_box", "postcode", "city", "state", "country", "types"].map {
                "address_\(number)_\($0)"
            }
        }
        return names
    }()

    mutating func page(_ contacts: [Contact]) -> [UInt8] {
        var bytes = start()
        for contact in contacts { append(values(of: contact), to: &bytes) }
        return bytes
    }

    mutating func end() -> [UInt8] { start() }

    private mutating func start() -> [UInt8] {
        var bytes: [UInt8] = []
        if isFirst { append(Self.header, to: &bytes) }
        isFirst = false
        return bytes
    }

    private mutating func values(of contact: Contact) -> [String] {
        if contact.emails.count > Self.emails || contact.phones.count > Self.phones
            || contact.addresses.count > Self.addresses || contact.photo != nil || !contact.lines.isEmpty
        {
            incomplete += 1
        }
        let name = contact.name
        var values: [String?] = [
            contact.uid ?? "urn:uuid:\(contact.id)", name.title, name.first, name.middle, name.last, name.suffix,
            name.formatted, contact.nickname, contact.gender, contact.birthday, contact.anniversary,
            contact.organization, Self.list(contact.organizationUnits), contact.jobTitle, contact.role,
            Self.list(contact.categories), contact.isFavorite ? "yes" : nil, contact.nationality,
            Self.list(contact.urls), contact.note,
        ]
        values += Self.values(contact.emails, Self.emails)
        values += Self.values(contact.phones, Self.phones)
        for index in 0..<Self.addresses {
            guard index < contact.addresses.count else {
                values += [String?](repeating: nil, count: 8)
                continue
            }
            let entry = contact.addresses[index]
            let address = entry.address
            values += [
                address.street, address.extended, address.poBox, address.postcode, address.city, address.state,
                address.country, Self.types(entry.types, entry.isPreferred),
            ]
        }
        return values.map { $0 ?? "" }
    }

    private static func values(_ values: [ContactValue], _ count: Int) -> [String?] {
        (0..<count).flatMap { index -> [String?] in
            guard index < values.count else { return [nil, nil] }
            return [values[index].value, types(values[index].types, values[index].isPreferred)]
        }
    }

    private static func types(_ types: [String], _ isPreferred: Bool) -> String? {
        (isPreferred ? "* " : "") + types.joined(separator: ",")
    }

    private static func list(_ texts: [String]) -> String? {
        let joined = texts.joined(separator: " \(ContactFromCSV.listSeparator) ")
        // Alone, it would be taken for several values.
        return texts.count == 1 && joined.contains(";") ? "\(joined) \(ContactFromCSV.listSeparator)" : joined
    }

    private func append(_ values: [String], to bytes: inout [UInt8]) {
        for (index, value) in values.enumerated() {
            if index > 0 { bytes.append(UInt8(ascii: ",")) }
            let isFormula = guardsFormulas && value.utf8.first.map { "=+-@\t\r".utf8.contains($0) } == true
            let shown = isForTerminal ? TerminalText.sanitized(value) : value
            append(isFormula ? "'" + shown : shown, to: &bytes)
        }
        bytes += "\r\n".utf8
    }

    private func append(_ value: String, to bytes: inout [UInt8]) {
        let quote = UInt8(ascii: "\"")
        guard value.utf8.contains(where: { $0 == quote || $0 == 0x2C || $0 == 0x3B || $0 == 0x0A || $0 == 0x0D }) else {
            bytes += value.utf8
            return
        }
        bytes.append(quote)
        for byte in value.utf8 {
            if byte == quote { bytes.append(quote) }
            bytes.append(byte)
        }
        bytes.append(quote)
    }
}

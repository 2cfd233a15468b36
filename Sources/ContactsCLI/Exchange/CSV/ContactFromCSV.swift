import Repository

/// Converts the records of a CSV file to contacts, by the columns of its header.
struct ContactFromCSV {
    /// The separator that Google puts between several values of one field.
    static let listSeparator = ":::"

    /// The fields that name a contact.
    private static let naming: [ContactField] = [.first, .last, .formatted, .nickname, .organization]

    private let columns: [CSVColumn?]
    /// The unknown headers.
    let unknown: [String]

    /// Reads the header; `nil` if no column has a name, an e-mail address or a number.
    init?(header: [String]) {
        let columns = header.map { CSVColumn(header: $0) }
        let isUseful = columns.contains { column in
            switch column {
            case .field(let field): Self.naming.contains(field)
            case .email, .phone: true
            default: false
            }
        }
        guard isUseful else { return nil }
        self.columns = columns
        unknown = zip(header, columns).filter { $1 == nil && !$0.isEmpty }.map(\.0)
    }

    /// Returns the contact of a record; `nil` for a record without a name, address or number.
    func contact(_ fields: [String]) -> Contact? {
        var contact = Contact(id: ContactID(rawValue: ""), origin: .local)
        var emails = Slots<ContactValue>()
        var phones = Slots<ContactValue>()
        var addresses = Slots<ContactAddress>()
        for case (let field, let column?) in zip(fields, columns) {
            let text = Self.trimmed(field)
            guard !text.isEmpty else { continue }
            switch column {
            case .field(let field): Self.set(field, text, &contact)
            case .email(let slot): emails.change(slot, ContactValue("")) { $0.value = text }
            case .emailTypes(let slot):
                emails.change(slot, ContactValue("")) { Self.set(text, &$0.types, &$0.isPreferred) }
            case .phone(let slot, let types): phones.change(slot, ContactValue("", types: types)) { $0.value = text }
            case .phoneTypes(let slot):
                phones.change(slot, ContactValue("")) { Self.set(text, &$0.types, &$0.isPreferred) }
            case .addressPart(let slot, let types, let part):
                addresses.change(slot, ContactAddress(PostalAddress(), types: types)) {
                    $0.address[part] = text
                }
            case .addressTypes(let slot):
                addresses.change(slot, ContactAddress(PostalAddress())) { Self.set(text, &$0.types, &$0.isPreferred) }
            }
        }
        contact.emails = emails.values.flatMap(Self.split)
        contact.phones = phones.values.flatMap(Self.split)
        contact.addresses = addresses.values.filter { $0.address != PostalAddress() }
        finish(&contact)
        return contact.isEmpty ? nil : contact
    }

    /// Sets the field of a column; of several columns of one text, the first with a value counts.
    private static func set(_ field: ContactField, _ text: String, _ contact: inout Contact) {
        switch field.value {
        case .text(let access): if access.get(contact) == nil { access.set(&contact, text) }
        case .texts(let access):
            var texts = access.get(contact)
            for value in list(text) where !texts.contains(value) { texts.append(value) }
            access.set(&contact, texts)
        case .flag(let access): access.set(&contact, ["yes", "true", "1", "y"].contains(text.lowercased()))
        case .values, .addresses, .photo, .name, .address, .picture: break
        }
    }

    private func finish(_ contact: inout Contact) {
        guard let formatted = contact.name.formatted else { return }
        contact.name.formatted = nil
        if contact.name == PersonName(), formatted != contact.organization {
            ContactNaming.split(formatted, into: &contact.name)
        }
        if formatted != contact.composedName { contact.name.formatted = formatted }
    }

    /// Reads types: separated by commas as in an export, or one in the form of Google, `* Work`.
    private static func set(_ text: String, _ types: inout [String], _ isPreferred: inout Bool) {
        var text = text[...]
        if text.first == "*" {
            isPreferred = true
            text = text.dropFirst()
        }
        types = text.split(separator: ",").map { type in
            switch trimmed(type).lowercased() {
            case "mobile": "cell"
            case "business": "work"
            case let type: type
            }
        }.filter { !$0.isEmpty && $0 != "other" }
    }

    /// Splits several values in one field.
    private static func split(_ value: ContactValue) -> [ContactValue] {
        let texts = value.value.split(separator: listSeparator).map { trimmed($0) }
        return texts.enumerated().map {
            ContactValue($1, types: value.types, isPreferred: value.isPreferred && $0 == 0)
        }
    }

    private static func list(_ text: String) -> [String] {
        let separator = text.contains(listSeparator) ? listSeparator : text.contains(";") ? ";" : nil
        guard let separator else { return text.isEmpty ? [] : [text] }
        return text.split(separator: separator).map { item in
            let item = trimmed(item)
            // Google puts a star before its system groups.
            return item.hasPrefix("* ") ? trimmed(item.dropFirst(2)) : item
        }.filter { !$0.isEmpty }
    }

    private static func trimmed(_ text: some StringProtocol) -> String {
        var text = text.drop(while: \.isWhitespace)
        while text.last?.isWhitespace == true { text = text.dropLast() }
        return String(text)
    }

    /// Values by the slots of their columns, in the order of the columns.
    private struct Slots<Value> {
        private var order: [String] = []
        private var bySlot: [String: Value] = [:]

        var values: [Value] { order.compactMap { bySlot[$0] } }

        mutating func change(_ slot: String, _ initial: Value, _ body: (inout Value) -> Void) {
            if bySlot[slot] == nil { order.append(slot) }
            body(&bySlot[slot, default: initial])
        }
    }
}

/// Reads contacts from CSV, by the names of the columns in the first line.
struct CSVContactParser: ContactParser {
    private var records = CSVRecords()
    private var header: (contacts: ContactFromCSV, count: Int)?
    private var waiting: [ParsedContact] = []
    private var isBroken = false

    mutating func append(_ bytes: [UInt8]) {
        if !isBroken { records.append(bytes) }
    }

    mutating func finish() {
        records.finish()
    }

    mutating func next() -> ParsedContact? {
        while !isBroken {
            if let first = waiting.popLast() { return first }
            do {
                guard let record = try records.next() else { return nil }
                guard let header else {
                    readHeader(record)
                    continue
                }
                guard record.fields.count <= header.count else {
                    let reason = "the line has \(record.fields.count) fields, but there are \(header.count) columns"
                    return .problem(line: record.line, reason: reason)
                }
                guard let contact = header.contacts.contact(record.fields) else {
                    return .problem(line: record.line, reason: "the line has no name, address or number")
                }
                return .contact(contact)
            } catch {
                return problem(error)
            }
        }
        return waiting.popLast()
    }

    private mutating func readHeader(_ record: CSVRecords.Record) {
        guard let contacts = ContactFromCSV(header: record.fields) else {
            isBroken = true
            let reason = "no column is known; name them as in first_name, last_name, email, phone, city"
            waiting = [.problem(line: record.line, reason: reason)]
            return
        }
        header = (contacts, record.fields.count)
        waiting = contacts.unknown.reversed().map {
            .notice(line: record.line, text: "the column “\($0)” is unknown and is left out")
        }
    }

    private mutating func problem(_ fault: CSVRecords.Fault) -> ParsedContact {
        switch fault {
        case .notUTF8(let line):
            return .problem(line: line, reason: "the line is not UTF-8")
        case .openQuote(let line):
            return .problem(line: line, reason: "the line opens a quote that nothing closes")
        case .tooLong(let line):
            isBroken = true
            return .problem(line: line, reason: "the line is larger than \(CSVRecords.limit) bytes")
        }
    }
}

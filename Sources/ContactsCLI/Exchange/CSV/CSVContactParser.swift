import Repository

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
                    return .problem(line: record.line, reason: "the line names nobody")
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
            .notice(line: record.line, text: "the column “\($0)” is not known and is left out")
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

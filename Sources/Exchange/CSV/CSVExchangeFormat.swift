package import Repository
import TerminalUI

/// Writes CSV (RFC 4180), or the same with tabs, with a column for each field; ``CSVContactParser`` can read it.
package struct CSVExchangeFormat: ReportWriter {
    private static let emails = 5
    private static let phones = 6
    private static let addresses = 3

    /// Whether to put a quote before values that a spreadsheet could interpret as formulas.
    let guardsFormulas: Bool
    /// The field separator.
    let separator: UInt8
    /// Whether to replace control characters for display in a terminal; files get all values unchanged.
    let isForTerminal: Bool
    /// Whether the last column contains the name of the contact's book.
    let namesBook: Bool
    private var isFirst = true
    /// The number of contacts that have more values than there are columns.
    package private(set) var incomplete = 0

    package init(
        guardsFormulas: Bool = true,
        separator: UInt8 = UInt8(ascii: ","),
        isForTerminal: Bool = false,
        namesBook: Bool = false
    ) {
        self.namesBook = namesBook
        self.guardsFormulas = guardsFormulas
        self.separator = separator
        self.isForTerminal = isForTerminal
    }

    /// The parts of an address in column order, with their column names.
    private static let parts: [(part: AddressPart, name: String)] = [
        (.street, "street"), (.extended, "extended"), (.poBox, "po_box"), (.postcode, "postcode"), (.city, "city"),
        (.state, "state"), (.country, "country"),
    ]

    private static let header: [String] =
        published.compactMap(\.columns.first)
        + (1...emails).flatMap { ["email_\($0)", "email_\($0)_types"] }
        + (1...phones).flatMap { ["phone_\($0)", "phone_\($0)_types"] }
        + (1...addresses).flatMap { number in
            (parts.map(\.name) + ["types"]).map { "address_\(number)_\($0)" }
        }
        + added.compactMap(\.columns.first)

    /// The fields whose columns precede the repeated values.
    private static let published = Array(ContactField.columns.prefix(ContactField.publishedColumns))

    /// Fields that were added later; their columns come last so that the others keep their positions.
    private static let added = Array(ContactField.columns.dropFirst(ContactField.publishedColumns))

    package mutating func page(_ contacts: [Contact]) -> [UInt8] {
        var bytes = start()
        for contact in contacts {
            if Self.isIncomplete(contact) { incomplete += 1 }
            append(Self.values(of: contact) + (namesBook ? [contact.book ?? ""] : []), to: &bytes)
        }
        return bytes
    }

    package mutating func end() -> [UInt8] { start() }

    private mutating func start() -> [UInt8] {
        var bytes: [UInt8] = []
        if isFirst { append(Self.header + (namesBook ? ["book"] : []), to: &bytes) }
        isFirst = false
        return bytes
    }

    /// Returns the names and values of the columns that aren't empty for the contact.
    static func columns(of contact: Contact) -> [(name: String, value: String)] {
        zip(header, values(of: contact)).filter { !$1.isEmpty }.map { ($0, $1) }
    }

    /// Whether some of the contact's values don't fit into the columns.
    static func isIncomplete(_ contact: Contact) -> Bool {
        contact.emails.count > emails || contact.phones.count > phones || contact.addresses.count > addresses
            || contact.photo != nil || !contact.lines.isEmpty
    }

    private static func values(of contact: Contact) -> [String] {
        var values = Self.published.map { Self.text($0, contact) }
        values += Self.values(contact.emails, Self.emails)
        values += Self.values(contact.phones, Self.phones)
        for index in 0..<Self.addresses {
            guard index < contact.addresses.count else {
                values += [String](repeating: "", count: Self.parts.count + 1)
                continue
            }
            let entry = contact.addresses[index]
            values += Self.parts.map { entry.address[$0.part] ?? "" }
            values.append(Self.types(entry.types, entry.isPreferred))
        }
        return values + Self.added.map { Self.text($0, contact) }
    }

    private static func text(_ field: ContactField, _ contact: Contact) -> String {
        switch field.value {
        case .text(let text): text.get(contact) ?? (field == .uid ? "urn:uuid:\(contact.id)" : "")
        case .texts(let texts): list(texts.get(contact))
        case .flag(let flag): flag.get(contact) ? "yes" : ""
        case .values, .addresses, .photo, .name, .address, .picture: ""
        }
    }

    private static func values(_ values: [ContactValue], _ count: Int) -> [String] {
        (0..<count).flatMap { index -> [String] in
            guard index < values.count else { return ["", ""] }
            return [values[index].value, types(values[index].types, values[index].isPreferred)]
        }
    }

    private static func types(_ types: [String], _ isPreferred: Bool) -> String {
        (isPreferred ? "* " : "") + types.joined(separator: ",")
    }

    private static func list(_ texts: [String]) -> String {
        let joined = texts.joined(separator: " \(ContactFromCSV.listSeparator) ")
        // The trailing separator keeps readers from splitting the text at the semicolon.
        return texts.count == 1 && joined.contains(";") ? "\(joined) \(ContactFromCSV.listSeparator)" : joined
    }

    private func append(_ values: [String], to bytes: inout [UInt8]) {
        for (index, value) in values.enumerated() {
            if index > 0 { bytes.append(separator) }
            let shown = isForTerminal ? TerminalText.sanitized(value) : value
            let value = guardsFormulas ? FormulaGuard.guarded(shown) : FormulaGuard.escaped(shown)
            // Quote semicolons, too: in some locales, spreadsheets treat them as separators.
            CSVValue.append(value, quoting: [separator, UInt8(ascii: ";")], to: &bytes)
        }
        bytes += "\r\n".utf8
    }
}

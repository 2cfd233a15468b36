import Primitives
import Repository
import VCard

/// Converts CSV records to contacts, based on the columns in the header.
struct ContactFromCSV: Sendable {
    /// Google's separator between values in one field.
    static let listSeparator = ":::"

    /// The fields that can serve as a contact's name.
    private static let naming: [ContactField] = [.first, .last, .formatted, .nickname, .organization]

    /// A column of the file.
    struct Column: Sendable {
        let header: CSVHeader
        let meaning: CSVColumn
        /// Whether it matches no field, so that its values are kept as lines.
        let isUnknown: Bool

        /// Whether its values are dates.
        var isDate: Bool {
            switch meaning {
            case .field(.birthday), .field(.anniversary), .labelled(.event, _): true
            default: false
            }
        }
    }

    /// The columns, in file order.
    let columns: [Column]
    private let isOwn: Bool
    private let dates: CSVDateRule

    /// Parses the header; `nil` if no column contains a name, an e-mail address or a number.
    init?(header: [String], mappings: [ColumnMapping] = [], dates: CSVDateRule = CSVDateRule()) throws(ExchangeError) {
        let header = header.map { FormulaGuard.unguarded($0) }
        let names = CSVTranslation.columns(header)
        let dialect = CSVDialect(names)
        var columns: [Column] = []
        var slots: Set<String> = []
        for (number, header) in names.enumerated() {
            if let mapping = mappings.last(where: { $0.isAbout(header.text) }) {
                columns.append(Column(header: header, meaning: try mapping.column(number), isUnknown: false))
            } else if let known = dialect.column(header) {
                let meaning = known.distinct(number, &slots)
                columns.append(Column(header: header, meaning: meaning, isUnknown: false))
            } else if dialect == .own, header.text == "book" {
                // The contact's book, in an export of several books.
                columns.append(Column(header: header, meaning: .ignored, isUnknown: false))
            } else {
                let name = CSVColumn.property(header.name)
                let line = name.isEmpty ? "X-COLUMN-\(number + 1)" : name
                columns.append(Column(header: header, meaning: .line(line), isUnknown: !header.text.isEmpty))
            }
        }
        if let lost = mappings.first(where: { mapping in !header.contains { mapping.isAbout($0) } }) {
            let known = header.map { "“\($0)”" }.joined(separator: ", ")
            throw ExchangeError(message: "The file has no column “\(lost.header)”, which --map names. It has \(known).")
        }
        let isUseful = columns.contains { column in
            switch column.meaning {
            case .field(let field): Self.naming.contains(field)
            case .email, .phone, .fileAs: true
            default: false
            }
        }
        guard isUseful else { return nil }
        self.columns = columns
        isOwn = dialect == .own
        self.dates = dates
    }

    /// Returns a record's contact and notes for the user; `nil` if the record has no name, address or number.
    func contact(_ fields: [String], isGuarded: Bool = true) -> (contact: Contact, remarks: [String])? {
        var reading = CSVReading(isOwn: isOwn, dates: dates)
        for (field, column) in zip(fields, columns) {
            let plain = isGuarded ? FormulaGuard.unguarded(field) : field
            let text = isOwn ? plain : plain.trimmed()
            if !text.isEmpty { reading.take(text, column) }
        }
        let contact = reading.finish()
        return contact.isEmpty ? nil : (contact, reading.remarks)
    }

    /// Returns the fields of a record that contain dates.
    func dates(in fields: [String]) -> [String] {
        isOwn
            ? []
            : zip(fields, columns).compactMap { text, column in
                column.isDate ? FormulaGuard.unguarded(text).trimmed() : nil
            }
    }

    /// Whether some columns can only be interpreted after a pass over the whole file.
    var needsSurvey: Bool { columns.contains { $0.isUnknown || !isOwn && $0.isDate } }
}

/// The rule for interpreting a file's dates.
struct CSVDateRule: Equatable, Sendable {
    /// The order of day, month and year; `nil` to accept only unambiguous dates.
    var order: DateOrder?
    /// Whether the user specified the order; if so, the program doesn't guess when a date doesn't fit.
    var isGiven = false
    /// The current year, which is the latest one that two digits can mean.
    var year = Calendar(identifier: .gregorian).component(.year, from: Date())

    /// Returns the date in the text; `nil` if it has none or is ambiguous.
    func date(_ text: DateText) -> String? {
        guard case .open(let dates) = text else { return text.date(in: nil) }
        if let order, let date = dates[order] { return date }
        let readings = Set(dates.values)
        return isGiven || readings.count > 1 ? nil : readings.first
    }
}

/// Parses the types of values in CSV files.
enum CSVTypes {
    /// Sets types from a comma-separated list as in our exports, or from a single one in Google's form, `* Work`.
    static func set(_ text: String, _ types: inout [String], _ isPreferred: inout Bool, isOwn: Bool) {
        var text = text[...]
        if text.first == "*" {
            isPreferred = true
            text = text.dropFirst()
        }
        if isOwn {
            if isPreferred, text.first == " " { text = text.dropFirst() }
            // Custom labels stay as they are; known words that were typed into the file become vCard types.
            types = text.split(separator: ",").map { known.contains(word(String($0))) ? word(String($0)) : String($0) }
            return
        }
        types = text.split(separator: ",").flatMap { type -> [String] in
            let type = type.trimmed().lowercased()
            switch type {
            case "home fax": return ["home", "fax"]
            case "work fax": return ["work", "fax"]
            default: return [word(type)]
            }
        }.filter { !$0.isEmpty && $0 != "other" }
    }

    private static let known: Set<String> = ["home", "work", "cell", "fax", "pager", "voice"]

    /// Returns the vCard type for a word.
    static func word(_ type: String) -> String {
        switch type.trimmed().lowercased() {
        case "mobile", "mobil", "handy": "cell"
        case "business": "work"
        case let type: type
        }
    }
}

package import Primitives
import Repository

/// The user's options for reading CSV.
package struct CSVOptions: Equatable, Sendable {
    /// The field separator; `nil` to detect it.
    var separator: UInt8?
    /// The order of day, month and year in ambiguous dates.
    var order: DateOrder?
    /// The user's mappings of columns to fields.
    var mappings: [ColumnMapping]

    package init(separator: UInt8? = nil, order: DateOrder? = nil, mappings: [ColumnMapping] = []) {
        self.separator = separator
        self.order = order
        self.mappings = mappings
    }
}

/// Reads contacts from CSV, using the column names in the first line.
struct CSVContactParser: ContactParser {
    private var records: CSVRecords
    private let options: CSVOptions
    private let survey: CSVSurvey?
    private var header: ContactFromCSV?
    private var waiting: [ParsedContact] = []
    /// Whether the rest of the file can't be read.
    private(set) var isBroken = false
    /// The number of steps that the reader has taken.
    var steps: Int { records.steps }

    /// Creates a parser.
    ///
    /// - Parameters:
    ///   - options: The user's options.
    ///   - survey: The survey of the whole file; without it, all unknown columns are reported, and ambiguous dates are
    ///     skipped.
    init(options: CSVOptions = CSVOptions(), survey: CSVSurvey? = nil) {
        self.options = options
        self.survey = survey
        records = CSVRecords(separator: options.separator)
    }

    mutating func append(_ bytes: [UInt8]) {
        if !isBroken { records.append(bytes) }
    }

    mutating func finish() {
        records.finish()
    }

    mutating func next() -> ParsedContact? {
        while !isBroken {
            if let first = waiting.popLast() { return first }
            do throws(CSVRecords.Fault) {
                guard let record = try records.next() else { return nil }
                guard let header else {
                    readHeader(record)
                    continue
                }
                return contact(record, header)
            } catch {
                // Without a header, the remaining lines have no meaning.
                isBroken = header == nil
                return .problem(line: error.line, reason: isBroken ? "the header: \(error.reason)" : error.reason)
            }
        }
        return waiting.popLast()
    }

    private mutating func contact(_ record: CSVRecords.Record, _ header: ContactFromCSV) -> ParsedContact {
        let columns = header.columns.count
        // Old versions of Thunderbird end rows with a separator.
        let extra = record.fields.dropFirst(columns)
        guard extra.allSatisfy(\.isEmpty) else {
            let reason = "the line has \(record.fields.count) fields, but there are \(columns) columns"
            return .problem(line: record.line, reason: reason)
        }
        guard let (contact, remarks) = header.contact(record.fields) else {
            return .problem(line: record.line, reason: "the line has no name, address or number")
        }
        waiting = remarks.reversed().map { .notice(line: record.line, text: $0) }
        return .contact(contact)
    }

    private mutating func readHeader(_ record: CSVRecords.Record) {
        let order = options.order ?? survey?.order
        let rule = CSVDateRule(order: order, isGiven: options.order != nil)
        // The mappings were validated when the file was opened.
        guard
            let read = try? ContactFromCSV(header: record.fields, mappings: options.mappings, dates: rule)
        else {
            isBroken = true
            let reason = "none of the columns is known; use names such as first_name, last_name, email, phone, city"
            waiting = [.problem(line: record.line, reason: reason)]
            return
        }
        header = read
        let kept = read.columns.enumerated().compactMap { index, column -> (header: String, name: String)? in
            guard column.isUnknown, case .line(let name) = column.meaning else { return nil }
            return survey.map { $0.filled.contains(index) } ?? true ? (column.header.text, name) : nil
        }
        guard let first = kept.first else { return }
        let headers = kept.map { "“\($0.header)”" }.joined(separator: ", ")
        let names = kept.map(\.name).joined(separator: ", ")
        let text =
            kept.count == 1
            ? "the column \(headers) is unknown; it is kept as \(names)"
            : "the columns \(headers) are unknown; they are kept as \(names)"
        waiting = [.notice(line: record.line, text: "\(text) (--map \"\(first.header)=…\" names a field)")]
    }
}

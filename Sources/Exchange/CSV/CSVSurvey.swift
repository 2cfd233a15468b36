package import Primitives
import Repository

/// A first pass over a CSV file, which determines the order of its dates and the columns in use.
package struct CSVSurvey: Sendable {
    /// An ambiguous date.
    package struct Doubt: Equatable, Sendable {
        package let line: Int
        package let text: String
        /// The orders in which it can be interpreted.
        package let orders: [DateOrder]
    }

    private static let pairs: [(DateOrder, DateOrder)] = [(.dmy, .mdy), (.dmy, .ymd), (.mdy, .ymd)]

    /// The columns that contain any value.
    private(set) var filled: Set<Int> = []
    /// Whether the rest of the file can't change the outcome.
    package private(set) var isDone = false
    /// The orders that are possible for every date so far.
    private var orders = Set(DateOrder.allCases)
    /// Whether dates contradict each other, so that each is interpreted on its own.
    private var isMixed = false
    /// The first date that is different in two orders, by the index of the pair of orders.
    private var differing: [Int: Doubt] = [:]
    private var header: ContactFromCSV?
    private var records: CSVRecords
    private let mappings: [ColumnMapping]
    private let isGiven: Bool
    private let year = CSVDateRule().year
    /// The number of steps that the reader has taken.
    var steps: Int { records.steps }

    package init(options: CSVOptions) {
        records = CSVRecords(separator: options.separator)
        mappings = options.mappings
        isGiven = options.order != nil
    }

    /// The order in which all dates are unambiguous; `nil` if there isn't one.
    package var order: DateOrder? {
        isMixed || doubt != nil ? nil : DateOrder.allCases.first(where: orders.contains)
    }

    /// The first ambiguous date, unless the file or the user determines its order.
    package var doubt: Doubt? {
        guard !isGiven else { return nil }
        return Self.pairs.indices
            .filter { isMixed || orders.contains(Self.pairs[$0].0) && orders.contains(Self.pairs[$0].1) }
            .compactMap { differing[$0] }.min { $0.line < $1.line }
    }

    /// Processes more of the file.
    ///
    /// - Throws: ``ExchangeError`` if a mapping names a column or a field that doesn't exist.
    package mutating func take(_ bytes: [UInt8], isLast: Bool) throws(ExchangeError) {
        guard !isDone else { return }
        records.append(bytes)
        if isLast { records.finish() }
        while true {
            var found: CSVRecords.Record?
            do throws(CSVRecords.Fault) {
                found = try records.next()
            } catch {
                isDone = header == nil
                if isDone { return }
                continue
            }
            guard let record = found else { return }
            if let header {
                take(record, header)
            } else {
                header = try ContactFromCSV(header: record.fields, mappings: mappings)
                isDone = header?.needsSurvey != true
                if isDone { return }
            }
        }
    }

    private mutating func take(_ record: CSVRecords.Record, _ header: ContactFromCSV) {
        for (index, pair) in zip(record.fields, header.columns).enumerated() where !filled.contains(index) {
            let (field, column) = pair
            if !field.isEmpty, !CSVDefaults.isDefault(field, of: column.header.key) { filled.insert(index) }
        }
        for text in header.dates(in: record.fields) {
            guard case .open(let dates) = DateText(text, before: year) else { continue }
            let possible = orders.intersection(dates.keys)
            if possible.isEmpty { isMixed = true } else { orders = possible }
            for (place, pair) in Self.pairs.enumerated() where differing[place] == nil {
                guard let one = dates[pair.0], let other = dates[pair.1], one != other else { continue }
                differing[place] = Doubt(
                    line: record.line,
                    text: text,
                    orders: DateOrder.allCases.filter { dates[$0] != nil }
                )
            }
        }
    }
}

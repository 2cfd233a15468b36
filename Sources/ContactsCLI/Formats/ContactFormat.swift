import ArgumentParser
import Repository

/// A way to write contacts one page after the other, so that memory stays flat however many there are.
protocol ContactFormat {
    /// The bytes of the next contacts, in order.
    mutating func page(_ contacts: [Contact]) -> [UInt8]

    /// The bytes after the last page; called once, after no page at all too.
    mutating func end() -> [UInt8]
}

/// The forms in which several contacts can be asked for.
enum ListFormat: String, CaseIterable, ExpressibleByArgument {
    case table
    case plain
    case tsv
    case csv
    case json
    case ndjson
    case vcard
    case jcard
    case yaml

    /// Whether only some of a contact can be written; a card is whole.
    var takesFields: Bool { self != .vcard && self != .jcard }

    /// The form when none was asked for: a table for people, lines with tabs for programs.
    static func standard(for screen: Screen) -> ListFormat {
        screen.isTerminal ? .table : .tsv
    }

    /// The columns of lines when no others were asked for; new ones are only ever added at the end.
    static let columns: [OutputField] = [
        .id, .first, .last, .email, .phone, .cell, .birthday, .city, .country, .nationality,
    ]

    /// The columns of a table that nothing is cut off.
    private static let plainColumns: [OutputField] = [.id, .name, .email, .phone, .birthday, .city, .country]

    /// A writer of this form for what the results go to.
    ///
    /// `fields` are what was asked for, and `hasHeader` whether to begin with the names of the columns; `nil` leaves it to
    /// the form.
    func writer(
        for screen: Screen,
        fields: [OutputField]? = nil,
        hasHeader: Bool? = nil
    ) -> any ContactFormat {
        let isTerminal = screen.isTerminal
        switch (self, fields) {
        case (.table, nil): return TableFormat(screen: screen, hasHeader: hasHeader ?? true)
        case (.table, let fields?): return FieldTableFormat(fields, screen: screen, hasHeader: hasHeader ?? true)
        case (.plain, let fields):
            return FieldTableFormat(
                plain: fields ?? Self.plainColumns,
                hasHeader: hasHeader ?? false,
                screen: screen
            )
        case (.tsv, nil) where hasHeader != true: return TSVFormat(isForTerminal: isTerminal)
        case (.tsv, let fields):
            return FieldLinesFormat(
                fields ?? Self.columns,
                hasHeader: hasHeader ?? false,
                isForTerminal: isTerminal
            )
        case (.csv, let fields):
            return CSVFormat(fields ?? Self.columns, hasHeader: hasHeader ?? true, isForTerminal: isTerminal)
        case (.json, nil): return JSONFormat(isForTerminal: isTerminal)
        case (.ndjson, nil): return NDJSONFormat(isForTerminal: isTerminal)
        case (.json, let fields?), (.ndjson, let fields?):
            return FieldJSONFormat(fields, isArray: self == .json, isForTerminal: isTerminal)
        case (.vcard, _): return VCardFormat(isForTerminal: isTerminal)
        case (.jcard, _): return JCardFormat(isForTerminal: isTerminal)
        case (.yaml, let fields): return YAMLFormat(fields ?? OutputField.everything)
        }
    }
}

/// How contacts are printed.
struct OutputOptions: ParsableArguments, Sendable {
    @Option(help: ArgumentHelp("How to print; a table on a terminal, else tsv.", valueName: "format"))
    var format: ListFormat?

    @OptionGroup
    var fields: FieldOptions

    @Flag(
        name: [.customShort("0"), .customLong("null")],
        help: "Print the identifiers alone, with a zero byte behind each, as xargs -0 reads them."
    )
    var areIdentifiers = false

    func validate() throws {
        try fields.validate(format: format)
        if areIdentifiers, try format != nil || fields.json || fields.chosen() != nil {
            throw ValidationError("--null prints identifiers alone. Leave out --format, --fields and --json.")
        }
    }

    /// A writer of what was asked for.
    func writer(for screen: Screen) throws -> any ContactFormat {
        if areIdentifiers { return IdentifierFormat() }
        let format = format ?? (fields.json ? .json : .standard(for: screen))
        return format.writer(for: screen, fields: try fields.chosen(), hasHeader: fields.header)
    }
}

/// Which things of a contact are printed, the same wherever contacts are.
struct FieldOptions: ParsableArguments, Sendable {
    @Flag(help: "Print JSON; --json=name,email prints only these fields.")
    var json = false

    @Option(
        help: ArgumentHelp("Print only these fields, in this order, such as name,email,phone.", valueName: "names")
    )
    var fields: String?

    @Flag(inversion: .prefixedNo, help: "Begin with the names of the columns; by default only table and csv do.")
    var header: Bool?

    func validate() throws {
        _ = try chosen()
    }

    /// The fields that were asked for; `nil` leaves it to the format.
    func chosen() throws -> [OutputField]? {
        guard let fields else { return nil }
        let names = fields.split(whereSeparator: { $0 == "," || $0.isWhitespace }).map(String.init)
        guard !names.isEmpty else {
            throw ValidationError("The value of --fields is empty. \(Self.advice)")
        }
        return try names.map { name in
            if let field = OutputField.shown(named: name) { return field }
            let hint = OutputField.suggestion(for: name).map { "Did you mean '\($0)'?" } ?? Self.advice
            throw ValidationError("There is no field '\(name)'. \(hint)")
        }
    }

    /// Refuses a format that contradicts --json or --fields.
    func validate(format: ListFormat?) throws {
        if fields != nil, let format, !format.takesFields {
            throw ValidationError("A \(format.rawValue) is whole. Leave --fields out, or give another --format.")
        }
        guard json, let format, format != .json, format != .ndjson else { return }
        throw ValidationError("--json and --format \(format.rawValue) contradict each other. Give one of them.")
    }

    private static var advice: String { "The fields are \(OutputField.names.joined(separator: ", "))." }
}

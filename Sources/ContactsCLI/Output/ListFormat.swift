import ArgumentParser

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

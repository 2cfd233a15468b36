import ArgumentParser

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

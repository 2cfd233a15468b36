import ArgumentParser

/// How contacts are printed.
struct OutputOptions: ParsableArguments, Sendable {
    @Option(help: ArgumentHelp("How to print; a table on a terminal, else tsv.", valueName: "format"))
    var format: ListFormat?

    @OptionGroup
    var fields: FieldOptions

    func validate() throws {
        try fields.validate(format: format)
    }

    /// A writer of what was asked for.
    func writer(for screen: Screen) throws -> any ContactFormat {
        let format = format ?? (fields.json ? .json : .standard(for: screen))
        return format.writer(for: screen, fields: try fields.chosen(), hasHeader: fields.header)
    }
}

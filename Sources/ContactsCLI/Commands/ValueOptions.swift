import ArgumentParser

/// What the commands take that print one kind of values.
struct ValueOptions: ParsableArguments, Sendable {
    @OptionGroup
    var selection: FilterOptions

    @Option(help: ArgumentHelp("How to print; a table on a terminal, else tsv.", valueName: "format"))
    var format: ValueFormat?

    @Flag(help: "Print JSON.")
    var json = false

    @Flag(help: "Print as mutt wants it: tsv with a line before it that is no result.")
    var mutt = false

    @OptionGroup
    var network: NetworkOptions

    func validate() throws {
        if json, let format, format != .json {
            throw ValidationError("--json and --format \(format.rawValue) contradict each other. Give one of them.")
        }
        if mutt, let format = json ? .json : format, format != .tsv {
            throw ValidationError("--mutt is a format of its own. Leave --format out.")
        }
    }
}

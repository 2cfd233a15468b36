import ArgumentParser

/// The options of every command, before or after its name.
///
/// The parser gives the same values to the program and to the command, so that both places mean the same.
struct GlobalOptions: ParsableArguments, Sendable {
    @Option(
        name: .customLong("env"),
        help: ArgumentHelp("The environment: DEV, QC or PROD. (variable CONTACTS_ENV)", valueName: "name")
    )
    var environment: String?

    @Option(
        name: .customLong("db"),
        help: ArgumentHelp("The database file. (variable CONTACTS_DB)", valueName: "file"),
        completion: .file()
    )
    var database: String?

    @Option(
        name: .customLong("config"),
        help: ArgumentHelp("Read settings from this .xcconfig file.", valueName: "file"),
        completion: .file(extensions: ["xcconfig"])
    )
    var configurationFile: String?

    @Option(
        name: .customLong("cacert"),
        help: ArgumentHelp(
            "Trust the authorities in this PEM file, not the system's. (variable CONTACTS_API_CA_FILE)",
            valueName: "file"
        ),
        completion: .file(extensions: ["pem", "crt"])
    )
    var certificateFile: String?

    @Option(
        name: .customLong("log-level"),
        help: ArgumentHelp(
            "What to log: fatal, error, warning, info, debug or trace. (variable CONTACTS_LOG)",
            valueName: "level"
        )
    )
    var logLevel: String?

    @Option(
        name: .customLong("log-format"),
        help: ArgumentHelp("The format of the log: text, or json with a line per message.", valueName: "format")
    )
    var logFormat: LogFormat?

    @Option(
        name: .customLong("log-file"),
        help: ArgumentHelp("Append the log to this file instead of standard error.", valueName: "file"),
        completion: .file()
    )
    var logFile: String?

    @Option(
        name: .customLong("record"),
        help: ArgumentHelp("Append the transitions of blocs to this file, for replay and diagram.", valueName: "file"),
        completion: .file()
    )
    var recordingFile: String?

    @Option(
        name: .customLong("color"),
        help: ArgumentHelp("When to use color; auto follows NO_COLOR and CLICOLOR_FORCE.", valueName: "when")
    )
    var color: ColorRule = .auto

    @Flag(name: .customLong("no-color"), help: "The same as --color never.")
    var noColor = false

    @Flag(name: .customLong("no-pager"), help: "Do not page. (variables CONTACTS_PAGER, PAGER)")
    var noPager = false

    @Flag(name: .customLong("no-input"), help: "Never ask; fail where an answer is needed.")
    var noInput = false

    @Flag(name: [.customShort("v"), .customLong("verbose")], help: "Log more: -v is info, -vv is debug.")
    var verbosity: Int

    @Flag(name: .customLong("debug"), help: "The same as -vv.")
    var isDebugging = false

    @Flag(
        name: [.customShort("q"), .customLong("quiet")],
        help: "No progress, counts and notes; warnings and errors stay."
    )
    var isQuiet = false

    /// When results are colored.
    var colorRule: ColorRule { noColor ? .never : color }

    /// The settings among the options, which override those of files and variables.
    var configurationFlags: ConfigurationFlags {
        ConfigurationFlags(
            environment: environment,
            databasePath: database,
            logLevel: logLevel ?? [nil, "info", "debug"][isDebugging ? 2 : min(verbosity, 2)],
            certificateFile: certificateFile,
            configFile: configurationFile
        )
    }
}

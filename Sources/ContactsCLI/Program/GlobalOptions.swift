import ArgumentParser
import Primitives

/// The options of every command, before or after its name.
///
/// The parser gives the same values to the program and to the command, so that both places mean the same. The help of a
/// command has them in one line, since they would be longer than its own options; `contacts help options` has them whole.
struct GlobalOptions: ParsableArguments, Sendable {
    @Option(
        name: .customLong("env"),
        help: ArgumentHelp(
            "The environment: DEV, QC or PROD. (variable CONTACTS_ENV)",
            valueName: "name",
            visibility: .hidden
        )
    )
    var environment: String?

    @Option(
        name: .customLong("db"),
        help: ArgumentHelp("The database file. (variable CONTACTS_DB)", valueName: "file", visibility: .hidden),
        completion: .file()
    )
    var database: String?

    @Option(
        name: .customLong("book"),
        help: ArgumentHelp(
            "The address book, or all for all of them. (variable CONTACTS_BOOK)",
            valueName: "book",
            visibility: .hidden
        )
    )
    var book: String?

    @Option(
        name: .customLong("config"),
        help: ArgumentHelp("Read settings from this .xcconfig file.", valueName: "file", visibility: .hidden),
        completion: .file(extensions: ["xcconfig"])
    )
    var configurationFile: String?

    @Option(
        name: .customLong("cacert"),
        help: ArgumentHelp(
            "Trust the authorities in this PEM file, not the system's. (variable CONTACTS_API_CA_FILE)",
            valueName: "file",
            visibility: .hidden
        ),
        completion: .file(extensions: ["pem", "crt"])
    )
    var certificateFile: String?

    @Option(
        name: .customLong("log-level"),
        help: ArgumentHelp(
            "What to log: fatal, error, warning, info, debug or trace. (variable CONTACTS_LOG)",
            valueName: "level",
            visibility: .hidden
        )
    )
    var logLevel: String?

    @Option(
        name: .customLong("log-format"),
        help: ArgumentHelp(
            "The format of the log: text, or json with a line per message.",
            valueName: "format",
            visibility: .hidden
        )
    )
    var logFormat: LogFormat?

    @Option(
        name: .customLong("log-file"),
        help: ArgumentHelp(
            "Append the log to this file instead of standard error.",
            valueName: "file",
            visibility: .hidden
        ),
        completion: .file()
    )
    var logFile: String?

    @Option(
        name: .customLong("record"),
        help: ArgumentHelp(
            "Append the transitions of blocs to this file, for replay and diagram.",
            valueName: "file",
            visibility: .hidden
        ),
        completion: .file()
    )
    var recordingFile: String?

    @Option(
        name: .customLong("inspect"),
        help: ArgumentHelp(
            "Show the blocs in a browser, on this port or a free one.",
            valueName: "port",
            visibility: .hidden
        )
    )
    var inspectorPort: Int?

    @Flag(
        name: .customLong("inspect-values"),
        help: ArgumentHelp("Show what events and states contain there, too.", visibility: .hidden)
    )
    var inspectsValues = false

    @Option(
        name: .customLong("color"),
        help: ArgumentHelp(
            "When to use color; auto follows NO_COLOR and CLICOLOR_FORCE.",
            valueName: "when",
            visibility: .hidden
        )
    )
    var color: ColorRule = .auto

    @Flag(name: .customLong("no-color"), help: ArgumentHelp("The same as --color never.", visibility: .hidden))
    var noColor = false

    @Flag(
        name: .customLong("no-pager"),
        help: ArgumentHelp("Do not page. (variables CONTACTS_PAGER, PAGER)", visibility: .hidden)
    )
    var noPager = false

    @Flag(
        name: .customLong("no-input"),
        help: ArgumentHelp("Never ask; fail where an answer is needed.", visibility: .hidden)
    )
    var noInput = false

    @Flag(
        name: [.customShort("v"), .customLong("verbose")],
        help: ArgumentHelp("Log more: -v is info, -vv is debug.", visibility: .hidden)
    )
    var verbosity: Int

    @Flag(name: .customLong("debug"), help: ArgumentHelp("The same as -vv.", visibility: .hidden))
    var isDebugging = false

    @Flag(
        name: [.customShort("q"), .customLong("quiet")],
        help: ArgumentHelp("No progress, counts and notes; warnings and errors stay.", visibility: .hidden)
    )
    var isQuiet = false

    /// The line that represents these options in the help of each command.
    static let line = "GLOBAL OPTIONS: --book, --db, --env, --quiet, …: contacts help options"

    /// All of them with their meanings, in lines of at most 80 columns.
    static var description: String {
        let paragraphs = helpMessage(includeHidden: true, columns: 80).components(separatedBy: "\n\n")
        let options = paragraphs.first { $0.hasPrefix("OPTIONS:\n") } ?? ""
        return options.split(separator: "\n").dropFirst().filter { !$0.hasPrefix("  -h, --help ") }.joined(
            separator: "\n"
        )
    }

    func validate() throws {
        if book != nil, database != nil {
            throw ValidationError("--db names a database file, and --book a book with its own. Give one of them.")
        }
        if let inspectorPort, !(0...65_535).contains(inspectorPort) {
            throw ValidationError("\(inspectorPort) is no port. Give a number up to 65535, such as --inspect=8080.")
        }
    }

    /// The rule for coloring results.
    var colorRule: ColorRule { noColor ? .never : color }

    /// The settings among the options, which override those of files and variables.
    var configurationFlags: ConfigurationFlags {
        ConfigurationFlags(
            environment: environment,
            book: book,
            databasePath: database,
            logLevel: logLevel ?? [nil, "info", "debug"][isDebugging ? 2 : min(verbosity, 2)],
            certificateFile: certificateFile,
            configFile: configurationFile
        )
    }
}

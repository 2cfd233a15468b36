import ArgumentParser
import EmbeddedFiles
import Primitives
import Repository

/// The options that every command accepts, before or after its name.
///
/// The parser passes the same values to the program and to the command, so the position doesn't matter. A command's
/// help has one line for them, since they would outweigh its own options; `contacts help options` has them all.
struct GlobalOptions: ParsableArguments, Sendable {
    @Option(help: .global("The environment: DEV, QC or PROD. (variable CONTACTS_ENV)", "name"))
    var env: String?

    @Option(help: .global("The database file. (variable CONTACTS_DB)", "file"), completion: .file())
    var db: String?

    @Option(help: .global("The address book, or all for all of them. (variable CONTACTS_BOOK)", "book"))
    var book: String?

    @Option(
        help: .global("Read settings from this .xcconfig file.", "file"),
        completion: .file(extensions: ["xcconfig"])
    )
    var config: String?

    @Option(
        help: .global(
            "Trust the authorities in this PEM file, not the system's. (variable CONTACTS_API_CA_FILE)",
            "file"
        ),
        completion: .file(extensions: ["pem", "crt"])
    )
    var cacert: String?

    @Option(help: .global("What to log: fatal, error, warning, info, debug or trace. (variable CONTACTS_LOG)", "level"))
    var logLevel: String?

    @Option(help: .global("The format of the log: text, or json with a line per message.", "format"))
    var logFormat: LogFormat?

    @Option(help: .global("Append the log to this file instead of standard error.", "file"), completion: .file())
    var logFile: String?

    @Option(
        help: .global("Append the transitions of blocs to this file, for replay and diagram.", "file"),
        completion: .file()
    )
    var record: String?

    @Option(help: .global("Show the blocs in a browser, on this port or a free one.", "port"))
    var inspect: Int?

    @Flag(help: .global("Show the contents of events and states there, too."))
    var inspectValues = false

    @Option(help: .global("When to use color; auto follows NO_COLOR and CLICOLOR_FORCE.", "when"))
    var color: ColorRule = .auto

    @Flag(help: .global("The same as --color never."))
    var noColor = false

    @Flag(help: .global("Don't use a pager. (variables CONTACTS_PAGER, PAGER)"))
    var noPager = false

    @Flag(help: .global("Never ask; fail if an answer is needed."))
    var noInput = false

    @Flag(
        name: [.customShort("v"), .customLong("verbose")],
        help: .global("Log more: -v is info, -vv is debug.")
    )
    var verbosity: Int

    @Flag(name: .customLong("debug"), help: .global("The same as -vv."))
    var isDebugging = false

    @Flag(
        name: [.customShort("q"), .customLong("quiet")],
        help: .global("Hide progress, counts and notes, but not warnings and errors.")
    )
    var isQuiet = false

    /// The line that stands for these options in each command's help.
    static let line = "GLOBAL OPTIONS: --book, --db, --env, --quiet, …: contacts help options"

    /// All options and their meanings, in lines of at most 80 columns.
    static var description: String {
        let paragraphs = helpMessage(includeHidden: true, columns: 80).components(separatedBy: "\n\n")
        let options = paragraphs.first { $0.hasPrefix("OPTIONS:\n") } ?? ""
        return options.split(separator: "\n").dropFirst().filter { !$0.hasPrefix("  -h, --help ") }.joined(
            separator: "\n"
        )
    }

    func validate() throws {
        if book != nil, db != nil {
            throw ValidationError("--db names a database file, and --book a book with its own. Give one of them.")
        }
        if let inspect, !(0...65_535).contains(inspect) {
            throw ValidationError("\(inspect) isn't a port. Give a number up to 65535, such as --inspect=8080.")
        }
    }

    var colorRule: ColorRule { noColor ? .never : color }

    /// The settings among the options; they override files and variables.
    var configurationFlags: ConfigurationFlags {
        let values: [ConfigurationKey: String?] = [
            .environment: env, .book: book, .databasePath: db, .apiCAFile: cacert,
            .logLevel: logLevel ?? [nil, "info", "debug"][isDebugging ? 2 : min(verbosity, 2)],
        ]
        return ConfigurationFlags(values: values.compactMapValues(\.self), configFile: config)
    }
}

extension ArgumentHelp {
    /// Creates the help for a global option, which only `contacts help options` shows.
    fileprivate static func global(_ abstract: String, _ valueName: String? = nil) -> ArgumentHelp {
        ArgumentHelp(abstract, valueName: valueName, visibility: .hidden)
    }
}

/// The name and version of the program, from `APP_NAME` and `APP_VERSION`.
struct ProgramVersion: Equatable, Sendable {
    var name: String
    var number: String

    init(_ configuration: AppConfiguration) {
        name = configuration.appName
        number = configuration.appVersion
    }

    /// Uses the values in the settings, or the built-in ones if the settings can't be read.
    init(_ loaded: LoadedConfiguration?) {
        func value(of key: ConfigurationKey) -> String? { loaded?.entries.first { $0.key == key.rawValue }?.value }
        name = value(of: .appName) ?? "Contacts"
        number = value(of: .appVersion) ?? Self.embeddedNumber
    }

    /// `APP_VERSION` in Base.xcconfig, used when no settings can be read.
    static var embeddedNumber: String {
        let name = "APP_VERSION = "
        let line = EmbeddedFiles.configurations["Base.xcconfig"]?.split(separator: "\n").first { $0.hasPrefix(name) }
        return line.map { String($0.dropFirst(name.count)) } ?? ""
    }

    /// The parser's reply to `--version`, which the launcher replaces with ``line``.
    ///
    /// The parser requires a text on every start, and reading the settings for it would slow down every command.
    static let placeholder = "version"

    var line: String {
        "\(name) \(number) (\(Self.compiler), SQLite \(SQLiteLibrary.version))"
    }

    /// The product token for HTTP, such as `Contacts-DEV/0.1.0`; characters not allowed in a token become hyphens.
    var userAgent: String { "\(Self.token(name))/\(Self.token(number))" }

    private static func token(_ text: String) -> String {
        let scalars = text.unicodeScalars.map { scalar -> Character in
            let isKept = UInt8(exactly: scalar.value).map { $0.isLetterOrDigit || "._".utf8.contains($0) } ?? false
            return isKept ? Character(scalar) : "-"
        }
        return String(scalars)
    }

    private static var compiler: String {
        #if compiler(>=6.5)
        "Swift 6.5 or later"
        #elseif compiler(>=6.4)
        "Swift 6.4"
        #elseif compiler(>=6.3)
        "Swift 6.3"
        #else
        "Swift 6.2"
        #endif
    }
}

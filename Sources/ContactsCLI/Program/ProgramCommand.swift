import ArgumentParser

/// A command of the program: its arguments and its action.
///
/// Unlike a parsable command that runs by itself, it receives its environment as a parameter, and returns the exit
/// status instead of exiting the process.
protocol ProgramCommand: ParsableArguments, Sendable {
    static var configuration: CommandConfiguration { get }

    /// Whether the command works with several books at once.
    static var books: BookScope { get }

    /// Whether the command stores new contacts, which creates the user's own book if no book is named.
    var adding: Adding { get }

    /// Whether results longer than the screen are shown in a pager.
    static var isPaged: Bool { get }

    /// Validates combinations of arguments, after each argument group has been validated on its own.
    func check(_ global: GlobalOptions) throws
    func check() throws

    func run(in program: Program) async throws -> ExitStatus
}

/// A command that doesn't work with contacts, and therefore runs without the composed program.
protocol StandaloneCommand: ProgramCommand {}

extension ProgramCommand {
    static var books: BookScope { .one }
    var adding: Adding { .nothing }
    static var isPaged: Bool { false }

    func check(_ global: GlobalOptions) throws { try check() }
    func check() throws {}

    static var parsed: any ParsableCommand.Type { ParsedCommand<Self>.self }
}

/// A command as the parser sees it: its own arguments, followed by the global options.
struct ParsedCommand<Command: ProgramCommand>: LaunchableCommand {
    static var configuration: CommandConfiguration { Command.configuration }

    @OptionGroup var own: Command

    @OptionGroup var global: GlobalOptions

    var command: any ProgramCommand { own }

    func validate() throws { try own.check(global) }
}

protocol LaunchableCommand: ParsableCommand {
    var command: any ProgramCommand { get }
    var global: GlobalOptions { get }
}

enum BookScope: Sendable {
    case one
    /// All books can be listed together.
    case together
    /// It also finds and changes contacts in all books together; each identifier is prefixed with the name of its book.
    case joined
}

enum Adding: Sendable {
    case nothing
    /// It only reports the contacts it would store.
    case trial
    case contacts
}

/// A command that only groups other commands.
protocol CommandFamily: ParsableCommand {}

extension Program {
    /// Prints a note about a command's result, and returns its exit status.
    func finish(_ note: String, _ status: ExitStatus = .success) -> ExitStatus {
        messages.note(note)
        return status
    }

    /// Prints all rows of a report in the requested format, and returns the exit status.
    @discardableResult
    func print<Row>(
        _ rows: [Row],
        as report: Report<Row>,
        _ options: ReportOptions,
        standard: ReportFormat? = nil
    ) throws -> ExitStatus {
        try output.write(options.bytes(of: rows, as: report, for: screen, standard: standard))
        return .success
    }
}

enum CommandArguments {
    /// Returns the arguments, rewriting those that the parser would misread; everything after `--` is unchanged.
    static func prepared(_ arguments: [String]) throws(Failure) -> [String] {
        let end = arguments.firstIndex(of: "--") ?? arguments.endIndex
        let isAdding = arguments.first.map(CommandTree.names(of: AddCommand.parsed).contains) == true
        var prepared: [String] = []
        for (index, argument) in arguments[..<end].enumerated() {
            if argument == "--inspect" {
                // The parser doesn't support optional values; 0 picks a free port.
                prepared.append("--inspect=0")
            } else if argument.hasPrefix("--json=") {
                // The parser doesn't accept a value for a flag, and an option would take the next term as its value.
                let names = argument.dropFirst("--json=".count)
                guard !names.allSatisfy(\.isWhitespace) else {
                    throw Failure(
                        .usage,
                        "The value of --json= is empty. Give names of fields, such as --json=name,email."
                    )
                }
                prepared += ["--json", "--fields=" + names]
            } else if isAdding, argument.hasPrefix("--"), argument.dropFirst(2).first?.isNumber == true,
                arguments[index - 1] != "--note"
            {
                // A birthday without a year, such as `--12-10`, would be parsed as an option; a note is kept as typed.
                prepared.append(" " + argument)
            } else {
                prepared.append(argument)
            }
        }
        return prepared + arguments[end...]
    }

    /// Returns whether `--format` describes the input files, which doesn't affect errors.
    private static func isInput(_ arguments: ArraySlice<String>) -> Bool {
        arguments.lazy.compactMap { CommandTree.walk([$0]).path.first }.first == "import"
    }

    /// Returns whether JSON is requested; then errors are JSON too, even if the arguments can't be parsed.
    static func wantJSON(_ arguments: [String]) -> Bool {
        let options = arguments.prefix { $0 != "--" }
        return options.enumerated().contains { index, argument in
            switch argument {
            case "--json": true
            case "--format=json", "--format=ndjson", "--format=jcard": !isInput(options)
            case "--format":
                ["json", "ndjson", "jcard"].contains(options.dropFirst(index + 1).first) && !isInput(options)
            default: argument.hasPrefix("--json=")
            }
        }
    }
}

extension ArgumentHelp {
    /// Creates the help for an option or argument whose value has a name.
    static func value(_ name: String, _ abstract: String) -> ArgumentHelp { ArgumentHelp(abstract, valueName: name) }
}

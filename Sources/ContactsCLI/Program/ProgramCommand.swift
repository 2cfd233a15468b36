import ArgumentParser

/// A command of the program: its own arguments, and what it does with them.
///
/// Unlike a parsable command that runs by itself, it receives its surroundings as a parameter, and returns the exit status
/// instead of exiting the process.
protocol ProgramCommand: ParsableArguments, Sendable {
    static var configuration: CommandConfiguration { get }

    /// Whether the command works with contacts, and so needs the settings and the composed program.
    static var needsContacts: Bool { get }

    /// Whether it works with several books at once.
    static var books: BookScope { get }

    /// Whether it stores new contacts, for which a book of the user's own is begun where none is named.
    var adding: Adding { get }

    /// Whether results longer than the screen are shown in a pager.
    static var isPaged: Bool { get }

    /// Checks the arguments together, once each group of them was checked on its own.
    func check(_ global: GlobalOptions) throws
    func check() throws

    func run(in program: Program) async throws -> ExitStatus
}

extension ProgramCommand {
    static var needsContacts: Bool { true }
    static var books: BookScope { .one }
    var adding: Adding { .nothing }
    static var isPaged: Bool { false }

    func check(_ global: GlobalOptions) throws { try check() }
    func check() throws {}

    /// The command as the parser knows it.
    static var parsed: any ParsableCommand.Type { ParsedCommand<Self>.self }
}

/// A command as it is parsed: its own arguments, and behind them the options of every command.
struct ParsedCommand<Command: ProgramCommand>: LaunchableCommand {
    static var configuration: CommandConfiguration { Command.configuration }

    @OptionGroup
    var own: Command

    @OptionGroup
    var global: GlobalOptions

    var command: any ProgramCommand { own }

    func validate() throws { try own.check(global) }
}

protocol LaunchableCommand: ParsableCommand {
    var command: any ProgramCommand { get }
    var global: GlobalOptions { get }
}

/// Which books a command works with.
enum BookScope: Sendable {
    case one
    /// All books can be listed together.
    case together
    /// It also finds and changes contacts of all books together, with the name of its book before each identifier.
    case joined
}

/// Whether a command stores new contacts.
enum Adding: Sendable {
    case nothing
    /// It says which ones it would store.
    case trial
    case contacts
}

/// A command that only groups other commands and does nothing alone.
protocol CommandFamily: ParsableCommand {}

extension Program {
    /// Prints a note about what a command did, and returns its exit status.
    func finish(_ note: String, _ status: ExitStatus = .success) -> ExitStatus {
        messages.note(note)
        return status
    }

    /// Prints all rows of a report in the format that was asked for, and returns the exit status.
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
    /// The arguments with those in another form that the parser would misunderstand; behind `--` they stay as they are.
    static func prepared(_ arguments: [String]) throws(Failure) -> [String] {
        let end = arguments.firstIndex(of: "--") ?? arguments.endIndex
        let isAdding = arguments.first.map(CommandTree.names(of: AddCommand.parsed).contains) == true
        var prepared: [String] = []
        for (index, argument) in arguments[..<end].enumerated() {
            if argument == "--inspect" {
                // The parser has no option whose value may be left out; 0 is a free port.
                prepared.append("--inspect=0")
            } else if argument.hasPrefix("--json=") {
                // To the parser, a flag has no value, and an option would take the term after it as its value.
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
                // A birthday without its year, such as `--12-10`, would be an option; a note is kept as it was typed.
                prepared.append(" " + argument)
            } else {
                prepared.append(argument)
            }
        }
        return prepared + arguments[end...]
    }

    /// Whether `--format` is that of the files to read, which says nothing about errors.
    private static func isInput(_ arguments: ArraySlice<String>) -> Bool {
        arguments.lazy.compactMap { CommandTree.walk([$0]).path.first }.first == "import"
    }

    /// Whether JSON is asked for; errors are JSON then, also when the arguments cannot be parsed.
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

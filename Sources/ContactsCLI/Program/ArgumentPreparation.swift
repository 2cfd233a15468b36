import ArgumentParser
import TerminalUI

/// Reads and prepares the JSON options before the arguments are parsed.
enum JSONArguments {
    /// The arguments with `--json=name,email` written as `--json --fields=name,email`.
    ///
    /// To the parser, a flag has no value, and an option would take the term after it as its value.
    ///
    /// - Throws: ``Failure`` for usage when `--json=` names no field.
    static func prepared(_ arguments: [String]) throws(Failure) -> [String] {
        let end = arguments.firstIndex(of: "--") ?? arguments.endIndex
        var prepared: [String] = []
        for (index, argument) in arguments.enumerated() {
            guard index < end, argument.hasPrefix("--json=") else {
                prepared.append(argument)
                continue
            }
            let names = argument.dropFirst("--json=".count)
            guard !names.allSatisfy(\.isWhitespace) else {
                throw Failure(.usage, "The value of --json= is empty. Give names of fields, such as --json=name,email.")
            }
            prepared += ["--json", "--fields=" + names]
        }
        return prepared
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

/// Prepares arguments that begin with a minus and are no options: negated terms, and values such as `--sort -last`.
enum QueryArguments {
    /// The arguments with the query's `-word` written as `NOT word`, and values that begin with a minus joined to their
    /// options, which means the same and is no option to the parser.
    ///
    /// - Throws: ``Failure`` for usage when an argument with one minus is neither an option nor a term.
    static func prepared(_ arguments: [String]) throws(Failure) -> [String] {
        guard arguments.prefix(while: { $0 != "--" }).contains(where: isDoubtful) else { return arguments }
        return try ArgumentReading(arguments).prepared()
    }

    /// The long options in the arguments that the command does not have.
    static func unknownOptions(_ arguments: [String]) -> [String] {
        ArgumentReading(arguments).unknownOptions
    }

    /// Whether reading the argument takes the options of the command, which cost time to find.
    private static func isDoubtful(_ argument: String) -> Bool {
        guard argument.first == "-", argument.count > 2 else { return false }
        let rest = argument.dropFirst()
        return rest.first == "-"
            ? rest.dropFirst().first?.isNumber == true : !rest.allSatisfy(OptionTable.globalFlags.contains)
    }
}

/// The options of a command, taken from its parser.
struct OptionTable {
    /// The letters of flags that every command has.
    static let globalFlags: Set<Character> = ["v", "q", "h"]

    /// Whether an option takes a value, by its long name.
    private(set) var long = ["help": false, "version": false]
    /// The long name of an option, by its letter.
    private(set) var longName: [Character: String] = ["h": "help"]
    /// Whether the command takes terms of the query language.
    private(set) var takesTerms = false

    /// The options of the command; a command that only groups others has those of every command.
    init(_ command: any ParsableCommand.Type) {
        for argument in CommandSignature(command).arguments {
            if argument.kind == .positional, argument.valueName == FilterOptions.termName { takesTerms = true }
            let names = argument.names ?? []
            let longNames = names.filter { $0.kind == .long }.map(\.name)
            for name in longNames { long[name] = argument.kind == .option }
            for name in names where name.kind == .short {
                if let letter = name.name.first, let first = longNames.first { longName[letter] = first }
            }
        }
    }

    /// Whether the option with this letter takes a value; `nil` when there is no such option.
    func takesValue(_ letter: Character) -> Bool? { longName[letter].flatMap { long[$0] } }

    /// Whether the letters are options written together, such as `-vq`; only the last may take a value.
    func areOptions(_ letters: Substring) -> Bool {
        letters.dropLast().allSatisfy { takesValue($0) == false } && letters.last.flatMap(takesValue) != nil
    }
}

/// A command line read as the parser will read it: which arguments are commands, options, values of options, and words.
struct ArgumentReading {
    private enum Part {
        /// A command, a word, or an option that the parser knows how to read.
        case plain(String)
        /// An option and its value, which begins with a minus.
        case joined(option: String, value: String)
        /// An argument with one minus that is no option.
        case minus(String)
    }

    private var parts: [Part] = []
    private var table = OptionTable(ContactsCommand.self)
    /// The long options that the command does not have.
    private(set) var unknownOptions: [String] = []

    init(_ arguments: [String]) {
        var command: any ParsableCommand.Type = ContactsCommand.self
        var mayBeCommand = true
        var rest = arguments[...]
        while let argument = rest.popFirst() {
            if argument == "--" {
                parts += ([argument] + rest).map(Part.plain)
                return
            }
            guard argument.first == "-", argument != "-" else {
                if mayBeCommand, let child = CommandTree.subcommand(named: argument, of: command) {
                    command = child
                    table = OptionTable(child)
                } else {
                    mayBeCommand = false
                }
                parts.append(.plain(argument))
                continue
            }
            guard let option = option(argument) else { continue }
            if let value = rest.first, isValue(value) {
                rest.removeFirst()
                parts.append(.joined(option: option, value: value))
            } else {
                parts.append(.plain(argument))
                if let value = rest.first, value.first != "-" || value == "-" {
                    rest.removeFirst()
                    parts.append(.plain(value))
                }
            }
        }
    }

    /// Reads an argument that begins with a minus; returns the long name of an option whose value is the next argument.
    private mutating func option(_ argument: String) -> String? {
        let text = argument.dropFirst()
        guard text.first != "-" else {
            let name = String(text.dropFirst().prefix { $0 != "=" })
            if table.long[name] == nil { unknownOptions.append("--" + name) }
            let hasValue = text.contains("=")
            if table.long[name] == true, !hasValue { return name }
            parts.append(.plain(argument))
            return nil
        }
        let letters = text.prefix { $0 != "=" }
        if table.areOptions(letters) {
            if letters.count == text.count, letters.count == 1, let letter = letters.first,
                table.takesValue(letter) == true
            {
                return table.longName[letter]
            }
            parts.append(.plain(argument))
        } else {
            parts.append(text.count == 1 ? .plain(argument) : .minus(argument))
        }
        return nil
    }

    /// Whether the argument behind an option that takes a value begins with a minus and still is its value.
    private func isValue(_ argument: String) -> Bool {
        guard argument.first == "-", argument.count > 1, argument != "--" else { return false }
        let text = argument.dropFirst()
        // A date without a year begins with two.
        if text.first == "-" { return text.dropFirst().first?.isNumber == true }
        return !table.areOptions(text)
    }

    /// The arguments as the parser takes them.
    func prepared() throws(Failure) -> [String] {
        var prepared: [String] = []
        for part in parts {
            switch part {
            case .plain(let argument): prepared.append(argument)
            case .joined(let option, let value): prepared.append("--\(option)=\(value)")
            case .minus(let argument):
                try require(argument)
                prepared.append("NOT " + argument.dropFirst())
            }
        }
        return prepared
    }

    /// Refuses an argument with one minus that is no term, or looks like an option that was meant.
    private func require(_ argument: String) throws(Failure) {
        let word = argument.dropFirst()
        let name = String(word.prefix { $0 != "=" })
        var advice = ""
        if table.long[name] != nil {
            advice = "Did you mean “--\(name)”?"
        } else if let letter = word.first, table.takesValue(letter) == true, !word.contains(":") {
            advice = "Did you mean “-\(letter) \(word.dropFirst())”?"
        } else if let letter = word.first, letter.isLetter, word.dropFirst().allSatisfy(\.isNumber) {
            advice = table.long["limit"] == true && letter == "n" ? "Did you mean “--limit \(word.dropFirst())”?" : ""
        } else if table.takesTerms {
            return
        }
        if table.takesTerms { advice += (advice.isEmpty ? "" : " ") + "To leave out a word, write “NOT \(word)”." }
        let shown = TerminalText.sanitized(argument)
        throw Failure(
            .usage,
            "Unknown option “\(shown)”." + (advice.isEmpty ? "" : " " + TerminalText.sanitized(advice))
        )
    }
}
